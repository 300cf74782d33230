package views_test

import (
	"testing"

	"tableronde/views"
)

func TestIsolate(t *testing.T) {
	for name, want := range map[string]string{
		"Ada":       "Ada",
		"Aliénor 2": "Aliénor 2",
		"太郎":        "太郎",
		"אדה":       "\u2068אדה\u2069",
		"Ada عايدة": "\u2068Ada عايدة\u2069",
		"":          "",
	} {
		if got := views.Isolate(name); got != want {
			t.Errorf("Isolate(%q) = %q, want %q", name, got, want)
		}
	}
}
