// Package arena lets players play each other: pairs of games from the same openings,
// with the seats exchanged.
package arena

import (
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

// Match describes the games between two contestants.
type Match struct {
	Rules games.Ruleset
	A, B  Contestant
	Games int // at least; as many as whole rotations of seats take
	Seed  uint64
	// Solver names the drawn openings, so that others are not played. If it is nil, or has no
	// value for a position, a short search selects openings that are about even.
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

// Openings are random, but neither side has gained anything by them according to a short
// search.
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
			g := start
			if err := g.seat(m.A, m.B, seats, rng.Uint64()+1); err != nil {
				return tally, err
			}
			if err := g.finish(); err != nil {
				return tally, err
			}
			tally.add(m.scoreOf(g.state, seats), len(g.past), report)
		}
	}
	return tally, nil
}

// finish plays a game on a board to its end. Draws that may be claimed are.
func (g *game) finish() error {
	for g.state.Result() == nil && len(g.past) < drawnAfter {
		if d, ok := g.state.(games.Drawer); ok {
			if reason, err := d.Claim(); err == nil {
				g.state = d.Draw(reason)
				break
			}
		}
		seat := g.state.ToAct()[0]
		action, err := g.choose(seat)
		if err != nil {
			return err
		}
		if err := g.play(seat, action); err != nil {
			return err
		}
	}
	return nil
}

// open plays a random opening.
func (m Match) open(rng *rand.Rand) (game, error) {
	info := m.Rules.Info()
	for {
		g := game{setup: games.Setup{Seats: info.Seats[0]}}
		var err error
		if g.state, err = m.Rules.New(g.setup); err != nil {
			return g, err
		}
		random := NewRandom(rng.Uint64())
		for range openingPlies - rng.IntN(2) {
			if g.state.Result() != nil {
				break
			}
			seat := g.state.ToAct()[0]
			c, err := random.Choose(bot.Turn{State: g.state, Seat: seat})
			if err != nil {
				return g, err
			}
			if err := g.play(seat, c.Action); err != nil {
				return g, err
			}
		}
		if g.state.Result() == nil && m.balanced(g.state) {
			return g, nil
		}
	}
}

// balanced reports whether a position is about even.
func (m Match) balanced(s games.State) bool {
	x, ok := parker.SearchOf(s)
	if !ok || x.Board().Seats() == 4 {
		return true
	}
	if m.Solver != nil {
		if value, _, err := m.Solver.Solve(x); err == nil {
			return !value.Decided
		}
	}
	e := search.New(x.Board(), search.Options{Plain: true, TableBytes: 1 << 20})
	f := e.Search(x, search.Limits{Nodes: openingNodes, Single: true})
	return f.Value <= openingEdge && f.Value >= -openingEdge
}

// scoreOf returns the score of A: at a table of each alone the seats with pieces left share a
// draw.
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
