package review

import (
	"cmp"
	"math"
	"slices"

	"tableronde/games"
)

// Moment is a move that changed the chances of its side, by Change: from -1, a win thrown away, to
// 1. Its cause is empty until package judge has named it.
type Moment struct {
	Index  int // in Moves
	Change float64
	Cause  Cause
}

// MaxMoments is the largest number of moments that Moments returns.
const MaxMoments = 3

// Moments lists the moves that changed the chances of a match most, the largest change first. The
// changes of all moves add up to the whole course of the graph, so a graph that falls has a moment.
func (r Review) Moments(game games.Info) []Moment {
	var all []Moment
	for i := range r.Moves {
		if change := r.After(game, i).Chance() - r.Moves[i].Value.Chance(); change != 0 {
			all = append(all, Moment{Index: i, Change: change})
		}
	}
	slices.SortStableFunc(all, func(a, b Moment) int { return cmp.Compare(math.Abs(b.Change), math.Abs(a.Change)) })
	return all[:min(len(all), MaxMoments)]
}

// After returns the value of the position after a move for its side. A search from the next position
// sees one move further, so it may find a mistake, or a strength, which the one before missed.
func (r Review) After(game games.Info, index int) Value {
	m := r.Moves[index]
	if index+1 == len(r.Moves) || len(game.Partners) == 0 && game.Seats[len(game.Seats)-1] > 2 {
		return m.Played // where each plays alone against several, the chances of one do not follow from those of another
	}
	next := r.Moves[index+1]
	after := next.Value
	if next.Seat != m.Seat && game.Partner(m.Seat) != next.Seat {
		after = -after
	}
	if before := m.Value.Chance(); math.Abs(after.Chance()-before) > math.Abs(m.Played.Chance()-before) {
		return after
	}
	return m.Played
}

// Turns reports whether the moment turned the match.
func (m Moment) Turns() bool { return math.Abs(m.Change) >= minSwing }

// Cause is the reason why a move changed the chances. Without a kind, none is known.
type Cause struct {
	Kind   CauseKind
	Move   string // the answer to the move, or the better move; "" where the kind needs none
	Square string // of the piece that was left, "" for none
	Number int    // of captured pieces, or of moves to a win
	Charge bool   // the capture is a knight's charge, else a jump
	Played bool   // the answer was played, else it was only possible
}

// CauseKind names a reason why a move changed the chances.
type CauseKind string

// The reasons why a move changed the chances.
const (
	MissedCastle  CauseKind = "missed_castle"  // Move would have won at once, by the castle
	MissedEnd     CauseKind = "missed_end"     // Move would have won at once, by a capture
	MissedWin     CauseKind = "missed_win"     // Move would have won in Number moves
	MissedCapture CauseKind = "missed_capture" // Move would have captured Number pieces
	MissedEntry   CauseKind = "missed_entry"   // Move would have entered the castle
	MissedCanter  CauseKind = "missed_canter"  // Move is a canter
	LeftCastle    CauseKind = "left_castle"    // Move wins by the own castle
	LeftPiece     CauseKind = "left_piece"     // Move captures Number pieces, the one on Square first
	Exposed       CauseKind = "exposed"        // Move captures the moved piece, which is on Square
	Lured         CauseKind = "lured"          // a jump was forced then, and the answer captured Number pieces
	Took          CauseKind = "took"           // the move captured Number pieces
	Entered       CauseKind = "entered"        // the move reached the castle
)
