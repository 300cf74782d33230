package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"tableronde/db/dbtest"
	"tableronde/handlers/site"
)

// atLocalhost returns the address of a site under the one name without TLS that has
// passkeys.
func atLocalhost(s *testSite) string { return strings.Replace(s.URL, "127.0.0.1", "localhost", 1) }

// newHolder returns a browser whose player has an account by a passkey alone, and the
// device that has it.
func newHolder(t *testing.T, s *testSite, name string) (*reader, *authenticator) {
	t.Helper()
	r, a := newReader(t, atLocalhost(s)), newAuthenticator(t, atLocalhost(s))
	if got := r.makePasskey(a, name); got.Go != "/settings?saved=passkey_account" {
		t.Fatalf("making the account answers %d, %+v", r.status, got)
	}
	return r, a
}

// A guest becomes an account by a passkey, keeps every seat, signs out, and comes back
// from another browser under a new session.
func TestGuestBecomesAccountByPasskey(t *testing.T) {
	s := newTestSite(t)
	ada, _, match := startCamelot(t, s, true)
	ada.site = atLocalhost(s)
	ada.client.Jar.SetCookies(mustURL(t, ada.site), ada.client.Jar.Cookies(mustURL(t, s.URL)))
	ada.open("/sign-in")
	if ada.page.Find(`#enter-form [data-passkey=enter][hidden]`).Length() != 1 || ada.page.Find(`#join-form [data-passkey=join][hidden]`).Length() != 1 {
		t.Errorf("the page offers %s", ada.mainText())
	}
	before := ada.cookie()
	a := newAuthenticator(t, ada.site)
	asked := ada.script("/passkey/make/start", "name", "Ada")
	if asked.Attestation != "none" || asked.RP.ID != "localhost" || asked.User.Name != "Ada" || len(asked.User.ID) != 43 || strings.Contains(asked.User.ID, ada.playerID(s)) {
		t.Errorf("the options are %+v", asked)
	}
	if got := ada.script("/passkey/make", "credential", a.make(asked.questions)); got.Go != "/settings?saved=passkey_account" {
		t.Fatalf("the answer is %d, %+v", ada.status, got)
	}
	if after := ada.cookie(); after == before || after == "" {
		t.Error("the session is not a new one")
	}
	ada.open("/settings?saved=passkey_account")
	if got := ada.page.Find("#notice").Text(); !strings.Contains(got, "Your passkey brings you back") {
		t.Errorf("the page says %q", got)
	}
	ada.submit(`form[action="/sign-out"]`)
	if ada.named() != "" {
		t.Fatal("still signed in")
	}
	phone := newReader(t, ada.site)
	phone.open("/sign-in")
	start := phone.script("/passkey/enter/start")
	fixed := phone.cookie()
	if got := phone.script("/passkey/enter", "credential", a.sign(start.questions), "return", match); got.Go != match {
		t.Fatalf("signing in answers %d, %+v", phone.status, got)
	}
	if phone.cookie() == fixed {
		t.Error("the session that was there before signing in goes on")
	}
	phone.post(match, 0, "E6-E8", "k")
	phone.expect(http.StatusOK)
	if phone.named() != "Ada" {
		t.Errorf("signed in as %q", phone.named())
	}
}

// An account with a password adds a passkey, sees it in a list and removes it; the last
// way in stays.
func TestPasskeysAreAddedAndRemoved(t *testing.T) {
	s := newTestSite(t)
	ada := newReader(t, atLocalhost(s))
	ada.open("/sign-in")
	ada.submit("#join-form", "name", "Ada", "password", goodPassword)
	key, bad := newAuthenticator(t, ada.site), newAuthenticator(t, ada.site)
	if got := ada.makePasskey(key, "  My   phone "); got.Go != "/settings?saved=passkey#passkeys" {
		t.Fatalf("adding a passkey answers %d, %+v", ada.status, got)
	}
	again := ada.script("/passkey/make/start", "name", "Another")
	if len(again.ExcludeCredentials) != 1 || again.ExcludeCredentials[0].ID != encodeBytes(key.id) || again.User.ID != encodeBytes(key.handle) {
		t.Errorf("the options for another one are %+v", again)
	}
	if got := ada.script("/passkey/make/start", "name", "a\u202eb"); got.Code != "name_signs" {
		t.Errorf("a name that turns the direction: %+v", got)
	}
	ada.open("/settings")
	if got := ada.page.Find(".passkeys li b").Text(); got != "My phone" {
		t.Errorf("the list is %q", got)
	}
	other := newReader(t, ada.site)
	if got := other.enter(key); got.Go != "/tables" || other.named() != "Ada" {
		t.Errorf("signing in: %+v as %q", got, other.named())
	}
	eve, _ := newHolder(t, s, "Eve")
	eve.send(http.MethodPost, "/passkey/remove", url.Values{"id": {encodeBytes(key.id)}})
	if got := newReader(t, ada.site).enter(key); got.Go == "" {
		t.Fatalf("somebody else has removed the passkey: %+v", got)
	}
	ada.submit(`.passkeys li form`, "id", encodeBytes(key.id))
	if ada.path != "/settings?saved=passkey_removed" || ada.page.Find(".passkeys li").Length() != 0 {
		t.Errorf("removing it led to %s: %s", ada.path, ada.mainText())
	}
	for _, a := range []*authenticator{key, bad} {
		if got := newReader(t, ada.site).enter(a); got.Code != "unknown_passkey" || got.Problem == "" {
			t.Errorf("a passkey that is not known: %+v", got)
		}
	}
}

// The only passkey of an account without a password stays, until there is a password.
func TestLastWayInStays(t *testing.T) {
	s := newTestSite(t)
	ada, key := newHolder(t, s, "Ada")
	ada.open("/settings")
	if ada.page.Find(".passkeys li form").Length() != 0 || ada.page.Find("#old-password").Length() != 0 {
		t.Errorf("the page offers to remove the last passkey, or asks for a password that is not there: %s", ada.mainText())
	}
	ada.send(http.MethodPost, "/passkey/remove", url.Values{"id": {encodeBytes(key.id)}})
	ada.expect(http.StatusConflict)
	if !strings.Contains(ada.mainText(), "nothing would let you in") {
		t.Errorf("the page says %q", ada.mainText())
	}
	guesser := newReader(t, ada.site)
	guesser.open("/sign-in")
	guesser.submit("#enter-form", "name", "Ada", "password", "")
	guesser.expect(http.StatusUnauthorized)
	ada.open("/settings")
	ada.submit("#password", "password", goodPassword)
	if ada.path != "/settings?saved=password" {
		t.Fatalf("setting a password led to %s: %s", ada.path, ada.mainText())
	}
	ada.submit(".passkeys li form", "id", encodeBytes(key.id))
	if ada.path != "/settings?saved=passkey_removed" {
		t.Errorf("removing the passkey led to %s: %s", ada.path, ada.mainText())
	}
}

// badAnswers are answers to the question put to a browser, which is that of r, by a
// device that has a passkey, a copy of which they may change; bo is another device.
var badAnswers = map[string]func(r *reader, a, bo authenticator) string{
	"another origin": func(r *reader, a, _ authenticator) string {
		a.origin = "http://evil.example"
		return a.sign(r.question())
	},
	"another site of the device": func(r *reader, a, _ authenticator) string {
		a.host = "evil.example"
		return a.sign(r.question())
	},
	"another challenge": func(r *reader, a, _ authenticator) string {
		r.question()
		return a.sign(questions{Challenge: encodeBytes(make([]byte, 32))})
	},
	"the challenge of another browser": func(r *reader, a, _ authenticator) string {
		r.question()
		return a.sign(newReader(r.t, r.site).question())
	},
	"the handle of somebody else": func(r *reader, a, bo authenticator) string {
		a.handle = bo.handle
		return a.sign(r.question())
	},
	"no handle": func(r *reader, a, _ authenticator) string {
		a.handle = nil
		return a.sign(r.question())
	},
	"the key of somebody else": func(r *reader, a, bo authenticator) string {
		a.key = bo.key
		return a.sign(r.question())
	},
	"nobody there": func(r *reader, a, _ authenticator) string {
		a.silent = true
		return a.sign(r.question())
	},
	"a new passkey": func(r *reader, a, _ authenticator) string { return a.make(r.question()) },
	"no answer": func(r *reader, _, _ authenticator) string {
		r.question()
		return "{"
	},
}

// question asks for what a device has to sign.
func (r *reader) question() questions {
	r.t.Helper()
	return r.script("/passkey/enter/start").questions
}

// What a device has not signed for this site lets nobody in.
func TestPasskeyRefusals(t *testing.T) {
	s := newTestSite(t)
	_, ada := newHolder(t, s, "Ada")
	_, bo := newHolder(t, s, "Bo")
	for name, sign := range badAnswers {
		r := newReader(t, atLocalhost(s))
		got := r.script("/passkey/enter", "credential", sign(r, *ada, *bo))
		if got.Code != "bad_passkey" || got.Go != "" || r.status != http.StatusUnprocessableEntity || got.Problem == "" || r.named() != "" {
			t.Errorf("%s: %d, %+v, signed in as %q", name, r.status, got, r.named())
		}
	}
	if got := newReader(t, atLocalhost(s)).enter(ada); got.Go == "" {
		t.Errorf("afterwards: %+v", got)
	}
}

// An answer comes within five minutes, to a question put for the same purpose.
func TestPasskeyAnswersInTime(t *testing.T) {
	clock := dbtest.NewClock()
	clock.Advance(time.Since(clock.Now())) // sessions end by the true time
	s := newTestSiteOn(t, Config{Now: clock.Now})
	_, ada := newHolder(t, s, "Ada")
	r := newReader(t, atLocalhost(s))
	late := func(what string, q questions) {
		t.Helper()
		if got := r.script("/passkey/enter", "credential", ada.sign(q)); got.Code != "passkey_late" || r.named() != "" {
			t.Errorf("%s: %+v, signed in as %q", what, got, r.named())
		}
	}
	late("no question", questions{})
	late("a question for something else", r.script("/passkey/make/start", "name", "Eve").questions)
	asked := r.question()
	if cookies := (&http.Response{Header: r.answer}).Cookies(); len(cookies) != 1 || cookies[0].MaxAge > int((6*time.Minute).Seconds()) {
		t.Errorf("a stranger who was asked has the cookies %v", cookies)
	}
	clock.Advance(5 * time.Minute)
	late("after five minutes", asked)
	asked = r.question()
	clock.Advance(5*time.Minute - time.Millisecond)
	if got := r.script("/passkey/enter", "credential", ada.sign(asked)); got.Go == "" {
		t.Errorf("just before: %+v", got)
	}
}

// A passkey that was not made for this site makes nobody an account.
func TestPasskeyIsMadeForThisSite(t *testing.T) {
	s := newTestSite(t)
	for name, answer := range map[string]func(q questions, a *authenticator) string{
		"another origin": func(q questions, a *authenticator) string {
			a.origin = "http://evil.example"
			return a.make(q)
		},
		"another site of the device": func(q questions, a *authenticator) string {
			a.host = "evil.example"
			return a.make(q)
		},
		"another challenge": func(q questions, a *authenticator) string {
			q.Challenge = encodeBytes(make([]byte, 32))
			return a.make(q)
		},
		"nobody there": func(q questions, a *authenticator) string {
			a.silent = true
			return a.make(q)
		},
		"a signature": func(q questions, a *authenticator) string { return a.sign(q) },
	} {
		r := newReader(t, atLocalhost(s))
		asked := r.script("/passkey/make/start", "name", "Ada").questions
		got := r.script("/passkey/make", "credential", answer(asked, newAuthenticator(t, r.site)))
		if got.Code != "bad_passkey" || r.status != http.StatusUnprocessableEntity || r.named() != "" {
			t.Errorf("%s: %d, %+v, now %q", name, r.status, got, r.named())
		}
	}
	newHolder(t, s, "Ada") // the name is free
}

// An answer is good once, and no device counts backwards.
func TestPasskeyIsNotReplayed(t *testing.T) {
	s := newTestSite(t)
	_, ada := newHolder(t, s, "Ada")
	r := newReader(t, atLocalhost(s))
	answer := ada.sign(r.question())
	if got := r.script("/passkey/enter", "credential", answer, "return", "https://evil.example/"); got.Go != "/" {
		t.Fatalf("signing in: %+v", got)
	}
	if got := r.script("/passkey/enter", "credential", answer); got.Code != "passkey_late" {
		t.Errorf("the same answer again: %+v", got)
	}
	copied := *ada
	copied.counter = 0
	if got := newReader(t, r.site).enter(&copied); got.Code != "passkey_copied" {
		t.Errorf("a counter that has gone back: %+v", got)
	}
	eve := newReader(t, r.site)
	twin := newAuthenticator(t, r.site)
	twin.id = ada.id
	if got := eve.makePasskey(twin, "Eve"); got.Code != "passkey_taken" {
		t.Errorf("the id of another passkey: %+v", got)
	}
}

// A challenge belongs to the player who asked for it.
func TestPasskeyChallengeIsOfItsPlayer(t *testing.T) {
	s := newTestSite(t)
	r := newReader(t, atLocalhost(s))
	asked := r.script("/passkey/make/start", "name", "Ada")
	r.open("/settings")
	r.submit("#naming", "name", "Bo")
	key := newAuthenticator(t, r.site)
	if got := r.script("/passkey/make", "credential", key.make(asked.questions)); got.Code != "passkey_late" {
		t.Errorf("of a stranger who has become a guest: %+v", got)
	}
	newHolder(t, s, "Merlin")
	if got := newReader(t, r.site).script("/passkey/make/start", "name", "Mer1in"); got.Code != "name_taken" {
		t.Errorf("a name like another: %+v", got)
	}
	late := newReader(t, r.site)
	one, two := newReader(t, r.site), newAuthenticator(t, r.site)
	asked = late.script("/passkey/make/start", "name", "Nimue")
	one.makePasskey(newAuthenticator(t, r.site), "Nimue")
	if got := late.script("/passkey/make", "credential", two.make(asked.questions)); got.Code != "name_taken" || late.named() != "" {
		t.Errorf("a name taken meanwhile: %+v, now %q", got, late.named())
	}
}

func mustURL(t testing.TB, text string) *url.URL {
	t.Helper()
	u, err := url.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// playerID returns the id of the player of a browser.
func (r *reader) playerID(s *testSite) string {
	r.t.Helper()
	for _, cookie := range r.client.Jar.Cookies(mustURL(r.t, r.site)) {
		if cookie.Name == s.site.Sessions.Cookie.Name {
			ctx, err := s.site.Sessions.Load(r.t.Context(), cookie.Value)
			if err != nil {
				r.t.Fatal(err)
			}
			return s.site.Sessions.GetString(ctx, site.SessionPlayer)
		}
	}
	r.t.Fatal("no session")
	return ""
}
