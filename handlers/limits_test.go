package handlers

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"tableronde/handlers/web"
)

// Whoever has a network of IPv6 becomes no more guests than whoever has one address.
func TestGuestsFromOneNetworkAreBounded(t *testing.T) {
	site := newTestSite(t)
	refusals := 0
	for i := range 2 * DefaultSettings().GuestBurst {
		req := httptest.NewRequest(http.MethodPost, "/api/v1/guests", strings.NewReader(`{"name":"Ada"}`))
		req.Header.Set("Content-Type", "application/json")
		req.RemoteAddr = fmt.Sprintf("[2001:db8:1:2::%x]:4711", i+1)
		rec := httptest.NewRecorder()
		site.Handler().ServeHTTP(rec, req)
		if rec.Code == http.StatusTooManyRequests {
			refusals++
		}
	}
	if refusals < DefaultSettings().GuestBurst/2 {
		t.Errorf("of %d guests from one network %d were refused", 2*DefaultSettings().GuestBurst, refusals)
	}
}

// A form that is too long is told to be, whatever it is for, and nothing is done.
func TestLongFormsAreRefused(t *testing.T) {
	site := newTestSite(t)
	r := newReader(t, site.URL)
	r.open("/new?game=camelot")
	for _, path := range []string{"/matches", "/solo", "/name", "/language", "/import", "/m/nothing", "/m/nothing/join", "/i/nothing"} {
		limit := web.MaxBody
		if path == "/import" {
			limit = web.MaxImport
		}
		form := url.Values{"game": {"camelot"}, "name": {"Ada"}, "more": {strings.Repeat("x", limit)}}
		for _, said := range []bool{true, false} { // how long it is
			req, err := http.NewRequest(http.MethodPost, site.URL+path, strings.NewReader(form.Encode()))
			if err != nil {
				t.Fatal(err)
			}
			if !said {
				req.ContentLength = -1
			}
			req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			res, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			res.Body.Close()
			if res.StatusCode != http.StatusRequestEntityTooLarge {
				t.Errorf("%s with a form too long (its length said: %v) answers %d", path, said, res.StatusCode)
			}
		}
	}
	if r.open("/tables"); strings.Contains(r.mainText(), "Ada") {
		t.Errorf("a table was opened: %s", r.mainText())
	}
}
