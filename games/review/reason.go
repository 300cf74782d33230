package review

// ReasonKind names a fact that speaks for a move.
type ReasonKind string

// The facts that speak for a move.
const (
	Wins      ReasonKind = "wins"      // the game, with this move
	WinsIn    ReasonKind = "wins_in"   // the game, in Number moves of the side
	Only      ReasonKind = "only"      // it is the only legal move
	Compelled ReasonKind = "compelled" // something must be captured
	Leaves    ReasonKind = "leaves"    // a piece must leave the castle
	Takes     ReasonKind = "takes"     // Men and Knights
	Enters    ReasonKind = "enters"    // the castle that the side has to reach
	Parries   ReasonKind = "parries"   // Number pieces could be taken before, fewer after
	Safe      ReasonKind = "safe"      // after it, nothing can be taken in return
	Threatens ReasonKind = "threatens" // to take one of Number pieces
	Runs      ReasonKind = "runs"      // a piece is Number steps from the goal then, nearer than before
	Guards    ReasonKind = "guards"    // the own castle stays guarded, with an enemy near
	HoldsOut  ReasonKind = "holds_out" // the game is lost, but not soon
	Best      ReasonKind = "best"      // nothing but that the search prefers it
	Next      ReasonKind = "next"      // nothing but that the search prefers it to what is left
)

// Reason is a fact that speaks for a move.
type Reason struct {
	Kind         ReasonKind
	Men, Knights int
	Number       int
}
