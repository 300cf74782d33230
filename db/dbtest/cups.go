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
)

// mustCup creates a cup with its first entrants.
func mustCup(t *testing.T, s db.Store, n db.NewCup) db.Cup {
	t.Helper()
	c, err := s.MakeCup(t.Context(), db.Once{}, n, nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// checkDueCups checks which cups are due.
func checkDueCups(t *testing.T, s db.Store, want ...string) {
	t.Helper()
	got, err := s.DueCups(t.Context(), 9)
	slices.Sort(got)
	slices.Sort(want)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("DueCups = %v, %v, want %v", got, err, want)
	}
}

// idsOfCups lists the ids of the cups that a filter selects.
func idsOfCups(t *testing.T, s db.Store, f db.CupFilter) (ids []string) {
	t.Helper()
	f.Limit = 9
	list, err := s.Cups(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range list {
		ids = append(ids, c.ID)
	}
	return ids
}

// beginOne returns a step that starts a cup with one match between its first two entrants.
func beginOne(c db.Cup) (step db.CupStep, err error) {
	if len(c.Matches) > 0 {
		return step, nil
	}
	for _, e := range c.Entrants {
		step.Order = append([]string{e.Player.ID}, step.Order...)
	}
	step.Matches = []db.NewMatch{{Game: "camelot", Version: 1, Seats: 2, Host: step.Order[1], Reserve: map[games.Seat]string{1: step.Order[1], 2: step.Order[0]},
		ToAct: []games.Seat{1}, Cup: db.CupPlace{Cup: c.ID, Round: 1, Pairing: 2, Number: 1, Entries: []int{2, 1}}}}
	return step, nil
}

// A cup fills, starts, makes its matches, is due when one ends or somebody withdraws, and ends.
func testCup(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	ada, bo, cy := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"), MustPlayer(t, s, "Cy")
	made := mustCup(t, s, db.NewCup{Host: ada.ID, Title: "Été", Plan: "plan", Places: 3, Starts: c.Now().Add(time.Hour), Entrants: []string{ada.ID, db.BotPlayer(2, 1).ID}})
	if made.Entered != 2 || len(made.Entrants) != 2 || made.Invite != "" || made.Title != "Été" || made.Plan != "plan" {
		t.Errorf("MakeCup = %+v", made)
	}
	checkDueCups(t, s)
	c.Advance(time.Second)
	if got, err := s.JoinCup(ctx, made.ID, bo.ID, ""); err != nil || got.Entered != 3 {
		t.Fatalf("JoinCup = %+v, %v", got, err)
	}
	checkDueCups(t, s, made.ID)
	for player, want := range map[string]error{bo.ID: db.ErrAlreadySeated, cy.ID: db.ErrTaken} {
		if _, err := s.JoinCup(ctx, made.ID, player, ""); !errors.Is(err, want) {
			t.Errorf("JoinCup: %v, want %v", err, want)
		}
	}
	if got := idsOfCups(t, s, db.CupFilter{State: db.CupOpen}); !slices.Equal(got, []string{made.ID}) {
		t.Errorf("open: %v", got)
	}
	cup, begun, err := s.StepCup(ctx, made.ID, beginOne)
	if err != nil || len(begun) != 1 || begun[0].Cup != made.ID || begun[0].Started.IsZero() || len(cup.Matches) != 1 {
		t.Fatalf("StepCup = %+v, %+v, %v", cup, begun, err)
	}
	if cup.Entrants[0].Player.ID != bo.ID || cup.Entrants[0].Number != 1 || cup.Started.IsZero() {
		t.Errorf("entrants: %+v", cup.Entrants)
	}
	want := db.CupMatch{ID: begun[0].ID, Round: 1, Pairing: 2, Number: 1, Entries: []int{2, 1}, ToAct: []games.Seat{1}, Started: begun[0].Started}
	if diff := cmp.Diff(want, cup.Matches[0]); diff != "" {
		t.Errorf("match (-want +got):\n%s", diff)
	}
	if m := MustMatch(t, s, begun[0].ID); m.Cup != made.ID {
		t.Errorf("the match is of cup %q", m.Cup)
	}
	checkDueCups(t, s)
	if _, err := s.JoinCup(ctx, made.ID, cy.ID, ""); !errors.Is(err, db.ErrStarted) {
		t.Errorf("JoinCup: %v, want %v", err, db.ErrStarted)
	}
	testCupEnds(t, s, made.ID, begun[0].ID, bo.ID, cy.ID)
}

// testCupEnds ends the match of a cup, has one of its players withdraw, and ends the cup.
func testCupEnds(t *testing.T, s db.Store, id, match, player, stranger string) {
	t.Helper()
	ctx := t.Context()
	MustAppend(t, s, match, Finish(2))
	checkDueCups(t, s, id)
	cup, begun, err := s.StepCup(ctx, id, beginOne)
	if err != nil || len(begun) != 0 || cup.Matches[0].Result == nil || cup.Matches[0].Result.Winners[0] != 2 {
		t.Errorf("StepCup = %+v, %v, %v", cup, begun, err)
	}
	checkDueCups(t, s)
	if got, err := s.LeaveCup(ctx, id, player); err != nil || !got.Entrants[0].Withdrawn || got.Entered != 2 {
		t.Errorf("LeaveCup = %+v, %v", got, err)
	}
	checkDueCups(t, s, id)
	if got := idsOfCups(t, s, db.CupFilter{State: db.CupRunning}); !slices.Equal(got, []string{id}) {
		t.Errorf("under way: %v", got)
	}
	if cup, _, err = s.StepCup(ctx, id, func(db.Cup) (db.CupStep, error) { return db.CupStep{Over: true}, nil }); err != nil || cup.Ended.IsZero() {
		t.Errorf("StepCup = %+v, %v", cup, err)
	}
	checkDueCups(t, s)
	if got := idsOfCups(t, s, db.CupFilter{State: db.CupOver}); !slices.Equal(got, []string{id}) {
		t.Errorf("over: %v", got)
	}
	for player, want := range map[string]error{player: db.ErrOver, stranger: db.ErrNotFound} {
		if _, err := s.LeaveCup(ctx, id, player); !errors.Is(err, want) {
			t.Errorf("LeaveCup: %v, want %v", err, want)
		}
	}
}

// A cup starts at its time. A cup with an invitation can be joined only with it. The cups of a host
// are limited. A step that fails changes nothing. A player who leaves the site is removed.
func testCupsAreKept(t *testing.T, e Engine) {
	s, c := e.openAt(t)
	ctx := t.Context()
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	var cups []db.Cup
	for i := range db.MaxCups {
		cups = append(cups, mustCup(t, s, db.NewCup{Host: ada.ID, Title: "x", Plan: "x", Places: 4, Invited: true, Starts: c.Now().Add(time.Duration(i+1) * time.Hour)}))
	}
	if _, err := s.MakeCup(ctx, db.Once{}, db.NewCup{Host: ada.ID, Plan: "x", Places: 4}, nil); !errors.Is(err, db.ErrTooManyCups) {
		t.Errorf("MakeCup: %v, want %v", err, db.ErrTooManyCups)
	}
	if _, err := s.MakeCup(ctx, db.Once{}, db.NewCup{Host: "nobody", Plan: "x", Places: 4}, nil); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("MakeCup of nobody: %v", err)
	}
	first := cups[0]
	for _, invite := range []string{"", "x", cups[1].Invite} {
		if _, err := s.JoinCup(ctx, first.ID, bo.ID, invite); !errors.Is(err, db.ErrNotFound) {
			t.Errorf("JoinCup with %q: %v", invite, err)
		}
	}
	if _, err := s.JoinCup(ctx, first.ID, bo.ID, first.Invite); err != nil {
		t.Errorf("JoinCup: %v", err)
	}
	if _, err := s.JoinCup(ctx, first.ID, ada.ID, ""); err != nil {
		t.Errorf("JoinCup of the host: %v", err)
	}
	if got := idsOfCups(t, s, db.CupFilter{Player: bo.ID}); !slices.Equal(got, []string{first.ID}) {
		t.Errorf("cups of a player: %v", got)
	}
	if got := idsOfCups(t, s, db.CupFilter{Player: ada.ID}); len(got) != db.MaxCups {
		t.Errorf("cups of their host: %v", got)
	}
	if list, err := s.Cups(ctx, db.CupFilter{State: db.CupOpen, Player: bo.ID, Limit: 9}); err != nil || len(list) != db.MaxCups || !list[0].AsEntrant || list[1].AsEntrant || list[0].Entered != 2 {
		t.Errorf("Cups = %+v, %v", list, err)
	}
	if _, err := s.Cups(ctx, db.CupFilter{State: "x"}); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("Cups: %v", err)
	}
	checkDueCups(t, s)
	c.Advance(90 * time.Minute)
	checkDueCups(t, s, first.ID)
	broken := errors.New("broken")
	if _, _, err := s.StepCup(ctx, first.ID, func(db.Cup) (db.CupStep, error) { return db.CupStep{Over: true}, broken }); !errors.Is(err, broken) {
		t.Errorf("StepCup: %v", err)
	}
	checkDueCups(t, s, first.ID)
	if _, _, err := s.StepCup(ctx, first.ID, beginOne); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Cup(ctx, "nothing"); !errors.Is(err, db.ErrNotFound) {
		t.Errorf("Cup: %v", err)
	}
	testCupOfLeavers(t, s, first.ID, ada.ID, bo.ID, c.Now())
}

// A player does not see an open cup with a block between them and an entrant, unless they are an
// entrant.
func testCupsAcrossBlocks(t *testing.T, e Engine) {
	s := e.open(t)
	ctx := t.Context()
	ada, bo, cy, dan := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"), MustPlayer(t, s, "Cy"), MustPlayer(t, s, "Dan")
	cup := mustCup(t, s, db.NewCup{Host: ada.ID, Title: "x", Plan: "x", Places: 4, Starts: time.Now().Add(time.Hour), Entrants: []string{cy.ID}})
	for _, tie := range [][2]string{{}, {ada.ID, bo.ID}, {bo.ID, ada.ID}, {cy.ID, bo.ID}, {bo.ID, cy.ID}, {cy.ID, ada.ID}} {
		if tie[0] != "" {
			if err := s.SetTie(ctx, tie[0], tie[1], db.TieBlock); err != nil {
				t.Fatal(err)
			}
		}
		for _, viewer := range []string{ada.ID, bo.ID, cy.ID, dan.ID, ""} {
			want := viewer == bo.ID && slices.Contains(tie[:], bo.ID)
			blocks, err := s.BlocksInCup(ctx, cup.ID, viewer)
			list, err2 := s.Cups(ctx, db.CupFilter{State: db.CupOpen, Player: viewer, Limit: 9})
			if blocks != want || want == (len(list) == 1) || errors.Join(err, err2) != nil {
				t.Errorf("%v: %q blocks %v, want %v, and finds %d: %v", tie, viewer, blocks, want, len(list), errors.Join(err, err2))
			}
		}
		if tie[0] != "" {
			if err := s.SetTie(ctx, tie[0], tie[1], ""); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// testCupOfLeavers makes the host of a started cup leave the site, and an entrant of an open cup.
func testCupOfLeavers(t *testing.T, s db.Store, id, host, other string, now time.Time) {
	t.Helper()
	ctx := t.Context()
	if err := s.Leave(ctx, host); err != nil {
		t.Fatal(err)
	}
	if got := idsOfCups(t, s, db.CupFilter{State: db.CupOpen}); len(got) != 0 {
		t.Errorf("cups of who has left: %v", got)
	}
	checkDueCups(t, s, id)
	cup, err := s.Cup(ctx, id)
	at := slices.IndexFunc(cup.Entrants, func(e db.Entrant) bool { return e.Player.ID == host })
	if err != nil || cup.Host != "" || cup.Title != "" || at < 0 || !cup.Entrants[at].Withdrawn || cup.Entrants[at].Player.Name != db.FormerName {
		t.Errorf("after its host has left: %+v, %v", cup, err)
	}
	open := mustCup(t, s, db.NewCup{Host: other, Plan: "x", Places: 4, Starts: now, Entrants: []string{other}})
	if got, err := s.LeaveCup(ctx, open.ID, other); err != nil || len(got.Entrants) != 0 {
		t.Errorf("LeaveCup = %+v, %v", got, err)
	}
}

// Of many steps at the same time, one begins the matches.
func testCupIsSteppedOnce(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	made := mustCup(t, s, db.NewCup{Host: ada.ID, Plan: "x", Places: 2, Starts: time.Now(), Entrants: []string{ada.ID, bo.ID}})
	var work sync.WaitGroup
	begun := make([]int, 8)
	for i := range begun {
		work.Go(func() {
			_, list, err := s.StepCup(t.Context(), made.ID, beginOne)
			if err != nil {
				t.Errorf("StepCup: %v", err)
			}
			begun[i] = len(list)
		})
	}
	work.Wait()
	total := 0
	for _, n := range begun {
		total += n
	}
	if cup, err := s.Cup(t.Context(), made.ID); total != 1 || err != nil || len(cup.Matches) != 1 {
		t.Errorf("%v began, %+v, %v", begun, cup, err)
	}
}
