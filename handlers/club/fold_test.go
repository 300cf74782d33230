package club

import (
	"sync/atomic"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/catalog"
)

// countedRules count how often an action is applied.
type countedRules struct {
	games.Ruleset
	applied *atomic.Int64
}

func (r countedRules) New(s games.Setup) (games.State, error) {
	state, err := r.Ruleset.New(s)
	return countedState{state, r.applied}, err
}

type countedState struct {
	games.State
	applied *atomic.Int64
}

func (s countedState) Apply(seat games.Seat, action string) (games.State, string, error) {
	s.applied.Add(1)
	next, text, err := s.State.Apply(seat, action)
	return countedState{next, s.applied}, text, err
}

// After a restart a match is folded once; then a look takes no step and a move a few.
func TestFoldStepsAfterARestart(t *testing.T) {
	t.Parallel()
	applied := new(atomic.Int64)
	find := func(game string, version int) (games.Ruleset, error) {
		rules, err := catalog.Find(game, version)
		return countedRules{rules, applied}, err
	}
	c := newTestTable(t, find)
	ada := c.players[0].ID
	f, err := c.OpenTable(t.Context(), db.Once{}, ada, Proposal{Game: "camelot", Solo: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	moves := [...]string{"E6-E8", "E11-E9", "E8-E6", "E9-E11"}
	play := func(s *Service, ply int) {
		t.Helper()
		if _, err := s.Play(t.Context(), Post{Match: f.ID, Player: ada, Ply: ply, Actions: []string{moves[ply%len(moves)]}}); err != nil {
			t.Fatal(err)
		}
	}
	const plies = 100
	for ply := range plies {
		play(c.Service, ply)
	}
	fresh := New(Config{Store: c.engine, Hub: c.hub, Now: time.Now, Rules: find})
	steps := func(do func()) int {
		before := applied.Load()
		do()
		return int(applied.Load() - before)
	}
	look := func() {
		m, err := fresh.Match(t.Context(), f.ID, ada)
		if err != nil || m.Ply < plies {
			t.Fatalf("ply %d, %v", m.Ply, err)
		}
		m.Table.At(m.Ply - 1).State()
	}
	if n := steps(look); n < plies || n > plies+1 {
		t.Errorf("the first look takes %d steps, want %d and the last once more", n, plies)
	}
	if n := steps(look); n > 0 {
		t.Errorf("the second look takes %d steps", n)
	}
	if n := steps(func() { play(fresh, plies) }); n > 2 {
		t.Errorf("a move takes %d steps", n)
	}
}
