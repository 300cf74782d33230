package arena

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"

	"tableronde/games"
)

// CardMatch describes the games between two contestants at cards. Each deal is played as often
// as there are seats, with A alone in each of them against players of B.
type CardMatch struct {
	Rules games.Ruleset
	Seats int // of a table, 0 for the smallest number
	A, B  Contestant
	Games int // at least; as many as whole rotations of seats take
	Seed  uint64
}

// mostActions is the number of actions after which a card game is given up and shared by all.
// A game in which the players try to win is shorter.
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
			tally.add(score, plies, report)
		}
	}
	return tally, nil
}

// play plays one game with A in a seat, and returns its score.
func (m CardMatch) play(setup games.Setup, own games.Seat, seed uint64) (score float64, plies int, err error) {
	g := game{setup: setup}
	if err := g.seat(m.A, m.B, []games.Seat{own}, seed); err != nil {
		return 0, 0, err
	}
	if g.state, err = m.Rules.New(setup); err != nil {
		return 0, 0, err
	}
	for g.state.Result() == nil && len(g.past) < mostActions {
		if err := g.stepAtCards(); err != nil {
			return 0, 0, err
		}
	}
	r := g.state.Result()
	if r == nil {
		return 1 / float64(m.Seats), len(g.past), nil
	}
	if slices.Contains(r.Winners, own) {
		score = 1 / float64(len(r.Winners))
	}
	return score, len(g.past), nil
}

// stepAtCards plays the action of a seat that owes one. A forced one may be interrupted first,
// by the seats in their order.
func (g *game) stepAtCards() error {
	acting := g.state.ToAct()
	asked := acting[:1]
	forced := g.state.Legal(acting[0])
	if len(forced) == 1 {
		asked = nil
		for seat := games.Seat(1); int(seat) <= len(g.players) && len(acting) == 1; seat++ {
			if seat != acting[0] && len(g.state.Legal(seat)) > 0 {
				asked = append(asked, seat)
			}
		}
	}
	for _, seat := range asked {
		action, err := g.choose(seat)
		if err != nil {
			return err
		}
		if action != "" {
			return g.play(seat, action)
		}
	}
	if len(forced) > 1 {
		return nil
	}
	return g.play(acting[0], forced[0])
}
