// Package arena lets players play each other: pairs of games from the same openings,
// with the seats exchanged.
package arena

import (
	"fmt"
	"math/rand/v2"

	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/bot/search"
	"tableronde/games/parker"
)

// Contestant is one of the two kinds of player.
type Contestant struct {
	Name string
	// New returns a player for one match.
	New func(seed uint64) (bot.Chooser, error)
	// Limit sets the bounds of a turn, which begins now.
	Limit func(*bot.Turn)
}

// Match says what is played.
type Match struct {
	Rules games.Ruleset
	A, B  Contestant
	Games int // at least; as many as whole rotations of seats take
	Seed  uint64
	// Solver tells which openings are drawn, so that others are not played. nil has a short
	// search estimate which are about even, as it does where a position is not known.
	Solver bot.Solver
}

// Rotation returns the seats of A in each game of an opening: at a table of two each
// seat once, of two teams each team once, of four alone each seat once against three of B.
func (m Match) Rotation() [][]games.Seat {
	info := m.Rules.Info()
	var all [][]games.Seat
	for seat := games.Seat(1); int(seat) <= info.Seats[0]; seat++ {
		partner := info.Partner(seat)
		switch {
		case partner == 0:
			all = append(all, []games.Seat{seat})
		case seat < partner:
			all = append(all, []games.Seat{seat, partner})
		}
	}
	return all
}

// Chance returns the share of the games that A wins if it plays like B.
func (m Match) Chance() float64 { return 1 / float64(len(m.Rotation())) }

// openings are random, but neither side has gained anything by them, as far as a short
// search sees.
const (
	openingPlies = 6
	openingEdge  = 70 // the largest value, in hundredths of a man
	openingNodes = 4_000
)

// drawnAfter is the number of actions after which a game is a draw.
const drawnAfter = 600

// Play plays the games. After each, report is called with the tally so far; it may be nil.
func (m Match) Play(report func(Tally)) (Tally, error) {
	rotation := m.Rotation()
	tally := Tally{Chance: m.Chance()}
	for opening := uint64(0); tally.Games < m.Games; opening++ {
		rng := rand.New(rand.NewPCG(m.Seed, opening))
		start, err := m.open(rng)
		if err != nil {
			return tally, err
		}
		for _, seats := range rotation {
			score, plies, err := m.play(start, seats, rng.Uint64())
			if err != nil {
				return tally, err
			}
			tally.add(score, plies)
			if report != nil {
				report(tally)
			}
		}
	}
	return tally, nil
}

// table is a match under way.
type table struct {
	setup games.Setup
	past  []bot.Action
	state games.State
}

// open plays a random opening.
func (m Match) open(rng *rand.Rand) (table, error) {
	info := m.Rules.Info()
	for {
		t := table{setup: games.Setup{Seats: info.Seats[0]}}
		state, err := m.Rules.New(t.setup)
		if err != nil {
			return t, err
		}
		t.state = state
		random := bot.NewRandom(rng.Uint64())
		for range openingPlies - rng.IntN(2) {
			if t.state.Result() != nil {
				break
			}
			c, err := random.Choose(bot.Turn{State: t.state, Seat: t.state.ToAct()[0]})
			if err != nil {
				return t, err
			}
			if t, err = t.play(c.Action); err != nil {
				return t, err
			}
		}
		if t.state.Result() == nil && m.balanced(info.ID, t.state) {
			return t, nil
		}
	}
}

// balanced reports whether a position is about even.
func (m Match) balanced(game string, s games.State) bool {
	b := parker.BoardOf(game)
	searcher, ok := s.(games.Searcher)
	if b == nil || !ok || b.Seats() == 4 {
		return true
	}
	x := searcher.Search().(*parker.Search)
	if m.Solver != nil {
		if value, _, err := m.Solver.Solve(x); err == nil {
			return !value.Decided
		}
	}
	e := search.New(b, search.Options{Plain: true, TableBytes: 1 << 20})
	f := e.Search(x, search.Limits{Nodes: openingNodes, Single: true})
	return f.Value <= openingEdge && f.Value >= -openingEdge
}

// play applies an action of the seat to act.
func (t table) play(action string) (table, error) {
	seat := t.state.ToAct()[0]
	next, text, err := t.state.Apply(seat, action)
	if err != nil {
		return t, fmt.Errorf("seat %d plays %q: %w", seat, action, err)
	}
	past := append(t.past[:len(t.past):len(t.past)], bot.Action{Seat: seat, Text: text})
	return table{t.setup, past, next}, nil
}

// play plays one game from an opening and returns the score of A. Draws that may be
// claimed are.
func (m Match) play(t table, seats []games.Seat, seed uint64) (score float64, plies int, err error) {
	players := make(map[games.Seat]bot.Chooser)
	limits := make(map[games.Seat]func(*bot.Turn))
	for seat := games.Seat(1); int(seat) <= t.setup.Seats; seat++ {
		c := m.B
		for _, own := range seats {
			if own == seat {
				c = m.A
			}
		}
		if players[seat], err = c.New(seed + uint64(seat)); err != nil {
			return 0, 0, err
		}
		limits[seat] = c.Limit
	}
	for t.state.Result() == nil && len(t.past) < drawnAfter {
		if d, ok := t.state.(games.Drawer); ok {
			if reason, err := d.Claim(); err == nil {
				t.state = d.Draw(reason)
				break
			}
		}
		seat := t.state.ToAct()[0]
		turn := bot.Turn{State: t.state, Seat: seat, Setup: t.setup, Past: t.past}
		limits[seat](&turn)
		choice, err := players[seat].Choose(turn)
		if err != nil {
			return 0, 0, err
		}
		if t, err = t.play(choice.Action); err != nil {
			return 0, 0, err
		}
	}
	return m.scoreOf(t.state, seats), len(t.past), nil
}

// scoreOf returns the score of A: at a table of each alone a draw is shared by those who
// have pieces left.
func (m Match) scoreOf(s games.State, seats []games.Seat) float64 {
	r := s.Result()
	switch {
	case r == nil:
		return m.Chance()
	case len(r.Winners) == 0 && len(m.Rotation()) > 2:
		n := 0
		for _, score := range r.Scores {
			if score > 0 {
				n++
			}
		}
		if r.Scores[seats[0]] == 0 || n == 0 {
			return 0
		}
		return 1 / float64(n)
	}
	return r.Scores[seats[0]]
}
