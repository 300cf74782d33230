package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"tableronde/db/storetest"
	"tableronde/handlers/account"
	"tableronde/handlers/club/clubtest"
)

// steal returns a browser with the session of another, which was handed over: nothing was
// shown there but a code.
func (r *reader) steal(s *testSite, to *reader) *reader {
	r.t.Helper()
	_, code := r.pass()
	to.send(http.MethodPost, "/link", url.Values{"code": {code}})
	to.expect(http.StatusOK)
	return to
}

// The acts on an account that need more than a session.
var proofActs = map[string]struct {
	path string
	form url.Values
}{
	"remove a passkey":     {"/passkey/remove", url.Values{"id": {"AAAA"}}},
	"change the address":   {"/account/address", url.Values{"email": {"thief@example.org"}}},
	"remove the address":   {"/account/address", url.Values{"do": {"remove"}}},
	"leave":                {"/settings/leave", url.Values{"sure": {"1"}}},
	"start a passkey":      {"/passkey/make/start", url.Values{"name": {"thief's"}}},
	"finish a passkey":     {"/passkey/make", url.Values{"credential": {"{}"}}},
	"set a first password": {"/account/password", url.Values{"password": {"ten grey geese"}}},
}

// A session that was handed over cannot change the ways to sign in before the holder of the
// account has given a proof. Each kind of proof is good for ten minutes and leads back. Only
// the passkey needs scripts.
func TestSessionAloneIsNoProof(t *testing.T) {
	clock := clubtest.NewClock()
	clock.Advance(time.Since(clock.Now())) // sessions end by the true time
	s := newMailSite(t, Config{Store: storetest.Open(t, clock.Now), Now: clock.Now})
	ada := s.account("Ada", "ada@example.org")
	thief := ada.steal(s.testSite, s.browser())
	for name, act := range proofActs {
		if name == "set a first password" || strings.HasSuffix(name, "a passkey") && name != "remove a passkey" {
			continue // the account has one; and the site no passkeys
		}
		thief.send(http.MethodPost, act.path, act.form)
		if thief.status != http.StatusForbidden || thief.page.Find("#proof-form, #code-form").Length() != 2 {
			t.Errorf("%s: %d, %s", name, thief.status, thief.mainText())
		}
	}
	if got := ada.named(); got != "Ada" {
		t.Fatalf("the account is now %q", got)
	}
	thief.open("/settings")
	thief.follow(`#address a[href^="/proof"]`)
	thief.submit("#proof-form", "password", "nine black swans")
	if thief.expect(http.StatusForbidden); !strings.Contains(thief.page.Find("#proof-problem").Text(), "not your password") {
		t.Errorf("a wrong password: %s", thief.mainText())
	}
	thief.submit("#code-form", "do", "mail")
	if thief.expect(http.StatusOK); !strings.Contains(thief.mainText(), "ada@example.org") {
		t.Errorf("after asking for a code: %s", thief.mainText())
	}
	m := s.next()
	code := m.Text[strings.Index(m.Text, ":\n\n")+3:][:10]
	if m.To != "ada@example.org" || strings.Contains(m.Text, "/mail/") || strings.Contains(s.Log.String(), code[:4]+code[6:]) {
		t.Errorf("the mail says %+v", m)
	}
	for range 10 {
		thief.submit("#code-form", "code", "0000 0000", "do", "code")
		thief.expect(http.StatusForbidden)
	}
	thief.submit("#code-form", "code", code, "do", "code")
	thief.expect(http.StatusForbidden) // the code has ended

	for name, show := range map[string]func(r *reader){
		"password": func(r *reader) { r.submit("#proof-form", "password", goodPassword) },
		"code": func(r *reader) {
			r.submit("#code-form", "do", "mail")
			text := s.next().Text
			r.submit("#code-form", "code", text[strings.Index(text, ":\n\n")+3:][:10], "do", "code")
		},
	} {
		clock.Advance(10 * time.Minute)
		r := ada.steal(s.testSite, s.browser())
		before := r.cookie()
		r.open("/settings")
		r.follow(`#address a[href^="/proof"]`)
		show(r)
		if r.expect(http.StatusOK); r.path != "/settings" || r.cookie() == before {
			t.Errorf("%s: led to %s, the session is the same: %t", name, r.path, r.cookie() == before)
		}
		address := "lady" + name + "@example.org"
		r.submit("#address form", "email", address)
		if r.expect(http.StatusOK); r.path != "/settings?saved=address_asked" {
			t.Errorf("%s: the address led to %s", name, r.path)
		}
		s.link(address)
		clock.Advance(account.ProofLasts)
		r.submit("#address form", "email", "late@example.org")
		if r.expect(http.StatusForbidden); r.page.Find("#proof-form").Length() != 1 {
			t.Errorf("%s: ten minutes later: %s", name, r.mainText())
		}
	}
}

// An account without a password shows a passkey, and then sets one; a passkey of another
// account shows nothing.
func TestPasskeyIsAProof(t *testing.T) {
	clock := clubtest.NewClock()
	clock.Advance(time.Since(clock.Now()))
	s := newTestSiteOn(t, Config{Now: clock.Now})
	ada, key := newHolder(t, s, "Ada")
	_, other := newHolder(t, s, "Bo")
	thief := ada.steal(s, newReader(t, ada.site))
	for name, act := range proofActs {
		if strings.HasSuffix(name, "the address") {
			continue // the site sends no mail
		}
		thief.send(http.MethodPost, act.path, act.form)
		if json := strings.Contains(thief.body, `"proof_required"`); thief.status != http.StatusForbidden && name != "finish a passkey" || json == (thief.page.Find("#proof-form").Length() == 1) && name != "finish a passkey" {
			t.Errorf("%s: %d, %s", name, thief.status, thief.body)
		}
	}
	thief.open("/settings")
	if thief.page.Find(`form[action="/passkey/remove"], [data-passkey=add], form#password`).Length() > 0 {
		t.Errorf("the settings offer what they refuse: %s", thief.mainText())
	}
	thief.follow(`#password a`)
	if thief.page.Find("#proof-form [data-passkey=enter][hidden]").Length() != 1 || thief.page.Find("#proof-form [type=password], #code-form").Length() > 0 {
		t.Errorf("the page offers %s", thief.mainText())
	}
	prove := func(a *authenticator) scripted {
		back := thief.page.Find("#proof-form [name=return]").AttrOr("value", "")
		return thief.script("/passkey/enter", "credential", a.sign(thief.question()), "prove", "1", "return", back)
	}
	if got := prove(other); got.Code != "bad_passkey" || thief.named() != "Ada" {
		t.Errorf("the passkey of another: %+v, now %q", got, thief.named())
	}
	thief.open("/proof?return=/settings%23password")
	if got := prove(key); got.Go != "/settings#password" {
		t.Errorf("the passkey of the account: %+v", got)
	}
	thief.open("/settings")
	thief.submit("form#password", "password", goodPassword)
	if thief.path != "/settings?saved=password" || ada.named() != "" {
		t.Errorf("the password led to %s, and the other session is %q", thief.path, ada.named())
	}
}

// A player who can give no proof here is asked for none. This holds for guests, and for
// players with a passkey that the site, now at another address, cannot ask for.
func TestNobodyIsLockedOut(t *testing.T) {
	s := newTestSite(t)
	guest, _, _ := startCamelot(t, s, true)
	guest.send(http.MethodPost, "/settings/leave", url.Values{"sure": {"1"}})
	if guest.path != "/settings?saved=left" {
		t.Errorf("the guest is led to %s", guest.path)
	}
	ada, _ := newHolder(t, s, "Ada")
	elsewhere := newReader(t, s.URL) // an address in digits
	ada.steal(s, elsewhere)
	elsewhere.open("/settings")
	elsewhere.submit("form#password", "password", goodPassword)
	if elsewhere.path != "/settings?saved=password" {
		t.Errorf("the password led to %s: %s", elsewhere.path, elsewhere.mainText())
	}
}

// Guesses of passwords slow only the guesser. The owner of the account gets in from elsewhere,
// and also from the guesser's address with a passkey.
func TestOwnerAlwaysGetsIn(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	ada := newReader(t, atLocalhost(s))
	ada.signUp("Ada")
	key := newAuthenticator(t, ada.site)
	if got := ada.makePasskey(key, "phone"); got.Go == "" {
		t.Fatalf("%+v", got)
	}
	form := func(password string) url.Values { return url.Values{"name": {"Ada"}, "password": {password}} }
	guesser := newReader(t, ada.site)
	for i := 0; guesser.status != http.StatusTooManyRequests; i++ {
		if guesser.send(http.MethodPost, "/sign-in", form("nine black swans")); i > 15 {
			t.Fatal("guesses are not limited")
		}
	}
	guesser.send(http.MethodPost, "/sign-in", form(goodPassword))
	guesser.expect(http.StatusTooManyRequests)
	if got := guesser.enter(key); got.Go == "" {
		t.Errorf("with a passkey from there: %+v", got)
	}
	elsewhere := newReader(t, ada.site)
	elsewhere.header.Set("X-Forwarded-For", "192.0.2.9")
	for range 20 { // the right one as often as one likes
		elsewhere.send(http.MethodPost, "/sign-in", form(goodPassword))
		if elsewhere.status != http.StatusOK || elsewhere.named() != "Ada" {
			t.Fatalf("from elsewhere: %d as %q", elsewhere.status, elsewhere.named())
		}
	}
}

// A player who sets a password by mail is alone in the account again: every other browser and
// program is signed out. A change in the settings keeps this browser, and its page says that the
// others have ended.
func TestRecoveryExpels(t *testing.T) {
	for name, recover := range map[string]func(s *mailSite, ada *reader) *reader{
		"by mail": func(s *mailSite, _ *reader) *reader {
			phone := s.browser()
			phone.ask("ada@example.org")
			phone.open(s.link("ada@example.org"))
			if !strings.Contains(phone.mainText(), "Everything else then ends") {
				t.Errorf("the page says %s", phone.mainText())
			}
			phone.submit("#reset form", "password", "ten grey geese")
			return phone
		},
		"by a change": func(_ *mailSite, ada *reader) *reader {
			ada.open("/settings")
			ada.submit("#password", "old", goodPassword, "password", "ten grey geese")
			return ada
		},
	} {
		s := newMailSite(t, Config{})
		ada := s.account("Ada", "ada@example.org")
		thief := ada.steal(s.testSite, s.browser())
		thief.open("/settings")
		thief.submit("#token-form", "name", "bot", "scope", "read")
		token := thief.page.Find("#new-token").AttrOr("value", "")
		if m := s.next(); !strings.Contains(m.Subject, "token was made") || m.To != "ada@example.org" {
			t.Errorf("of the token the mail says %+v", m)
		}
		stream := openStreams(t, s.URL, mailOrigin+"/api/v1/me/events", token, 1)[0]
		now := recover(s, ada)
		if now.expect(http.StatusOK); now.path != "/settings?saved=password" || !strings.Contains(now.page.Find("#notice").Text(), "Every other browser, program") {
			t.Errorf("%s: led to %s: %s", name, now.path, now.mainText())
		}
		if now.named() != "Ada" || thief.named() != "" || now != ada && ada.named() != "" {
			t.Errorf("%s: now %q, the thief %q", name, now.named(), thief.named())
		}
		stream.SetReadDeadline(time.Now().Add(time.Minute))
		if !ends(stream) {
			t.Errorf("%s: the stream of the thief goes on", name)
		}
		program := s.browser()
		program.header.Set("Authorization", "Bearer "+token)
		program.send(http.MethodGet, "/api/v1/me", nil)
		program.expect(http.StatusUnauthorized)
	}
}

// Forms with a password say whose it is, and browsers find where it is changed.
func TestFormsOfPasswordsNameTheirAccount(t *testing.T) {
	s := newMailSite(t, Config{})
	ada := s.account("Ada", "ada@example.org")
	thief := ada.steal(s.testSite, s.browser())
	phone := s.browser()
	phone.ask("ada@example.org")
	for path, r := range map[string]*reader{"/settings": thief, "/proof": thief, "/sign-in": phone, s.link("ada@example.org"): phone} {
		r.open(path)
		forms := r.page.Find("form:has([type=password])")
		if forms.Length() == 0 || forms.Length() != r.page.Find("form:has([type=password]) [autocomplete^=username]").Length() {
			t.Errorf("%s: %d forms, not all with a name", path, forms.Length())
		}
	}
	ada.send(http.MethodGet, "/.well-known/change-password", nil)
	if ada.path != "/settings" || ada.page.Find("#password").Length() != 1 {
		t.Errorf("the known address leads to %s", ada.path)
	}
	ada.send(http.MethodGet, "/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200", nil)
	ada.expect(http.StatusNotFound)
}
