package handlers

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/storetest"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/tables"
)

// A guest has a dozen tables that wait for players, and no more: on the page the
// form comes back as it was filled in, with what to do.
func TestGuestsHaveFewOpenTables(t *testing.T) {
	t.Parallel()
	s := newTestSite(t)
	ada := s.Guest("Ada")
	var last string
	for i := range tables.MaxOpenTables {
		last = ada.Post("/matches", map[string]any{"game": "camelot", "public": i%2 == 0}).Want(t, http.StatusCreated, "").Match.ID
	}
	for range 2 {
		ada.Post("/matches", map[string]any{"game": "camelot"}, "Idempotency-Key", "one more").Want(t, http.StatusConflict, "too_many_tables")
	}
	ada.Post("/matches", map[string]any{"game": "camelot", "solo": true}).Want(t, http.StatusCreated, "")
	ada.Post("/matches/"+last+"/withdraw", map[string]any{}).Want(t, http.StatusOK, "")
	ada.Post("/matches", map[string]any{"game": "camelot"}).Want(t, http.StatusCreated, "")

	bo := newReader(t, s.URL)
	for i := range tables.MaxOpenTables {
		bo.open("/new")
		bo.submit(`form[action="/matches"]`, "name", "Bo", "public", "1")
		if bo.expect(http.StatusOK); !strings.HasPrefix(bo.path, "/m/") {
			t.Fatalf("table %d: %s", i+1, bo.mainText())
		}
	}
	for lang, says := range map[string]string{
		"en": "Twelve of your tables wait for players already",
		"fr": "Douze de vos tables attendent déjà",
	} {
		bo.header.Set("Accept-Language", lang)
		bo.open("/new?game=grand-camelot")
		bo.submit(`form[action="/matches"]`, "seat", "3", "public", "1")
		bo.expect(http.StatusConflict)
		if got := bo.text(`[role="alert"]`); !strings.Contains(got, says) {
			t.Errorf("%s: told %q", lang, got)
		}
		if bo.page.Find(`[name="seat"][value="3"][checked], [name="seat"] option[value="3"][selected]`).Length() != 1 ||
			bo.page.Find(`[name="public"][value="1"][checked]`).Length() != 1 || bo.page.Find(`[name="game"][value="grand-camelot"]`).Length() != 1 {
			t.Errorf("%s: what was filled in is lost: %s", lang, bo.body)
		}
	}
	if list, _, err := s.site.Store.OpenTables(t.Context(), "", db.TableFilter{}, "", 100); err != nil || len(list) != tables.MaxOpenTables+tables.MaxOpenTables/2 {
		t.Errorf("%d public tables, %v", len(list), err)
	}
}

// Everybody is told until when a table waits for players. Then it ends: those who
// look at it and at the list of tables are told, and nothing of it is kept.
func TestOpenTablesEnd(t *testing.T) {
	t.Parallel()
	clock := clubtest.NewClock()
	store := storetest.Open(t, clock.Now)
	s := newTestSiteOn(t, Config{Store: store, Now: clock.Now})
	ada, bo := s.Guest("Ada"), s.Guest("Bo")
	made := ada.Post("/matches", map[string]any{"game": "grand-camelot", "seats": 4, "public": true}).Want(t, http.StatusCreated, "").Match
	bo.Post("/matches/"+made.ID+"/join", map[string]any{}).Want(t, http.StatusOK, "")

	end := clock.Now().Add(db.OpenLifetime)
	host := newReader(t, s.URL)
	host.open("/new")
	host.submit(`form[action="/matches"]`, "name", "Cy")
	link := strings.TrimPrefix(host.page.Find("#invite").AttrOr("value", ""), s.URL)
	for _, path := range []string{host.path, link} {
		reads := newReader(t, s.URL)
		reads.client.Jar = host.client.Jar
		if path == link {
			reads = newReader(t, s.URL)
		}
		for lang, says := range map[string]string{
			"en": "This table stays open until " + end.Format("2 January") + ".",
			"fr": "Cette table reste ouverte jusqu’au " + end.Format("2") + " " + frenchMonths[end.Month()] + ".",
		} {
			reads.header.Set("Accept-Language", lang)
			if reads.open(path); !strings.Contains(reads.mainText(), says) {
				t.Errorf("%s says %q, want %q", path, reads.mainText(), says)
			}
		}
	}

	tables, own := (s.Nobody()).ListenAt(s.URL+"/events?tables=1"), bo.Listen("/me/events")
	tables.Begun()
	own.Begun()
	clock.Advance(db.OpenLifetime - time.Millisecond)
	if err := s.site.Club.Tables.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	bo.Get("/matches/"+made.ID).Want(t, http.StatusOK, "")
	clock.Advance(time.Millisecond)
	if err := s.site.Club.Tables.Purge(t.Context()); err != nil {
		t.Fatal(err)
	}
	if e := own.Next(); !strings.Contains(e.Data, made.ID) {
		t.Errorf("who sits there is told %+v", e)
	}
	if e := tables.Next(); e.Name != "tables" {
		t.Errorf("who looks at the list is told %+v", e)
	}
	bo.Get("/matches/"+made.ID).Want(t, http.StatusNotFound, "not_found")
}

// frenchMonths are the names of the months.
var frenchMonths = [...]string{time.January: "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août", "septembre", "octobre", "novembre", "décembre"}
