package dbtest

import (
	"slices"
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
