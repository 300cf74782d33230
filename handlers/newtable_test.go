package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// The one choice of time to answer sets the option of the game for seconds, and
// the time of the table for hours.
func TestTimeToAnswerIsOneChoice(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	for _, tt := range []struct {
		wait, public, window string
		hours                time.Duration
		status               int
	}{
		{"", "", "", 0, http.StatusOK},
		{"5s", "", "5", 0, http.StatusOK},
		{"5s", "1", "5", 0, http.StatusOK},
		{"3", "", "", 3 * time.Hour, http.StatusOK},
		{"3", "1", "", 0, http.StatusUnprocessableEntity},
		{"4s", "", "", 0, http.StatusUnprocessableEntity},
		{"7", "", "", 0, http.StatusUnprocessableEntity},
		{"s", "", "", 0, http.StatusUnprocessableEntity},
	} {
		r := newReader(t, s.URL)
		r.open("/new?game=knizia")
		r.submit(`form[action="/matches"]`, "name", "Ada", "wait", tt.wait, "public", tt.public)
		if r.expect(tt.status); tt.status != http.StatusOK {
			if _, open := r.page.Find("#options").Attr("open"); !open {
				t.Errorf("wait %q, public %q: the options are closed after %s", tt.wait, tt.public, r.mainText())
			}
			continue
		}
		id, _, _ := strings.Cut(strings.TrimPrefix(r.path, "/m/"), "?")
		m, err := s.site.Store.Match(t.Context(), id)
		if err != nil || m.Options["window"] != tt.window || m.Wait != tt.hours {
			t.Errorf("wait %q: window %q, wait %v, %v", tt.wait, m.Options["window"], m.Wait, err)
		}
	}
}

// A key leads no visitor to the table of another.
func TestKeysOfVisitorsWithoutACookie(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	r, s := newReader(t, site.URL), newReader(t, site.URL)
	for _, visitor := range []*reader{r, s} {
		visitor.send(http.MethodPost, "/solo", url.Values{"game": {"camelot"}, "key": {"1"}})
		visitor.expect(http.StatusOK)
	}
	if r.path == s.path {
		t.Errorf("two visitors sit at %s", r.path)
	}
}
