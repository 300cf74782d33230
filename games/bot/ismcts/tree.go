package ismcts

import (
	"math"

	"tableronde/games"
)

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

// number returns the number of an action.
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

// Progressive widening: a node with so many visits has at most widenFirst + visits to the
// power of widenPower children among the available actions.
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
		s.offer()
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

// mayGrow reports whether a node with so many visits, and so many children among the available
// actions, may have another child.
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

// offer counts the available children.
func (s *Search) offer() {
	for _, m := range s.moves {
		if m.child != noNode {
			s.tree.nodes[m.child].available++
		}
	}
}
