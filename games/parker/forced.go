package parker

import "tableronde/games"

// Forced searches all lines from a position for wins that no answer prevents.
type Forced struct {
	x      *Search
	budget int // positions
	nodes  int
	seen   map[question]bool
}

// NewForced returns a search for forced wins with a budget of positions. Between calls the search x may
// stand at any position.
func NewForced(x *Search, budget int) *Forced {
	return &Forced{x: x, budget: budget, seen: make(map[question]bool)}
}

// Sure reports whether the budget has sufficed for all answers so far.
func (f *Forced) Sure() bool { return f.nodes <= f.budget }

// question is whether the side to act wins within a number of moves, if it is odd, or
// loses within one, if it is even.
type question struct {
	key   uint64
	moves int
}

// WinsBy reports whether the side to act wins within n moves of both sides, the first of which is m.
func (f *Forced) WinsBy(m games.SearchMove, n int) bool {
	seat := f.x.ToAct()
	f.nodes++
	f.x.Make(m)
	defer f.x.Unmake()
	if winner, over := f.x.Won(); over {
		return winner == seat
	}
	return f.loses(n - 1)
}

// loses reports whether the side to act loses within n moves, whatever it does.
func (f *Forced) loses(n int) bool {
	if n < 2 || !f.Sure() {
		return false
	}
	return f.answer(n, func() bool {
		for _, m := range f.x.Moves(nil) {
			if !f.LosesBy(m, n) {
				return false
			}
		}
		return true
	})
}

// LosesBy reports whether the side to act loses within n moves of both sides, the first of which is
// m.
func (f *Forced) LosesBy(m games.SearchMove, n int) bool {
	f.nodes++
	f.x.Make(m)
	defer f.x.Unmake()
	_, over := f.x.Won()
	return !over && f.Wins(n-1)
}

// Wins reports whether the side to act wins within n moves of both sides.
func (f *Forced) Wins(n int) bool {
	return f.answer(n, func() bool {
		for _, m := range f.x.Moves(nil) {
			if f.WinsBy(m, n) {
				return true
			}
		}
		return false
	})
}

// answer answers the question about the position and a number of moves once.
func (f *Forced) answer(n int, search func() bool) bool {
	q := question{f.x.Key(), n}
	if known, ok := f.seen[q]; ok {
		return known
	}
	got := search()
	if f.Sure() {
		f.seen[q] = got
	}
	return got
}
