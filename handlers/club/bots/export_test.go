package bots

import (
	"context"

	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/handlers/club/match"
)

// Names for the tests of this room, which stand outside of it.

const MaxPlayerAsks = maxPlayerAsks
const MostCardOptions = mostCardOptions
const ReviewStep = reviewStep

func (x *Bots) ChooseForBot(ctx context.Context, m match.Match, seat games.Seat, answers bool) (string, error) {
	return x.chooseForBot(ctx, m, seat, answers)
}
func (x *Bots) Chooser(m match.Match, seat games.Seat, level int) (bot.Chooser, error) {
	return x.chooser(m, seat, level)
}
func (x *Bots) ContinueReview(ctx context.Context, id string) (done bool, err error) {
	return x.continueReview(ctx, id)
}
func (x *Bots) GoOn(ctx context.Context, id string) error {
	return (&unasked{Bots: x, unfit: make(map[string]bool)}).goOn(ctx, id)
}
func (x *Bots) Search(ctx context.Context, m match.Match, seat games.Seat, level int) (bot.Choice, error) {
	return x.search(ctx, m, seat, level)
}

var CardTimes = cardTimes
var ErrNoRoom = errNoRoom
var ErrNoValue = errNoValue
var ErrUnderWay = errUnderWay
var IsContest = isContest
var OrClaim = orClaim

func (x *Bots) Searches() *searches { return x.searches }
func (p *searches) Size() int       { return p.size }
