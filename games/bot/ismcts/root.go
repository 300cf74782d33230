package ismcts

import (
	"cmp"
	"math"
	"slices"

	"tableronde/games/bot/seen"
)

// root is the decision that a search is about. Its actions meet the same imagined deals with
// the same chance, each the first when it is taken first, so that luck does not tell them
// apart.
type root struct {
	waiting []string // actions not yet tried, the most promising first
	tried   []int32  // nodes
	visits  float64
	deals   uint64 // what the deals come from
	even    bool   // all actions are taken equally often
}

// newRoot returns a decision between actions of the seat that searches.
func (s *Search) newRoot(actions []string, even bool) *root {
	return &root{waiting: actions, deals: s.seeds.Uint64(), even: even}
}

// step makes one iteration.
func (s *Search) step(seat seen.Seat, r *root) {
	action := s.pickTried(r)
	if n := len(r.tried); len(r.waiting) > 0 && (r.even || s.mayGrow(r.visits, n)) {
		action = s.tree.add(0, s.tree.number(r.waiting[0]), s.viewer)
		r.tried, r.waiting = append(r.tried, action), r.waiting[1:]
	}
	s.deal.Seed(r.deals, uint64(s.tree.nodes[action].visits))
	s.iterate(seat, action)
	r.visits++
}

// pickTried returns the node with the highest bound, or that of the fewest visits.
func (s *Search) pickTried(r *root) int32 {
	best, highest := noNode, math.Inf(-1)
	for _, at := range r.tried {
		n := &s.tree.nodes[at]
		bound := -n.visits
		if !r.even {
			bound = s.bound(n, r.visits)
		}
		if bound > highest {
			best, highest = at, bound
		}
	}
	return best
}

// best returns the node that was visited most, of several the one with the best value; but the
// first one tried if that is hardly worse.
func (s *Search) best(r *root) int32 {
	best := slices.MaxFunc(r.tried, func(a, b int32) int {
		x, y := &s.tree.nodes[a], &s.tree.nodes[b]
		return cmp.Or(cmp.Compare(x.visits, y.visits), cmp.Compare(x.value(), y.value()))
	})
	x, y := &s.tree.nodes[best], &s.tree.nodes[r.tried[0]]
	if x.value()-y.value() <= s.options.Doubt*math.Sqrt(1/x.visits+1/y.visits) {
		return r.tried[0]
	}
	return best
}

// list lists the actions that were tried, in the order in which they were first.
func (s *Search) list(r *root) []Option {
	var list []Option
	for _, at := range r.tried {
		n := &s.tree.nodes[at]
		list = append(list, Option{s.tree.text(n.action), n.value(), uint64(n.visits)})
	}
	return list
}

// contenders lists the actions among which a seat chooses: "" if it need not, then those that
// are suggested, then the others, shuffled. It lists none if another seat has to decide before.
func (s *Search) contenders(seat seen.Seat) []string {
	state := seat.Imagine(s.rng)
	legal := slices.Clone(s.legal(state, seat.Number()))
	s.rng.Shuffle(len(legal), func(i, j int) { legal[i], legal[j] = legal[j], legal[i] })
	if !seat.Owes() {
		if acting := state.ToAct(); len(acting) > 1 || len(state.Legal(acting[0])) > 1 {
			return nil
		}
		return append([]string{""}, legal...)
	}
	if s.options.Suggest == nil {
		return legal
	}
	list := s.options.Suggest(seat.View(), seat.Legal(), s.rng)
	legal = slices.DeleteFunc(legal, func(action string) bool { return slices.Contains(list, action) })
	return append(list, legal...)
}
