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
