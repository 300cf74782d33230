package handlers

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"tableronde/handlers/club/match"
	"tableronde/handlers/sitetest"
)

// notesOf returns what a player has noted of a match, as the API answers it.
func notesOf(t *testing.T, by *sitetest.Client, match string) string {
	t.Helper()
	var got struct {
		Notes []struct {
			Ply  *int
			Text string
		}
	}
	by.Get("/matches/"+match+"/notes").Want(t, http.StatusOK, "").Read(t, &got)
	text, err := json.Marshal(got.Notes)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// note has a player note something of a place in a match.
func note(t *testing.T, by *sitetest.Client, match, place, text string) {
	t.Helper()
	by.Put("/matches/"+match+"/notes/"+place, map[string]any{"text": text}).Want(t, http.StatusNoContent, "")
}

// Anybody with a name notes what they like of a match of every game, and of each of its
// positions, while it is played and afterwards; nobody else reads it anywhere.
func TestNotesAreTheirPlayersAlone(t *testing.T) {
	t.Parallel()
	const canary = "a canary of notes"
	site := newTestSite(t)
	for _, info := range match.Games() {
		t.Run(info.ID, func(t *testing.T) {
			t.Parallel()
			players, id := seatAll(t, site, info)
			eve := site.Guest("Eve")
			stream := players[1].Listen("/me/events")
			stream.Begun()
			before := players[1].Get("/matches/" + id).Body
			for _, by := range []*sitetest.Client{players[0], eve} {
				note(t, by, id, "all", canary+" of all")
				note(t, by, id, "0", canary+" at the beginning")
			}
			if got := players[1].Get("/matches/" + id).Body; string(got) != string(before) {
				t.Errorf("the match differs once others have noted something:\n%s\n%s", before, got)
			}
			ply := playSome(t, players, id, 6)
			note(t, players[0], id, "1", canary+" at one")
			want := `[{"Ply":null,"Text":"a canary of notes of all"},{"Ply":0,"Text":"a canary of notes at the beginning"},{"Ply":1,"Text":"a canary of notes at one"}]`
			if got := notesOf(t, players[0], id); got != want {
				t.Errorf("the notes are %s, want %s", got, want)
			}
			if got := notesOf(t, players[1], id); got != "[]" {
				t.Errorf("another reads %s", got)
			}
			players[0].Put("/matches/"+id+"/notes/"+"9999", map[string]any{"text": "x"}).Want(t, http.StatusUnprocessableEntity, "invalid_place")
			for _, p := range players {
				if m := p.Get("/matches/"+id).Want(t, http.StatusOK, "").Match; !m.Over {
					p.Play(id, m.Ply, "resign").Want(t, http.StatusOK, "")
				}
			}
			if got := notesOf(t, players[0], id); got != want {
				t.Errorf("after the end the notes are %s", got)
			}
			other := reads(t, site, players[1])
			for _, path := range []string{"/m/" + id, "/m/" + id + "/notes", "/m/" + id + "/messages", "/m/" + id + "/record", "/m/" + id + "?ply=1", "/me"} {
				if other.open(path); strings.Contains(other.body, "canary") {
					t.Errorf("%s tells another's notes after %d plies", path, ply)
				}
			}
			for _, path := range []string{"", "/record", "/story"} {
				if body := string(players[1].Get("/matches/" + id + path).Body); strings.Contains(body, "canary") {
					t.Errorf("%s tells another's notes", path)
				}
			}
		})
	}
	if strings.Contains(site.Log.String(), "canary") {
		t.Error("the log tells notes")
	}
}

// The page of notes works without scripts: what is typed is kept, changed and removed, for
// the match as a whole and for one of its positions.
func TestNotesPage(t *testing.T) {
	t.Parallel()
	site := newTestSite(t)
	ada, bo := site.Guest("Ada"), site.Guest("Bo")
	id := site.Start(ada, bo, map[string]any{"game": "camelot", "seat": 1}).ID
	playSome(t, []*sitetest.Client{ada, bo}, id, 4)
	r := reads(t, site, ada)
	page := "/m/" + id + "/notes"
	r.open(page)
	r.submit("#write", "text", "What now? <b>Think</b>")
	r.open(page + "?ply=all")
	r.submit("#write", "text", "Of the whole")
	if list := r.page.Find(".remarks li").Length(); list != 2 || !strings.Contains(r.page.Find(".remarks").Text(), "What now? <b>Think</b>") {
		t.Errorf("%d notes: %s", list, r.mainText())
	}
	r.open(page + "?ply=all")
	if got := r.page.Find("#remark").Text(); got != "Of the whole" {
		t.Errorf("the form has %q", got)
	}
	r.submit("#write", "do", "remove")
	if list := r.page.Find(".remarks li").Length(); list != 1 || r.page.Find("#notice").Length() != 1 {
		t.Errorf("%d notes after one was removed: %s", list, r.mainText())
	}
	r.send(http.MethodPost, page, url.Values{"ply": {"2"}, "text": {strings.Repeat("é", 2001)}})
	r.expect(http.StatusUnprocessableEntity)
	if got := r.page.Find("#remark").Text(); len(got) != 4002 || r.page.Find(".problem").Length() != 1 {
		t.Errorf("a note that is too long is not shown again: %d bytes", len(got))
	}
	r.open("/m/" + id + "?ply=2")
	if href := r.page.Find("#notes").AttrOr("href", ""); href != page+"?ply=2" {
		t.Errorf("a position of the past leads to its note by %q", href)
	}
	nobody := newReader(t, site.URL)
	if status := nobody.statusOf(page); status != http.StatusNotFound {
		t.Errorf("a stranger gets %d", status)
	}
}
