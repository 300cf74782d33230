package games

// Lister is a State of a game that may have more legal actions than anybody
// wants to list. What one call costs is bounded: beyond the bound actions are
// legal, but neither counted nor listed.
type Lister interface {
	State
	// LegalUpTo returns Legal if it has at most so many actions, else nil; count is
	// how many there are.
	LegalUpTo(seat Seat, most int) (legal []string, count int)
	// LegalFrom lists the legal actions of the piece on a square: at most so many
	// after the first skip of them. It reports whether there are more.
	LegalFrom(seat Seat, square string, skip, most int) (legal []string, more bool)
	// Fit returns an *Illegal for a state that no new match may begin from: one
	// that play does not lead to, or with far more legal actions than play has.
	Fit() error
}

// Searcher is a State of a game without chance and hidden parts that offers a
// search a position to walk on, far faster than by Legal and Apply.
type Searcher interface {
	State
	// Search returns a new position at the state, which does not change with it.
	Search() SearchPosition
}

// SearchMove is a legal move of a SearchPosition, as an integer that only the
// ruleset understands. Equal moves of one position are equal integers.
type SearchMove uint64

// SearchPosition is a position that moves are made and unmade on. It ends where
// the rules end the game; draws that may be agreed on or claimed (Drawer) are left
// to the search. It is for one goroutine at a time.
type SearchPosition interface {
	// ToAct returns the seat to act, 0 once the game is over.
	ToAct() Seat

	// Moves appends to list the moves of the seat to act, none once the game is over. It has
	// the same moves as Legal, each once, in a fixed order.
	Moves(list []SearchMove) []SearchMove

	// Make plays one of the Moves of the position.
	Make(SearchMove)

	// Unmake takes back the last move that was made and not taken back. There has
	// to be one.
	Unmake()

	// Key returns a hash of what stands on the board and whose turn it is. Equal
	// positions have equal keys, however they came about; it does not depend on the
	// machine.
	Key() uint64

	// Outcome returns how the game has ended, nil while it goes on.
	Outcome() *Result

	// Text returns the canonical text of one of the Moves.
	Text(SearchMove) string

	// Parse returns the move that a text stands for, in any form that Apply takes.
	// The error is that of Apply.
	Parse(text string) (SearchMove, error)
}
