package search

import "tableronde/games"

// Limits bound a search. Without any, it ends at the greatest depth.
type Limits struct {
	Depth int    // moves ahead, without extensions; 0 for no limit
	Nodes uint64 // positions; 0 for no limit

	Among  []games.SearchMove // the moves to choose from; nil for all
	Single bool               // a move without an alternative is searched, too, for its value

	// Stop is asked every thousand positions or so whether the search is to end; it
	// may be nil. Packages of games read no clock: who has a deadline asks it here.
	Stop func() bool
}

// Values of positions are in hundredths of a man, for the side to act. A won one is
// worth Won less the number of moves to the end.
const (
	Won      = 30_000
	wonBound = Won - 1_000 // values beyond are those of decided positions
	infinity = 32_000
)

// Decided returns after how many moves the game ends by a value, negative if the side
// to act loses. ok is false for a value that decides nothing.
func Decided(value int) (moves int, ok bool) {
	switch {
	case value >= wonBound:
		return Won - value, true
	case value <= -wonBound:
		return -Won - value, true
	}
	return 0, false
}

// Finding is what a search has found.
type Finding struct {
	Move  games.SearchMove
	Value int
	Depth int    // of the last complete iteration
	Nodes uint64 // positions searched
	Line  []games.SearchMove
}
