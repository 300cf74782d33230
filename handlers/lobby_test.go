package handlers

import (
	"net/http"
	"slices"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"tableronde/handlers/sitetest"
)

// openPublic opens a public table by the API and returns its id.
func openPublic(t *testing.T, by *sitetest.Client, table map[string]any) string {
	t.Helper()
	table["public"] = true
	return by.Post("/matches", table).Want(t, http.StatusCreated, "").Match.ID
}

// tablesIn lists the ids of the tables in a part of the page.
func (r *reader) tablesIn(part string) []string {
	return r.page.Find(part + " .turn[id^='table-']").Map(func(_ int, row *goquery.Selection) string { return row.AttrOr("id", "")[len("table-"):] })
}

// The list of open tables is chosen by game, seats and pace by a form that needs no
// scripts, in both ways to ask, and says so when no such table is there.
func TestLobbyIsFiltered(t *testing.T) {
	s := newTestSite(t)
	ada := s.Guest("Ada")
	days, live := map[string]any{"move": "72h"}, map[string]any{"bank": "5m", "increment": "5s"}
	cam := openPublic(t, ada, map[string]any{"game": "cam", "clock": days})
	quick := openPublic(t, ada, map[string]any{"game": "cam", "clock": live})
	cards := openPublic(t, ada, map[string]any{"game": "knizia", "seats": 4, "clock": days})
	untimed := openPublic(t, ada, map[string]any{"game": "camelot"})
	r := newStranger(t, s)
	for _, tt := range []struct {
		game, seats, pace string
		want              []string
	}{
		{"", "", "", []string{untimed, cards, quick, cam}},
		{"cam", "", "", []string{quick, cam}},
		{"", "4", "", []string{cards}},
		{"", "", "days", []string{cards, cam}},
		{"", "", "none", []string{untimed}},
		{"cam", "2", "live", []string{quick}},
		{"knizia", "2", "", nil},
	} {
		r.open("/tables")
		_, form := r.formFields("form.sieve")
		for name, value := range map[string]string{"game": tt.game, "seats": tt.seats, "pace": tt.pace} {
			if _, there := form[name]; !there {
				t.Errorf("the form has no %s", name)
			}
			form.Set(name, value)
		}
		r.open("/tables?" + form.Encode())
		if got := r.tablesIn("main"); !slices.Equal(got, tt.want) {
			t.Errorf("the page lists %q for %+v", got, tt)
		}
		if got := ada.MatchIDs("/tables?" + form.Encode()); !slices.Equal(got, tt.want) {
			t.Errorf("the API lists %q for %+v", got, tt)
		}
		for name, value := range map[string]string{"game": tt.game, "seats": tt.seats, "pace": tt.pace} {
			if got := r.page.Find("form.sieve [name="+name+"] option[selected]").AttrOr("value", ""); got != value {
				t.Errorf("the form shows %s %q, want %q", name, got, value)
			}
		}
	}
	if r.open("/tables?game=knizia&seats=2&pace="); r.page.Find(`main a[href="/tables"]`).Length() == 0 {
		t.Error("nothing leads from no table to all of them")
	}
	for _, query := range []string{"game=chess", "seats=x", "seats=-1", "pace=slow"} {
		r.send(http.MethodGet, "/tables?"+query, nil)
		if r.status < 400 || r.status >= 500 {
			t.Errorf("%s: %d", query, r.status)
		}
		if got := ada.Get("/tables?" + query); got.Status < 400 || got.Status >= 500 {
			t.Errorf("the API answers %s with %d", query, got.Status)
		}
	}
}

// What fits the visitor is on top, once, and told apart from the others: tables of
// favorites, then of games that they play. Older pages have no such part.
func TestLobbyBeginsWithWhatFits(t *testing.T) {
	s := newTestSite(t)
	ada, bo, cy := s.Guest("Ada"), s.Guest("Bo"), s.Guest("Cy")
	byFavorite := openPublic(t, bo, map[string]any{"game": "grand-camelot"})
	byGame := openPublic(t, cy, map[string]any{"game": "cam"})
	other := openPublic(t, cy, map[string]any{"game": "camette", "clock": map[string]any{"move": "24h"}})
	s.Start(ada, cy, map[string]any{"game": "cam"})
	ada.Put("/me/ties/"+bo.Player.ID, map[string]any{"kind": "favorite"}).Want(t, http.StatusNoContent, "")
	r := reads(t, s, ada)
	r.open("/tables")
	if got, want := r.tablesIn("main"), []string{byFavorite, byGame, other}; !slices.Equal(got, want) {
		t.Errorf("the page lists %q, want %q", got, want)
	}
	if got, want := r.tablesIn("section[aria-labelledby=fitting]"), []string{byFavorite, byGame}; !slices.Equal(got, want) {
		t.Errorf("on top are %q, want %q", got, want)
	}
	if got, want := ada.MatchIDs("/tables?fitting=true"), []string{byFavorite, byGame}; !slices.Equal(got, want) {
		t.Errorf("the API says that %q fit, want %q", got, want)
	}
	if r.open("/tables?after=" + other); r.page.Find("#fitting").Length() > 0 {
		t.Error("an older page begins with what fits")
	}
	bo.Put("/me/ties/"+ada.Player.ID, map[string]any{"kind": "block"}).Want(t, http.StatusNoContent, "")
	if r.open("/tables"); slices.Contains(r.tablesIn("main"), byFavorite) {
		t.Error("the table of a favorite who has blocked the visitor is listed")
	}
	stranger := newStranger(t, s)
	if stranger.open("/tables"); stranger.page.Find("#fitting").Length() > 0 || !slices.Contains(stranger.tablesIn("main"), byFavorite) {
		t.Error("something fits nobody in particular, or a table is missing")
	}
}
