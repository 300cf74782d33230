package dbtest

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/clock"
)

// TableFilters has a filter of open tables for each set of fields.
var TableFilters = []db.TableFilter{
	{}, {Game: "cam"}, {Seats: 2}, {Pace: db.TempoLive},
	{Game: "cam", Seats: 2}, {Game: "cam", Pace: db.TempoDays}, {Seats: 3, Pace: db.TempoNone},
	{Game: "knizia", Seats: 3, Pace: db.TempoLive},
}

// clockOf returns the clock of a match of a tempo.
func clockOf(t *testing.T, tempo db.Tempo) clock.Clock {
	t.Helper()
	switch tempo {
	case db.TempoDays:
		return clock.Of(clock.Control{Move: 72 * time.Hour})
	case db.TempoLive:
		return clock.Of(clock.Control{Bank: 5 * time.Minute, Increment: 5 * time.Second})
	}
	return clock.Clock{}
}

// A filter takes exactly the tables with the fields that it names, page by page.
func testTablesAreFiltered(t *testing.T, e Engine) {
	s := e.open(t)
	ada := MustPlayer(t, s, "Ada")
	type table struct {
		id string
		of db.TableFilter
	}
	var all []table
	for range 2 {
		for _, game := range []string{"cam", "knizia"} {
			for _, seats := range []int{2, 3} {
				for _, pace := range db.Tempos {
					m := MustCreate(t, s, db.NewMatch{Game: game, Seats: seats, Clock: clockOf(t, pace), Public: true, Host: ada.ID})
					all = slices.Insert(all, 0, table{m.ID, db.TableFilter{Game: game, Seats: seats, Pace: pace}})
				}
			}
		}
	}
	for _, f := range TableFilters {
		var want []string
		for _, o := range all {
			if (f.Game == "" || f.Game == o.of.Game) && (f.Seats == 0 || f.Seats == o.of.Seats) && (f.Pace == "" || f.Pace == o.of.Pace) {
				want = append(want, o.id)
			}
		}
		got := pages(t, func(after string) ([]db.Match, string, error) { return s.OpenTables(t.Context(), "", f, after, 3) })
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("OpenTables(%+v) (-want +got):\n%s", f, diff)
		}
	}
}

// The count of tables stops at db.MostCounted.
func testTablesAreCounted(t *testing.T, e Engine) {
	s := e.open(t)
	ada := MustPlayer(t, s, "Ada")
	for n := range db.MostCounted + 2 {
		if got, err := s.CountOpenTables(t.Context(), ""); err != nil || got != min(n, db.MostCounted) {
			t.Fatalf("CountOpenTables = %d, %v with %d tables", got, err, n)
		}
		MustCreate(t, s, db.NewMatch{Seats: 2, Public: true, Host: ada.ID})
	}
}

// Fitting tables come in the order of favorites, games and paces. A player's own tables do not
// fit, nor do tables of blocked players.
func testFittingTables(t *testing.T, e Engine) {
	s := e.open(t)
	ctx := t.Context()
	ada, bo, cy, dan := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"), MustPlayer(t, s, "Cy"), MustPlayer(t, s, "Dan")
	open := func(host db.Player, game string, tempo db.Tempo) string {
		return MustCreate(t, s, db.NewMatch{Game: game, Seats: 3, Clock: clockOf(t, tempo), Public: true, Host: host.ID}).ID
	}
	other := open(cy, "x", db.TempoLive)
	byPace := open(cy, "x", db.TempoDays)
	byGame := open(cy, "cam", db.TempoNone)
	byFavorite := open(bo, "x", db.TempoLive)
	open(dan, "cam", db.TempoDays)
	open(ada, "cam", db.TempoDays)
	check := func(viewer string, f db.TableFilter, limit int, want ...string) {
		t.Helper()
		var got []string
		list, err := s.FittingTables(ctx, viewer, f, limit)
		for _, m := range list {
			got = append(got, m.ID)
		}
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("FittingTables(%+v) (-want +got):\n%s%v", f, diff, err)
		}
	}
	check(ada.ID, db.TableFilter{}, 9)
	MustCreate(t, s, db.NewMatch{Game: "cam", Seats: 2, Clock: clockOf(t, db.TempoDays), Host: ada.ID, Reserve: map[games.Seat]string{2: dan.ID}})
	for other, kind := range map[string]db.TieKind{bo.ID: db.TieFavorite, dan.ID: db.TieBlock} {
		if err := s.SetTie(ctx, ada.ID, other, kind); err != nil {
			t.Fatal(err)
		}
	}
	check(ada.ID, db.TableFilter{}, 9, byFavorite, byGame, byPace)
	check(ada.ID, db.TableFilter{}, 2, byFavorite, byGame)
	check(ada.ID, db.TableFilter{Game: "x"}, 9, byFavorite, byPace)
	check(ada.ID, db.TableFilter{Pace: db.TempoNone}, 9, byGame)
	check(ada.ID, db.TableFilter{Seats: 2}, 9)
	check(dan.ID, db.TableFilter{Game: "x", Pace: db.TempoLive}, 9)
	if _, err := s.JoinMatch(ctx, db.Once{}, db.Joining{Match: byFavorite, Player: ada.ID}, nil); err != nil {
		t.Fatal(err)
	}
	check(ada.ID, db.TableFilter{}, 9, byGame, byPace)
	if err := s.SetTie(ctx, cy.ID, ada.ID, db.TieFavorite); err != nil {
		t.Fatal(err)
	}
	check(ada.ID, db.TableFilter{}, 9, byGame, byPace)
	check(cy.ID, db.TableFilter{Game: "x"}, 9)
	_ = other
}

// A host has at most MaxOpen tables that wait for players, even if many are opened at once.
// Tables of one, matches that have begun and tables of others do not count.
func testOpenTablesOfAHostAreBounded(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	table := db.NewMatch{Game: "camelot", Seats: 2, Host: ada.ID, HostSeat: 1, MaxOpen: 2, ToAct: []games.Seat{1}}
	open := func(change func(*db.NewMatch)) (db.Match, error) {
		n := table
		if change != nil {
			change(&n)
		}
		return s.CreateMatch(t.Context(), db.Once{}, n, nil)
	}
	for name, change := range map[string]func(*db.NewMatch){
		"of one":    func(n *db.NewMatch) { n.Solo = true },
		"full":      func(n *db.NewMatch) { n.Reserve = map[games.Seat]string{2: bo.ID} },
		"another's": func(n *db.NewMatch) { n.Host = bo.ID },
	} {
		for range 3 {
			if _, err := open(change); err != nil && (name != "another's" || !errors.Is(err, db.ErrTooManyTables)) {
				t.Fatalf("a table %s: %v", name, err)
			}
		}
	}
	results := make([]error, 5)
	made := make([]db.Match, 5)
	var wg sync.WaitGroup
	for i := range results {
		wg.Go(func() { made[i], results[i] = open(func(n *db.NewMatch) { n.Public = i%2 == 0 }) })
	}
	wg.Wait()
	var tables []db.Match
	for i, err := range results {
		switch {
		case err == nil:
			tables = append(tables, made[i])
		case !errors.Is(err, db.ErrTooManyTables):
			t.Errorf("table %d: %v", i+1, err)
		}
	}
	if len(tables) != 2 {
		t.Fatalf("%d tables were opened, want 2", len(tables))
	}
	if _, err := s.JoinMatch(t.Context(), db.Once{}, db.Joining{Match: tables[0].ID, Player: bo.ID, Invite: tables[0].Invite}, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := open(nil); err != nil {
		t.Errorf("after one has begun: %v", err)
	}
	if err := s.DeleteOpenMatch(t.Context(), tables[1].ID, ada.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := open(func(n *db.NewMatch) { n.Solo = true }); err != nil {
		t.Errorf("a table of one: %v", err)
	}
	if _, err := open(nil); err != nil {
		t.Errorf("after one was withdrawn: %v", err)
	}
	if _, err := open(nil); !errors.Is(err, db.ErrTooManyTables) {
		t.Errorf("one more: %v, want %v", err, db.ErrTooManyTables)
	}
}

// A table with open seats ends after OpenLifetime. A match that has begun stays.
func testOpenTablesEnd(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	started := MustStart(t, s, ada, bo)
	var old []string
	for i := range 120 {
		m := MustCreate(t, s, db.NewMatch{Seats: 3, Public: i%2 == 0, Host: ada.ID, HostSeat: 1, Reserve: map[games.Seat]string{2: bo.ID}, Chance: true})
		if got := m.OpenUntil(); !got.Equal(c.Now().Add(db.OpenLifetime)) {
			t.Fatalf("open until %v", got)
		}
		old = append(old, m.ID)
	}
	if err := s.NoteVisit(t.Context(), old[0], bo.ID, db.Visit{}); err != nil {
		t.Fatal(err)
	}
	c.Advance(time.Millisecond)
	young := MustCreate(t, s, db.NewMatch{Seats: 2, Host: ada.ID})
	purge := func() (ended []string) {
		t.Helper()
		err := s.Purge(t.Context(), func(m db.Match) {
			ended = append(ended, m.ID)
			if m.Host != ada.ID || len(m.Seats) != 3 {
				t.Errorf("told of %+v", m)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return ended
	}
	c.Advance(db.OpenLifetime - 2*time.Millisecond)
	if ended := purge(); len(ended) != 0 {
		t.Fatalf("%d tables ended too early", len(ended))
	}
	c.Advance(time.Millisecond)
	if ended := purge(); !slices.Equal(slices.Sorted(slices.Values(ended)), slices.Sorted(slices.Values(old))) {
		t.Errorf("%d tables ended, want %d", len(ended), len(old))
	}
	for _, id := range old {
		if _, err := s.Match(t.Context(), id); !errors.Is(err, db.ErrNotFound) {
			t.Fatalf("a table that has ended: %v", err)
		}
	}
	if !MustMatch(t, s, started.ID).OpenUntil().IsZero() || MustMatch(t, s, young.ID).ID == "" {
		t.Error("a match that has begun is to end, or a young table has")
	}
}
