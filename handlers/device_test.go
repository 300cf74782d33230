package handlers

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// pass asks for a pass and returns the path of its link and its code.
func (r *reader) pass() (path, code string) {
	r.t.Helper()
	r.open("/me")
	r.follow(`a[href="/device"]`)
	r.submit(`form[action="/device"]`)
	r.expect(http.StatusOK)
	address, err := url.Parse(r.page.Find("#device-address").AttrOr("value", ""))
	if err != nil || !strings.HasPrefix(address.Path, "/link/") {
		r.t.Fatalf("the address is %v, %v", address, err)
	}
	return address.Path, r.page.Find("#code").Text()
}

// cookie returns the value of the session's cookie, "" without one.
func (r *reader) cookie() string {
	r.t.Helper()
	for _, c := range r.client.Jar.Cookies(mustURL(r.t, r.site)) {
		if strings.HasSuffix(c.Name, "tableronde") {
			return c.Value
		}
	}
	return ""
}

// The seats of a guest are carried to another device by a code that is typed there, or
// by the link, each once; both devices then play.
func TestPassCarriesSeats(t *testing.T) {
	s := newTestSite(t)
	ada, _, match := startCamelot(t, s, true)
	path, code := ada.pass()
	if ada.page.Find(".qr svg path").Length() != 1 {
		t.Error("no QR code")
	}
	phone := newReader(t, s.URL)
	phone.open("/")
	phone.follow(`a[href="/link"]`)
	phone.submit("#link form", "code", "123")
	phone.expect(http.StatusGone)
	if got := phone.page.Find("#code-problem").Text(); !strings.Contains(got, "Make a new one") {
		t.Errorf("of a wrong code the page says %q", got)
	}
	phone.submit("#link form", "code", code) // with the blank in its middle
	phone.expect(http.StatusOK)
	if got := phone.page.Find("#notice").Text(); phone.path != "/me?saved=link" || !strings.Contains(got, "Ada") {
		t.Fatalf("the code led to %s: %q", phone.path, got)
	}
	phone.post(match, 0, "E6-E8", "k")
	ada.open(match)
	if ply := ada.page.Find("#match").AttrOr("data-ply", ""); ply != "1" {
		t.Errorf("the first device sees ply %s", ply)
	}
	third := newReader(t, s.URL)
	third.send(http.MethodGet, path, nil)
	third.expect(http.StatusGone)
	third.open("/link")
	third.submit("#link form", "code", code)
	third.expect(http.StatusGone)

	path, _ = ada.pass()
	third.open(path)
	third.submit("#link form")
	third.expect(http.StatusOK)
	third.open(match)
	if third.page.Find("#match").AttrOr("data-ply", "") != "1" {
		t.Errorf("the third device sees %s", third.mainText())
	}
}

// Reading a link uses nothing up, by any reader; only the form does, and once.
func TestLinkIsUsedByTheFormAlone(t *testing.T) {
	s := newTestSite(t)
	ada, _, _ := startCamelot(t, s, true)
	path, _ := ada.pass()
	scanner := newReader(t, s.URL)
	for range 3 {
		scanner.open(path)
		scanner.send(http.MethodHead, path, nil)
	}
	if scanner.hasSession() {
		t.Error("reading the link signs in")
	}
	ada.open(path)
	if ada.page.Find("#link form").Length() > 0 || !strings.Contains(ada.mainText(), "already") {
		t.Errorf("on the same device the link says %s", ada.mainText())
	}
	scanner.open("/settings")
	scanner.submit("#naming", "name", "Scan")
	before := scanner.cookie()
	scanner.open(path)
	scanner.submit("#link form")
	scanner.expect(http.StatusOK)
	if after := scanner.cookie(); after == "" || after == before {
		t.Error("the session is not a new one")
	}
}

// A browser with matches of another player asks before it leaves them behind.
func TestLinkWarnsOfSeatsLeftBehind(t *testing.T) {
	s := newTestSite(t)
	ada, bo, _ := startCamelot(t, s, true)
	path, code := ada.pass()
	bo.open("/link")
	bo.submit("#link form", "code", code)
	bo.expect(http.StatusOK)
	if got := bo.page.Find(".news.bad").Text(); !strings.Contains(got, "Bo") || !strings.Contains(got, "1 match") {
		t.Fatalf("the page warns %q", got)
	}
	if got := bo.named(); got != "Bo" {
		t.Fatalf("without an answer the browser plays as %s", got)
	}
	bo.open(path)
	bo.submit("#link form")
	if got := bo.named(); got != "Ada" {
		t.Errorf("after the answer the browser plays as %s", got)
	}
}

// A pass is replaced by the next one, and codes cannot be guessed at length; links still work for
// a visitor who has typed too many codes.
func TestCodesCannotBeGuessed(t *testing.T) {
	s := newTestSite(t)
	ada, _, _ := startCamelot(t, s, true)
	first, _ := ada.pass()
	path, code := ada.pass()
	guesser := newReader(t, s.URL)
	guesser.send(http.MethodGet, first, nil)
	guesser.expect(http.StatusGone)
	guesser.open("/link")
	for _, door := range []string{"token", "code"} { // of the same house
		for range 5 {
			guesser.send(http.MethodPost, "/link", url.Values{door: {"0000 0000"}})
			guesser.expect(http.StatusGone)
		}
	}
	guesser.send(http.MethodPost, "/link", url.Values{"token": {code}})
	guesser.expect(http.StatusTooManyRequests)
	if got := guesser.page.Find("#code-problem").Text(); !strings.Contains(got, "Wait a minute") || guesser.answer.Get("Retry-After") == "" {
		t.Errorf("the page says %q", got)
	}
	other := newReader(t, s.URL)
	other.header.Set("X-Forwarded-For", "192.0.2.7")
	other.send(http.MethodPost, "/link", url.Values{"code": {code}})
	other.expect(http.StatusGone) // it has ended after ten wrong ones
	guesser.open(path)
	guesser.submit("#link form")
	guesser.expect(http.StatusOK)
	_, code = ada.pass()
	other.send(http.MethodPost, "/link", url.Values{"code": {code}})
	if other.expect(http.StatusOK); other.named() != "Ada" {
		t.Errorf("a code made later lets play as %q", other.named())
	}
}

// Nothing shows that a code is right before it is used: neither its address, nor the question
// whether to leave matches behind.
func TestCodesAreNotShownToBeRight(t *testing.T) {
	s := newTestSite(t)
	ada, bo, _ := startCamelot(t, s, true)
	_, code := ada.pass()
	code = strings.ReplaceAll(code, "\u00a0", "")
	wrong := "00000000"
	look := func(r *reader, see func(code string)) {
		t.Helper()
		var pages []string
		for _, code := range []string{code, wrong} {
			see(code)
			main, err := r.page.Find("#link").Html()
			pages = append(pages, fmt.Sprint(r.status, err, strings.ReplaceAll(main, code, "CODE")))
		}
		if pages[0] != pages[1] || strings.Contains(pages[0], "Ada") {
			t.Errorf("of a right code the page is %s\nof a wrong one %s", pages[0], pages[1])
		}
	}
	stranger := newReader(t, s.URL)
	for range 20 {
		look(stranger, func(code string) { stranger.send(http.MethodGet, "/link/"+code, nil) })
	}
	if got := stranger.page.Find("#typed-code").AttrOr("value", ""); got != wrong {
		t.Errorf("the code that came along is typed as %q", got)
	}
	look(bo, func(code string) { bo.send(http.MethodPost, "/link", url.Values{"code": {code}}) })
	bo.send(http.MethodPost, "/link", url.Values{"code": {code}})
	bo.submit("#link form")
	if bo.expect(http.StatusOK); bo.named() != "Ada" {
		t.Errorf("the code lets play as %q", bo.named())
	}
}

// Without a name there is nothing to carry.
func TestDeviceOfAStranger(t *testing.T) {
	s := newTestSite(t)
	r := newReader(t, s.URL)
	r.open("/device")
	if r.page.Find("form[action='/device']").Length() > 0 || r.page.Find(`main a[href="/link"]`).Length() != 1 {
		t.Errorf("a stranger reads %s", r.mainText())
	}
	r.send(http.MethodPost, "/device", url.Values{})
	if r.path != "/device" || r.hasSession() {
		t.Errorf("the form led to %s", r.path)
	}
}
