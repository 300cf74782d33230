package handlers

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// Whoever opened a table for themselves, and so is called Guest, is asked for a name
// when they open a table for others.
func TestOpeningATableAsksForAName(t *testing.T) {
	s := newTestSite(t)
	r := newReader(t, s.URL)
	r.send(http.MethodPost, "/solo", url.Values{"game": {"camelot"}})
	r.open("/settings")
	if got := r.page.Find("#naming input[name=name]").AttrOr("value", "?"); got != "" {
		t.Errorf("the field for a name holds %q", got)
	}
	r.open("/new?game=camelot")
	for name, problem := range map[string]string{"": "needed", "Guest": "everybody", "invité": "everybody"} {
		r.submit(`form[action="/matches"]`, "name", name)
		r.expect(http.StatusUnprocessableEntity)
		if got := r.page.Find("#name-problem").Text(); !strings.Contains(got, problem) {
			t.Errorf("the name %q: %q, want %q in it", name, got, problem)
		}
	}
	r.submit(`form[action="/matches"]`, "name", "Aliénor")
	link := r.page.Find("#invite").AttrOr("value", "")
	friend := newReader(t, s.URL)
	friend.open(strings.TrimPrefix(link, s.URL))
	if !strings.Contains(friend.mainText(), "Aliénor invites you") || strings.Contains(friend.mainText(), "Guest") {
		t.Errorf("the invitation says %s", friend.mainText())
	}
	r.open("/new?game=camelot")
	if r.page.Find("#name").Length() != 0 {
		t.Error("a visitor with a name is asked for it again")
	}
}

// Whoever is called Guest is asked for a name when they take a seat, by a link and at
// a public table; a name that cannot be is asked for again, with what was typed.
func TestJoiningAsksForAName(t *testing.T) {
	s := newTestSite(t)
	open := func(public string) (host *reader, match, link string) {
		host = newReader(t, s.URL)
		host.open("/new?game=camelot")
		host.submit(`form[action="/matches"]`, "name", "Ada", "public", public)
		return host, host.path, strings.TrimPrefix(host.page.Find("#invite").AttrOr("value", ""), s.URL)
	}
	_, match, link := open("1")
	_, _, private := open("")
	for _, path := range []string{match, private} {
		guest := newReader(t, s.URL)
		guest.send(http.MethodPost, "/solo", url.Values{"game": {"camelot"}})
		guest.open(path)
		form := "#bar form, #invitation form"
		guest.submit(form, "name", "\u200b")
		guest.expect(http.StatusUnprocessableEntity)
		if field := guest.page.Find("#name"); field.AttrOr("value", "") != "\u200b" || guest.page.Find("#name-problem").Text() == "" {
			t.Errorf("%s: after a bad name the page says %s", path, guest.mainText())
		}
		guest.submit(form, "name", "Bo")
		if !strings.HasPrefix(guest.path, "/m/") || !strings.Contains(guest.mainText(), "Bo") || strings.Contains(guest.mainText(), "Guest") {
			t.Errorf("%s leads to %s: %s", path, guest.path, guest.mainText())
		}
	}
	late := newReader(t, s.URL)
	late.send(http.MethodGet, link, nil)
	if late.expect(http.StatusGone); late.page.Find("#name").Length() != 0 {
		t.Error("a full table asks for a name")
	}
}

// The lobby leads whoever has no name of their own to the form that asks for it.
func TestLobbyLeadsTheNamelessToTheForm(t *testing.T) {
	s := newTestSite(t)
	host, guest := newReader(t, s.URL), newReader(t, s.URL)
	host.open("/new?game=camelot")
	host.submit(`form[action="/matches"]`, "name", "Ada", "public", "1")
	guest.send(http.MethodPost, "/solo", url.Values{"game": {"camelot"}})
	guest.open("/tables")
	if guest.page.Find(`form[action$="/join"]`).Length() != 0 {
		t.Error("the lobby seats a guest without a name")
	}
	guest.send(http.MethodPost, "/name", url.Values{"name": {"Bo"}})
	guest.open("/tables")
	if guest.page.Find(`form[action$="/join"]`).Length() != 1 {
		t.Error("the lobby does not seat a guest with a name")
	}
}

// Nobody sits at a table, or is renamed there, by a name that looks like another
// player's; one who is refused gets the form back.
func TestNamesAtATableAreToldApart(t *testing.T) {
	s := newTestSite(t)
	host := newReader(t, s.URL)
	host.open("/new?game=camelot")
	host.submit(`form[action="/matches"]`, "name", "Ada")
	link := strings.TrimPrefix(host.page.Find("#invite").AttrOr("value", ""), s.URL)
	guest := newReader(t, s.URL)
	guest.open(link)
	for _, name := range []string{"Ada", "ada", "Аdа"} {
		guest.submit("#invitation form", "name", name)
		guest.expect(http.StatusConflict)
		if got := guest.page.Find("#name-problem").Text(); !strings.Contains(got, "looks the same") || guest.page.Find("#name").AttrOr("value", "") != name {
			t.Errorf("joining as %q: %s", name, guest.mainText())
		}
	}
	guest.submit("#invitation form", "name", "Bo")
	match := guest.path
	guest.open("/settings")
	guest.submit("#naming", "name", "Аda")
	guest.expect(http.StatusConflict)
	if got := guest.page.Find("#name-problem").Text(); !strings.Contains(got, "looks the same") {
		t.Errorf("renamed to what looks like Ada: %s", guest.mainText())
	}
	guest.open(match)
	if !strings.Contains(guest.mainText(), "Bo") {
		t.Errorf("the match says %s", guest.mainText())
	}
	elsewhere := newReader(t, s.URL)
	elsewhere.open("/new?game=camelot")
	elsewhere.submit(`form[action="/matches"]`, "name", "Ada")
	elsewhere.expect(http.StatusOK) // at another table there may be another Ada
}

func TestNamesAreToldApartByTheAPI(t *testing.T) {
	s := newTestSite(t)
	ada, double, cy := s.Guest("Ada"), s.Guest("Аda"), s.Guest("Cy")
	table := ada.Post("/matches", map[string]any{"game": "chivalry-4-solo", "public": true, "seat": 1}).Match.ID
	if a := double.Post("/matches/"+table+"/join", map[string]any{}); a.Status != http.StatusConflict || a.Error.Code != "name_alike" {
		t.Errorf("a double of Ada joins: %d %s", a.Status, a.Body)
	}
	if a := cy.Post("/matches/"+table+"/join", map[string]any{}); a.Status != http.StatusOK {
		t.Errorf("Cy joins: %d %s", a.Status, a.Body)
	}
	if a := cy.Call(http.MethodPatch, "/me", []byte(`{"name":"ADA"}`)); a.Status != http.StatusConflict || a.Error.Code != "name_alike" {
		t.Errorf("Cy becomes ADA: %d %s", a.Status, a.Body)
	}
}

// A name that is read from right to left turns nothing around it; the API gives it
// as it was typed.
func TestNamesAreIsolated(t *testing.T) {
	const name, isolated = "עדה", "\u2068עדה\u2069"
	s := newTestSite(t)
	host := newReader(t, s.URL)
	host.open("/new?game=camelot")
	host.submit(`form[action="/matches"]`, "name", name, "public", "1")
	if got := host.page.Find("bdi").Text(); !strings.Contains(got, isolated) {
		t.Errorf("the table names its host %q", got)
	}
	stranger := newReader(t, s.URL)
	for _, path := range []string{"/tables", host.path, strings.TrimPrefix(host.page.Find("#invite").AttrOr("value", ""), s.URL)} {
		stranger.open(path)
		text := strings.ReplaceAll(stranger.page.Text(), isolated, "")
		if strings.Contains(text, name) || stranger.page.Text() == text {
			t.Errorf("%s holds the name as it is, or not at all: %s", path, stranger.mainText())
		}
	}
	host.open("/settings")
	if got := host.page.Find("#naming input[name=name]").AttrOr("value", ""); got != name {
		t.Errorf("the field for a name holds %q", got)
	}
	m := s.Nobody().Get("/tables")
	if !strings.Contains(string(m.Body), `"`+name+`"`) {
		t.Errorf("the API says %s", m.Body)
	}
}
