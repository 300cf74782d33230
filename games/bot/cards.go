package bot

import (
	"fmt"
	"math/rand/v2"

	"tableronde/games"
	"tableronde/games/bot/ismcts"
	"tableronde/games/bot/seen"
	"tableronde/games/parker"
	"tableronde/games/shannon"
)

// Player plays a seat by what it may see.
type Player struct {
	// Choose returns one of the legal actions of a seat that owes a decision.
	Choose func(v games.View, legal []string, rng *rand.Rand) string
	// Order returns the standing orders that a seat leaves when it has acted, given those
	// it has left before; nil for a player that leaves none.
	Order func(v games.View, kept string, rng *rand.Rand) string
}

// PlayerOf returns the sensible player of a card game; ok is false for other games.
func PlayerOf(game string) (p Player, ok bool) {
	switch game {
	case "knizia":
		return Player{Choose: chooser(Knizia), Order: orderer(KniziaOrders)}, true
	case "kutschke":
		return Player{Choose: chooser(Kutschke), Order: orderer(KutschkeOrders)}, true
	case "shannon":
		return Player{Choose: chooser(shannon.Sensible), Order: orderer(shannon.SensibleOrders)}, true
	}
	return Player{}, false
}

// chooser makes a chooser of any view of one for the views of a game.
func chooser[V games.View](choose func(V, []string, *rand.Rand) string) func(games.View, []string, *rand.Rand) string {
	return func(v games.View, legal []string, rng *rand.Rand) string {
		own, _ := v.(V)
		return choose(own, legal, rng)
	}
}

// orderer is chooser for what leaves orders.
func orderer[V games.View](order func(V, string, *rand.Rand) string) func(games.View, string, *rand.Rand) string {
	return func(v games.View, kept string, rng *rand.Rand) string {
		own, _ := v.(V)
		return order(own, kept, rng)
	}
}

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

// NewPlayer returns a player of a game of any kind, from 1 for the weakest to Levels. At
// cards it looks at no more deals than its level allows, whatever the bounds of a turn; it
// decides about interrupts too, when it is asked for a seat that has legal actions and owes
// none: the action "" lets things pass.
func NewPlayer(game string, level int, seed uint64) (Chooser, error) {
	if parker.BoardOf(game) != nil {
		return NewLevel(game, level, seed)
	}
	strength, ok := cardStrengths[game]
	switch {
	case !ok:
		return nil, fmt.Errorf("there is no player of the game %s", game)
	case level < 1 || level > Levels:
		return nil, fmt.Errorf("there is no level %d: they are 1 to %d", level, Levels)
	}
	s := strength[level-1]
	plain, err := NewSensible(game, seed)
	if err != nil {
		return nil, err
	}
	if s.deals == 0 {
		plain.noise = s.noise
		return plain, nil
	}
	return &Imaginer{search: ismcts.New(cardOptions(game, seed)), most: s.deals, rash: s.rash, plain: plain}, nil
}

// Interrupts reports whether players of a level may interrupt others at a game. Those that
// do not look ahead let everything pass.
func Interrupts(game string, level int) bool {
	return game == "knizia" && cardStrengths[game][level-1].deals > 0
}

// cardStrength is the strength of a level at cards: a sensible player that errs so often of
// 100, or one that imagines so many deals, except for some decisions of 100 that it takes as
// the sensible player does.
type cardStrength struct {
	noise int
	deals uint64
	rash  int
}

// cardStrengths are the levels of each game. On a free processor a decision of level 3 takes
// a few hundredths of a second, one of level 5 half a second, and a second at most.
var cardStrengths = map[string][Levels]cardStrength{
	"knizia":   {{noise: 25}, {noise: 8}, {deals: 300, rash: 75}, {deals: 1000, rash: 35}, {deals: 20000}},
	"kutschke": {{noise: 10}, {noise: 4}, {deals: 100, rash: 80}, {deals: 300, rash: 40}, {deals: 5000}},
	"shannon":  {{noise: 40}, {noise: 15}, {deals: 500, rash: 50}, {deals: 2000, rash: 10}, {deals: 10000}},
}

// cardSearch is how the search of a game is tuned.
type cardSearch struct {
	width, doubt float64
	playout      func(games.State, *rand.Rand, []float64)
	choose       func(games.View, []string, *rand.Rand) string // what is tried first, and how others answer
}

var cardSearches = map[string]cardSearch{
	"knizia":   {0.3, 0, ismcts.Roll, chooser(Knizia)},
	"kutschke": {0.3, 0.2, rollKutschke, chooser(kutschkeAhead)},
	"shannon":  {0.15, 0.1, ismcts.Roll, chooser(shannon.Sensible)},
}

// cardOptions returns what the search of a game knows of it.
func cardOptions(game string, seed uint64) ismcts.Options {
	c := cardSearches[game]
	return ismcts.Options{
		Seed: seed, Playout: c.playout, Width: c.width, Doubt: c.doubt, Widen: true,
		Usual: ismcts.Quick, Expect: ismcts.Expect, Legal: ismcts.Worthwhile,
		Answer: func(s games.State, seat games.Seat, legal []string, rng *rand.Rand) string {
			return c.choose(s.View(seat), legal, rng)
		},
		Suggest: func(v games.View, legal []string, rng *rand.Rand) []string {
			return []string{c.choose(v, legal, rng)}
		},
	}
}
