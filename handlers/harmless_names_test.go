package handlers

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"tableronde/db"
	"tableronde/handlers/notify"
	"tableronde/views"
)

// A name is no link and no markup in anything that is sent: in mails about accounts, which go to
// any address, in all formats of webhooks, pushes, feeds and calendars. Links of the site stay.
func TestNamesAreHarmlessWhereTheyAreSent(t *testing.T) {
	s, clock := newToldSite(t)
	const evil = "http://evil.example/win"
	eve := s.browser()
	eve.open("/sign-in")
	eve.submit("#join-form", "name", evil, "password", goodPassword, "email", "victim@example.org")
	if m := s.next(); strings.Contains(m.Text+m.Subject, "evil.example") || strings.Contains(m.Text, "http://evil") || !strings.Contains(m.Text, mailOrigin+"/mail/") {
		t.Errorf("a stranger is sent %s", m.Text)
	}
	bo := s.account("Bo", "bo@example.org")
	address, calls := newReceiver(t)
	for _, format := range []string{"discord", "slack", "ntfy"} {
		bo.open("/settings")
		bo.submit("#webhook-form", "url", address, "format", format)
	}
	eve.send(http.MethodPost, "/name", url.Values{"name": {"[*x*](evil.example) <@1> `b`"}})
	eve.expect(http.StatusOK)
	bo.send(http.MethodPost, "/matches", url.Values{"game": {"camelot"}, "seat": {"1"}, "public": {"1"}, "pace": {"move-3d"}})
	m := strings.TrimPrefix(strings.Split(bo.path, "?")[0], "/m/")
	eve.send(http.MethodPost, "/m/"+m+"/join", url.Values{})
	clock.Pass(t, func() bool { return len(calls) == 3 })
	var sent []string
	for range 3 {
		sent = append(sent, s.nextCall(calls).body)
	}
	all := strings.Join(sent, "\n")
	for _, want := range []string{`\\[\\*x\\*\\]\\(evil. example\\) \\\u003c@1\\\u003e \\` + "`b\\\\`", `"mrkdwn":false`, `\u0026lt;@1\u0026gt;`, "[*x*](evil. example) <@1>"} {
		if !strings.Contains(all, want) {
			t.Errorf("%s is not in what webhooks are told:\n%s", want, all)
		}
	}
	token, err := s.Store.FeedToken(t.Context(), bo.playerID(s.testSite))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"/feed/", "/calendar/"} {
		rec := httptest.NewRecorder()
		req := httptest.NewRequest(http.MethodGet, mailOrigin+path+token, nil)
		s.Handler().ServeHTTP(rec, req)
		text := strings.ReplaceAll(rec.Body.String(), "\r\n ", "")
		if rec.Code != http.StatusOK || !strings.Contains(text, "evil. example") || strings.Contains(text, "evil.example") {
			t.Errorf("%s: %d, %s", path, rec.Code, text)
		}
	}
	for _, k := range []db.MailKind{db.MailConfirm, db.MailEnter, db.MailPassword, db.MailAddress} {
		if got := (&notify.Letters{Base: s.site.Base}).Write(db.Mail{NewMail: db.NewMail{Kind: k, Language: string(views.French)}, Name: evil}); strings.Contains(got.Text, "evil.example") {
			t.Errorf("a mail of kind %s says %s", k, got.Text)
		}
	}
}
