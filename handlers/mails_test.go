package handlers

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/storetest"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/mail"
	"tableronde/handlers/sitetest"
)

// mailSite is a site that sends mail, at an address of its own, and the mails it sends.
type mailSite struct {
	*testSite
	mails chan mail.Message
}

const mailOrigin = "http://table.test"

// Send takes a mail.
func (s *mailSite) Send(_ context.Context, m mail.Message) error {
	s.mails <- m
	return nil
}

func newMailSite(t *testing.T, cfg Config) *mailSite {
	t.Helper()
	s := &mailSite{mails: make(chan mail.Message, 100)}
	cfg.BaseURL, cfg.Mail = mailOrigin, s
	s.testSite = newTestSiteOn(t, cfg)
	return s
}

// browser returns a browser that finds the site at its address.
func (s *mailSite) browser() *reader {
	s.T.Helper()
	r := newReader(s.T, mailOrigin)
	r.client.Transport = &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, strings.TrimPrefix(s.URL, "http://"))
	}}
	return r
}

// next returns the next mail that the site sends.
func (s *mailSite) next() mail.Message {
	s.T.Helper()
	select {
	case m := <-s.mails:
		return m
	case <-time.After(time.Minute):
		s.T.Fatal("no mail comes")
		return mail.Message{}
	}
}

// link returns the path of the link in a mail to an address.
func (s *mailSite) link(to string) string {
	s.T.Helper()
	m := s.next()
	found := regexp.MustCompile(mailOrigin + `(/mail/[a-z2-7]{26})\n`).FindStringSubmatch(m.Text)
	if m.To != to || len(found) == 0 {
		s.T.Fatalf("the mail to %s says %s", m.To, m.Text)
	}
	return found[1]
}

// account makes an account with a confirmed address.
func (s *mailSite) account(name, address string) *reader {
	s.T.Helper()
	r := s.browser()
	r.open("/sign-in")
	r.submit("#join-form", "name", name, "password", goodPassword, "email", address)
	r.expect(http.StatusOK)
	r.open(s.link(address))
	r.submit("#mail form")
	r.expect(http.StatusOK)
	return r
}

// ask has a link sent to an address.
func (r *reader) ask(address string) {
	r.t.Helper()
	r.open("/sign-in")
	r.submit("#mail-form", "email", address)
}

// Somebody who has confirmed an address comes back by a link from another browser. A
// program that opens the links of a mail uses none up; each serves once.
func TestSignInByMail(t *testing.T) {
	s := newMailSite(t, Config{})
	ada := s.browser()
	ada.open("/sign-in")
	ada.submit("#join-form", "name", "Ada", "password", goodPassword, "email", " Ada@Example.org ")
	ada.expect(http.StatusOK)
	if got := ada.page.Find("#pending").Text(); !strings.Contains(got, "ada@example.org") {
		t.Errorf("the settings say %q", got)
	}
	confirm := s.link("ada@example.org")
	scanner := s.browser()
	for range 2 {
		scanner.open(confirm)
	}
	scanner.send(http.MethodHead, confirm, nil)
	ada.open(confirm)
	ada.submit("#mail form")
	if got := ada.page.Find("#notice").Text(); ada.path != "/settings?saved=address" || !strings.Contains(got, "confirmed") {
		t.Fatalf("the link led to %s: %s", ada.path, ada.mainText())
	}
	ada.send(http.MethodPost, confirm, url.Values{"do": {"confirm"}})
	ada.expect(http.StatusGone)

	phone := s.browser()
	phone.ask("ADA@example.org")
	if got := phone.page.Find("#notice").Text(); phone.path != "/sign-in?saved=mail" || !strings.Contains(got, "15 minutes") {
		t.Fatalf("asking led to %s: %s", phone.path, phone.mainText())
	}
	link := s.link("ada@example.org")
	scanner.open(link)
	tablet := s.browser()
	tablet.open(link)
	before := tablet.cookie()
	tablet.submit("#mail form.go")
	if tablet.expect(http.StatusOK); tablet.path != "/" || tablet.named() != "Ada" || tablet.cookie() == before {
		t.Errorf("the link led to %s as %q", tablet.path, tablet.named())
	}
	phone.send(http.MethodGet, link, nil)
	phone.expect(http.StatusGone)
	phone.send(http.MethodPost, link, url.Values{"do": {"enter"}})
	if phone.expect(http.StatusGone); phone.named() != "" {
		t.Errorf("a link that was used makes the visitor %q", phone.named())
	}
	for _, secret := range []string{"ada@example.org", strings.TrimPrefix(link, "/mail/"), strings.TrimPrefix(confirm, "/mail/")} {
		if strings.Contains(s.Log.String(), secret) {
			t.Errorf("%s is in the log", secret)
		}
	}
}

// A link sets a new password and ends the other sessions, and a mail reports it. A password that
// is refused leaves the link as it is.
func TestResetByMail(t *testing.T) {
	s := newMailSite(t, Config{})
	ada := s.account("Ada", "ada@example.org")
	phone := s.browser()
	phone.ask("ada@example.org")
	link := s.link("ada@example.org")
	phone.open(link)
	phone.submit("#reset form", "password", "short")
	if phone.expect(http.StatusUnprocessableEntity); phone.page.Find("#mail-problem").Text() == "" {
		t.Errorf("of a weak password the page says %s", phone.mainText())
	}
	phone.submit("#reset form", "password", "ten grey geese")
	if phone.expect(http.StatusOK); phone.path != "/settings?saved=password" || phone.named() != "Ada" {
		t.Errorf("the link led to %s as %q", phone.path, phone.named())
	}
	if m := s.next(); m.To != "ada@example.org" || !strings.Contains(m.Subject, "password") || strings.Contains(m.Text, "/mail/") {
		t.Errorf("the mail after it says %+v", m)
	}
	if ada.named() != "" {
		t.Error("the session from before goes on")
	}
	ada.signIn("Ada", goodPassword)
	ada.expect(http.StatusUnauthorized)
	ada.submit("#enter-form", "name", "Ada", "password", "ten grey geese")
	ada.expect(http.StatusOK)
	ada.open("/settings")
	ada.submit("#password", "old", "ten grey geese", "password", "eleven red hens")
	ada.expect(http.StatusOK)
	if m := s.next(); !strings.Contains(m.Subject, "password") {
		t.Errorf("after the change in the settings: %+v", m)
	}
}

// A new address counts once it is confirmed, and the one before gets a mail; both take the
// password.
func TestAddressIsChanged(t *testing.T) {
	s := newMailSite(t, Config{})
	ada := s.account("Ada", "ada@example.org")
	ada.header.Set("Accept-Language", "fr")
	ada.open("/settings")
	ada.submit("#address form", "email", "lady@example.org", "old", "nine black swans")
	ada.expect(http.StatusForbidden)
	ada.submit("#address form", "email", "lady@example.org", "old", goodPassword)
	ada.expect(http.StatusOK)
	link := s.link("lady@example.org")
	if phone := s.browser(); true {
		phone.ask("ada@example.org") // still the address
		phone.open(s.link("ada@example.org"))
		phone.open(link)
		phone.submit("#mail form") // read where nobody is signed in
		if phone.path != "/sign-in?saved=address" {
			t.Errorf("confirming led to %s", phone.path)
		}
	}
	if m := s.next(); m.To != "ada@example.org" || m.Language != "fr" || !strings.Contains(m.Text, "n’a plus cette adresse") {
		t.Errorf("the address before is told %+v", m)
	}
	ada.open("/settings")
	if got := ada.page.Find("#address summary").Text(); !strings.Contains(got, "lady@example.org") {
		t.Errorf("the settings say %q", got)
	}
	ada.submit("#address form", "do", "remove", "old", goodPassword)
	ada.expect(http.StatusOK)
	if m := s.next(); m.To != "lady@example.org" {
		t.Errorf("the address that was removed is told %+v", m)
	}
	phone := s.browser()
	phone.ask("lady@example.org")
	phone.ask("ada@example.org")
	select {
	case m := <-s.mails:
		t.Errorf("an address of nobody gets %+v", m)
	case <-time.After(100 * time.Millisecond): // a mail that comes later is one of the next test that fails
	}
}

// Whether an address is known shows nowhere: not in the answer, not in the work.
func TestMailTellsNothing(t *testing.T) {
	var trace costTrace
	s := newMailSite(t, Config{Store: storetest.OpenTraced(t, trace.note)})
	s.account("Ada", "ada@example.org")
	bo := s.browser()
	bo.signUp("Bo")
	s.stopWork()
	answer := func(ask func(address string), address string) (string, cost) {
		trace.take()
		ask(address)
		return strings.ReplaceAll(bo.path+" "+bo.mainText(), address, "ADDRESS"), trace.take()
	}
	stranger := s.browser()
	stranger.open("/sign-in")
	byMail := func(address string) {
		stranger.submit("#mail-form", "email", address)
		bo.path, bo.page = stranger.path, stranger.page
		stranger.open("/sign-in")
	}
	bySettings := func(address string) {
		bo.send(http.MethodPost, "/account/address", url.Values{"email": {address}, "old": {goodPassword}})
	}
	for name, ask := range map[string]func(string){"sign in": byMail, "settings": bySettings} {
		known, knownCost := answer(ask, "ada@example.org")
		unknown, unknownCost := answer(ask, "eve@example.org")
		if known != unknown || knownCost != unknownCost || knownCost.statements == 0 {
			t.Errorf("%s: a known address is answered %q, with %+v\nan unknown one %q, with %+v", name, known, knownCost, unknown, unknownCost)
		}
	}
}

// A player who gives the address of another account gets the same answer as for any; the mail goes
// to the holder, and its words confirm nothing.
func TestAddressInUse(t *testing.T) {
	s := newMailSite(t, Config{})
	s.account("Ada", "ada@example.org")
	eve := s.browser()
	eve.open("/sign-in")
	eve.submit("#join-form", "name", "Eve", "password", goodPassword, "email", "ada@example.org")
	if eve.expect(http.StatusOK); eve.named() != "Eve" {
		t.Errorf("the account is that of %q", eve.named())
	}
	if m := s.next(); m.To != "ada@example.org" || strings.Contains(m.Text, "/mail/") || strings.Contains(m.Text, "Eve") || !strings.Contains(m.Text, "already") {
		t.Errorf("the holder is told %+v", m)
	}
}

// Links end: to sign in after a quarter of an hour, to confirm after a day.
func TestMailLinksEnd(t *testing.T) {
	clock := clubtest.NewClock()
	store := storetest.Open(t, clock.Now)
	s := newMailSite(t, Config{Store: store, Now: clock.Now})
	s.account("Ada", "ada@example.org")
	bo := s.browser()
	bo.open("/sign-in")
	bo.submit("#join-form", "name", "Bo", "password", goodPassword, "email", "bo@example.org")
	confirm := s.link("bo@example.org")
	phone := s.browser()
	phone.ask("ada@example.org")
	enter := s.link("ada@example.org")
	for deadline := time.Now().Add(time.Minute); ; { // until it is noted that they were sent
		if list, err := store.DueMails(t.Context(), 9); err != nil || len(list) == 0 || time.Now().After(deadline) {
			break
		}
	}
	clock.Advance(15*time.Minute - time.Second)
	phone.open(enter)
	clock.Advance(time.Second)
	phone.send(http.MethodGet, enter, nil)
	phone.expect(http.StatusGone)
	phone.send(http.MethodPost, enter, url.Values{"do": {"enter"}})
	if phone.expect(http.StatusGone); phone.named() != "" {
		t.Errorf("a late link makes the visitor %q", phone.named())
	}
	phone.open(confirm)
	clock.Advance(24 * time.Hour)
	phone.send(http.MethodPost, confirm, url.Values{"do": {"confirm"}})
	phone.expect(http.StatusGone)
}

// Requests for mail are limited, whether or not the address belongs to an account, and no mail
// goes to text that is not an address.
func TestMailLimits(t *testing.T) {
	s := newMailSite(t, Config{})
	s.account("Ada", "ada@example.org")
	r := s.browser()
	for _, address := range []string{"ada@example.org", "eve@example.org"} {
		asked := 0
		for r.ask(address); r.status == http.StatusOK && asked < 100; r.ask(address) {
			asked++
		}
		if r.status != http.StatusTooManyRequests || asked > 4 || r.answer.Get("Retry-After") == "" {
			t.Errorf("%s: after %d mails %d", address, asked, r.status)
		}
	}
	for _, bad := range []string{"", "ada", "ada@example.org\r\nBcc: eve@example.org", "ada@example.org,eve@example.org", "ad\u200ba@example.org"} {
		r.send(http.MethodPost, "/mail", url.Values{"email": {bad}})
		if r.status != http.StatusUnprocessableEntity || !strings.Contains(r.page.Find("#mail-problem").Text(), "ada@example.org") {
			t.Errorf("%q: %d, %s", bad, r.status, r.mainText())
		}
	}
}

// A site without a mail server offers none of this and says so.
func TestSiteWithoutMail(t *testing.T) {
	s := newTestSite(t)
	r := newReader(t, s.URL)
	r.open("/sign-in")
	if r.page.Find("#mail-form, #join-email").Length() > 0 || !strings.Contains(r.mainText(), "sends no mail") {
		t.Errorf("the page says %s", r.mainText())
	}
	r.submit("#join-form", "name", "Ada", "password", goodPassword)
	if r.open("/settings"); r.page.Find("#address").Length() > 0 || !strings.Contains(r.mainText(), "sends no mail") {
		t.Errorf("the settings say %s", r.mainText())
	}
	for _, path := range []string{"/mail", "/account/address"} {
		r.send(http.MethodPost, path, url.Values{"email": {"ada@example.org"}, "old": {goodPassword}})
		if r.expect(http.StatusUnprocessableEntity); !strings.Contains(r.mainText(), "sends no mail") {
			t.Errorf("%s says %s", path, r.mainText())
		}
	}
	if _, err := New(Config{Store: s.site.Store, Mail: &mailSite{}}); err == nil {
		t.Error("a site sends links to an address that it does not know")
	}
}

// An address with an international domain is the same however it is typed: mail goes to it,
// confirms it, and signs in.
func TestInternationalDomains(t *testing.T) {
	s := newMailSite(t, Config{})
	ada := s.browser()
	ada.open("/sign-in")
	ada.submit("#join-form", "name", "Ada", "password", goodPassword, "email", "Ada@Exämple.org")
	if got := ada.page.Find("#pending").Text(); !strings.Contains(got, "ada@exämple.org") {
		t.Errorf("the settings say %q", got)
	}
	ada.open(s.link("ada@xn--exmple-cua.org"))
	ada.submit("#mail form")
	if got := ada.page.Find("#address summary").Text(); !strings.Contains(got, "ada@exämple.org") {
		t.Errorf("the settings say %q: %s", got, ada.mainText())
	}
	for _, typed := range []string{"ADA@EXÄMPLE.ORG", "ada@exa\u0308mple.org", "ada@xn--exmple-cua.org"} {
		phone := s.browser()
		phone.ask(typed)
		phone.open(s.link("ada@xn--exmple-cua.org"))
		phone.submit("#mail form.go")
		if phone.named() != "Ada" {
			t.Errorf("%s signs in as %q", typed, phone.named())
		}
	}
}

// An account that a program makes has its address confirmed by mail, once for each key
// and in the language of the request.
func TestMailByAPI(t *testing.T) {
	s := newMailSite(t, Config{})
	p, token, err := s.site.Store.CreateGuest(t.Context(), db.Once{}, "Ada", nil)
	if err != nil {
		t.Fatal(err)
	}
	program := s.browser()
	post := func(body string) {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, mailOrigin+"/api/v1/accounts", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header = http.Header{"Authorization": {"Bearer " + token}, "Content-Type": {"application/json"}, "Accept-Language": {"fr"}, "Idempotency-Key": {body}}
		res, err := program.client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer res.Body.Close()
		program.status = res.StatusCode
	}
	for body, want := range map[string]int{`"email":"ada"`: http.StatusUnprocessableEntity, `"email":""`: http.StatusUnprocessableEntity, `"email":7`: http.StatusBadRequest} {
		if post(`{"name":"Ada","password":"` + goodPassword + `",` + body + `}`); program.status != want {
			t.Errorf("%s: %d, want %d", body, program.status, want)
		}
	}
	for range 2 {
		post(`{"name":"Ada","password":"` + goodPassword + `","email":"ada@example.org"}`)
		program.expect(http.StatusCreated)
	}
	if m := s.next(); m.Language != "fr" || m.To != "ada@example.org" || len(s.mails) != 0 {
		t.Errorf("the mail is %+v, and %d more", m, len(s.mails))
	}
	if address, err := s.site.Store.PendingAddress(t.Context(), p.ID); address != "ada@example.org" || err != nil {
		t.Errorf("PendingAddress = %q, %v", address, err)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, mailOrigin+"/api/v1/me/export", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header = http.Header{"Authorization": {"Bearer " + token}}
	res, err := program.client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	archive, err := io.ReadAll(res.Body)
	if text := sitetest.Unzip(t, archive)["player.json"]; err != nil || !strings.Contains(text, `"pending_email": "ada@example.org"`) {
		t.Errorf("the export, %v, has no address that waits: %s", err, text)
	}
}
