package site

import (
	"fmt"
	"strings"
	"testing"

	"tableronde/views"
)

// The language that a browser asks for is the same at the first time and after; no long
// list is kept, and no more than there is room for.
func TestAcceptedLanguageIsKept(t *testing.T) {
	k := keptLanguages{known: make(map[string]views.Lang)}
	long := strings.Repeat("de;q=0.5, ", 50) + "fr"
	for list, want := range map[string]views.Lang{
		"": views.English, "fr": views.French, "fr-CA, en;q=0.5": views.French, "en-GB, fr;q=0.9": views.English,
		"pl, fr;q=0.2, en;q=0.1": views.French, "ja": views.English, "fr;q=0, en": views.English, "not a list;;": views.English, long: views.French,
	} {
		for range 2 {
			if got := k.match(list); got != want {
				t.Errorf("%q asks for %q, want %q", list, got, want)
			}
		}
		if _, kept := k.known[list]; kept != (list != long) {
			t.Errorf("%.20q is kept: %v", list, kept)
		}
	}
	for i := range 1000 {
		if got := k.match(fmt.Sprintf("fr;q=0.%03d", i+1)); got != views.French {
			t.Fatalf("list %d asks for %q", i, got)
		}
	}
	if len(k.known) != 256 {
		t.Errorf("%d lists are kept, want 256", len(k.known))
	}
}
