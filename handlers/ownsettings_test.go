package handlers

import (
	"net/http"
	"strings"
	"testing"
)

// Whoever has no name yet finds a page that asks for one; it holds from then on.
func TestSettingsAskForAName(t *testing.T) {
	s := newTestSite(t)
	r := newReader(t, s.URL)
	r.open("/")
	r.follow(`a[href="/settings"]`)
	if r.page.Find(`#naming input[name=name]`).AttrOr("value", "") != "" || !strings.Contains(r.mainText(), "no name here yet") {
		t.Errorf("a stranger reads %s", r.mainText())
	}
	for name, problem := range map[string]string{"": "name", strings.Repeat("x", 41): "40", "\u200b": "characters"} {
		r.open("/settings")
		r.submit("#naming", "name", name)
		r.expect(http.StatusUnprocessableEntity)
		if got := r.page.Find("#name-problem").Text(); !strings.Contains(got, problem) {
			t.Errorf("the name %q: the page says %q, want %q in it", name, got, problem)
		}
		if r.hasSession() {
			t.Fatalf("the name %q made a guest", name)
		}
	}
	r.submit("#naming", "name", "  Ada ")
	if got := r.page.Find(`#naming input[name=name]`).AttrOr("value", ""); got != "Ada" || !strings.Contains(r.page.Find("#notice").Text(), "Ada") {
		t.Errorf("after a name was taken the field says %q, the page %s", got, r.mainText())
	}
	r.submit("#naming", "name", "Adèle")
	if got := r.page.Find(`#naming input[name=name]`).AttrOr("value", ""); got != "Adèle" {
		t.Errorf("after a change the field says %q", got)
	}
	r.submit("#naming", "name", "Bo", "return", "https://example.org/")
	if r.path != "/" {
		t.Errorf("the form led to %s", r.path)
	}
}

// The language that is chosen on the page is that of the page afterwards.
func TestSettingsChooseTheLanguage(t *testing.T) {
	r := newReader(t, newTestSite(t).URL)
	r.open("/settings")
	r.submit(`form[action="/language"]`, "language", "fr")
	if got := r.page.Find(`form[action="/language"] [aria-pressed=true]`).Text(); r.path != "/settings" || got != "Français" || r.page.Find("html").AttrOr("lang", "") != "fr" {
		t.Errorf("%s is in %q", r.path, got)
	}
}
