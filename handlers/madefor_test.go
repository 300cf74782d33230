package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tableronde/db"
)

// A page whose player has signed out since does nothing, by its forms or its scripts. It says
// which player is signed in now.
func TestPagesActForTheirPlayer(t *testing.T) {
	s := newTestSite(t)
	ada, bo, match := startCamelot(t, s, true)
	newReader(t, s.URL).signUp("Yvain")
	tab := *ada // of the same browser
	ada.open(match + "?ask=resign")
	mark := ada.page.Find("body").AttrOr("data-for", "")
	tab.signIn("Yvain", goodPassword)
	tab.expect(http.StatusOK)
	refused := func(what, want string) {
		t.Helper()
		ada.expect(http.StatusConflict)
		if text := ada.mainText(); !strings.Contains(text, want) || !strings.Contains(text, "Nothing was done.") {
			t.Errorf("%s is told %q", what, text)
		}
	}
	action, resign := ada.formFields(".ask form")
	if resign.Get("for") != mark || len(mark) != 12 {
		t.Errorf("the form is made for %q, the page for %q", resign.Get("for"), mark)
	}
	ada.send(http.MethodPost, action, resign)
	refused("a form", "You are now signed in as Yvain")
	ada.header.Set("HX-Request", "true")
	ada.send(http.MethodPost, action, resign)
	refused("a form with scripts", "You are now signed in as Yvain")
	if to := ada.answer.Get("HX-Retarget"); to != "#alert" {
		t.Errorf("the refusal goes to %q", to)
	}
	ada.header.Set("TR-For", mark)
	ada.send(http.MethodGet, match, nil)
	if ada.status != http.StatusNoContent || ada.answer.Get("HX-Refresh") != "true" {
		t.Errorf("a page of somebody else asks for its part: %d %q", ada.status, ada.answer.Get("HX-Refresh"))
	}
	ada.header.Del("HX-Request")
	ada.send(http.MethodPost, "/passkey/make/start", url.Values{})
	if ada.status != http.StatusConflict || !strings.Contains(ada.body, "You are now signed in as Yvain") {
		t.Errorf("a passkey is added: %d %s", ada.status, ada.body)
	}
	ada.header.Del("TR-For")
	tab.open("/settings")
	tab.submit(`form[action="/sign-out"]`)
	ada.send(http.MethodPost, action, resign)
	refused("a form of somebody who has left", "You are no longer signed in")
	bo.open(match)
	if bo.page.Find("#move").Length() != 0 || bo.page.Find("#rematch").Length() != 0 {
		t.Errorf("the match has gone on: %s", bo.mainText())
	}
}

// The forms of a page for nobody act for the guest that such a form makes, and for no account.
func TestPagesForNobody(t *testing.T) {
	s := newTestSite(t)
	newReader(t, s.URL).signUp("Yvain")
	r := newReader(t, s.URL)
	r.open("/rules/camelot")
	action, form := r.formFields(`form[action="/solo"]`)
	for range 2 {
		r.send(http.MethodPost, action, form)
		r.expect(http.StatusOK)
	}
	r = newReader(t, s.URL)
	r.signIn("Yvain", goodPassword)
	r.send(http.MethodPost, action, form)
	r.expect(http.StatusConflict)
}

// Every form that posts has a field with the mark of its player.
func TestFormsAreMadeForSomebody(t *testing.T) {
	s := newTestSite(t)
	ada, bo, match := startCamelot(t, s, true)
	ada.post(match, 0, "E6-E8", "k")
	nobody := newReader(t, s.URL)
	for _, r := range []*reader{ada, bo, nobody} {
		for _, path := range []string{"/", "/tables", "/new", "/import", "/setup", "/rules/knizia", "/help", "/sign-in", "/link", "/settings", "/settings/leave", "/me", "/cups", "/device", match, match + "?ask=resign", match + "/analysis"} {
			r.send(http.MethodGet, path, nil)
			if n := r.page.Find(`form[method="post"]:not(:has(input[name=for]))`).Length(); n > 0 {
				t.Errorf("%s has %d forms for nobody", path, n)
			}
			if r.page.Find("body[data-for]").Length() == 0 {
				t.Errorf("%s is for nobody", path)
			}
		}
	}
}

// A browser's requests in advance change nothing.
func TestPrefetchesChangeNothing(t *testing.T) {
	s := newTestSite(t)
	ada, bo, match := startCamelot(t, s, true)
	ada.post(match, 0, "E6-E8", "k")
	player := bo.playerID(s)
	seen := func() db.Visit {
		t.Helper()
		v, err := s.Store.Visit(t.Context(), strings.TrimPrefix(match, "/m/"), player)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	before := seen()
	for name, value := range map[string]string{"Sec-Purpose": "prefetch;prerender", "Purpose": "prefetch", "X-Purpose": "preview", "X-Moz": "prefetch"} {
		bo.header.Set(name, value)
		bo.send(http.MethodGet, match, nil)
		if bo.status != http.StatusForbidden || bo.body != "" || bo.answer.Get("Set-Cookie") != "" || seen() != before {
			t.Errorf("%s: %s: %d %q, seen %+v", name, value, bo.status, bo.body, seen())
		}
		bo.header.Del(name)
	}
	bo.open(match)
	if seen() == before {
		t.Error("a look is not noted")
	}
}

// A player whose browser stores no cookies gets a page that says this, before there is a seat
// to lose.
func TestNoCookies(t *testing.T) {
	s := newTestSite(t)
	r := newReader(t, s.URL)
	jar := r.client.Jar
	r.header.Set("Accept", "text/html,application/xhtml+xml")
	r.client.Jar = nil
	for path, selector := range map[string]string{"/new": `form[action="/matches"]`, "/rules/camelot": `form[action="/solo"]`, "/sign-in": "#enter-form"} {
		r.open(path)
		r.submit(selector, "name", "Ada", "password", goodPassword)
		r.expect(http.StatusForbidden)
		if text := r.mainText(); !strings.Contains(text, "stores no cookies") {
			t.Errorf("%s: the page says %q", path, text)
		}
	}
	if n, err := s.Store.CountOpenTables(t.Context(), ""); err != nil || n != 0 {
		t.Errorf("%d tables are open, %v", n, err)
	}
	r.client.Jar = jar
	r.open("/new")
	r.submit(`form[action="/matches"]`, "name", "Ada")
	r.expect(http.StatusOK)
}

// The bar leads to signing in as long as the visitor has no account, guests of a match too.
func TestGuestsFindTheWayIn(t *testing.T) {
	s := newTestSite(t)
	ada, _, match := startCamelot(t, s, true)
	for _, path := range []string{"/", match, "/rules", "/m/none"} {
		ada.send(http.MethodGet, path, nil)
		if ada.page.Find(`header nav a[href="/sign-in"]`).Length() != 1 {
			t.Errorf("%s leads a guest to no account", path)
		}
	}
	ada.signUp("Ada")
	for _, path := range []string{"/", match, "/m/none"} {
		ada.send(http.MethodGet, path, nil)
		if ada.page.Find(`header nav a[href="/sign-in"]`).Length() != 0 {
			t.Errorf("%s offers to sign in to the holder of an account", path)
		}
	}
}
