package static

import (
	"regexp"
	"strings"
	"testing"
)

// The chosen dark theme has the same colors as the dark theme of the system.
func TestDarkThemesAreTheSame(t *testing.T) {
	sheet, err := files.ReadFile("app.css")
	if err != nil {
		t.Fatal(err)
	}
	variables := regexp.MustCompile(`--[\w-]+: [^;]+;`)
	declared := func(selector string) string {
		_, after, found := strings.Cut(string(sheet), selector+" {")
		block, _, closed := strings.Cut(after, "}")
		if !found || !closed {
			t.Fatalf("no %s", selector)
		}
		return strings.Join(variables.FindAllString(block, -1), "\n")
	}
	system, chosen := declared(":root:where(:not([data-theme=light]))"), declared(":root:where([data-theme=dark])")
	if system != chosen || strings.Count(system, "\n") < 20 {
		t.Errorf("a dark system has\n%s\nthe dark theme\n%s", system, chosen)
	}
}
