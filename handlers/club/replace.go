package club

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"tableronde/db"
	"tableronde/games"
)

var (
	errNotAgreed = refuse(Invalid, "not_agreed", "say that the player has agreed: whoever takes a seat reads what was written to it and, at cards, sees its hand").about("agreed")
	errCannotSit = refuse(Invalid, "cannot_sit", "this player cannot take the seat: they sit there already, are suspended, have a name like another's at the table, or do not meet somebody there").about("who")
	errNoSuchBot = refuse(Invalid, "no_such_bot", fmt.Sprintf("the computer does not play this game, or has no such level: the levels are 1 to %d", db.BotLevels)).about("level")
)

// replace gives the seat of a match to another player, who has agreed, or to a bot.
func (s *Service) replace(ctx context.Context, a Act, m db.Match, do db.NewAct) error {
	if m.Started.IsZero() || m.Solo || a.Seat < 1 || int(a.Seat) > len(m.Seats) {
		return errNoSuchSeat
	}
	next, err := s.newcomer(ctx, a, m)
	if err != nil {
		return err
	}
	before := m.Seats[a.Seat-1]
	_, err = s.advance(ctx, db.Once{}, m.ID, "", nil, func(t *txn) error {
		if t.table.Over() {
			return games.ErrFinished
		}
		if t.before.Seats[a.Seat-1].ID != before.ID {
			return errNoSuchSeat // somebody else has taken it meanwhile
		}
		t.act, do.Player = &do, before.ID
		if do.Detail = strconv.Itoa(t.table.Ply()); before.Bot > 0 {
			do.Player, do.Detail = t.before.standsFor(a.Seat).ID, do.Detail+" "+before.ID
		}
		if a.Level > 0 {
			return t.takeOver(a.Seat, a.Level)
		}
		return t.seat(a.Seat, next)
	})
	if err == nil {
		s.hub.EndPlayer(before.ID)
	}
	return err
}

// newcomer returns who is to take a seat.
func (s *Service) newcomer(ctx context.Context, a Act, m db.Match) (db.Player, error) {
	if a.Level != 0 {
		if !BotsPlay(m.Game) || a.Level < 1 || a.Level > db.BotLevels {
			return db.Player{}, errNoSuchBot
		}
		p, _ := db.FindBot(m.FreeBot(a.Level))
		return p, nil
	}
	p, err := s.findPlayer(ctx, a.Who)
	if err != nil {
		return db.Player{}, err
	}
	others := m
	others.Seats = slices.Delete(slices.Clone(m.Seats), int(a.Seat)-1, int(a.Seat))
	shuns, err := s.store.Shuns(ctx, m.ID, p.ID)
	switch {
	case err != nil:
		return db.Player{}, err
	case shuns, SeatOf(m, p.ID) != 0, s.now().Before(p.Suspended), s.tellApart(others, p.ID, p.Name) != nil:
		return db.Player{}, errCannotSit
	case !a.Agreed:
		return db.Player{}, errNotAgreed
	}
	return p, nil
}

// seat gives a seat to a player, who has the time of the start of the match if it was out. Standing
// orders were those of the one before.
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

// CheckSilent returns a SuspendedError for a player who may not write messages.
func (s *Service) CheckSilent(ctx context.Context, player string) error {
	p, err := s.store.Player(ctx, player)
	if err != nil || !s.now().Before(p.Silent) {
		return ignoreNotFound(err)
	}
	return s.barred(ctx, player, db.ActMute, p.Silent)
}

// barred returns the error for a player whom an act keeps from something until a time.
func (s *Service) barred(ctx context.Context, player string, by db.ActKind, until time.Time) error {
	acts, err := s.store.ActsAbout(ctx, player)
	if err != nil {
		return err
	}
	e := &SuspendedError{Until: until, Act: by}
	if i := slices.IndexFunc(acts, func(a db.Act) bool { return a.Kind == by }); i >= 0 {
		e.Reason = acts[i].Reason
	}
	return e
}

// silenced returns the error of a message that the store has refused.
func (s *Service) silenced(ctx context.Context, player string, err error) error {
	if !errors.Is(err, db.ErrSilent) {
		return err
	}
	if barred := s.CheckSilent(ctx, player); barred != nil {
		return barred
	}
	return err
}
