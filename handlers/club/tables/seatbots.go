package tables

import (
	"context"
	"fmt"
	"slices"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
)

// checkBots refuses bots that a table cannot have.
func (p Proposal) checkBots(info games.Info) error {
	seats := p.Seats
	if seats == 0 {
		seats = slices.Min(info.Seats)
	}
	switch {
	case len(p.Bots) == 0:
		return nil
	case p.Solo:
		return club.InvalidField("invalid_bots", "bots", "a player who holds every seat leaves none to a bot")
	case len(p.Bots) >= seats:
		return club.InvalidField("invalid_bots", "bots", "one seat at least is for whoever opens the table")
	}
	for seat, level := range p.Bots {
		if err := CheckBot(info, seats, seat, level); err != nil {
			return err
		}
		if int(seat) == p.Seat {
			return club.InvalidField("invalid_bots", "bots", "seat %d is for whoever opens the table", seat)
		}
	}
	return nil
}

// CheckBot refuses a bot that cannot have a seat.
func CheckBot(info games.Info, seats int, seat games.Seat, level int) error {
	switch {
	case !match.BotsPlay(info.ID):
		return club.Refuse(club.Invalid, "no_bots", fmt.Sprintf("the computer does not play %s", info.Name.En)).About("bots")
	case seat < 1 || int(seat) > seats:
		return club.InvalidField("invalid_bots", "bots", "there is no seat %d: the seats are 1 to %d", seat, seats)
	case level < 1 || level > db.BotLevels:
		return club.InvalidField("invalid_level", "level", "there is no level %d: the levels are 1 to %d", level, db.BotLevels)
	}
	return nil
}

// SeatBot gives an open seat of a table to a bot of a level. Only the host may; with the
// last seat the match begins.
func (s *Tables) SeatBot(ctx context.Context, once db.Once, id, host string, seat games.Seat, level int, n match.Note) (match.Match, error) {
	old, err := s.requireChangeable(ctx, id, host)
	if err != nil {
		return match.Match{}, err
	}
	if err := CheckBot(old.Rules.Info(), len(old.Seats), seat, level); err != nil {
		return match.Match{}, err
	}
	m, err := s.store.JoinMatch(ctx, once, db.Joining{Match: id, Bot: level, Host: host, Seat: seat, Begin: s.matches.Begin, BotLimits: s.botLimits}, n)
	if err != nil {
		return match.Match{}, fmt.Errorf("seat bot: %w", err)
	}
	s.matches.Announce(m)
	s.matches.PublishTable(m)
	return s.matches.Load(ctx, m)
}
