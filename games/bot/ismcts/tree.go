package ismcts

import (
	"cmp"
	"math"
	"slices"

	"tableronde/games"
	"tableronde/games/bot/seen"
)

// root is the decision that a search is about. Its actions meet the same imagined deals with
// the same chance, each the first when it is taken first, so that luck makes no difference
// between them.
type root struct {
	waiting []string // actions not yet tried, the most promising first
	tried   []int32  // nodes
	visits  float64
	deals   uint64 // the seed of the deals
	even    bool   // all actions are taken equally often
}

// newRoot returns a decision between actions of the seat that searches.
func (s *Search) newRoot(actions []string, even bool) *root {
	return &root{waiting: actions, deals: s.seeds.Uint64(), even: even}
}

// step makes one iteration.
func (s *Search) step(seat seen.Seat, r *root) {
	action, highest := noNode, math.Inf(-1) // of the highest bound, or of the fewest visits
	for _, at := range r.tried {
		n := &s.tree.nodes[at]
		bound := -n.visits
		if !r.even {
			bound = s.bound(n, r.visits)
		}
		if bound > highest {
			action, highest = at, bound
		}
	}
	if n := len(r.tried); len(r.waiting) > 0 && (r.even || s.mayGrow(r.visits, n)) {
		action = s.tree.add(0, s.tree.number(r.waiting[0]), s.viewer)
		r.tried, r.waiting = append(r.tried, action), r.waiting[1:]
	}
	s.deal.Seed(r.deals, uint64(s.tree.nodes[action].visits))
	s.iterate(seat, action)
	r.visits++
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

// tree is the tree of a search. Nodes lie in one piece, the root first; the children of a
// node are a linked list.
type tree struct {
	nodes   []node
	actions []string         // by number
	numbers map[string]int32 // of actions
}

// node is reached by an action of a seat.
type node struct {
	action    int32
	seat      games.Seat
	child     int32 // the newest
	sibling   int32 // the next older
	visits    float64
	available float64 // iterations in which the action could have been taken
	score     float64 // of the seat, summed
}

// value returns the mean score, 0 before the first visit.
func (n *node) value() float64 { return n.score / max(1, n.visits) }

// move is an available action at a node, with its child if it has one.
type move struct {
	action int32
	child  int32
}

const noNode int32 = -1

func (t *tree) reset() {
	t.nodes = append(t.nodes[:0], node{child: noNode, sibling: noNode})
	t.actions = t.actions[:0]
	t.numbers = make(map[string]int32)
}

func (t *tree) text(action int32) string { return t.actions[action] }

// number returns the index of an action in t.actions, and adds the action if it is new.
func (t *tree) number(text string) int32 {
	n, ok := t.numbers[text]
	if !ok {
		n = int32(len(t.actions))
		t.actions = append(t.actions, text)
		t.numbers[text] = n
	}
	return n
}

// add adds a child to a node.
func (t *tree) add(parent int32, action int32, seat games.Seat) int32 {
	at := int32(len(t.nodes))
	t.nodes = append(t.nodes, node{action: action, seat: seat, child: noNode, sibling: t.nodes[parent].child})
	t.nodes[parent].child = at
	return at
}

// find returns the child of a node by an action of a seat, noNode if there is none.
func (t *tree) find(parent, action int32, seat games.Seat) int32 {
	for at := t.nodes[parent].child; at != noNode; at = t.nodes[at].sibling {
		if n := &t.nodes[at]; n.action == action && n.seat == seat {
			return at
		}
	}
	return noNode
}

// mostVisited returns the child of a node that was visited most, noNode below leaves.
func (t *tree) mostVisited(parent int32) int32 {
	best := noNode
	for at := t.nodes[parent].child; at != noNode; at = t.nodes[at].sibling {
		if n := &t.nodes[at]; n.visits > 0 && (best == noNode || n.visits > t.nodes[best].visits) {
			best = at
		}
	}
	return best
}

// Progressive widening: a node with n visits has at most widenFirst + n to the power of
// widenPower children among the available actions.
const (
	widenFirst = 4
	widenPower = 0.5
	mostNodes  = 1 << 20 // the tree grows no larger
)

// follow returns the child to go on with at a node, and whether it is new.
func (s *Search) follow(at int32, state games.State, d decision) (next int32, added bool) {
	expected := ""
	if s.options.Expect != nil && d.seat != s.viewer && !d.interrupt {
		expected = s.options.Expect(state, d.seat, s.rng)
	}
	if expected == "" || len(s.tree.nodes) >= mostNodes {
		return s.pick(at, state, d)
	}
	action := s.tree.number(expected)
	if next = s.tree.find(at, action, d.seat); next == noNode {
		next, added = s.tree.add(at, action, d.seat), true
	}
	s.tree.nodes[next].available++
	return next, added
}

// pick returns the child to go on with at a node, and whether it is new.
func (s *Search) pick(at int32, state games.State, d decision) (next int32, added bool) {
	t := &s.tree
	s.moves = s.moves[:0]
	fresh := 0
	add := func(action int32) {
		m := move{action, t.find(at, action, d.seat)}
		if m.child == noNode {
			fresh++
		}
		s.moves = append(s.moves, m)
	}
	for _, text := range d.legal {
		add(t.number(text))
	}
	if d.interrupt {
		add(t.number(""))
	}
	if fresh > 0 && s.mayGrow(t.nodes[at].visits, len(s.moves)-fresh) {
		next = t.add(at, s.pickFresh(fresh, state, d), d.seat)
		t.nodes[next].available++
		for _, m := range s.moves {
			if m.child != noNode {
				t.nodes[m.child].available++
			}
		}
		return next, true
	}
	best, highest := noNode, math.Inf(-1)
	for _, m := range s.moves {
		if m.child == noNode {
			continue
		}
		n := &t.nodes[m.child]
		n.available++
		if bound := s.bound(n, n.available); bound > highest {
			best, highest = m.child, bound
		}
	}
	return best, false
}

// bound returns the upper confidence bound of a node that could have been reached so often.
func (s *Search) bound(n *node, available float64) float64 {
	return n.value() + s.options.Width*math.Sqrt(math.Log(available)/n.visits)
}

// mayGrow reports whether a node may have another child, given its visits and the number of
// its children among the available actions.
func (s *Search) mayGrow(visits float64, children int) bool {
	if children == 0 {
		return true
	}
	if len(s.tree.nodes) >= mostNodes {
		return false
	}
	return !s.options.Widen || float64(children) < widenFirst+math.Pow(visits, widenPower)
}

// pickFresh returns an available action without a child: first the usual one, then any.
func (s *Search) pickFresh(fresh int, state games.State, d decision) int32 {
	if s.options.Usual != nil && fresh == len(s.moves) && !d.interrupt {
		usual := s.options.Usual(state, d.seat, s.rng)
		for _, m := range s.moves {
			if s.tree.text(m.action) == usual {
				return m.action
			}
		}
	}
	k := s.rng.IntN(fresh)
	for _, m := range s.moves {
		if m.child != noNode {
			continue
		}
		if k == 0 {
			return m.action
		}
		k--
	}
	return s.moves[0].action
}
