// Package ismcts looks ahead in games of hidden cards, by Monte-Carlo tree search over
// information sets (Cowling, Powley, Whitehouse 2012, SO-ISMCTS): each iteration imagines
// anew what the seat cannot see, follows one common tree through the actions that are legal
// in that deal, and plays on from its edge. An action is rated by how often it was taken
// among the iterations in which it was available.
//
// The tree branches by actions alone: what chance decides comes out anew in every
// iteration. Where several seats decide at once, the searching seat decides against
// answers that are sampled and do not branch the tree. Where a seat may interrupt, it
// chooses between its interrupts and to let things pass.
package ismcts

import (
	"cmp"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"tableronde/games"
	"tableronde/games/bot/seen"
)

// Options say how a Search goes on from the edge of its tree, and what it knows of the
// game. All but Playout may be absent.
type Options struct {
	Seed uint64

	// Playout plays on from a state and fills in the value of each seat, by seat-1: the
	// part of the game that it will win, from 0 to 1.
	Playout func(s games.State, rng *rand.Rand, values []float64)
	// Answer returns the answer of a seat to a decision that several seats owe at once;
	// without it, a random one.
	Answer func(s games.State, seat games.Seat, legal []string, rng *rand.Rand) string
	// Suggest returns actions that are tried first, the best first. They may be legal ones
	// that the rules do not list, as those that do several things at once.
	Suggest func(v games.View, legal []string, rng *rand.Rand) []string
	// Likely returns how likely an imagined state is beside others, from 0 to 1.
	Likely func(s games.State, viewer games.Seat) float64

	Width float64 // of the confidence bounds; 0 means the usual one
	// Doubt is the spread of the values of one action, as far as a better value than that
	// of the first suggestion may be due to chance: 0 to believe every difference.
	Doubt float64
	Widen bool // try new actions only as visits become more
}

// Limits bound a search. At most one of them may be absent.
type Limits struct {
	Iterations uint64
	Stop       func() bool // asked before every iteration
}

// Found is the result of a search.
type Found struct {
	Action     string  // "" to let things pass
	Value      float64 // the part of the game that the seat expects to win
	Iterations uint64
	Depth      int // of the deepest leaf
	Line       []string
	Options    []Option // actions that were looked at, that most often taken first
}

// Option is an action at the root, how often it was taken, and what it is worth.
type Option struct {
	Action string
	Value  float64
	Visits uint64
}

// Search is a player's search. It is for one goroutine at a time.
type Search struct {
	options Options
	rng     *rand.Rand
	tree    tree
	path    []step
	values  [maxSeats]float64
	moves   []move // available, of the node under way

	together asked // seats that owed one decision at once when it was last asked for
}

const (
	maxSeats   = 6
	usualWidth = 0.7
	maxTries   = 4 // of an imagined state, until one is likely
)

// New returns a Search.
func New(o Options) *Search {
	if o.Width == 0 {
		o.Width = usualWidth
	}
	return &Search{options: o, rng: rand.New(rand.NewPCG(o.Seed, 0x69736d637473))}
}

var errNothing = errors.New("the seat has no legal action")

// Choose returns the best action of a seat, "" if it owes none and should not interrupt. A
// forced action is found without a search.
func (s *Search) Choose(seat seen.Seat, limits Limits) (Found, error) {
	legal := seat.Legal()
	switch {
	case len(legal) == 0:
		return Found{}, errNothing
	case len(legal) == 1 && seat.Owes():
		return Found{Action: legal[0]}, nil
	}
	s.tree.reset()
	if s.options.Suggest != nil && seat.Owes() {
		for _, action := range s.options.Suggest(seat.View(), legal, s.rng) {
			s.tree.suggest(action)
		}
	}
	f := Found{}
	for limits.Iterations == 0 || f.Iterations < limits.Iterations {
		if limits.Stop != nil && f.Iterations > 0 && limits.Stop() {
			break
		}
		s.iterate(seat)
		f.Iterations++
		f.Depth = max(f.Depth, len(s.path))
	}
	s.read(seat, legal, &f)
	return f, nil
}

// Compare tries some legal actions of a seat equally often, whatever comes of them, and
// returns what they are worth, the best first. It returns none where another seat has to
// decide before.
func (s *Search) Compare(seat seen.Seat, among []string, limits Limits) []Option {
	s.tree.reset()
	for _, action := range among {
		s.tree.among = append(s.tree.among, s.tree.number(action))
	}
	for n := uint64(0); n < limits.Iterations; n++ {
		if limits.Stop != nil && n > 0 && limits.Stop() {
			break
		}
		s.iterate(seat)
	}
	list := s.tree.options(seat.Number())
	slices.SortStableFunc(list, func(a, b Option) int { return cmp.Compare(b.Value, a.Value) })
	return list
}

// read reads the result out of the tree.
func (s *Search) read(seat seen.Seat, legal []string, f *Found) {
	best := s.tree.best(0, seat.Number())
	if best == noNode {
		if seat.Owes() {
			f.Action = legal[0]
		}
		return
	}
	f.Options = s.tree.options(seat.Number())
	best = s.trusted(best, seat.Number())
	n := &s.tree.nodes[best]
	f.Action, f.Value = s.tree.text(n.action), n.score/n.visits
	for at := best; at != noNode; at = s.tree.mostVisited(at) {
		f.Line = append(f.Line, s.tree.text(s.tree.nodes[at].action))
	}
}

// trusted returns the first suggestion if the best child of the root is not clearly better.
func (s *Search) trusted(best int32, seat games.Seat) int32 {
	if len(s.tree.first) == 0 || s.options.Doubt == 0 {
		return best
	}
	usual := s.tree.find(0, s.tree.first[0], seat)
	if usual == noNode || s.tree.nodes[usual].visits == 0 {
		return best
	}
	a, b := &s.tree.nodes[best], &s.tree.nodes[usual]
	if a.score/a.visits-b.score/b.visits > s.options.Doubt*math.Sqrt(1/a.visits+1/b.visits) {
		return best
	}
	return usual
}

// imagine returns a state that fits what the seat sees, an unlikely one seldom.
func (s *Search) imagine(seat seen.Seat) games.State {
	state := seat.Imagine(s.rng)
	if s.options.Likely == nil {
		return state
	}
	for range maxTries {
		if s.rng.Float64() < s.options.Likely(state, seat.Number()) {
			break
		}
		state = seat.Imagine(s.rng)
	}
	return state
}

// step is a step of an iteration: a node, and the seat that acted to reach it.
type step struct {
	node int32
	seat games.Seat
}

// iterate follows the tree in a state imagined anew, plays on from its edge, and adds the
// values to the nodes on the way.
func (s *Search) iterate(seat seen.Seat) {
	state := s.imagine(seat)
	s.path = s.path[:0]
	state = s.descend(seat, state)
	s.values = [maxSeats]float64{}
	if r := state.Result(); r != nil {
		Score(r, s.values[:])
	} else {
		s.options.Playout(state, s.rng, s.values[:])
	}
	s.tree.nodes[0].visits++
	for _, p := range s.path {
		n := &s.tree.nodes[p.node]
		n.visits++
		n.score += s.values[p.seat-1]
	}
}

// Score fills in the value of each seat at the end of a game: winners share it.
func Score(r *games.Result, values []float64) {
	for _, w := range r.Winners {
		values[w-1] = 1 / float64(len(r.Winners))
	}
}

// descend follows the tree to its edge, adds one node there and returns its state.
func (s *Search) descend(seat seen.Seat, state games.State) games.State {
	at, asked := int32(0), asked(0)
	s.together = 0
	for state.Result() == nil {
		d := s.decision(state, seat.Number(), asked)
		if d.sampled {
			state = s.answer(state, d)
			asked = 0
			continue
		}
		var next int32
		var added bool
		if at == 0 && len(s.tree.among) > 0 && d.seat == seat.Number() {
			next, added = s.tree.evenly(d.seat)
		} else {
			next, added = s.pick(at, d)
		}
		s.path = append(s.path, step{next, d.seat})
		at = next
		if action := s.tree.text(s.tree.nodes[next].action); action == "" {
			asked.add(d.seat)
		} else {
			state = apply(state, d.seat, action)
			asked = 0
		}
		if added {
			break
		}
	}
	return state
}

// apply plays an action that is listed as legal. It panics if the rules refuse it, which a
// test of every ruleset excludes.
func apply(state games.State, seat games.Seat, action string) games.State {
	next, _, err := state.Apply(seat, action)
	if err != nil {
		panic("ismcts: a legal action is refused: " + err.Error())
	}
	return next
}
