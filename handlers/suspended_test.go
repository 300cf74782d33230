package handlers

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/handlers/club/admin"
)

// Who is suspended looks on, takes along what is theirs and leaves, and does nothing else:
// each answer says why and until when, in their language.
func TestSuspendedPlayersLookOn(t *testing.T) {
	const why = "rude to <b>Bo</b>"
	s := newTestSite(t)
	ada, bo := s.Guest("Ada"), s.Guest("Bo")
	m := s.Start(ada, bo, map[string]any{"game": "camelot", "public": true})
	r := reads(t, s, ada)
	r.header.Set("Accept-Language", "fr")
	if err := s.site.Club.Admin.Operate(t.Context(), admin.Act{Kind: db.ActSuspend, Who: ada.Player.ID, Lasts: 48 * time.Hour, Reason: why}); err != nil {
		t.Fatal(err)
	}
	ada.Get("/matches/"+m.ID).Want(t, http.StatusOK, "")
	got := ada.Play(m.ID, 0, "E6-E8").Want(t, http.StatusForbidden, "suspended")
	if !strings.Contains(string(got.Body), "rude to") || !strings.Contains(string(got.Body), "suspended you until") {
		t.Errorf("the API says %s", got.Body)
	}
	r.open("/m/" + m.ID)
	r.expect(http.StatusOK)
	for path, form := range map[string]url.Values{"/m/" + m.ID: {"ply": {"0"}, "action": {"E6-E8"}}, "/matches": {"game": {"camelot"}}, "/name": {"name": {"Eve"}}} {
		r.send(http.MethodPost, path, form)
		r.expect(http.StatusForbidden)
		if got := r.mainText(); !strings.Contains(got, "Vous êtes suspendu") || !strings.Contains(got, why) || strings.Contains(r.body, "<b>Bo") {
			t.Errorf("POST %s says %s", path, got)
		}
	}
	r.open("/settings")
	if got := r.page.Find("[aria-labelledby=operated]").Text(); !strings.Contains(got, "Un opérateur vous a suspendu") || !strings.Contains(got, why) {
		t.Errorf("the settings say %q", got)
	}
	r.send(http.MethodPost, "/settings/export", nil)
	r.expect(http.StatusOK)
	ada.Call(http.MethodDelete, "/me", nil).Want(t, http.StatusNoContent, "")
}

// The page of a match tells its players, and whoever may see it, what operators have done
// there, in a match of cards as on a board.
func TestOperatedMatchesTell(t *testing.T) {
	s := newTestSite(t)
	ada, bo := s.Guest("Ada"), s.Guest("Bo")
	for _, game := range []string{"camelot", "knizia", "shannon", "kutschke"} {
		m := s.Start(ada, bo, map[string]any{"game": game, "public": true})
		r, spectator := reads(t, s, ada), newStranger(t, s)
		if r.open("/m/" + m.ID); r.page.Find("#operated-title").Length() != 0 {
			t.Errorf("%s: at first the page tells of operators", game)
		}
		for _, a := range []admin.Act{{Kind: db.ActView, Match: m.ID, Seat: 2, Reason: "somebody asked"}, {Kind: db.ActClose, Match: m.ID, Reason: "made by mistake"}} {
			if err := s.site.Club.Admin.Operate(t.Context(), a); err != nil {
				t.Fatal(err)
			}
		}
		for _, page := range []*reader{r, spectator} {
			page.open("/m/" + m.ID)
			got := page.page.Find(".operated").Text()
			if !strings.Contains(got, "looked at this match as seat 2") || !strings.Contains(got, "somebody asked") || !strings.Contains(got, "closed this match") {
				t.Errorf("%s: the page tells %q", game, got)
			}
			if !strings.Contains(page.mainText(), "counts for nobody") {
				t.Errorf("%s: the page says %s", game, page.mainText())
			}
		}
	}
}

// What operators have done about somebody is in their export, and goes with them, a name
// that it tells as well.
func TestActsAreExportedAndGo(t *testing.T) {
	const canary = "canarius"
	s := newTestSite(t)
	ada := s.Guest("Ada")
	for _, a := range []admin.Act{
		{Kind: db.ActSuspend, Lasts: time.Hour, Reason: canary}, {Kind: db.ActLift, Reason: canary}, {Kind: db.ActRename, Name: canary, Reason: "x"}, {Kind: db.ActRename, Name: "Eve", Reason: canary},
	} {
		a.Who = ada.Player.ID
		if err := s.site.Club.Admin.Operate(t.Context(), a); err != nil {
			t.Fatal(err)
		}
	}
	archive := ada.Get("/me/export").Want(t, http.StatusOK, "").Body
	r, err := zip.NewReader(bytes.NewReader(archive), int64(len(archive)))
	if err != nil {
		t.Fatal(err)
	}
	text, err := fs.ReadFile(r, "player.json")
	if n := strings.Count(string(text), canary); n != 4 || err != nil {
		t.Errorf("the export has it %d times, %v:\n%s", n, err, text)
	}
	ada.Call(http.MethodDelete, "/me", nil).Want(t, http.StatusNoContent, "")
	if acts, err := s.site.Store.Acts(t.Context()); len(acts) != 0 || err != nil {
		t.Errorf("acts are left: %+v, %v", acts, err)
	}
}
