package static

import (
	"net/http"
	"regexp"
	"testing"
)

// The font of titles is served for ever, from the address in the style sheet of each page, and is
// small. TestTitlesHaveAllLetters of views/locale checks its letters.
func TestFontOfTitles(t *testing.T) {
	address := regexp.MustCompile(`url\(([^)]*)\)`).FindStringSubmatch(Source("type.css"))
	if address == nil || Prefix+address[1] != TitlesURL() {
		t.Fatalf("type.css loads %q, the font is at %s", address, TitlesURL())
	}
	w := get(t, TitlesURL(), http.Header{"Accept-Encoding": {"gzip"}})
	if kind := w.Header().Get("Content-Type"); w.Code != http.StatusOK || kind != "font/woff2" || w.Header().Get("Content-Encoding") != "" {
		t.Errorf("the font is answered with %d as %s in %q", w.Code, kind, w.Header().Get("Content-Encoding"))
	}
	if n := w.Body.Len(); n > 16_000 || n < 10_000 {
		t.Errorf("the font takes %d bytes", n)
	}
}
