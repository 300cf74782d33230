package arena

import (
	"fmt"
	"math"
	"math/rand/v2"

	"tableronde/games"
	"tableronde/games/bot"
)

// Random is a player that takes any legal action.
type Random struct{ rng *rand.Rand }

// NewRandom returns a Random player.
func NewRandom(seed uint64) *Random { return &Random{rand.New(rand.NewPCG(seed, 0x72616e646f6d))} }

// Choose implements bot.Chooser.
func (r *Random) Choose(t bot.Turn) (bot.Choice, error) {
	s, ok := t.State.(games.Searcher)
	if !ok {
		legal := t.State.Legal(t.Seat)
		if len(legal) == 0 {
			return bot.Choice{}, fmt.Errorf("seat %d has no legal action", t.Seat)
		}
		return bot.Choice{Action: legal[r.rng.IntN(len(legal))]}, nil
	}
	x := s.Search()
	moves := x.Moves(nil)
	n := len(moves)
	if n == 0 || x.ToAct() != t.Seat {
		return bot.Choice{}, fmt.Errorf("seat %d is not to act", t.Seat)
	}
	return bot.Choice{Action: x.Text(moves[r.rng.IntN(n)])}, nil
}

// UCT is plain Monte-Carlo tree search: upper confidence bounds in the tree, random
// games from its leaves, nothing else. It is a baseline.
type UCT struct {
	rng   *rand.Rand
	nodes []uctNode
	moves []games.SearchMove // of the position that a random game has come to
}

// uctNode is a position in the tree. Its children lie in one piece.
type uctNode struct {
	move        games.SearchMove // that led to it
	seat        games.Seat       // to act, 0 at an end
	first, size int32            // its children; size is 0 before it is expanded
	visits      float64
	score       float64 // of the seat that moved here, summed
}

const (
	uctWidth = 1.0     // weight of the bound's width
	uctNodes = 1 << 20 // largest size of the tree; it then stops growing
	uctPlies = 600     // a random game that takes longer is a draw
)

// NewUCT returns a UCT player.
func NewUCT(seed uint64) *UCT { return &UCT{rng: rand.New(rand.NewPCG(seed, 0x756374))} }

// Choose implements bot.Chooser. A node is a random game.
func (u *UCT) Choose(t bot.Turn) (bot.Choice, error) {
	s, ok := t.State.(games.Searcher)
	if !ok || len(t.State.ToAct()) != 1 || t.State.ToAct()[0] != t.Seat {
		return bot.Choice{}, fmt.Errorf("seat %d cannot be played by a search", t.Seat)
	}
	x := s.Search()
	u.nodes = append(u.nodes[:0], uctNode{seat: t.Seat})
	u.expand(0, x)
	var rounds uint64
	for t.Nodes == 0 || rounds < t.Nodes {
		if t.Stop != nil && rounds > 0 && t.Stop() {
			break
		}
		u.simulate(x)
		rounds++
	}
	root := u.nodes[0]
	best := root.first
	for i := root.first; i < root.first+root.size; i++ {
		if u.nodes[i].visits > u.nodes[best].visits {
			best = i
		}
	}
	return bot.Choice{Action: x.Text(u.nodes[best].move), Nodes: rounds}, nil
}

// expand appends the children of a node at which the position stands.
func (u *UCT) expand(n int32, x games.SearchPosition) {
	moves := x.Moves(nil)
	if len(u.nodes)+len(moves) > uctNodes {
		return
	}
	first := int32(len(u.nodes))
	for _, m := range moves {
		u.nodes = append(u.nodes, uctNode{move: m})
	}
	u.nodes[n].first, u.nodes[n].size = first, int32(len(u.nodes))-first
}

// simulate plays one game through the tree and beyond, and adds its result to the nodes
// on its way.
func (u *UCT) simulate(x games.SearchPosition) {
	path := []int32{0}
	n := int32(0)
	plies := 0
	for u.nodes[n].size > 0 {
		n = u.pick(n)
		x.Make(u.nodes[n].move)
		u.nodes[n].seat = x.ToAct()
		path = append(path, n)
		plies++
	}
	if u.nodes[n].visits > 0 && u.nodes[n].seat != 0 {
		u.expand(n, x)
	}
	for ; plies < uctPlies; plies++ {
		if u.moves = x.Moves(u.moves[:0]); len(u.moves) == 0 {
			break
		}
		x.Make(u.moves[u.rng.IntN(len(u.moves))])
	}
	result := x.Outcome()
	for range plies {
		x.Unmake()
	}
	for i, n := range path {
		u.nodes[n].visits++
		if i > 0 {
			mover := u.nodes[path[i-1]].seat
			if result == nil {
				u.nodes[n].score += 0.5
			} else {
				u.nodes[n].score += result.Scores[mover]
			}
		}
	}
}

// pick returns the child with the highest bound.
func (u *UCT) pick(n int32) int32 {
	parent := &u.nodes[n]
	best, highest := parent.first, math.Inf(-1)
	width := math.Log(parent.visits + 1)
	for i := parent.first; i < parent.first+parent.size; i++ {
		c := &u.nodes[i]
		if c.visits == 0 {
			// New children come in the order of a shuffle, made as they are needed.
			k := i + int32(u.rng.IntN(int(parent.first+parent.size-i)))
			u.nodes[i], u.nodes[k] = u.nodes[k], u.nodes[i]
			return i
		}
		if bound := c.score/c.visits + uctWidth*math.Sqrt(width/c.visits); bound > highest {
			best, highest = i, bound
		}
	}
	return best
}
