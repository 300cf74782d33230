package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

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
	stranger := newStranger(t, s)
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

// A token without a name, or for nothing, is asked for again with what was typed.
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
