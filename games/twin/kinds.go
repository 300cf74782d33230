package twin

import (
	"regexp"
	"testing"
)

// ReasonKinds lists the kinds of Fact that View.Explain of a ruleset names, from the text of its
// explain.go.
func ReasonKinds(source string) (kinds []string) {
	for _, found := range regexp.MustCompile(`(?m)^\tWhy\w+ += "(\w+)"`).FindAllStringSubmatch(source, -1) {
		kinds = append(kinds, found[1])
	}
	return kinds
}

// CheckKindsNamed fails for each kind of reason in an explain.go that no test has found, and for each
// found that it does not name.
func CheckKindsNamed(t testing.TB, source string, found map[string]bool) {
	t.Helper()
	for _, kind := range ReasonKinds(source) {
		if !found[kind] {
			t.Errorf("no test names the reason %q", kind)
		}
		delete(found, kind)
	}
	for kind := range found {
		t.Errorf("the reason %q is no constant of explain.go", kind)
	}
}
