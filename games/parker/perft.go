package parker

import "tableronde/games"

// Perft counts the sequences of distinct moves of a given length from a state
// of this package, and returns 0 for any other. Finished games have no moves, and
// automatic passes are not moves.
func Perft(s games.State, depth int) uint64 {
	t, ok := s.(*state)
	switch {
	case !ok:
		return 0
	case depth <= 0:
		return 1
	case t.result != nil:
		return 0
	}
	c := counter{g: generator{b: t.b}, stack: make([]position, depth)}
	c.stack[0] = t.pos
	return c.count(0)
}

// counter walks the tree of moves. Its buffers are reused throughout.
type counter struct {
	g     generator
	stack []position
	play  bool // make the last moves too, instead of counting them in bulk
}

func (c *counter) count(ply int) uint64 {
	g, p := &c.g, &c.stack[ply]
	first := len(g.moves)
	last := ply+1 == len(c.stack)
	g.bulk = last && !c.play
	g.generate(p)
	if g.bulk {
		n := uint64(g.counted + len(g.moves) - first)
		g.moves = g.moves[:first]
		return n
	}
	moves := len(g.moves)
	var n uint64
	var leaf position
	for i := first; i < moves; i++ {
		m := g.moves[i]
		next := &leaf
		if !last {
			next = &c.stack[ply+1]
		}
		*next = *p
		next.play(g.b, m)
		end := g.conclude(next, m)
		switch {
		case last:
			n++
		case end == gameGoesOn:
			n += c.count(ply + 1)
		}
	}
	g.moves = g.moves[:first]
	return n
}
