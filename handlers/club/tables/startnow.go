package tables

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
)

// CanStartNow reports whether a table can start with the players it has, and whether with
// bots in its open seats.
func CanStartNow(m db.Match) (without, withBots bool) {
	info := match.GameOf(m)
	taken := takenSeats(m)
	return taken < len(m.Seats) && slices.Contains(info.Seats, taken), taken < len(m.Seats) && match.BotsPlay(info.ID)
}

func takenSeats(m db.Match) int {
	taken := 0
	for _, p := range m.Seats {
		if p.ID != "" {
			taken++
		}
	}
	return taken
}

// StartNow starts a table before all its seats are taken: without the open seats or, for a
// level above 0, with bots of that level in them. Only the host may. Seats that are kept for
// players are open.
func (s *Tables) StartNow(ctx context.Context, once db.Once, id, host string, level int, n match.Note) (match.Match, error) {
	old, err := s.requireChangeable(ctx, id, host)
	if err != nil {
		return match.Match{}, err
	}
	info := old.Rules.Info()
	if level != 0 {
		if err := CheckBot(info, len(old.Seats), 1, level); err != nil {
			return match.Match{}, err
		}
	}
	m, err := s.store.StartMatch(ctx, once, db.Starting{Match: id, Host: host, Bot: level, BotLimits: s.botLimits, Begin: s.matches.Begin,
		Admit: func(m db.Match) error { return s.checkStart(info, m) }}, n)
	switch {
	case errors.Is(err, db.ErrStarted):
		return match.Match{}, ErrStarted
	case err != nil:
		return match.Match{}, fmt.Errorf("start match: %w", err)
	}
	s.matches.Announce(m)
	s.matches.PublishTable(m)
	s.repeatDue.Send()
	return s.matches.Load(ctx, m)
}

// checkStart refuses a match that is about to start with too few players.
func (s *Tables) checkStart(info games.Info, m db.Match) error {
	if !slices.Contains(info.Seats, len(m.Seats)) {
		return club.Refuse(club.Conflict, "too_few_players",
			fmt.Sprintf("%s is played by %s, and %d sit at this table: wait for more, or have bots take the open seats", info.Name.En, joinNumbers(info.Seats), len(m.Seats)))
	}
	_, err := s.Proposed(Proposal{Game: m.Game, Seats: len(m.Seats), Options: m.Options})
	return err
}
