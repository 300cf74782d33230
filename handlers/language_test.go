package handlers

import (
	"net/http"
	"strings"
	"testing"

	"tableronde/views"
)

// The language that a browser asks for is the same at the first time and after, and no
// long list is kept.
func TestAcceptedLanguageIsKept(t *testing.T) {
	long := strings.Repeat("de;q=0.5, ", 50) + "fr"
	for list, want := range map[string]views.Lang{
		"": views.English, "fr": views.French, "fr-CA, en;q=0.5": views.French, "en-GB, fr;q=0.9": views.English,
		"de, fr;q=0.2, en;q=0.1": views.French, "ja": views.English, "fr;q=0, en": views.English, "not a list;;": views.English, long: views.French,
	} {
		r := &http.Request{Header: http.Header{"Accept-Language": {list}}}
		for range 2 {
			if got := acceptedLanguage(r); got != want {
				t.Errorf("%q asks for %q, want %q", list, got, want)
			}
		}
		if _, kept := acceptedLanguages.GetIfPresent(list); kept != (list != long) {
			t.Errorf("%.20q is kept: %v", list, kept)
		}
	}
}
