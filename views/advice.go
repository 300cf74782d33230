package views

import (
	"tableronde/games"
	"tableronde/games/review"
)

// Hint is a move that is advised to the visitor.
type Hint struct {
	Action  string
	Reasons []review.Reason
	Number  int  // in this position: 1 is the best move
	More    bool // there is one with the next number
}

// CanAsk reports whether the visitor may ask for a hint: against the computer alone, while
// nothing is staged.
func (m *Match) CanAsk() bool {
	return m.Bots && m.Judged && m.Yours() && !m.Asking() && m.Staged == "" && m.Probe == ""
}

// Valued is what a position of the analysis is worth to the seat to act in it.
type Valued struct {
	Seat  games.Seat
	Exact bool
	Value review.Value
	Line  []string
	Moves []ValuedMove // the best first
}

// ValuedMove is a move and its value for the seat that makes it.
type ValuedMove struct {
	Text  string
	Value review.Value
}
