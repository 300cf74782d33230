package dbtest

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
)

// mustStand stores a repeating table.
func mustStand(t *testing.T, s db.Store, player string, most int) db.StandingOffer {
	t.Helper()
	o, err := s.AddStanding(t.Context(), db.Once{}, db.StandingOffer{Player: player, Proposal: "cam", Most: most}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// checkHungry checks how many repeating tables of a player, "" for all, need an open table.
func checkHungry(t *testing.T, s db.Store, player string, want int) {
	t.Helper()
	if list, err := s.TablesToReopen(t.Context(), player, "", 99); err != nil || len(list) != want {
		t.Errorf("TablesToReopen = %+v, %v, want %d", list, err, want)
	}
}

// feed opens a table for a repeating table.
func feed(t *testing.T, s db.Store, o db.StandingOffer) (db.Match, error) {
	t.Helper()
	return s.OpenStanding(t.Context(), o.ID, db.NewMatch{Game: "cam", Version: 1, Seats: 2, Public: true, Host: o.Player, MaxOpen: 9})
}

// A repeating table has one open table at a time, until it has the most running matches. A match
// that ends makes room.
func testStandingOffer(t *testing.T, e Engine) {
	s := e.open(t)
	ctx := t.Context()
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	o := mustStand(t, s, ada.ID, 2)
	checkHungry(t, s, "", 1)
	checkHungry(t, s, ada.ID, 1)
	checkHungry(t, s, bo.ID, 0)
	fill := func() db.Match {
		t.Helper()
		m, err := feed(t, s, o)
		if err != nil || m.Host != ada.ID || !m.Public || len(m.SeatsOf(ada.ID)) != 1 {
			t.Fatalf("OpenStanding = %+v, %v", m, err)
		}
		checkHungry(t, s, "", 0)
		if _, err := feed(t, s, o); !errors.Is(err, db.ErrEnoughTables) {
			t.Errorf("a second table: %v, want %v", err, db.ErrEnoughTables)
		}
		if list, err := s.StandingOf(ctx, ada.ID); err != nil || len(list) != 1 || list[0].Open != m.ID {
			t.Errorf("StandingOf = %+v, %v", list, err)
		}
		if m, err = s.JoinMatch(ctx, db.Once{}, db.Joining{Match: m.ID, Player: bo.ID}, nil); err != nil {
			t.Fatal(err)
		}
		return m
	}
	first := fill()
	checkHungry(t, s, "", 1)
	fill()
	checkHungry(t, s, "", 0)
	if _, err := feed(t, s, o); !errors.Is(err, db.ErrEnoughTables) {
		t.Errorf("beyond the most: %v", err)
	}
	MustAppend(t, s, first.ID, Finish(1))
	checkHungry(t, s, "", 1)
	want := o
	want.Live = 1
	list, err := s.StandingOf(ctx, ada.ID)
	if diff := cmp.Diff([]db.StandingOffer{want}, list); diff != "" || err != nil {
		t.Errorf("StandingOf (-want +got):\n%s%v", diff, err)
	}
	open, err := feed(t, s, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.DeleteOpenMatch(ctx, open.ID, ada.ID); err != nil {
		t.Fatal(err)
	}
	if list, err := s.StandingOf(ctx, ada.ID); err != nil || !list[0].Paused || list[0].Open != "" {
		t.Errorf("after its table was withdrawn: %+v, %v", list, err)
	}
	if err := s.SetStanding(ctx, ada.ID, o.ID, 2, false); err != nil {
		t.Fatal(err)
	}
	checkHungry(t, s, "", 1)
	if _, err := s.OpenStanding(ctx, o.ID, db.NewMatch{Game: "cam", Version: 1, Seats: 2, Host: bo.ID, MaxOpen: 9}); !errors.Is(err, db.ErrEnoughTables) {
		t.Errorf("opened by another: %v", err)
	}
}

// The number of repeating tables is limited. Only their player can pause and remove them. No table
// is opened for a player who is suspended or has left.
func testStandingOffersAreKept(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	var offers []db.StandingOffer
	for range db.MaxStanding {
		offers = append(offers, mustStand(t, s, ada.ID, 1))
		c.Advance(time.Second)
	}
	if _, err := s.AddStanding(ctx, db.Once{}, db.StandingOffer{Player: ada.ID, Proposal: "x", Most: 1}, nil); !errors.Is(err, db.ErrTooManyStanding) {
		t.Errorf("AddStanding: %v, want %v", err, db.ErrTooManyStanding)
	}
	if _, err := s.AddStanding(ctx, db.Once{}, db.StandingOffer{Player: "nobody", Proposal: "x", Most: 1}, nil); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("AddStanding of nobody: %v", err)
	}
	list, err := s.StandingOf(ctx, ada.ID)
	if diff := cmp.Diff(offers, list); diff != "" || err != nil {
		t.Errorf("StandingOf (-want +got):\n%s%v", diff, err)
	}
	first := offers[0].ID
	for _, err := range []error{s.SetStanding(ctx, bo.ID, first, 2, true), s.RemoveStanding(ctx, bo.ID, first), s.SetStanding(ctx, ada.ID, "nothing", 2, true)} {
		if !errors.Is(err, db.ErrNotFound) {
			t.Errorf("changed by another: %v", err)
		}
	}
	if err := s.SetStanding(ctx, ada.ID, first, 3, true); err != nil {
		t.Fatal(err)
	}
	if list, err := s.StandingOf(ctx, ada.ID); err != nil || !list[0].Paused || list[0].Most != 3 {
		t.Errorf("StandingOf = %+v, %v", list, err)
	}
	if _, err := feed(t, s, offers[0]); !errors.Is(err, db.ErrEnoughTables) {
		t.Errorf("a table of an offer that is paused: %v", err)
	}
	if err := s.RemoveStanding(ctx, ada.ID, offers[1].ID); err != nil {
		t.Fatal(err)
	}
	checkHungry(t, s, "", db.MaxStanding-2)
	page, err := s.TablesToReopen(ctx, "", "", 1)
	if err != nil || len(page) != 1 {
		t.Fatalf("TablesToReopen by one: %+v, %v", page, err)
	}
	if rest, err := s.TablesToReopen(ctx, "", page[0].ID, 9); err != nil || len(rest) != db.MaxStanding-3 {
		t.Errorf("TablesToReopen after one: %+v, %v", rest, err)
	}
	if err := s.Act(ctx, db.NewAct{Kind: db.ActSuspend, Player: ada.ID, Until: c.Now().Add(time.Hour), Reason: "x"}); err != nil {
		t.Fatal(err)
	}
	checkHungry(t, s, "", 0)
	c.Advance(2 * time.Hour)
	checkHungry(t, s, "", db.MaxStanding-2)
	if err := s.Leave(ctx, ada.ID); err != nil {
		t.Fatal(err)
	}
	if list, err := s.StandingOf(ctx, ada.ID); err != nil || len(list) != 0 {
		t.Errorf("who has left has %+v, %v", list, err)
	}
}

// Concurrent calls open one table for a repeating table.
func testStandingTableIsOpenedOnce(t *testing.T, e Engine) {
	s := e.open(t)
	o := mustStand(t, s, MustPlayer(t, s, "Ada").ID, 5)
	var work sync.WaitGroup
	var opened atomic.Int32
	for range 8 {
		work.Go(func() {
			switch _, err := feed(t, s, o); {
			case err == nil:
				opened.Add(1)
			case !errors.Is(err, db.ErrEnoughTables):
				t.Errorf("OpenStanding: %v", err)
			}
		})
	}
	work.Wait()
	if list, _, err := s.OpenTables(t.Context(), "", db.TableFilter{}, "", 99); opened.Load() != 1 || err != nil || len(list) != 1 {
		t.Errorf("%d were opened, %d are open, %v", opened.Load(), len(list), err)
	}
}
