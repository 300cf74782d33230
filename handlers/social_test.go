package handlers

import (
	"bytes"
	"image/png"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// meta returns the content of a meta element of the page.
func (r *reader) meta(name string) string {
	return r.page.Find(`head meta[property="`+name+`"], head meta[name="`+name+`"]`).AttrOr("content", "")
}

// TestLinksArePreviewed lets somebody who knows nothing but a link find a title,
// a description and a picture behind it.
func TestLinksArePreviewed(t *testing.T) {
	s := newTestSite(t)
	ada, _, match := startCamelot(t, s, true)
	ada.post(match, 0, "E6-E8", "k")
	ada.open("/new")
	ada.submit(`form[action="/matches"]`, "game", "grand-camelot", "seat", "2")
	invite := strings.TrimPrefix(ada.page.Find("#invite").AttrOr("value", ""), s.URL)
	const position = "camelot 2 KE13,KF15/D7,C11,J11"
	for _, tt := range []struct{ name, path, url, title, says, alt string }{
		{"home", "/", "/", "Camelot, played across any distance", "no account", "Camelot as it is set up"},
		{"rules", "/rules", "/rules", "Rules", "The games of Camelot", "Camelot as it is set up"},
		{"the rules of a game", "/rules/grand-cam-93", "/rules/grand-cam-93", "Grand Cam", "4 players", "Grand Cam, 93 squares as it is set up"},
		{"the rules of a game of cards", "/rules/shannon", "/rules/shannon", "Tournament at Camelot", "2 to 6 players", "The arms of Tournament at Camelot"},
		{"a match", match, match, "Ada against Bo", "Camelot. Bo to move.", "Board of Camelot, 160 squares"},
		{"a match as it was", match + "?ply=0", match + "?ply=0", "Ada against Bo", "The beginning", "Board of Camelot"},
		{"an invitation", invite, invite, "Ada invites you", "Grand Camelot", "Board of Grand Camelot, 180 squares"},
		{"a position", "/setup?position=" + url.QueryEscape(position) + "&tool=2K", "/setup?position=" + strings.ReplaceAll(position, " ", "+"),
			"Set up a position", "Black to move", "Board of Camelot"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newReader(t, s.URL)
			r.open(tt.path)
			for name, want := range map[string]string{"og:title": tt.title, "og:description": tt.says, "description": tt.says, "og:image:alt": tt.alt} {
				if got := r.meta(name); !strings.Contains(strings.ToLower(got), strings.ToLower(want)) {
					t.Errorf("%s is %q, want %q", name, got, want)
				}
			}
			for name, want := range map[string]string{
				"og:url": s.URL + tt.url, "og:type": "website", "og:site_name": "Table Ronde", "og:locale": "en_US", "twitter:card": "summary_large_image",
			} {
				if got := r.meta(name); got != want {
					t.Errorf("%s is %q, want %q", name, got, want)
				}
			}
			image, ok := strings.CutPrefix(r.meta("og:image"), s.URL)
			if !ok {
				t.Fatalf("the image is at %q", r.meta("og:image"))
			}
			r.open(image)
			size, err := png.DecodeConfig(bytes.NewReader([]byte(r.body)))
			if err != nil || size.Width != 1200 || size.Height != 630 {
				t.Errorf("the image is %+v, %v", size, err)
			}
		})
	}
}

// What is private is shown to nobody else, not even as a preview; who is at the
// table gets none either, so that none is passed on.
func TestPrivateMatchesAreNotPreviewed(t *testing.T) {
	s := newTestSite(t)
	ada, _, match := startCamelot(t, s, false)
	for _, path := range []string{match, "/new", "/tables", "/import"} {
		ada.open(path)
		if got := ada.meta("og:image"); got != "" {
			t.Errorf("%s is previewed by %s", path, got)
		}
	}
	stranger := newReader(t, s.URL)
	stranger.send(http.MethodGet, match, nil)
	if stranger.status != http.StatusNotFound || stranger.meta("og:image") != "" {
		t.Errorf("a stranger sees %d and %s", stranger.status, stranger.meta("og:image"))
	}
}
