package cups

import "context"

// Names for the tests of this room, which stand outside of it.

const CupWaits = cupWaits
const NoCupWish = noCupWish

func (x *Cups) StepCup(ctx context.Context, id string, wish cupWish) (Cup, error) {
	return x.stepCup(ctx, id, wish)
}

var ErrCupClock = errCupClock
var ErrCupDate = errCupDate
var ErrCupFew = errCupFew
var ErrCupFormat = errCupFormat
var ErrCupGame = errCupGame
var ErrCupGames = errCupGames
var ErrCupPlaces = errCupPlaces
var ErrCupRounds = errCupRounds
var ErrCupStarted = errCupStarted
var ErrCupTitle = errCupTitle
var ErrInCup = errInCup
var ErrNotCupHost = errNotCupHost
var ErrNotInCup = errNotInCup
