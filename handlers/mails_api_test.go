package handlers

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"tableronde/db"
	"tableronde/handlers/sitetest"
)

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
