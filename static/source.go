package static

import "strings"

// Source is the content of a file of this folder: Source("app.css"). It is empty
// for a name that is not there.
func Source(name string) string {
	byName, _ := assets()
	if a, ok := byName[name]; ok {
		return a.text()
	}
	return ""
}

// OfBoards returns the rules of a style sheet that the sheets of matches of cards lack.
func OfBoards(name string) string {
	return strings.Join(ofBoards.FindAllString(Source(name), -1), "\n")
}

// Sheets lists the style sheets in the order in which they apply.
func Sheets() []string {
	names := make([]string, len(sheets))
	for i, s := range sheets {
		names[i] = s.name
	}
	return names
}
