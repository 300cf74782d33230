package club

import (
	"context"
	"fmt"
	"slices"

	"tableronde/db"
	"tableronde/games"
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
		return InvalidField("invalid_bots", "bots", "a player who holds every seat leaves none to a bot")
	case len(p.Bots) >= seats:
		return InvalidField("invalid_bots", "bots", "one seat at least is for whoever opens the table")
	}
	for seat, level := range p.Bots {
		if err := checkBot(info, seats, seat, level); err != nil {
			return err
		}
		if int(seat) == p.Seat {
			return InvalidField("invalid_bots", "bots", "seat %d is for whoever opens the table", seat)
		}
	}
	return nil
}

// checkBot refuses a bot that cannot have a seat.
func checkBot(info games.Info, seats int, seat games.Seat, level int) error {
	switch {
	case !BotsPlay(info.ID):
		return refuse(Invalid, "no_bots", fmt.Sprintf("the computer does not play %s", info.Name.En)).about("bots")
	case seat < 1 || int(seat) > seats:
		return InvalidField("invalid_bots", "bots", "there is no seat %d: the seats are 1 to %d", seat, seats)
	case level < 1 || level > db.BotLevels:
		return InvalidField("invalid_level", "level", "there is no level %d: the levels are 1 to %d", level, db.BotLevels)
	}
	return nil
}

// SeatBot gives an open seat of a table to a bot of a level. Only the host may; with the
// last seat the match begins.
func (s *Service) SeatBot(ctx context.Context, once db.Once, id, host string, seat games.Seat, level int, n Note) (Match, error) {
	old, err := s.requireChangeable(ctx, id, host)
	if err != nil {
		return Match{}, err
	}
	if err := checkBot(old.Rules.Info(), len(old.Seats), seat, level); err != nil {
		return Match{}, err
	}
	m, err := s.store.JoinMatch(ctx, once, db.Joining{Match: id, Bot: level, Host: host, Seat: seat, Begin: s.begin, BotLimits: s.botLimits}, n)
	if err != nil {
		return Match{}, fmt.Errorf("seat bot: %w", err)
	}
	s.announce(m)
	s.publishTable(m)
	return s.load(ctx, m)
}
