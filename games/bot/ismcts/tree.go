package ismcts

import (
	"cmp"
	"math"
	"slices"

	"tableronde/games"
)

// tree is the tree of a search. Nodes lie in one piece, the root first; the children of a
// node are a linked list.
type tree struct {
	nodes   []node
	actions []string         // by number
	numbers map[string]int32 // of actions
	first   []int32          // actions suggested at the root, the best first
	among   []int32          // actions compared at the root; none: the tree chooses
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

// move is an available action at a node, with its child if it has one.
type move struct {
	action int32
	child  int32
}

const noNode int32 = -1

func (t *tree) reset() {
	t.nodes = append(t.nodes[:0], node{child: noNode, sibling: noNode})
	t.actions, t.first, t.among = t.actions[:0], t.first[:0], t.among[:0]
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

func (t *tree) suggest(action string) { t.first = append(t.first, t.number(action)) }

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

// best returns the child of a node by an action of a seat that was visited most, of several
// the one with the better score.
func (t *tree) best(parent int32, seat games.Seat) int32 {
	best := noNode
	for at := t.nodes[parent].child; at != noNode; at = t.nodes[at].sibling {
		n := &t.nodes[at]
		if n.seat != seat || n.visits == 0 {
			continue
		}
		if best == noNode || n.visits > t.nodes[best].visits || n.visits == t.nodes[best].visits && n.score >= t.nodes[best].score {
			best = at
		}
	}
	return best
}

// options lists the actions of a seat at the root, that most often taken first.
func (t *tree) options(seat games.Seat) []Option {
	var list []Option
	for at := t.nodes[0].child; at != noNode; at = t.nodes[at].sibling {
		if n := &t.nodes[at]; n.seat == seat && n.visits > 0 {
			list = append(list, Option{t.text(n.action), n.score / n.visits, uint64(n.visits)})
		}
	}
	slices.SortStableFunc(list, func(a, b Option) int { return cmp.Compare(b.Visits, a.Visits) })
	return list
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

// pick returns the child to go on with at a node, and whether it is new.
func (s *Search) pick(at int32, d decision) (next int32, added bool) {
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
	if at == 0 {
		for _, action := range t.first {
			if !slices.ContainsFunc(s.moves, func(m move) bool { return m.action == action }) {
				add(action) // legal though not listed: several actions in one
			}
		}
	}
	if d.interrupt {
		add(t.number(""))
	}
	if fresh > 0 && s.mayGrow(at, len(s.moves)-fresh) {
		next = t.add(at, s.pickFresh(at, fresh), d.seat)
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
		if bound := n.score/n.visits + s.options.Width*math.Sqrt(math.Log(n.available)/n.visits); bound > highest {
			best, highest = m.child, bound
		}
	}
	return best, false
}

// evenly returns the child of the root by the compared action that was taken least, and
// whether it is new.
func (t *tree) evenly(seat games.Seat) (next int32, added bool) {
	next = noNode
	for _, action := range t.among {
		at := t.find(0, action, seat)
		if at == noNode {
			return t.add(0, action, seat), true
		}
		if next == noNode || t.nodes[at].visits < t.nodes[next].visits {
			next = at
		}
	}
	return next, false
}

// mayGrow reports whether a node with so many children among the available actions may have
// another.
func (s *Search) mayGrow(at int32, children int) bool {
	if children == 0 {
		return true
	}
	if len(s.tree.nodes) >= mostNodes {
		return false
	}
	return !s.options.Widen || float64(children) < widenFirst+math.Pow(s.tree.nodes[at].visits, widenPower)
}

// pickFresh returns an available action without a child: at the root first those suggested,
// otherwise any.
func (s *Search) pickFresh(at int32, fresh int) int32 {
	if at == 0 {
		for _, action := range s.tree.first {
			for _, m := range s.moves {
				if m.action == action && m.child == noNode {
					return action
				}
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
