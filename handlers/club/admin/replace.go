package admin

import (
	"context"
	"fmt"
	"slices"

	"tableronde/db"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
)

var (
	errNotAgreed = club.Refuse(club.Invalid, "not_agreed", "confirm that the player has agreed: the new player reads the messages to the seat and, in card games, sees its hand").About("agreed")
	errCannotSit = club.Refuse(club.Invalid, "cannot_sit", "this player cannot take the seat, because of a seat there, a suspension, a similar name or a block: name another one").About("who")
	errNoSuchBot = club.Refuse(club.Invalid, "no_such_bot", fmt.Sprintf("the computer does not play this game at this level: its levels are 1 to %d", db.BotLevels)).About("level")
)

// replace gives the seat of a match to another player, who has agreed, or to a bot.
func (s *Operators) replace(ctx context.Context, a Act, m db.Match, do db.NewAct) error {
	if m.Started.IsZero() || m.Solo || a.Seat < 1 || int(a.Seat) > len(m.Seats) {
		return match.ErrNoSuchSeat
	}
	next, err := s.newcomer(ctx, a, m)
	if err != nil {
		return err
	}
	before := m.Seats[a.Seat-1]
	err = s.cfg.Matches.GiveSeat(ctx, m.ID, before, next, a.Level, do)
	if err == nil {
		s.cfg.Hub.EndPlayer(before.ID)
	}
	return err
}

// newcomer returns the player who will take a seat.
func (s *Operators) newcomer(ctx context.Context, a Act, m db.Match) (db.Player, error) {
	if a.Level != 0 {
		if !match.BotsPlay(m.Game) || a.Level < 1 || a.Level > db.BotLevels {
			return db.Player{}, errNoSuchBot
		}
		p, _ := db.FindBot(m.FreeBot(a.Level))
		return p, nil
	}
	p, err := s.cfg.Accounts.FindPlayer(ctx, a.Who)
	if err != nil {
		return db.Player{}, err
	}
	others := m
	others.Seats = slices.Delete(slices.Clone(m.Seats), int(a.Seat)-1, int(a.Seat))
	blocks, err := s.cfg.Store.Blocks(ctx, m.ID, p.ID)
	switch {
	case err != nil:
		return db.Player{}, err
	case blocks, match.SeatOf(m, p.ID) != 0, s.cfg.Now().Before(p.Suspended), s.cfg.Accounts.TellApart(others, p.ID, p.Name) != nil:
		return db.Player{}, errCannotSit
	case !a.Agreed:
		return db.Player{}, errNotAgreed
	}
	return p, nil
}
