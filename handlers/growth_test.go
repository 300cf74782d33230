package handlers

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"tableronde/handlers/api"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/sitetest"
)

// The bytes that a player stores in a day are bounded over all kinds of data, and so are the
// bytes of an address. The refusal says when there is room again, and then there is.
func TestGrowthIsBounded(t *testing.T) {
	t.Parallel()
	clock := clubtest.NewClock()
	set := DefaultSettings()
	set.PlayerGrowth, set.AddressGrowth = 100<<10, 250<<10
	site := newTestSiteOn(t, Config{Now: clock.Now, Settings: set})
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	own := func(c *sitetest.Client) string {
		return c.Post("/matches", map[string]any{"game": "camelot", "solo": true}).Want(t, http.StatusCreated, "").Match.ID
	}
	match := own(ada)
	cookie := cookieOf(t, site, ada.Player.ID)
	send := func(method, path, address, header, auth, body string) *httptest.ResponseRecorder {
		req := httptest.NewRequest(method, path, strings.NewReader(body))
		req.RemoteAddr = address
		req.Header.Set(header, auth)
		if strings.HasPrefix(path, api.Path) {
			req.Header.Set("Content-Type", "application/json")
		} else {
			req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		}
		rec := httptest.NewRecorder()
		site.Handler().ServeHTTP(rec, req)
		return rec
	}
	text := strings.Repeat("x", 1500)
	posts := func(n int, match string) (method, path, body string) { // of every kind
		kinds := []struct{ method, path, body string }{
			{"POST", "/matches", `{"game":"camelot","solo":true}`},
			{"POST", "/import", `{"game":"camelot","text":"1.E6-E8 F10-F9 {` + text + `}"}`},
			{"PUT", "/matches/" + match + "/notes/0", `{"text":"` + text + `"}`},
			{"PUT", "/matches/" + match + "/analysis", `{"from":[{"after":0,"note":"` + text[:400] + `"}]}`},
		}
		k := kinds[n%len(kinds)]
		return k.method, api.Path + k.path, k.body
	}
	fill := func(address, token, match string) (refused *httptest.ResponseRecorder) {
		t.Helper()
		for n := range 200 {
			method, path, body := posts(n, match)
			switch rec := send(method, path, address, "Authorization", "Bearer "+token, body); {
			case rec.Code == http.StatusTooManyRequests:
				return rec
			case rec.Code >= 300:
				t.Fatalf("%s %s: %d %s", method, path, rec.Code, rec.Body)
			}
		}
		t.Fatal("nothing is ever refused")
		return nil
	}
	const home, other = "192.0.2.1:4711", "192.0.2.2:4711"
	refused := fill(home, ada.Token, match)
	if got := refused.Body.String(); !strings.Contains(got, `"stored_much"`) || !strings.Contains(got, "go on in") || refused.Header().Get("Retry-After") == "" {
		t.Errorf("the refusal is %s, after %s s", got, refused.Header().Get("Retry-After"))
	}
	form := url.Values{"ply": {"0"}, "text": {text}, "do": {"keep"}}.Encode()
	page := send(http.MethodPost, "/m/"+match+"/notes", other, "Cookie", cookie, form)
	if page.Code != http.StatusTooManyRequests || !strings.Contains(page.Body.String(), "Go on in") {
		t.Errorf("from another address, the page says %d %s", page.Code, page.Body)
	}
	fill(home, bo.Token, own(bo))
	cy, all := site.Guest("Cy"), 0
	for ; all < 100; all++ {
		if rec := send(http.MethodPost, api.Path+"/matches", home, "Authorization", "Bearer "+cy.Token, `{"game":"camelot","solo":true}`); rec.Code == http.StatusTooManyRequests {
			break
		}
	}
	if all == 0 || all > 60 {
		t.Errorf("a third player at an address stores %d matches", all)
	}
	var wait time.Duration
	if _, err := fmt.Sscan(refused.Header().Get("Retry-After"), (*int64)(&wait)); err != nil {
		t.Fatal(err)
	}
	clock.Advance(wait * time.Second)
	method, path, body := posts(0, match)
	if rec := send(method, path, other, "Authorization", "Bearer "+ada.Token, body); rec.Code != http.StatusCreated {
		t.Errorf("after %d s: %d %s", wait, rec.Code, rec.Body)
	}
}
