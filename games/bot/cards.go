package bot

import (
	"fmt"
	"math/rand/v2"

	"tableronde/games"
	"tableronde/games/bot/ismcts"
	"tableronde/games/bot/seen"
)

// Sensible is the sensible player of a card game, which looks no further than the next
// action. Some of its actions, as many as noise says of 100, are taken at random.
type Sensible struct {
	choose func(games.View, []string, *rand.Rand) string
	noise  int
	rng    *rand.Rand
}

// NewSensible returns a Sensible player without noise. The error is for a game that is not
// one of cards.
func NewSensible(game string, seed uint64) (*Sensible, error) {
	p, ok := PlayerOf(game)
	if !ok {
		return nil, fmt.Errorf("there is no sensible player of the game %s", game)
	}
	return &Sensible{choose: p.Choose, rng: rand.New(rand.NewPCG(seed, 0x73656e7365))}, nil
}

// Choose implements Chooser. It never interrupts others.
func (p *Sensible) Choose(t Turn) (Choice, error) {
	seat := seen.From(t.State, t.Seat)
	legal := seat.Legal()
	switch {
	case len(legal) == 0:
		return Choice{}, fmt.Errorf("seat %d has no legal action", t.Seat)
	case !seat.Owes():
		return Choice{}, nil
	case len(legal) == 1:
		return Choice{Action: legal[0]}, nil
	case p.rng.IntN(100) < p.noise:
		return Choice{Action: legal[p.rng.IntN(len(legal))]}, nil
	}
	return Choice{Action: p.choose(seat.View(), legal, p.rng)}, nil
}

// Imaginer is a player of a card game that looks ahead in many deals that fit what its seat
// sees.
type Imaginer struct {
	search *ismcts.Search
	most   uint64    // iterations of a decision, 0 for no bound of its own
	rash   int       // decisions of 100 that plain takes
	plain  *Sensible // nil if there are none
}

// NewISMCTS returns the baseline of the card games: plain search over information sets, with
// random playouts to the end of the game, and nothing else.
func NewISMCTS(game string, seed uint64) (*Imaginer, error) {
	if _, ok := PlayerOf(game); !ok {
		return nil, fmt.Errorf("there is no search of cards for the game %s", game)
	}
	return &Imaginer{search: ismcts.New(ismcts.Options{Seed: seed, Playout: ismcts.PlayAtRandom})}, nil
}

// Choose implements Chooser. A node is an imagined deal; the value is the part of the game
// that the seat expects to win, in hundredths.
func (p *Imaginer) Choose(t Turn) (Choice, error) {
	if p.rash > 0 && p.plain.rng.IntN(100) < p.rash {
		return p.plain.Choose(t)
	}
	limits := ismcts.Limits{Iterations: t.Nodes, Stop: t.Stop}
	if p.most > 0 && (limits.Iterations == 0 || limits.Iterations > p.most) {
		limits.Iterations = p.most
	}
	f, err := p.search.Choose(seen.From(t.State, t.Seat), limits)
	if err != nil {
		return Choice{}, fmt.Errorf("seat %d: %w", t.Seat, err)
	}
	c := Choice{Action: f.Action, Nodes: f.Iterations}
	if f.Iterations > 0 {
		c.Search, c.Depth, c.Line = true, f.Depth, f.Line
		c.Value = int(100*f.Value + 0.5)
		c.Options = append(c.Options, Option{c.Action, c.Value})
		for _, o := range f.Options {
			if o.Action != c.Action {
				c.Options = append(c.Options, Option{o.Action, int(100*o.Value + 0.5)})
			}
		}
	}
	return c, nil
}
