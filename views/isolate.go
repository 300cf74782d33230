package views

import "golang.org/x/text/unicode/bidi"

// Isolate keeps a name from turning the direction of the sentence around it, as
// <bdi> does where there is markup: one that holds letters read from right to left
// stands between the signs for that.
func Isolate(name string) string {
	for _, r := range name {
		props, _ := bidi.LookupRune(r)
		if c := props.Class(); c == bidi.R || c == bidi.AL {
			return "\u2068" + name + "\u2069" // first strong isolate, pop directional isolate
		}
	}
	return name
}
