package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

const goodPassword = "nine white swans"

// named returns the name under which a browser plays, "" for a stranger.
func (r *reader) named() string {
	r.t.Helper()
	r.open("/settings")
	return r.page.Find("#naming input[name=name]").AttrOr("value", "")
}

// A guest finds the way to an account, keeps every seat, signs out, and comes back from
// another browser by name and password.
func TestGuestBecomesAccount(t *testing.T) {
	s := newTestSite(t)
	ada, _, match := startCamelot(t, s, true)
	ada.open("/")
	ada.follow(`a[href="/me"]`)
	ada.follow(`main a[href="/sign-in"]`)
	if got := ada.page.Find(".keeps").Text(); !strings.Contains(got, "1 match in play, 0 finished matches") {
		t.Errorf("an account would keep %q", got)
	}
	before := ada.cookie()
	ada.submit("#join-form", "password", goodPassword)
	ada.expect(http.StatusOK)
	if got := ada.page.Find("#notice").Text(); ada.path != "/settings?saved=account" || !strings.Contains(got, "Ada") {
		t.Fatalf("the form led to %s: %q", ada.path, got)
	}
	if after := ada.cookie(); after == before || after == "" {
		t.Error("the session is not a new one")
	}
	ada.post(match, 0, "E6-E8", "k")
	ada.expect(http.StatusOK)

	phone := newReader(t, s.URL)
	phone.open("/")
	phone.follow(`header a[href="/sign-in"]`)
	phone.submit("#enter-form", "name", "ada", "password", goodPassword)
	phone.expect(http.StatusOK)
	if phone.path != "/" || phone.named() != "Ada" {
		t.Errorf("signing in led to %s as %q", phone.path, phone.named())
	}
	phone.send(http.MethodGet, "/sign-in", nil)
	if phone.path != "/me" {
		t.Errorf("who has signed in is sent to %s", phone.path)
	}
	ada.open("/settings")
	ada.submit(`form[action="/sign-out"]`)
	if ada.path != "/" || ada.hasSession() || ada.named() != "" {
		t.Errorf("signing out led to %s as %q", ada.path, ada.named())
	}
	if phone.named() != "Ada" {
		t.Error("the other browser is signed out, too")
	}
}

// A guest has no way to sign out, which would lose the seats.
func TestGuestDoesNotSignOut(t *testing.T) {
	s := newTestSite(t)
	ada, _, _ := startCamelot(t, s, true)
	ada.send(http.MethodPost, "/sign-out", url.Values{})
	if got := ada.named(); got != "Ada" || ada.page.Find(`form[action="/sign-out"]`).Length() > 0 {
		t.Errorf("after signing out the guest is %q", got)
	}
}

// A stranger whose account is refused is told why, and has become nobody.
func TestRefusedAccountLeavesNothing(t *testing.T) {
	s := newTestSite(t)
	first := newReader(t, s.URL)
	first.open("/sign-in")
	first.submit("#join-form", "name", "Merlin", "password", goodPassword)
	if first.named() != "Merlin" {
		t.Fatalf("the account is %q", first.named())
	}
	for name, tt := range map[string]struct {
		name, password, problem, says string
		status                        int
	}{
		"taken":  {"Mer1in", goodPassword, "#join-name-problem", "Somebody else", http.StatusConflict},
		"short":  {"Nimue", "swan", "#join-password-problem", "10 characters", http.StatusUnprocessableEntity},
		"common": {"Nimue", "password123", "#join-password-problem", "first that others try", http.StatusUnprocessableEntity},
		"signs":  {"Nim\u202eue", goodPassword, "#join-name-problem", "characters one can see", http.StatusUnprocessableEntity},
	} {
		r := newReader(t, s.URL)
		r.open("/sign-in")
		r.submit("#join-form", "name", tt.name, "password", tt.password)
		r.expect(tt.status)
		if got := r.page.Find(tt.problem).Text(); !strings.Contains(got, tt.says) {
			t.Errorf("%s: the page says %q, want %q in it", name, got, tt.says)
		}
		if got := r.page.Find("#join-name").AttrOr("value", ""); got != tt.name {
			t.Errorf("%s: the name typed is now %q", name, got)
		}
		if strings.Contains(r.body, tt.password) && tt.password != "swan" {
			t.Errorf("%s: the page holds the password", name)
		}
		if r.hasSession() {
			t.Errorf("%s: the stranger has become a guest", name)
		}
	}
}

// A wrong password and a name that nobody has are answered alike; the page to go on to
// stays on the site.
func TestSignInRefusals(t *testing.T) {
	s := newTestSite(t)
	ada := newReader(t, s.URL)
	ada.open("/sign-in")
	ada.submit("#join-form", "name", "Ada", "password", goodPassword)
	answers := map[string]bool{}
	for _, name := range []string{"Ada", "Bor"} {
		r := newReader(t, s.URL)
		r.open("/sign-in")
		r.submit("#enter-form", "name", name, "password", "nine black swans")
		r.expect(http.StatusUnauthorized)
		answers[r.page.Find("#enter-problem").Text()] = true
		if r.hasSession() {
			t.Errorf("%s: there is a session", name)
		}
	}
	if len(answers) != 1 {
		t.Errorf("the answers are %v", answers)
	}
	for _, next := range []string{"https://evil.example/", "//evil.example", "/\\evil.example", "/\t/evil.example", "/me\r\nSet-Cookie: a=b"} {
		r := newReader(t, s.URL)
		r.open("/sign-in?" + url.Values{"return": {next}}.Encode())
		if got := r.page.Find("#enter-form input[name=return]").AttrOr("value", ""); got != "/" {
			t.Errorf("the form goes on to %q", got)
		}
		r.submit("#enter-form", "name", "Ada", "password", goodPassword, "return", next)
		r.expect(http.StatusOK)
		if r.path != "/" {
			t.Errorf("%q led to %s", next, r.path)
		}
	}
	r := newReader(t, s.URL)
	r.open("/sign-in?return=/tables")
	r.submit("#enter-form", "name", "Ada", "password", goodPassword)
	if r.path != "/tables" {
		t.Errorf("the sign-in led to %s", r.path)
	}
}

// The password is changed by who knows it; forms sent twice change nothing more.
func TestPasswordIsChanged(t *testing.T) {
	s := newTestSite(t)
	ada := newReader(t, s.URL)
	ada.open("/sign-in")
	action, form := ada.formFields("#join-form")
	form.Set("name", "Ada")
	form.Set("password", goodPassword)
	for range 2 {
		ada.send(http.MethodPost, action, form)
		ada.expect(http.StatusOK)
	}
	ada.submit("#password", "old", "nine black swans", "password", "ten grey geese")
	ada.expect(http.StatusForbidden)
	if got := ada.page.Find("#password-problem").Text(); !strings.Contains(got, "not your password") {
		t.Errorf("with a wrong password the page says %q", got)
	}
	ada.submit("#password", "old", goodPassword, "password", "ten grey geese")
	if ada.path != "/settings?saved=password" {
		t.Fatalf("the form led to %s: %s", ada.path, ada.mainText())
	}
	for password, want := range map[string]int{goodPassword: http.StatusUnauthorized, "ten grey geese": http.StatusOK} {
		r := newReader(t, s.URL)
		r.open("/sign-in")
		r.submit("#enter-form", "name", "Ada", "password", password)
		r.expect(want)
	}
}

// A session that somebody has planted in a browser stays that of who planted it: whoever
// signs in there, or makes an account, gets another.
func TestSessionsCannotBePlanted(t *testing.T) {
	s := newTestSite(t)
	ada := newReader(t, s.URL)
	ada.open("/sign-in")
	ada.submit("#join-form", "name", "Ada", "password", goodPassword)
	for name, enter := range map[string]func(victim *reader){
		"Ada": func(victim *reader) { victim.submit("#enter-form", "name", "Ada", "password", goodPassword) },
		"Bo":  func(victim *reader) { victim.submit("#join-form", "name", "Bo", "password", goodPassword) },
	} {
		eve, victim := newReader(t, s.URL), newReader(t, s.URL)
		eve.open("/settings")
		eve.submit("#naming", "name", "Eve")
		planted := eve.cookie()
		at, err := url.Parse(s.URL)
		if err != nil || planted == "" {
			t.Fatal(planted, err)
		}
		victim.client.Jar.SetCookies(at, eve.client.Jar.Cookies(at))
		victim.open("/sign-in")
		enter(victim)
		if victim.expect(http.StatusOK); victim.cookie() == planted || victim.named() != name {
			t.Errorf("the victim is %q, in the session that was planted: %v", victim.named(), victim.cookie() == planted)
		}
		if got := eve.named(); got == name {
			t.Errorf("the planted session is that of %q", got)
		}
	}
	stranger := newReader(t, s.URL)
	at, _ := url.Parse(s.URL)
	stranger.client.Jar.SetCookies(at, []*http.Cookie{{Name: "tableronde", Value: "of-my-own-making", Path: "/"}})
	stranger.open("/sign-in")
	stranger.submit("#enter-form", "name", "Ada", "password", goodPassword)
	if got := stranger.cookie(); got == "of-my-own-making" || stranger.named() != "Ada" {
		t.Errorf("as %q, the session is %q", stranger.named(), got)
	}
}
