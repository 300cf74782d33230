package static

import (
	"io/fs"
	"strings"
	"testing"

	"tableronde/views/css"
)

// A primary button is ink: on paper, under the pointer and on the pages of every game. Céleste
// marks a chosen piece and the places to which it may go.
func TestPrimaryButtonsHaveOneColor(t *testing.T) {
	sheets, err := fs.Glob(files, "*.css")
	if err != nil {
		t.Fatal(err)
	}
	colored := 0
	for _, name := range sheets {
		sheet, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		rules, err := css.Parse(string(sheet))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, r := range rules {
			if strings.Contains(r.Condition, "forced-colors") {
				continue // the system's own colors
			}
			for _, selector := range r.Selectors {
				if !strings.Contains(selector, ".primary") || strings.Contains(selector, ".primary[aria-disabled]") || strings.Contains(selector, ":has(.primary)") {
					continue
				}
				for _, d := range r.Declarations {
					want := map[string]string{"background": "var(--ink)", "background-color": "var(--ink)", "color": "var(--paper)", "border-color": "var(--ink)"}[d.Name]
					if want != "" && d.Value != want {
						t.Errorf("%s: %s has the %s %s, want %s", name, selector, d.Name, d.Value, want)
					}
					if want != "" {
						colored++
					}
				}
			}
		}
	}
	if colored < 3 {
		t.Errorf("%d colors of primary buttons found: the test reads the wrong rules", colored)
	}
}
