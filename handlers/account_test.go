package handlers

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"tableronde/handlers/club/accounts"
	"tableronde/handlers/club/admin"
	"tableronde/handlers/site"
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

// A stranger whose account is refused gets the reason, and has become no player.
func TestRefusedAccountLeavesNothing(t *testing.T) {
	s := newTestSite(t)
	first := newReader(t, s.URL)
	first.signUp("Merlin")
	if first.named() != "Merlin" {
		t.Fatalf("the account is %q", first.named())
	}
	for name, tt := range map[string]struct {
		name, password, problem, says string
		status                        int
	}{
		"taken":  {"Mer1in", goodPassword, "#join-name-problem", "Another account", http.StatusConflict},
		"short":  {"Nimue", "swan", "#join-password-problem", "10 to 256 characters", http.StatusUnprocessableEntity},
		"common": {"Nimue", "password123", "#join-password-problem", "too easy to guess", http.StatusUnprocessableEntity},
		"signs":  {"Nim\u202eue", goodPassword, "#join-name-problem", "invisible characters", http.StatusUnprocessableEntity},
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
	ada.signUp("Ada")
	answers := map[string]bool{}
	for _, name := range []string{"Ada", "Bor"} {
		r := newReader(t, s.URL)
		r.signIn(name, "nine black swans")
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

// Changing the password takes the old one; forms sent twice change nothing more.
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
		r.signIn("Ada", password)
		r.expect(want)
	}
}

// A session planted in a browser stays with its planter: a visitor who signs in there, or makes an
// account, gets another.
func TestSessionsCannotBePlanted(t *testing.T) {
	s := newTestSite(t)
	ada := newReader(t, s.URL)
	ada.signUp("Ada")
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
	stranger.signIn("Ada", goodPassword)
	if got := stranger.cookie(); got == "of-my-own-making" || stranger.named() != "Ada" {
		t.Errorf("as %q, the session is %q", stranger.named(), got)
	}
}

// join sends the form of an account, with an invitation or without.
func (r *reader) join(name, invite string) {
	r.send(http.MethodPost, "/account", url.Values{"key": {site.NewKey()}, "name": {name}, "password": {goodPassword}, "invite": {invite}})
}

// Where registration is by invitation, each link of the operator makes one account, by the page
// or by the API; where it is closed, only the operator makes any. Both pages say so.
func TestRegistration(t *testing.T) {
	ctx := t.Context()
	s := newTestSiteOn(t, Config{Registration: accounts.RegistrationInvited})
	r := newReader(t, s.URL)
	r.open("/sign-in")
	if r.page.Find("#join-form").Length() > 0 || !strings.Contains(r.mainText(), "you need an unused invitation") {
		t.Errorf("without an invitation the page says %s", r.mainText())
	}
	for _, invite := range []string{"", "nothing"} {
		if r.join("Ada", invite); r.status != http.StatusForbidden {
			t.Errorf("with the invitation %q: %d", invite, r.status)
		}
	}
	s.Nobody().Post("/accounts", map[string]any{}).Want(t, http.StatusUnauthorized, "unauthorized")
	guest := s.Guest("Bo")
	guest.Post("/accounts", map[string]any{"name": "Bo", "password": goodPassword}).Want(t, http.StatusForbidden, "not_invited")
	invite := func() string {
		lines, err := s.admin.Command(ctx, admin.Command{Do: "invite", Act: admin.Act{Lasts: time.Hour}})
		if err != nil || len(lines) != 1 || !strings.HasPrefix(lines[0], "/sign-in?invite=") {
			t.Fatalf("an invitation: %q, %v", lines, err)
		}
		return lines[0]
	}
	link := invite()
	r.open(strings.ToUpper(link[:1]) + link[1:] + ").") // as a chat hands it on
	r.submit("#join-form", "name", "Ada", "password", goodPassword)
	if r.expect(http.StatusOK); !strings.HasPrefix(r.path, "/settings") {
		t.Errorf("the account leads to %s", r.path)
	}
	token := func(link string) string { return strings.TrimPrefix(link, "/sign-in?invite=") }
	other := newReader(t, s.URL)
	if other.join("Cy", token(link)); other.status != http.StatusForbidden {
		t.Errorf("an invitation that was used: %d", other.status)
	}
	guest.Post("/accounts", map[string]any{"name": "Bo", "password": goodPassword, "invite": token(invite())}).Want(t, http.StatusCreated, "")

	s = newTestSiteOn(t, Config{Registration: accounts.RegistrationClosed})
	r = newReader(t, s.URL)
	if r.join("Ada", ""); r.status != http.StatusForbidden || !strings.Contains(r.mainText(), "cannot make an account yourself") {
		t.Errorf("closed: %d, %s", r.status, r.mainText())
	}
	lines, err := s.admin.Command(ctx, admin.Command{Do: "create", Act: admin.Act{Who: "Ada"}})
	if err != nil || len(lines) != 1 {
		t.Fatalf("an account by the operator: %q, %v", lines, err)
	}
	r.signIn("Ada", lines[0])
	if r.open("/settings"); !strings.Contains(r.body, "Ada") || r.page.Find(`form[action="/account/password"]`).Length() == 0 {
		t.Errorf("the password of a new account signs in to %s", r.mainText())
	}
}

// Without guests, only accounts play; the forms say so in place of the name.
func TestNoGuests(t *testing.T) {
	s := newTestSiteOn(t, Config{NoGuests: true})
	r := newReader(t, s.URL)
	r.open("/new?game=camelot")
	if r.page.Find("#name").Length() > 0 || !strings.Contains(r.mainText(), "You need an account") {
		t.Errorf("a stranger reads %s", r.mainText())
	}
	for path, form := range map[string]url.Values{"/matches": {"game": {"camelot"}, "name": {"Ada"}}, "/solo": {"game": {"camelot"}}, "/name": {"name": {"Ada"}},
		"/computer": {"game": {"camelot"}, "level": {"1"}}, "/import": {"text": {"1.E6-E8"}, "game": {"camelot"}}} {
		form.Set("key", site.NewKey())
		if r.send(http.MethodPost, path, form); r.status != http.StatusForbidden {
			t.Errorf("%s by a stranger: %d, %s", path, r.status, r.mainText())
		}
	}
	s.Nobody().Post("/guests", map[string]any{"name": "Ada"}).Want(t, http.StatusForbidden, "no_guests")
	if r.open("/sign-in"); strings.Contains(r.mainText(), "stay a guest") {
		t.Error("a stranger is told to stay a guest")
	}
	r.join("Ada", "")
	r.expect(http.StatusOK)
	if r.send(http.MethodPost, "/solo", url.Values{"game": {"camelot"}, "key": {site.NewKey()}}); r.status != http.StatusOK {
		t.Errorf("an account plays: %d", r.status)
	}
}

const (
	firefoxOnLinux  = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
	chromeOnAndroid = "Mozilla/5.0 (Linux; Android 15; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36"
	safariOnIPhone  = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
)

func TestDeviceName(t *testing.T) {
	for agent, want := range map[string]string{
		firefoxOnLinux:  "Firefox · Linux",
		chromeOnAndroid: "Chrome · Android",
		safariOnIPhone:  "Safari · iPhone",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0": "Edge · Windows",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15":            "Safari · Mac",
		"curl/8.0": "",
		"":         "",
	} {
		if got := site.DeviceName(agent); got != want {
			t.Errorf("%s: %q, want %q", agent, got, want)
		}
	}
}

// devices returns a player signed in on three devices.
func threeDevices(t *testing.T, s *testSite) (first, second, third *reader) {
	t.Helper()
	var all [3]*reader
	for i, agent := range []string{firefoxOnLinux, chromeOnAndroid, safariOnIPhone} {
		r := newReader(t, s.URL)
		r.header.Set("User-Agent", agent)
		r.open("/sign-in")
		if i == 0 {
			r.submit("#join-form", "name", "Ada", "password", goodPassword)
		} else {
			r.submit("#enter-form", "name", "Ada", "password", goodPassword)
		}
		r.expect(http.StatusOK)
		all[i] = r
	}
	return all[0], all[1], all[2]
}

func (r *reader) sessions() []string {
	r.t.Helper()
	r.open("/settings")
	var list []string
	for _, li := range r.page.Find(".sessions li").EachIter() {
		list = append(list, strings.TrimSpace(li.Find("b").Text()))
	}
	return list
}

// One sees where one is signed in, and ends it elsewhere, one by one or all at once.
func TestSessionsAreEndedElsewhere(t *testing.T) {
	s := newTestSite(t)
	first, second, third := threeDevices(t, s)
	if got, want := strings.Join(first.sessions(), ", "), "Safari · iPhone, Chrome · Android, Firefox · Linux"; got != want {
		t.Fatalf("sessions %s, want %s", got, want)
	}
	if own := first.page.Find(".sessions li:not(:has(form)) b").Text(); own != "Firefox · Linux" {
		t.Errorf("this device is %q", own)
	}
	phone := first.page.Find(`.sessions button[aria-label*="iPhone"]`).AttrOr("value", "")
	stranger := newReader(t, s.URL)
	stranger.open("/settings")
	stranger.submit("#naming", "name", "Eve")
	stranger.send(http.MethodPost, "/sessions", url.Values{"end": {phone}})
	if third.named() != "Ada" {
		t.Fatal("somebody else has ended the session")
	}
	first.send(http.MethodPost, "/sessions", url.Values{"end": {phone}})
	first.expect(http.StatusOK)
	if got := first.page.Find("#notice").Text(); got == "" || third.named() != "" || second.named() != "Ada" {
		t.Errorf("after one is ended: notice %q, %q, %q", got, third.named(), second.named())
	}
	first.send(http.MethodPost, "/sessions", url.Values{"end": {"others"}})
	if first.named() != "Ada" || second.named() != "" || len(first.sessions()) != 1 {
		t.Errorf("after all others are ended: %q, %q, %q", first.named(), second.named(), first.sessions())
	}
}

// A request that began before its session was ended does not bring the session back.
func TestEndedSessionStaysEnded(t *testing.T) {
	s := newTestSite(t)
	first, second, _ := threeDevices(t, s)
	body := readerFunc(func([]byte) (int, error) { // read once the session is known
		first.send(http.MethodPost, "/sessions", url.Values{"end": {"others"}})
		return 0, io.EOF
	})
	req := httptest.NewRequest(http.MethodPost, atLocalhost(s)+"/passkey/enter/start", body)
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.Header.Set("Sec-Fetch-Site", "same-origin")
	req.AddCookie(&http.Cookie{Name: "tableronde", Value: second.cookie()})
	rec := httptest.NewRecorder()
	s.Handler().ServeHTTP(rec, req)
	if rec.Code != http.StatusOK || len(first.sessions()) != 1 || second.named() != "" {
		t.Errorf("answered %d; the sessions are %q, the one that was ended is that of %q", rec.Code, first.sessions(), second.named())
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }

// A token is made among the settings, shown once, listed with its use, and revoked.
func TestTokensAmongTheSettings(t *testing.T) {
	s := newTestSite(t)
	ada, _, _ := startCamelot(t, s, true)
	ada.open("/settings")
	action, form := ada.formFields("#token-form")
	form.Set("name", "notebook")
	ada.send(http.MethodPost, action, form)
	ada.expect(http.StatusOK)
	secret := ada.page.Find("#new-token").AttrOr("value", "")
	if got := ada.page.Find(".programs li").First().Text(); secret == "" || !strings.Contains(got, "notebook") || !strings.Contains(got, "Reads and plays · never used") {
		t.Fatalf("the token is %q: %s", secret, got)
	}
	ada.send(http.MethodPost, action, form)
	if strings.Contains(ada.body, secret) || ada.page.Find(".programs li").Length() != 2 {
		t.Errorf("the form sent twice shows %s", ada.mainText())
	}
	program := s.Client(secret)
	program.Get("/me").Want(t, http.StatusOK, "")
	program.Call(http.MethodPatch, "/me", []byte(`{"name":"Eve"}`)).Want(t, http.StatusForbidden, "scope_missing")
	ada.open("/settings")
	if got := ada.page.Find(".programs").Text(); strings.Contains(ada.body, secret) || !strings.Contains(got, "last used a moment ago") || !strings.Contains(got, "The first token") {
		t.Errorf("the tokens are %s", got)
	}
	stranger := newReader(t, s.URL)
	id := ada.page.Find(".programs button").First().AttrOr("value", "")
	stranger.send(http.MethodPost, "/settings/tokens/revoke", url.Values{"id": {id}})
	program.Get("/me").Want(t, http.StatusOK, "")
	ada.send(http.MethodPost, "/settings/tokens/revoke", url.Values{"id": {id}})
	ada.expect(http.StatusOK)
	if got := ada.page.Find("#notice").Text(); got == "" || ada.page.Find(".programs li").Length() != 1 {
		t.Errorf("after it was revoked: %q, %s", got, ada.mainText())
	}
	program.Get("/me").Want(t, http.StatusUnauthorized, "unauthorized")
}

// The form for a token without a name, or without scopes, comes back as it was filled in.
func TestTokenIsAskedForAgain(t *testing.T) {
	s := newTestSite(t)
	ada, _, _ := startCamelot(t, s, true)
	for name, form := range map[string]url.Values{
		"no name":  {"name": {""}, "scope": {"read"}},
		"no scope": {"name": {"bot"}},
	} {
		ada.send(http.MethodPost, "/settings/tokens", form)
		ada.expect(http.StatusUnprocessableEntity)
		if got := ada.page.Find("#token-problem").Text(); got == "" || ada.page.Find("#token-name").AttrOr("value", "") != form.Get("name") {
			t.Errorf("%s: %q, %s", name, got, ada.mainText())
		}
	}
}
