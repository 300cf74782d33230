package match

import (
	"context"
	"sync"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/clock"
	"tableronde/games/table"
)

// Names for the tests of this room, which stand outside of it.

const Drift = drift
const FoldBack = foldBack
const LivePause = livePause
const MaxOrders = maxOrders
const MostActed = mostActed
const TakeOverLevel = takeOverLevel

func (x *Matches) NewTxn(m db.Match, orders db.Orders, pauses *clock.Pauses) (*txn, error) {
	return x.newTxn(m, orders, pauses)
}
func (x *Matches) Visits(ctx context.Context, f Match, player string, aware bool) (before, after db.Visit, err error) {
	return x.visits(ctx, f, player, aware)
}
func (x *positionCache) Get(match string) (table.Match, bool) { return x.get(match) }
func (x *txn) Change() db.Change                              { return x.change() }
func (x *txn) Play(seat games.Seat, text string) error        { return x.play(seat, text) }
func (x SeatOrders) Encode() string                           { return x.encode() }

var DecodeOrders = decodeOrders
var ErrClaimOwn = errClaimOwn
var ErrForeignSeat = errForeignSeat
var ErrGrantOnce = errGrantOnce
var ErrHiddenRecord = errHiddenRecord
var SecretRevealed = secretRevealed
var VisitAfterAction = visitAfterAction
var VisitAfterLook = visitAfterLook

func (x *Matches) Positions() *positionCache { return x.positions }
func (x *Matches) BeatLock() *sync.Mutex     { return &x.uptime.beating }
func (o SeatOrders) Due() time.Time          { return o.due }
