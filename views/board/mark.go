package board

import "tableronde/games/parker"

// mark is a set of what a square shows besides its piece.
type mark uint16

const (
	markLast     mark = 1 << iota // the last move began or ended here
	markChosen                    // the piece of the staged move stands here
	markStart                     // the staged move began here, and the piece has left
	markTaken                     // the staged move captures here
	markLanding                   // the staged move passes here
	markMover                     // the piece can move
	markRefused                   // no move is possible here
	markStep                      // targets, by the kind of move that leads here
	markCanter                    //
	markJump                      //
	markCharge                    //
	markCastle                    //
	markCaptured                  // a captured piece is still shown here
)

const markTarget = markStep | markCanter | markJump | markCharge | markCastle

func targetMark(k parker.Kind) mark {
	switch k {
	case parker.Canter:
		return markCanter
	case parker.Jump:
		return markJump
	case parker.Charge:
		return markCharge
	case parker.CastleMove:
		return markCastle
	}
	return markStep
}
