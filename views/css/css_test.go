package css_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/views/css"
)

func TestParse(t *testing.T) {
	got, err := css.Parse(`/* a { b } */
.a, .b.c { fill: red; stroke:none }
@media (prefers-color-scheme: dark) { :root { --x: rgb(0 0 0 / .5); } .a{} }
p { color: var(--x) }`)
	if err != nil {
		t.Fatal(err)
	}
	dark := "@media (prefers-color-scheme: dark)"
	want := []css.Rule{
		{Selectors: []string{".a", ".b.c"}, Declarations: []css.Declaration{{Name: "fill", Value: "red"}, {Name: "stroke", Value: "none"}}},
		{Condition: dark, Selectors: []string{":root"}, Declarations: []css.Declaration{{Name: "--x", Value: "rgb(0 0 0 / .5)"}}},
		{Condition: dark, Selectors: []string{".a"}},
		{Selectors: []string{"p"}, Declarations: []css.Declaration{{Name: "color", Value: "var(--x)"}}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
}

func TestParseRefuses(t *testing.T) {
	for text, says := range map[string]string{
		".a { fill: red":           "does not end",
		"@media x { .a { b: c }":   "does not end",
		".a { b: c } }":            "closes nothing",
		".a":                       "no block",
		".a { b }":                 "no value",
		".a { b: c } /* and so on": "comment",
	} {
		if _, err := css.Parse(text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("Parse(%q) = %v, want %q", text, err, says)
		}
	}
}
