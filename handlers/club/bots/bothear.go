package bots

import (
	"context"
	"fmt"
	"slices"

	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/handlers/club/match"
)

// At cards a bot may prevent what the server is about to post for somebody else. Where one
// sits that might, a window is open for it, as long as a bot takes for anything, if not for
// others, too: whoever holds what, the posting comes at the same time.

// hearBots asks the bots of a match whether they prevent what the open window is for.
func (s *Bots) hearBots(ctx context.Context, m match.Match) (botMove, error) {
	i := slices.IndexFunc(m.Table.ToAct(), m.AutoPlayed)
	if i < 0 {
		return botMove{}, fmt.Errorf("match %s is due, and no bot has anything to do", m.ID)
	}
	levels := match.Listeners(m.Match, m.Table.ToAct()[i])
	if len(levels) == 0 {
		return botMove{}, fmt.Errorf("match %s is due, and no bot listens", m.ID)
	}
	at := s.now().Add(cardTimes[slices.Max(levels)-1])
	for i, p := range m.Seats {
		seat := games.Seat(i + 1)
		if p.Bot == 0 || !bot.Interrupts(m.Game, p.Bot) || m.AutoPlayed(seat) || len(m.Table.Legal(seat)) == 0 {
			continue
		}
		choice, err := s.search(ctx, m, seat, p.Bot)
		switch {
		case err != nil:
			return botMove{}, fmt.Errorf("ask seat %d: %w", seat, err)
		case choice.Action != "":
			return botMove{seat: seat, action: choice.Action, at: at}, nil
		}
	}
	if m.WindowEnds.After(at) {
		at = m.WindowEnds
	}
	return botMove{at: at}, nil
}
