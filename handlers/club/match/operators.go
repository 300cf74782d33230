package match

import (
	"context"
	"errors"
	"slices"
	"strconv"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/table"
	"tableronde/handlers/club"
)

// ErrNoSuchSeat refuses an act about a seat that the match does not have.
var ErrNoSuchSeat = club.Refuse(club.Invalid, "unknown_seat", "the match has no such seat, or has not begun").About("seat")

// Intervene posts an event of an operator in a match, and logs their act.
func (s *Matches) Intervene(ctx context.Context, id, event string, do db.NewAct) error {
	_, err := s.advance(ctx, db.Once{}, id, "", nil, func(t *txn) error {
		t.act = &do
		return t.intervene(event)
	})
	if errors.Is(err, db.ErrNotStarted) {
		err = ErrNotStarted
	}
	return err
}

// GiveSeat gives the seat that an operator's act names, of a player before, to the next one: to
// a bot of a level, if that is not 0. It logs the act.
func (s *Matches) GiveSeat(ctx context.Context, id string, before, next db.Player, level int, do db.NewAct) error {
	_, err := s.advance(ctx, db.Once{}, id, "", nil, func(t *txn) error {
		if t.table.Over() {
			return games.ErrFinished
		}
		if t.before.Seats[do.Seat-1].ID != before.ID {
			return ErrNoSuchSeat // somebody else has taken it
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

// intervene posts an event of an operator, at the seat that is first to act.
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

// seat gives a seat to a player, who gets the time of the start of the match if the seat was out.
// The standing orders of the previous player are dropped.
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
