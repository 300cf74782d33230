package match

import (
	"context"
	"slices"
	"strconv"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/table"
	"tableronde/handlers/club"
)

// ErrNoSuchSeat refuses an act about a seat that the match does not have.
var ErrNoSuchSeat = club.Refuse(club.Invalid, "unknown_seat", "the match has no such seat, or has not begun: check the seat").About("seat")

// Intervene posts an event of an operator in a match, and logs the operator's act.
func (s *Matches) Intervene(ctx context.Context, id, event string, do db.NewAct) error {
	_, err := s.advance(ctx, db.Once{}, id, "", nil, func(t *txn) error {
		t.act = &do
		return t.intervene(event)
	})
	return club.Refusals{db.ErrNotStarted: ErrNotStarted}.Of(err)
}

// GiveSeat gives the seat named by an operator's act from one player to the next. If level is not
// 0, the next is a bot of that level. It logs the act.
func (s *Matches) GiveSeat(ctx context.Context, id string, before, next db.Player, level int, do db.NewAct) error {
	_, err := s.advance(ctx, db.Once{}, id, "", nil, func(t *txn) error {
		if t.table.Over() {
			return games.ErrFinished
		}
		if t.before.Seats[do.Seat-1].ID != before.ID {
			return ErrNoSuchSeat // the seat has changed hands meanwhile
		}
		t.act, do.Player = &do, before.ID
		if do.Detail = strconv.Itoa(t.table.Ply()); before.Bot > 0 {
			do.Player, do.Detail = t.before.AbsentPlayer(do.Seat).ID, do.Detail+" "+before.ID
		}
		if level > 0 {
			return t.takeOver(do.Seat, level)
		}
		return t.seat(do.Seat, next)
	})
	return err
}

// intervene posts an event of an operator, under the first seat to act.
func (t *txn) intervene(event string) error {
	acting := t.table.ToAct()
	if t.table.Over() || len(acting) == 0 {
		return games.ErrFinished
	}
	next, err := t.table.Replay(table.Event{Seat: acting[0], Text: event, At: t.now})
	if err != nil {
		return err
	}
	t.table = next
	return t.continueAfterAction()
}

// seat gives a seat to a player. If the seat was out, its clock gets the time of the start. The
// advance orders of the previous player are dropped.
func (t *txn) seat(seat games.Seat, p db.Player) error {
	out, _ := t.table.IsOut(seat)
	next, err := t.table.SeatPlayer(seat, t.now)
	if err != nil {
		return err
	}
	t.table, t.replaced, t.before.Seats = next, map[games.Seat]string{seat: p.ID}, slices.Clone(t.before.Seats)
	t.storeOrders(seat, SeatOrders{})
	if t.before.Seats[seat-1] = p; out {
		t.renewed = append(t.renewed, seat)
	}
	return t.settle()
}
