package match_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/db/storetest"
	"tableronde/games"
	"tableronde/handlers/club"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
)

// While several seats owe decisions at once, a post naming any ply since those
// decisions arose is good (API.md).
func TestPlayAcceptsWhatOthersDidNotChange(t *testing.T) {
	t.Parallel()
	c := roomstest.NewCouncilTable(t, 3, false)
	c.MustPost(1, 0, "yes")
	c.MustPost(3, 0, "no")
	if f := c.MustPost(2, 0, "yes"); f.Ply != 3 {
		t.Errorf("ply %d after three answers", f.Ply)
	}
	c.MustPost(2, 3, "no")
	for _, stale := range []struct {
		name      string
		seat, ply int
	}{
		{"a round before", 1, 0},
		{"within the round before", 1, 2},
		{"own answer since", 2, 3},
		{"a ply to come", 1, 5},
		{"no ply", 1, -1},
	} {
		_, err := c.Post(stale.seat, stale.ply, "yes")
		var e *match.StaleError
		if !errors.As(err, &e) {
			t.Errorf("%s: %v, want a stale ply", stale.name, err)
		} else if e.Now.Ply != 4 {
			t.Errorf("%s: the refusal carries ply %d, want 4", stale.name, e.Now.Ply)
		}
	}
	c.MustPost(1, 3, "yes")
}

func TestPlayIsStaleAfterAnInterruptOrASurroundingEvent(t *testing.T) {
	t.Parallel()
	c := roomstest.NewCouncilTable(t, 3, false)
	c.MustPost(1, 0, "yes")
	c.MustPost(1, 1, "seize")
	var stale *match.StaleError
	if _, err := c.Post(2, 0, "yes"); !errors.As(err, &stale) {
		t.Errorf("after an interrupt: %v, want a stale ply", err)
	}
	c.MustPost(2, 2, "yes")
}

// The match in memory after a post equals a replay from the store, with the times of the events.
func TestPlayKeepsTheTimesOfTheStore(t *testing.T) {
	t.Parallel()
	c := roomstest.NewCouncilTable(t, 3, false)
	c.MustPost(1, 0, "yes")
	f := c.MustPost(3, 0, "no")
	kept := f.Table.Log()
	c.Match.Evict(f.ID)
	stored, err := c.Match.Match(t.Context(), f.ID, c.Players[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(kept, stored.Table.Log()); diff != "" {
		t.Errorf("log (-kept +stored):\n%s", diff)
	}
	for i, e := range kept {
		if e.At.IsZero() || e.At != f.Events[i].At {
			t.Errorf("event %d happened at %v, stored is %v", i, e.At, f.Events[i].At)
		}
	}
}

func TestPlayStoresAllOrNothing(t *testing.T) {
	t.Parallel()
	c := roomstest.NewCouncilTable(t, 2, false)
	_, err := c.Post(1, 0, "seize", "yes", "maybe", "no")
	var action *match.ActionError
	if !errors.As(err, &action) || action.Index != 2 || !errors.Is(err, games.ErrNotYourTurn) {
		t.Errorf("got %v, want a refusal of the action with index 2", err)
	}
	var illegal *games.Illegal
	if _, err := c.Post(1, 0, "maybe"); !errors.As(err, &illegal) || !errors.As(err, &action) || action.Index != 0 {
		t.Errorf("got %v, want an illegal action with index 0", err)
	}
	if ply := c.Ply(); ply != 0 {
		t.Fatalf("%d events stored of refused posts", ply)
	}
	if f := c.MustPost(1, 0, "seize", "yes"); f.Ply != 2 || f.Events[1].Text != "yes" {
		t.Errorf("two actions at once: %+v", f.Events)
	}
}

func TestPlaySurvivesAPanicOfTheRules(t *testing.T) {
	t.Parallel()
	c := roomstest.NewCouncilTable(t, 2, false)
	published := len(c.Hub.Changes)
	if _, err := c.Post(1, 0, "seize", "crash"); err == nil || club.IsRefusal(err) {
		t.Errorf("got %v, want a fault", err)
	}
	if ply := c.Ply(); ply != 0 || len(c.Hub.Changes) != published {
		t.Errorf("the panic left ply %d and %d changes", ply, len(c.Hub.Changes)-published)
	}
	c.MustPost(1, 0, "yes")
}

func TestPlayIsForThoseSeated(t *testing.T) {
	t.Parallel()
	private, public := roomstest.NewCouncilTable(t, 3, false), roomstest.NewCouncilTable(t, 3, true)
	stranger := func(c *roomstest.Table) error {
		_, err := c.Post(4, 0, "yes")
		return err
	}
	if err := stranger(private); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("private match: %v, want not found", err)
	}
	if err := stranger(public); !errors.Is(err, match.ErrNoSeat) {
		t.Errorf("public match: %v, want errNoSeat", err)
	}
	for _, as := range []games.Seat{2, 4, -1} {
		_, err := public.Match.Play(t.Context(), match.Post{Match: public.ID, Player: public.Players[0].ID, As: as, Actions: []string{"yes"}})
		if !errors.Is(err, match.ErrForeignSeat) {
			t.Errorf("as %d: %v, want errForeignSeat", as, err)
		}
	}
}

func TestPlayBeforeTheStart(t *testing.T) {
	t.Parallel()
	c := roomstest.NewCouncilTable(t, 2, false)
	f, err := c.Tables.OpenTable(t.Context(), db.Once{}, c.Players[0].ID, tables.Proposal{Game: "council", Seat: 2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.ID = f.ID
	if _, err := c.Post(1, 0, "yes"); !errors.Is(err, match.ErrNotStarted) {
		t.Errorf("host: %v, want errNotStarted", err)
	}
	if _, err := c.Post(2, 0, "yes"); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("stranger: %v, want not found", err)
	}
}

func TestSoloActsForTheSeatToAct(t *testing.T) {
	t.Parallel()
	c := roomstest.NewCouncilTable(t, 2, false)
	f, err := c.Tables.OpenTable(t.Context(), db.Once{}, c.Players[0].ID, tables.Proposal{Game: "council", Seats: 3, Solo: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	c.ID = f.ID
	f = c.MustPost(1, 0, "yes", "no", "yes", "no")
	var seats []games.Seat
	for _, e := range f.Events {
		seats = append(seats, e.Seat)
	}
	if diff := cmp.Diff([]games.Seat{1, 2, 3, 1}, seats); diff != "" {
		t.Error(diff)
	}
	f, err = c.Match.Play(t.Context(), match.Post{Match: c.ID, Player: c.Players[0].ID, As: 3, Ply: 4, Actions: []string{"yes"}})
	if err != nil || f.Last.Seat != 3 {
		t.Errorf("as seat 3: %+v, %v", f.Last, err)
	}
}

func TestChangesArePublishedAfterEachEffect(t *testing.T) {
	t.Parallel()
	c := roomstest.NewCouncilTable(t, 2, false) // created and joined
	c.MustPost(1, 0, "yes")
	if _, err := c.Post(1, 0, "no"); err == nil {
		t.Fatal("a stale post was played")
	}
	var plies []int
	for _, change := range c.Hub.Changes {
		plies = append(plies, change.Ply)
	}
	if diff := cmp.Diff([]int{0, 0, 1}, plies); diff != "" {
		t.Error(diff)
	}
}

func TestRematchIsOne(t *testing.T) {
	t.Parallel()
	c := roomstest.NewCouncilTable(t, 3, false)
	if _, err := c.Tables.Rematch(t.Context(), db.Once{}, c.ID, c.Players[0].ID, "", nil); !errors.Is(err, tables.ErrNotOver) {
		t.Errorf("before the end: %v, want errNotOver", err)
	}
	c.MustPost(2, 0, "resign")
	var first match.Match
	for _, i := range []int{2, 0, 1} {
		var err error
		if first, err = c.Tables.Rematch(t.Context(), db.Once{}, c.ID, c.Players[i].ID, "", nil); err != nil {
			t.Fatal(err)
		}
		if begun := first.ID != c.ID; begun != (i == 1) {
			t.Errorf("begun after the vote of player %d: %v", i, begun)
		}
	}
	again, err := c.Tables.Rematch(t.Context(), db.Once{}, c.ID, c.Players[0].ID, "", nil)
	if err != nil || again.ID != first.ID {
		t.Errorf("asked again: %s, %v, want %s", again.ID, err, first.ID)
	}
	var names []string
	for _, p := range first.Seats {
		names = append(names, p.Name)
	}
	if diff := cmp.Diff([]string{"Cy", "Ada", "Bo"}, names); diff != "" || first.Started.IsZero() {
		t.Errorf("the seats did not move on by one: %s", diff)
	}
	if _, err := c.Tables.Rematch(t.Context(), db.Once{}, c.ID, c.Players[3].ID, "", nil); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("stranger: %v, want not found", err)
	}
}

func TestWithdraw(t *testing.T) {
	t.Parallel()
	c := roomstest.NewCouncilTable(t, 2, false)
	if err := c.Tables.Withdraw(t.Context(), c.ID, c.Players[0].ID); !errors.Is(err, tables.ErrStarted) {
		t.Errorf("after the start: %v, want errStarted", err)
	}
	f, err := c.Tables.OpenTable(t.Context(), db.Once{}, c.Players[0].ID, tables.Proposal{Game: "council", Public: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Tables.Withdraw(t.Context(), f.ID, c.Players[1].ID); !errors.Is(err, tables.ErrNotHost) {
		t.Errorf("not the host: %v, want errNotHost", err)
	}
	if err := c.Tables.Withdraw(t.Context(), f.ID, c.Players[0].ID); err != nil {
		t.Error(err)
	}
	if _, err := c.Match.Match(t.Context(), f.ID, c.Players[0].ID); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("after it was withdrawn: %v, want not found", err)
	}
}

func TestCreateRefusesWhatTheGameDoesNotKnow(t *testing.T) {
	t.Parallel()
	c := roomstest.NewCouncilTable(t, 2, false)
	for _, tt := range []struct {
		name string
		p    tables.Proposal
		code string
	}{
		{"game", tables.Proposal{Game: "chess"}, "unknown_game"},
		{"too many", tables.Proposal{Game: "council", Seats: 4}, "invalid_seats"},
		{"seat", tables.Proposal{Game: "council", Seats: 3, Seat: 4}, "invalid_seat"},
		{"option", tables.Proposal{Game: "council", Options: map[string]string{"x": "y"}}, "unknown_option"},
		{"value", tables.Proposal{Game: "council", Options: map[string]string{"mood": "odd"}}, "invalid_option"},
	} {
		_, err := c.Tables.OpenTable(t.Context(), db.Once{}, c.Players[0].ID, tt.p, nil)
		if e := club.ErrorOf(err); e.Kind != club.Invalid || e.Code != tt.code || e.Field == "" {
			t.Errorf("%s: %d %s about %q, want invalid %s about a field", tt.name, e.Kind, e.Code, e.Field, tt.code)
		}
	}
}

func TestRecordOfHiddenGameWaitsForTheEnd(t *testing.T) {
	t.Parallel()
	c := roomstest.NewCouncilTable(t, 2, false)
	f := c.MustPost(1, 0, "yes")
	if _, err := f.Record(nil); !errors.Is(err, match.ErrHiddenRecord) {
		t.Errorf("while it goes on: %v, want errHiddenRecord", err)
	}
	text, err := c.MustPost(2, 1, "resign").Record(nil)
	if err != nil || !strings.Contains(string(text), "1: yes\n2: resign\n") {
		t.Errorf("after the end: %v\n%s", err, text)
	}
}

func TestFoldFromTheCacheIsThatFromTheStart(t *testing.T) {
	t.Parallel()
	c := roomstest.NewCouncilTable(t, 2, false)
	before, err := c.Match.Match(t.Context(), c.ID, c.Players[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	c.MustPost(1, 0, "yes")
	after := c.MustPost(2, 1, "no")
	fresh := rooms.New(rooms.Config{Store: c.Engine, Hub: c.Hub, Now: time.Now, Rules: clubtest.FindCouncil})
	again, err := fresh.Match.Match(t.Context(), c.ID, c.Players[0].ID)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(roomstest.ToldSeat1(t, after), roomstest.ToldSeat1(t, again)); diff != "" {
		t.Error(diff)
	}
	older, err := c.Match.Replay(before.Match)
	if err != nil || older.Table.Ply() != 0 {
		t.Errorf("an older reading of the match folds to ply %d, %v", older.Table.Ply(), err)
	}
}

// Of a table that has waited too long nothing stays in memory.
func TestPurgeForgetsTables(t *testing.T) {
	t.Parallel()
	c, clock := roomstest.NewTable(t, clubtest.FindCouncil), clubtest.NewClock()
	storetest.SetNow(c.Engine, clock.Now)
	f, err := c.Tables.OpenTable(t.Context(), db.Once{}, c.Players[0].ID, tables.Proposal{Game: "council"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		after time.Duration
		kept  bool
	}{{db.OpenLifetime - time.Millisecond, true}, {time.Millisecond, false}} {
		clock.Advance(step.after)
		if err := c.Tables.Purge(context.Background()); err != nil {
			t.Fatal(err)
		}
		if _, kept := c.Match.Positions().Get(f.ID); kept != step.kept {
			t.Errorf("%v later: in memory %v, want %v", step.after, kept, step.kept)
		}
	}
}
