// Package ismcts looks ahead in games of hidden cards, by Monte-Carlo tree search over
// information sets (Cowling, Powley, Whitehouse 2012, SO-ISMCTS). Each iteration imagines a
// new deal of the cards hidden from the seat. It follows one common tree through the actions
// that are legal in that deal, and plays on from its edge. An action is rated by how often it
// was taken among the iterations in which it was available.
//
// The tree branches by actions alone: every iteration draws the results of chance again. Where
// several seats decide at once, the searching seat decides against answers that are sampled
// and do not branch the tree. Where a seat may interrupt, it chooses between its interrupts
// and to let things pass.
package ismcts

import (
	"cmp"
	"errors"
	"math/rand/v2"
	"slices"

	"tableronde/games"
	"tableronde/games/bot/seen"
)

// Options has the functions by which a Search plays on from the edge of its tree and uses
// features of the game. All except Playout may be absent.
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
	// Usual returns an action that is tried first at a node, unless it is not listed.
	Usual func(s games.State, seat games.Seat, rng *rand.Rand) string
	// Expect returns the action that another seat than the searching one will take when it owes
	// a decision. Without it, and where it returns "", the seat takes its best action in the
	// tree.
	Expect func(s games.State, seat games.Seat, rng *rand.Rand) string
	// Legal lists the legal actions of a seat that are worth trying in the tree; without it,
	// all that the rules list.
	Legal func(s games.State, seat games.Seat) []string

	Width float64 // of the confidence bounds; 0 means the usual one
	// Doubt is the spread of the values of one action. Within it, a better value than the first
	// suggestion's counts as chance; 0 believes every difference.
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

// Option is an action at the root, with its value and the number of times that it was taken.
type Option struct {
	Action string
	Value  float64
	Visits uint64
}

// Search is a player's search. It is for one goroutine at a time.
type Search struct {
	options Options
	seeds   *rand.Rand // of decisions
	deal    *rand.PCG  // the source of rng, which gets a new seed for each deal
	rng     *rand.Rand
	viewer  games.Seat
	tree    tree
	path    []step
	values  [maxSeats]float64
	moves   []move // available, of the node under way

	together seatSet // seats that owed one decision at once when it was last asked for
}

const (
	maxSeats   = 6
	usualWidth = 0.7
)

// New returns a Search.
func New(o Options) *Search {
	if o.Width == 0 {
		o.Width = usualWidth
	}
	deal := rand.NewPCG(o.Seed, 0)
	return &Search{options: o, seeds: rand.New(rand.NewPCG(o.Seed, 0x69736d637473)), deal: deal, rng: rand.New(deal)}
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
	s.reset(seat)
	actions := s.contenders(seat)
	if len(actions) == 0 {
		return Found{}, nil // another seat decides before
	}
	r := s.newRoot(actions, false)
	f := Found{}
	for limits.goOn(f.Iterations) {
		s.step(seat, r)
		f.Iterations++
		f.Depth = max(f.Depth, len(s.path))
	}
	f.Options = s.list(r)
	slices.SortStableFunc(f.Options, func(a, b Option) int {
		return cmp.Or(cmp.Compare(b.Visits, a.Visits), cmp.Compare(b.Value, a.Value))
	})
	best := s.best(r)
	n := &s.tree.nodes[best]
	f.Action, f.Value = s.tree.text(n.action), n.value()
	for at := best; at != noNode; at = s.tree.mostVisited(at) {
		f.Line = append(f.Line, s.tree.text(s.tree.nodes[at].action))
	}
	return f, nil
}

// goOn reports whether a search that has made the given number of iterations goes on. Every
// search makes at least one.
func (l Limits) goOn(made uint64) bool {
	return (l.Iterations == 0 || made < l.Iterations) && (l.Stop == nil || made == 0 || !l.Stop())
}

func (s *Search) reset(seat seen.Seat) {
	s.viewer = seat.Number()
	s.deal.Seed(s.seeds.Uint64(), 0)
	s.tree.reset()
}

// Compare tries some legal actions of a seat equally often, whatever their results, and
// returns their values, the best first. It returns none where another seat has to decide
// before.
func (s *Search) Compare(seat seen.Seat, among []string, limits Limits) []Option {
	s.reset(seat)
	if len(s.contenders(seat)) == 0 {
		return nil
	}
	r := s.newRoot(among, true)
	for n := uint64(0); limits.goOn(n); n++ {
		s.step(seat, r)
	}
	list := s.list(r)
	slices.SortStableFunc(list, func(a, b Option) int { return cmp.Compare(b.Value, a.Value) })
	return list
}

// step is a step of an iteration: a node, and the seat that acted to reach it.
type step struct {
	node int32
	seat games.Seat
}

// iterate imagines a state, takes an action at the root, follows the tree from there, plays
// on from its edge, and adds the values to the nodes on the way.
func (s *Search) iterate(seat seen.Seat, action int32) {
	state := seat.Imagine(s.rng)
	s.path = s.path[:0]
	state = s.descend(state, action)
	s.values = [maxSeats]float64{}
	if r := state.Result(); r != nil {
		Score(r, s.values[:])
	} else {
		s.options.Playout(state, s.rng, s.values[:])
	}
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

// descend takes an action at the root and follows the tree to its edge, adds one node there
// and returns its state.
func (s *Search) descend(state games.State, first int32) games.State {
	at, edge, asked := first, s.tree.nodes[first].visits == 0, seatSet(0)
	s.path = append(s.path, step{first, s.viewer})
	s.decision(state, s.viewer, asked) // notes the seats that decide at once
	state = s.take(state, s.viewer, first, &asked)
	for !edge && state.Result() == nil {
		d := s.decision(state, s.viewer, asked)
		if d.sampled {
			state = s.answer(state, d)
			asked = 0
			continue
		}
		at, edge = s.follow(at, state, d)
		s.path = append(s.path, step{at, d.seat})
		state = s.take(state, d.seat, at, &asked)
	}
	return state
}

// take plays the action of a node, or notes that its seat lets things pass.
func (s *Search) take(state games.State, seat games.Seat, node int32, passed *seatSet) games.State {
	action := s.tree.text(s.tree.nodes[node].action)
	if action == "" {
		passed.add(seat)
		return state
	}
	*passed = 0
	return apply(state, seat, action)
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

// decision is the next decision in a state.
type decision struct {
	seat      games.Seat
	legal     []string
	interrupt bool // letting things pass is a choice, too
	sampled   bool // the answer is sampled
}

// seatSet holds the seats that were asked for an interrupt, or for one decision at once.
type seatSet uint8

func (s *seatSet) add(seat games.Seat)     { *s |= 1 << seat }
func (s seatSet) has(seat games.Seat) bool { return s>>seat&1 != 0 }

// decision returns the next decision of a state: if several seats owe one at once, first the
// viewer's, then the others', which are sampled, also the last of them. Others may interrupt a
// single action that the rules ask for.
func (s *Search) decision(state games.State, viewer games.Seat, passed seatSet) decision {
	acting := state.ToAct()
	if len(acting) > 1 {
		s.together = 0
		for _, seat := range acting {
			s.together.add(seat)
		}
		if slices.Contains(acting, viewer) {
			return decision{seat: viewer, legal: s.legal(state, viewer)}
		}
		return decision{seat: acting[0], legal: s.legal(state, acting[0]), sampled: true}
	}
	d := decision{seat: acting[0], legal: s.legal(state, acting[0])}
	last := s.together.has(d.seat) && d.seat != viewer
	s.together = 0
	if last {
		d.sampled = true
		return d
	}
	if len(d.legal) > 1 {
		return d
	}
	for i := range games.Seat(maxSeats + 1) {
		seat := i
		if i == 0 {
			seat = viewer // the searching seat is asked first
		}
		if seat == d.seat || passed.has(seat) {
			continue
		}
		if legal := s.legal(state, seat); len(legal) > 0 {
			return decision{seat: seat, legal: legal, interrupt: true}
		}
	}
	d.sampled = true // forced
	return d
}

func (s *Search) legal(state games.State, seat games.Seat) []string {
	if s.options.Legal != nil {
		return s.options.Legal(state, seat)
	}
	return state.Legal(seat)
}

// answer plays a sampled or forced action.
func (s *Search) answer(state games.State, d decision) games.State {
	action := d.legal[0]
	if len(d.legal) > 1 {
		action = d.legal[s.rng.IntN(len(d.legal))]
		if s.options.Answer != nil {
			action = s.options.Answer(state, d.seat, d.legal, s.rng)
		}
	}
	return apply(state, d.seat, action)
}

// Roller is a state that plays on by itself, without texts.
type Roller interface {
	games.State
	// Rollout plays on by quick choices for as long as they pay, and fills in the part of the
	// game that each seat will win, by seat-1.
	Rollout(rng *rand.Rand, values []float64)
	// Quick returns the choice of a seat that Rollout would make. It need not be listed as
	// legal.
	Quick(seat games.Seat, rng *rand.Rand) string
}

// Trimmer is a state that can leave out legal actions not worth trying.
type Trimmer interface {
	// Worthwhile lists the legal actions of a seat that are worth trying; at least one if it
	// has any.
	Worthwhile(seat games.Seat) []string
}

// Worthwhile lists the legal actions of a seat that are worth trying.
func Worthwhile(state games.State, seat games.Seat) []string {
	if t, ok := state.(Trimmer); ok {
		return t.Worthwhile(seat)
	}
	return state.Legal(seat)
}

// Roll is a Playout by the state's own Rollout, at random if it has none.
func Roll(state games.State, rng *rand.Rand, values []float64) {
	if r, ok := state.(Roller); ok {
		r.Rollout(rng, values)
		return
	}
	PlayAtRandom(state, rng, values)
}

// Quick returns the choice of a seat in the state's own Rollout, "" if it has none.
func Quick(state games.State, seat games.Seat, rng *rand.Rand) string {
	if r, ok := state.(Roller); ok {
		return r.Quick(seat, rng)
	}
	return ""
}

// Predictor is a state that predicts the action of a seat.
type Predictor interface {
	// Expect returns a legal action that a seat which owes a decision is likely to take, ""
	// where the seat is more likely to take its best one.
	Expect(seat games.Seat, rng *rand.Rand) string
}

// Expect returns the action that a seat is likely to take, "" if the state makes no
// prediction.
func Expect(state games.State, seat games.Seat, rng *rand.Rand) string {
	if p, ok := state.(Predictor); ok {
		return p.Expect(seat, rng)
	}
	return ""
}

// mostPlies is the length of a random game that is broken off and shared by all.
const mostPlies = 5000

// PlayAtRandom is a Playout that plays at random to the end of the game. Nobody interrupts.
func PlayAtRandom(state games.State, rng *rand.Rand, values []float64) {
	for range mostPlies {
		if r := state.Result(); r != nil {
			Score(r, values)
			return
		}
		seat := state.ToAct()[0]
		legal := state.Legal(seat)
		state = apply(state, seat, legal[rng.IntN(len(legal))])
	}
	for i := range values {
		values[i] = 1. / float64(len(values))
	}
}
