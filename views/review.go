package views

import "tableronde/games/review"

// Review is the model of the page on which a match on a board is reviewed. Its Shown is
// the position before the move that is looked at.
type Review struct {
	Match
	Found review.Review // as far as it was made
	Of    int           // moves of the match
	Done  bool
	Index int // in the moves found, of the one that is looked at; -1 for none
	Whose int // seat whose chances the graph tells, where each plays alone
}

// Reviewable reports whether the match has a review.
func (m *Match) Reviewable() bool { return m.Judged && m.Result != nil && len(m.Path) > 0 }
