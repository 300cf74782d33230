package club

import (
	"slices"

	"tableronde/db"
	"tableronde/games"
)

// takeOverLevel is the level of bots that take the seats of those who leave.
const takeOverLevel = 3

// takesOver reports whether a bot takes the seat of a player who leaves the game: where the
// table says so, at cards, and while somebody else plays on.
func (t *txn) takesOver(seat games.Seat) bool {
	own := t.before.Seats[seat-1]
	if !t.before.Clock.Control().BotsTakeOver || own.Bot > 0 || !t.defaults() || !BotsPlay(t.before.Game) {
		return false
	}
	return slices.ContainsFunc(t.before.Seats, func(p db.Player) bool { return p.Bot == 0 && p.ID != own.ID })
}

// takeOver gives a seat to a bot.
func (t *txn) takeOver(seat games.Seat) {
	if t.takenOver == nil {
		t.takenOver, t.before.Seats = make(map[games.Seat]int), slices.Clone(t.before.Seats)
	}
	t.storeOrders(seat, SeatOrders{})
	t.before.Seats[seat-1], _ = db.FindBot(t.before.FreeBot(takeOverLevel))
	t.takenOver[seat] = takeOverLevel
}
