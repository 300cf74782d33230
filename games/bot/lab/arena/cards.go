package arena

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"

	"tableronde/games"
	"tableronde/games/bot"
)

// CardMatch says what is played at cards: each deal as often as there are seats, A alone
// in each of them against players of B.
type CardMatch struct {
	Rules games.Ruleset
	Seats int // of a table, 0 for the smallest number
	A, B  Contestant
	Games int // at least; as many as whole rotations of seats take
	Seed  uint64
}

// mostActions is the number of actions after which a game of cards is given up, as shared by
// all: nobody who plays to win needs so many.
const mostActions = 20_000

// Play plays the games. After each, report is called with the tally so far; it may be nil.
func (m CardMatch) Play(report func(Tally)) (Tally, error) {
	if m.Seats == 0 {
		m.Seats = m.Rules.Info().Seats[0]
	}
	tally := Tally{Chance: 1 / float64(m.Seats)}
	for deal := uint64(0); tally.Games < m.Games; deal++ {
		rng := rand.New(rand.NewPCG(m.Seed, deal))
		setup := games.Setup{Seats: m.Seats, Seed: new(games.Seed)}
		for i := 0; i < len(setup.Seed); i += 8 {
			binary.BigEndian.PutUint64(setup.Seed[i:], rng.Uint64())
		}
		players := rng.Uint64()
		for seat := games.Seat(1); int(seat) <= m.Seats; seat++ {
			score, plies, err := m.play(setup, seat, players)
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

// play plays one game with A in a seat, and returns its score.
func (m CardMatch) play(setup games.Setup, own games.Seat, seed uint64) (score float64, plies int, err error) {
	g := cardGame{setup: setup, players: make([]bot.Chooser, m.Seats), limits: make([]func(*bot.Turn), m.Seats)}
	for i := range g.players {
		c := m.B
		if games.Seat(i+1) == own {
			c = m.A
		}
		if g.players[i], err = c.New(seed + uint64(i)); err != nil {
			return 0, 0, err
		}
		g.limits[i] = c.Limit
	}
	if g.state, err = m.Rules.New(setup); err != nil {
		return 0, 0, err
	}
	for g.state.Result() == nil && len(g.past) < mostActions {
		if err := g.step(); err != nil {
			return 0, 0, err
		}
	}
	r := g.state.Result()
	if r == nil {
		return 1 / float64(m.Seats), len(g.past), nil
	}
	for _, w := range r.Winners {
		if w == own {
			score = 1 / float64(len(r.Winners))
		}
	}
	return score, len(g.past), nil
}

// cardGame is a game of cards under way.
type cardGame struct {
	setup   games.Setup
	past    []bot.Action
	state   games.State
	players []bot.Chooser // by seat-1
	limits  []func(*bot.Turn)
}

// step plays the action of a seat that owes one. A forced one may be interrupted first, by
// the seats in their order.
func (g *cardGame) step() error {
	acting := g.state.ToAct()[0]
	forced := g.state.Legal(acting)
	if len(forced) > 1 {
		return g.ask(acting)
	}
	for i := range g.players {
		seat := games.Seat(i + 1)
		if seat == acting || len(g.state.ToAct()) > 1 || len(g.state.Legal(seat)) == 0 {
			continue
		}
		before := len(g.past)
		if err := g.ask(seat); err != nil || len(g.past) > before {
			return err
		}
	}
	return g.play(acting, forced[0])
}

// ask plays what the player of a seat chooses; who does not owe a decision may choose
// nothing.
func (g *cardGame) ask(seat games.Seat) error {
	turn := bot.Turn{State: g.state, Seat: seat, Setup: g.setup, Past: g.past}
	g.limits[seat-1](&turn)
	choice, err := g.players[seat-1].Choose(turn)
	if err != nil || choice.Action == "" {
		return err
	}
	return g.play(seat, choice.Action)
}

func (g *cardGame) play(seat games.Seat, action string) error {
	next, text, err := g.state.Apply(seat, action)
	if err != nil {
		return fmt.Errorf("seat %d plays %q: %w", seat, action, err)
	}
	g.state, g.past = next, append(g.past, bot.Action{Seat: seat, Text: text})
	return nil
}
