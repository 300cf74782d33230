package kutschke

import (
	"tableronde/games"
	"tableronde/games/cards"
)

// Kinds of facts, in the order of a round. Words and cards are codes, which Name
// translates, unless stated otherwise.
const (
	FactPick      = "pick"      // Seat picks the action card Word in pass Number
	FactPhase     = "phase"     // the phase Word of round Number begins, a "tourney" with Seat and Other, or 0
	FactExercise  = "exercise"  // Seat takes Cards, by the exercise Word
	FactAdventure = "adventure" // Seat takes the adventure Word from the display
	FactJustice   = "justice"   // Seat gives the Book in Cards
	FactQuest     = "quest"     // Seat completes the adventure Word for Cards, which is worth Number
	FactRide      = "ride"      // Seat rides to the place Word, Number places away
	FactPoints    = "points"    // the points of Seat rise from Before to Number by the action card Word (G, Q, T)
	FactReached   = "reached"   // Seat reaches the target, as the Number-th
	FactDone      = "done"      // Seat ends its turn; the action cards in Cards, if any, are lost
	FactAbsent    = "absent"    // Seat loses its Tournament, being at the place Word and not at Camelot
	FactBid       = "bid"       // Seat stakes Cards; Word is "?" if they are hidden from the viewer
	FactStake     = "stake"     // Seat is seen to have staked Cards, Number in all
	FactWin       = "win"       // Seat wins the tournament with Number, against Other with Before, or against 0
	FactTie       = "tie"       // Seat and Other have staked the same, Number
	FactEmpty     = "empty"     // Seat, and Other unless 0, staked nothing
	FactRefill    = "refill"    // the adventures in Cards are turned up
	FactTent      = "tent"      // Seat goes from tent Before to Number; Word is "lot" if lots were drawn
	FactRound     = "round"     // round Number begins
	FactOver      = "over"      // Seat wins with Number points; Word is the reason of the end
)

// Tell lists the consequences of an action, in the kinds of facts above.
func (s *state) Tell(viewer, seat games.Seat, text string) []games.Fact {
	t := cards.Recorder{Viewer: viewer}
	if _, _, err := s.play(seat, text, &t); err != nil {
		return nil
	}
	return t.Facts
}
