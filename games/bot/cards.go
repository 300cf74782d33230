package bot

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"tableronde/games"
	"tableronde/games/bot/ismcts"
	"tableronde/games/bot/seen"
	"tableronde/games/parker"
	"tableronde/games/shannon"
)

// cardGame is a card game with the functions and numbers of its players.
type cardGame struct {
	sensible   Player
	levels     [Levels]cardStrength
	interrupts bool // players that search may interrupt others

	// Of the search: its tuning, its playouts, and the action that it tries first and expects from
	// others.
	width, doubt float64
	playout      func(games.State, *rand.Rand, []float64)
	choose       func(games.View, []string, *rand.Rand) string
	weighed      uint64 // imagined deals in which a Weigher tries each action of a decision
}

// cardStrength is the strength of a level at cards. Without deals it is a sensible player that errs
// in noise of 100 decisions. Otherwise it imagines the given number of deals, and takes rash of 100
// decisions as that player does.
type cardStrength struct {
	noise int
	deals uint64
	rash  int
}

// cardGames are the card games. On an idle processor a decision of level 3 takes a few hundredths
// of a second, and one of level 5 half a second to a second.
var cardGames = map[string]cardGame{
	"knizia": {
		sensible: Player{viewing(Knizia), viewing(KniziaOrders)}, interrupts: true,
		levels: [Levels]cardStrength{{noise: 29}, {noise: 8}, {deals: 300, rash: 75}, {deals: 1000, rash: 35}, {deals: 20000}},
		width:  0.3, playout: ismcts.Roll, choose: viewing(Knizia), weighed: 1000,
	},
	"kutschke": {
		sensible: Player{viewing(Kutschke), viewing(KutschkeOrders)},
		levels:   [Levels]cardStrength{{noise: 34}, {noise: 23}, {noise: 14, deals: 100, rash: 90}, {noise: 4, deals: 100, rash: 80}, {deals: 5000}},
		width:    0.3, doubt: 0.2, playout: rollKutschke, choose: viewing(kutschkeAhead), weighed: 200,
	},
	"shannon": {
		sensible: Player{viewing(shannon.Sensible), viewing(shannon.SensibleOrders)},
		levels:   [Levels]cardStrength{{noise: 60}, {noise: 17}, {deals: 500, rash: 50}, {deals: 2000, rash: 10}, {deals: 10000}},
		width:    0.15, doubt: 0.1, playout: ismcts.Roll, choose: viewing(shannon.Sensible), weighed: 1000,
	},
}

// viewing makes a function of any view of one of the views of a game.
func viewing[V games.View, T any](f func(V, T, *rand.Rand) string) func(games.View, T, *rand.Rand) string {
	return func(v games.View, more T, rng *rand.Rand) string {
		own, _ := v.(V)
		return f(own, more, rng)
	}
}

// search returns the search of the game.
func (c *cardGame) search(seed uint64) *ismcts.Search {
	return ismcts.New(ismcts.Options{
		Seed: seed, Playout: c.playout, Width: c.width, Doubt: c.doubt, Widen: true,
		Usual: ismcts.Quick, Expect: ismcts.Expect, Legal: ismcts.Worthwhile,
		Answer: func(s games.State, seat games.Seat, legal []string, rng *rand.Rand) string {
			return c.choose(s.View(seat), legal, rng)
		},
		Suggest: func(v games.View, legal []string, rng *rand.Rand) []string {
			return []string{c.choose(v, legal, rng)}
		},
	})
}

// NewPlayer returns a player of a game of any kind, from 1 for the weakest to Levels. In card games
// it imagines at most the deals of its level, whatever the bounds of a turn. It also decides about
// interrupts, when asked for a seat that has legal actions and owes none: the action "" lets things
// pass.
func NewPlayer(game string, level int, seed uint64) (Chooser, error) {
	c, ok := cardGames[game]
	switch {
	case parker.BoardOf(game) != nil:
		return NewLevel(game, level, seed)
	case !ok:
		return nil, fmt.Errorf("the game %s has no computer player", game)
	case level < 1 || level > Levels:
		return nil, fmt.Errorf("level %d is outside 1 to %d", level, Levels)
	}
	s := c.levels[level-1]
	plain, err := NewSensible(game, seed)
	if err != nil {
		return nil, err
	}
	plain.noise = s.noise
	if s.deals == 0 {
		return plain, nil
	}
	return &Imaginer{search: c.search(seed), most: s.deals, rash: s.rash, plain: plain}, nil
}

// Interrupts reports whether players of a level may interrupt others in a game. Levels that do not
// search never interrupt.
func Interrupts(game string, level int) bool {
	c := cardGames[game]
	return c.interrupts && c.levels[level-1].deals > 0
}

// Player plays a seat from the seat's view.
type Player struct {
	// Choose returns one of the legal actions of a seat that owes a decision.
	Choose func(v games.View, legal []string, rng *rand.Rand) string
	// Order returns the advance orders that a seat leaves after it has acted, given its earlier
	// ones; nil for a player that leaves none.
	Order func(v games.View, kept string, rng *rand.Rand) string
}

// PlayerOf returns the sensible player of a card game; ok is false for other games.
func PlayerOf(game string) (p Player, ok bool) {
	c, ok := cardGames[game]
	return c.sensible, ok
}

// Sensible is the sensible player of a card game, which plans no further than the next action. It
// chooses noise of 100 actions at random.
type Sensible struct {
	choose func(games.View, []string, *rand.Rand) string
	noise  int
	rng    *rand.Rand
}

// NewSensible returns a Sensible player without noise. The error is for a game that is not a
// card game.
func NewSensible(game string, seed uint64) (*Sensible, error) {
	c, ok := cardGames[game]
	if !ok {
		return nil, fmt.Errorf("the game %s has no sensible player", game)
	}
	return &Sensible{choose: c.sensible.Choose, rng: rand.New(rand.NewPCG(seed, 0x73656e7365))}, nil
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

// Imaginer is a player of a card game that searches many deals, all consistent with its seat's
// view.
type Imaginer struct {
	search *ismcts.Search
	most   uint64    // iterations of a decision, 0 for no bound of its own
	rash   int       // the decisions of 100 that plain makes
	plain  *Sensible // nil if there are none
}

// NewISMCTS returns the baseline of the card games: plain search over information sets, with
// random playouts to the end of the game, and nothing else.
func NewISMCTS(game string, seed uint64) (*Imaginer, error) {
	if _, ok := cardGames[game]; !ok {
		return nil, fmt.Errorf("the game %s has no search of cards", game)
	}
	return &Imaginer{search: ismcts.New(ismcts.Options{Seed: seed, Playout: ismcts.PlayAtRandom})}, nil
}

// Choose implements Chooser. A node is an imagined deal; the value is the chance to win, in
// percent.
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

// Weigher judges past decisions of a card game by the view that the seat then had. It also
// estimates the chances of all seats with the cards they hold.
type Weigher struct {
	cardGame
	search *ismcts.Search
	seed   uint64
}

// NewWeigher returns a Weigher of a game. The error is for a game that is not a card game.
func NewWeigher(game string, seed uint64) (*Weigher, error) {
	c, ok := cardGames[game]
	if !ok {
		return nil, fmt.Errorf("the game %s has no search of cards", game)
	}
	return &Weigher{c, c.search(seed), seed}, nil
}

// Deals returns the usual number of imagined deals for each action.
func (w *Weigher) Deals() uint64 { return w.weighed }

// Weigh compares a legal action of the seat of a turn with at most most other promising actions.
// Each is tried in Nodes imagined deals; the best comes first, and "" stands for not interrupting.
func (w *Weigher) Weigh(t Turn, action string, most int) ([]Option, error) {
	seat := seen.From(t.State, t.Seat)
	f, err := w.search.Choose(seat, ismcts.Limits{Iterations: 2 * t.Nodes, Stop: t.Stop})
	if err != nil {
		return nil, fmt.Errorf("seat %d: %w", t.Seat, err)
	}
	among := []string{action}
	add := func(other string) {
		if len(among) <= most && !slices.Contains(among, other) {
			among = append(among, other)
		}
	}
	add(f.Action)
	for _, o := range f.Options {
		add(o.Action)
	}
	var list []Option
	for _, o := range w.search.Compare(seat, among, ismcts.Limits{Iterations: t.Nodes * uint64(len(among)), Stop: t.Stop}) {
		list = append(list, Option{o.Action, int(100*o.Value + 0.5)})
	}
	return list, nil
}

// Open returns the chance of each seat to win, by seat-1, in percent, if all hands stay as they
// are. It is the mean over games that are played on quickly, with the deck in random order.
func (w *Weigher) Open(s games.State, seats int, deals uint64, stop func() bool) []int {
	return w.expect(seats, deals, stop, func(rng *rand.Rand) games.State {
		if r, ok := s.(games.Reshuffler); ok {
			return r.Reshuffle(rng)
		}
		return s
	})
}

// Average returns the chances as Open does, but deals the hands that the viewer has not seen again
// at random.
func (w *Weigher) Average(s games.State, viewer games.Seat, seats int, deals uint64, stop func() bool) []int {
	return w.expect(seats, deals, stop, func(rng *rand.Rand) games.State { return s.Determinize(viewer, rng) })
}

// expect returns the mean chances of the seats in games that are played on quickly.
func (w *Weigher) expect(seats int, deals uint64, stop func() bool, imagine func(*rand.Rand) games.State) []int {
	source := rand.NewPCG(0, 0)
	rng := rand.New(source)
	values, sums := make([]float64, seats), make([]float64, seats)
	for n := range deals {
		if stop != nil && stop() {
			break
		}
		source.Seed(w.seed, n)
		clear(values)
		w.playout(imagine(rng), rng, values)
		for i, v := range values {
			sums[i] += v
		}
	}
	shares := make([]int, seats)
	for i, sum := range sums {
		shares[i] = int(100*sum/float64(deals) + 0.5)
	}
	return shares
}
