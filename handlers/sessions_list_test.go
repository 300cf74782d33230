package handlers

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"tableronde/handlers/site"
)

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

// A new password ends all other sessions: whoever knew the old one is signed out.
func TestNewPasswordEndsOtherSessions(t *testing.T) {
	s := newTestSite(t)
	first, second, _ := threeDevices(t, s)
	first.open("/settings")
	first.submit("#password", "old", goodPassword, "password", "ten grey geese")
	if first.path != "/settings?saved=password" || first.named() != "Ada" || second.named() != "" {
		t.Errorf("at %s; %q, %q", first.path, first.named(), second.named())
	}
	if got := first.sessions(); len(got) != 1 {
		t.Errorf("sessions %q", got)
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
