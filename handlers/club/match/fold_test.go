package match_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/table"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms"
	"tableronde/handlers/club/rooms/roomstest"
	"tableronde/handlers/club/tables"
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

// Save and Load make it a games.Saver.
func (s countedState) Save() []byte { return s.State.(games.Saver).Save() }

func (s countedState) Load(saved []byte) (games.State, error) {
	state, err := s.State.(games.Saver).Load(saved)
	return countedState{state, s.applied}, err
}

// After a restart a match is folded from its last stored fold. Then a page of it takes no step and
// a move a few.
func TestFoldStepsAfterARestart(t *testing.T) {
	t.Parallel()
	applied := new(atomic.Int64)
	find := func(game string, version int) (games.Ruleset, error) {
		rules, err := catalog.Find(game, version)
		return countedRules{rules, applied}, err
	}
	c := roomstest.NewTable(t, find)
	ada := c.Players[0].ID
	f, err := c.Tables.OpenTable(t.Context(), db.Once{}, ada, tables.Proposal{Game: "camelot", Solo: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	moves := [...]string{"E6-E8", "E11-E9", "E8-E6", "E9-E11"}
	play := func(s *rooms.Club, ply int) {
		t.Helper()
		if _, err := s.Match.Play(t.Context(), match.Post{Match: f.ID, Player: ada, Ply: ply, Actions: []string{moves[ply%len(moves)]}}); err != nil {
			t.Fatal(err)
		}
	}
	const plies = 5*db.FoldEvery - 2
	for ply := range plies {
		play(c.Club, ply)
	}
	fresh := rooms.New(rooms.Config{Store: c.Engine, Hub: c.Hub, Now: time.Now, Rules: find})
	steps := func(do func()) int {
		before := applied.Load()
		do()
		return int(applied.Load() - before)
	}
	look := func() {
		m, err := fresh.Match.Match(t.Context(), f.ID, ada)
		if err != nil || m.Ply < plies {
			t.Fatalf("ply %d, %v", m.Ply, err)
		}
		m.Table.At(m.Ply - 1).State()
	}
	if n, want := steps(look), match.FoldBack+db.FoldEvery-2; n < want || n > want+1 {
		t.Errorf("the first look takes %d steps, want %d and the last once more", n, want)
	}
	if n := steps(look); n > 0 {
		t.Errorf("the second look takes %d steps", n)
	}
	if n := steps(func() { play(fresh, plies) }); n > 2 {
		t.Errorf("a move takes %d steps", n)
	}
	if n := steps(func() { play(fresh, plies+1) }); n > 18 { // for the state so far back
		t.Errorf("a move with a fold takes %d steps", n)
	}
}

// An imported match is kept like one that was played here.
func TestFoldStepsOfAnImport(t *testing.T) {
	t.Parallel()
	applied := new(atomic.Int64)
	c := roomstest.NewTable(t, catalog.Find)
	var text strings.Builder
	text.WriteString("[Game \"camelot\"]\n[Seats \"2\"]\n\n")
	for ply := range 1000 {
		fmt.Fprintf(&text, "%d: %s\n", ply%2+1, [...]string{"C6-B6", "C11-B11", "B6-C6", "B11-C11"}[ply%4])
	}
	got, err := tables.Transcript{Text: text.String()}.Read()
	if err != nil {
		t.Fatal(err)
	}
	f, err := c.Tables.Import(t.Context(), db.Once{}, c.Players[0].ID, got, nil)
	if err != nil {
		t.Fatal(err)
	}
	fresh := rooms.New(rooms.Config{Store: c.Engine, Hub: c.Hub, Now: time.Now, Rules: func(game string, version int) (games.Ruleset, error) {
		rules, err := catalog.Find(game, version)
		return countedRules{rules, applied}, err
	}})
	m, err := fresh.Match.Match(t.Context(), f.ID, c.Players[0].ID)
	for ply := range match.FoldBack {
		m.Table.At(m.Ply - 1 - ply)
	}
	if err != nil || m.Table.Ply() != 1000 || applied.Load() > match.FoldBack+16*match.FoldBack {
		t.Errorf("the first look at ply %d and those before takes %d steps, %v", m.Table.Ply(), applied.Load(), err)
	}
	if m.Table.At(0).Log(); !m.Table.Log()[999].At.Equal(m.Events[999].At) {
		t.Error("the events have no times")
	}
}

// A fold that cannot be used costs only time: the match is replayed. A check of the store reports
// one that is wrong, and not one that another program has made.
func TestFoldsThatAreNotUsed(t *testing.T) {
	t.Parallel()
	rules, err := catalog.Find("camelot", 0)
	if err != nil {
		t.Fatal(err)
	}
	moves := [...]string{"E6-E8", "E11-E9", "E8-E6", "E9-E11"}
	play := func(plies int) table.Match {
		m, err := table.New(rules, games.Setup{Seats: 2})
		for ply := range plies {
			if err != nil {
				t.Fatal(err)
			}
			m, err = m.Replay(table.Event{Seat: games.Seat(ply%2 + 1), Text: moves[ply%len(moves)]})
		}
		return m
	}
	good := play(db.FoldEvery).Save()
	for name, tt := range map[string]struct {
		fold []byte
		want string // of Verify
	}{
		"none":            {nil, ""},
		"good":            {good, ""},
		"damaged":         {append(slices.Clone(good[:len(good)-1]), good[len(good)-1]+1), "damaged"},
		"of fewer events": {play(4).Save(), ""},
	} {
		c := roomstest.NewTable(t, catalog.Find)
		n := db.NewMatch{Game: "camelot", Version: 1, Seats: 2, Solo: true, Host: c.Players[0].ID, ToAct: []games.Seat{1}, Fold: tt.fold}
		for ply := range db.FoldEvery {
			n.Events = append(n.Events, db.Event{Seat: games.Seat(ply%2 + 1), Text: moves[ply%len(moves)]})
		}
		m, err := c.Engine.CreateMatch(t.Context(), db.Once{}, n, nil)
		if err != nil {
			t.Fatal(err)
		}
		f, err := c.Match.Match(t.Context(), m.ID, c.Players[0].ID)
		if err != nil || f.Table.Ply() != db.FoldEvery {
			t.Errorf("%s: the match is at ply %d, %v", name, f.Table.Ply(), err)
		}
		err = c.Engine.EachMatch(t.Context(), func(_ string, m db.Match, err error) error { return errors.Join(err, c.Match.Verify(m)) })
		if (err != nil) != (tt.want != "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: Verify: %v, want %q", name, err, tt.want)
		}
	}
}
