package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"tableronde/handlers/club/accounts"
	"tableronde/handlers/club/admin"
	"tableronde/handlers/site"
)

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
	if r.page.Find("#join-form").Length() > 0 || !strings.Contains(r.mainText(), "you need an invitation") {
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
	if r.join("Ada", ""); r.status != http.StatusForbidden || !strings.Contains(r.mainText(), "no new accounts") {
		t.Errorf("closed: %d, %s", r.status, r.mainText())
	}
	lines, err := s.admin.Command(ctx, admin.Command{Do: "create", Act: admin.Act{Who: "Ada"}})
	if err != nil || len(lines) != 1 {
		t.Fatalf("an account by the operator: %q, %v", lines, err)
	}
	r.open("/sign-in")
	r.submit("#enter-form", "name", "Ada", "password", lines[0])
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
