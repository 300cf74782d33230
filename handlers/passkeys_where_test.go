package handlers

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Where no browser makes passkeys, none is offered, and the page of an account says so.
func TestPasskeysAreOfferedWhereTheyCanBe(t *testing.T) {
	plain := newTestSite(t)
	ada := newReader(t, plain.URL)
	ada.open("/sign-in")
	if ada.page.Find("[data-passkey]").Length() != 0 {
		t.Error("offered on an address in digits")
	}
	ada.submit("#join-form", "name", "Ada", "password", goodPassword)
	ada.open("/settings")
	if got := ada.page.Find(".passkeys").Text(); !strings.Contains(got, "encrypted connection") || ada.page.Find("[data-passkey]").Length() != 0 {
		t.Errorf("the page says %q", got)
	}
	if got := ada.script("/passkey/make/start", "name", "x"); got.Code != "no_passkeys" || ada.status != http.StatusUnprocessableEntity {
		t.Errorf("asked all the same: %d, %+v", ada.status, got)
	}
	for _, tt := range []struct {
		base, host string
		secure     bool
		want       string // the origin to which passkeys are bound, "" where there are none
	}{
		{"https://table.example", "table.example", true, "https://table.example"},
		{"https://Table.Example:443", "table.example", true, "https://table.example"},
		{"https://table.example:8443", "table.example:8443", true, "https://table.example:8443"},
		{"http://table.example", "table.example", false, ""},
		{"https://192.0.2.1", "192.0.2.1", true, ""},
		{"https://[2001:db8::1]", "[2001:db8::1]", true, ""},
		{"", "table.example", true, ""},
		{"", "localhost:8080", false, "http://localhost:8080"},
		{"http://localhost", "localhost", false, "http://localhost"},
	} {
		s := newTestSiteOn(t, Config{BaseURL: tt.base, Secure: tt.secure})
		req := httptest.NewRequest(http.MethodGet, "/sign-in", nil)
		req.Host = tt.host
		rec := httptest.NewRecorder()
		s.Handler().ServeHTTP(rec, req)
		if got := strings.Contains(rec.Body.String(), "data-passkey"); got != (tt.want != "") || rec.Code != http.StatusOK {
			t.Errorf("base %q, host %q: %d, offered %v", tt.base, tt.host, rec.Code, got)
		}
		site, _ := s.account.PasskeySite(s.echo.NewContext(req, rec))
		if site.Origin != tt.want || strings.Contains(site.Host, ":") {
			t.Errorf("base %q, host %q: %+v, want the origin %q", tt.base, tt.host, site, tt.want)
		}
	}
}

// Tries to sign in are counted by the address they come from.
func TestPasskeyTriesAreLimited(t *testing.T) {
	s := newTestSite(t)
	r := newReader(t, atLocalhost(s))
	for range 40 {
		got := r.script("/passkey/enter", "credential", "{}")
		if got.Code == "too_many_sign_ins" && r.status == http.StatusTooManyRequests && r.answer.Get("Retry-After") != "" {
			return
		}
	}
	t.Errorf("the last of 40 tries is answered with %d", r.status)
}
