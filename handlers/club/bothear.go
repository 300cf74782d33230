package club

import (
	"context"
	"fmt"
	"slices"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/bot"
)

// At cards a bot may prevent what the server is about to post for somebody else. Where one
// sits that might, a window is open for it, as long as a bot takes for anything, if not for
// others, too: whoever holds what, the posting comes at the same time.

// listeners are the levels of the bots that may prevent what is posted for a seat. They
// depend on nothing but who sits at the table.
func listeners(m db.Match, seat games.Seat) []int {
	var levels []int
	for i, p := range m.Seats {
		if p.Bot > 0 && games.Seat(i+1) != seat && bot.Interrupts(m.Game, p.Bot) {
			levels = append(levels, p.Bot)
		}
	}
	return levels
}

// HasListeners reports whether there are windows for bots in a match.
func (m Match) HasListeners() bool { return len(listeners(m.Match, 0)) > 0 }

// hears reports whether a window is open now in which bots are asked. Nobody but they
// closes it.
func (t *txn) hears() bool {
	return t.autoSeat != 0 && len(listeners(t.before.Match, t.autoSeat)) > 0
}

// hearBots asks the bots of a match whether they prevent what the open window is for.
func (s *Service) hearBots(ctx context.Context, m Match) (botMove, error) {
	i := slices.IndexFunc(m.Table.ToAct(), m.autoPlayed)
	if i < 0 {
		return botMove{}, fmt.Errorf("match %s is due, and no bot has anything to do", m.ID)
	}
	levels := listeners(m.Match, m.Table.ToAct()[i])
	if len(levels) == 0 {
		return botMove{}, fmt.Errorf("match %s is due, and no bot listens", m.ID)
	}
	at := s.now().Add(cardTimes[slices.Max(levels)-1])
	for i, p := range m.Seats {
		seat := games.Seat(i + 1)
		if p.Bot == 0 || !bot.Interrupts(m.Game, p.Bot) || m.autoPlayed(seat) || len(m.Table.Legal(seat)) == 0 {
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

// closeHeard posts what the open window was for, which no bot prevents, unless the match
// has gone on meanwhile.
func (s *Service) closeHeard(ctx context.Context, m Match) error {
	_, err := s.advance(ctx, db.Once{}, m.ID, "", nil, func(t *txn) error {
		if t.table.Ply() != m.Ply || !t.hears() {
			return nil
		}
		return t.closeWindow()
	})
	return err
}

// botDue returns when the bots of a match look at it after a change, the zero time if none
// has anything to do. Who owed a decision before goes on with it, whatever others do.
func (t *txn) botDue(c *db.Change) time.Time {
	seat, _ := botTask(t.before.Match, c.ToAct, c.Asked)
	if c.Result != nil || seat == 0 && !t.hears() {
		return time.Time{}
	}
	due := t.now.Add(t.botPause)
	if before := t.before.BotDue; seat != 0 && !before.IsZero() && before.Before(due) && slices.Contains(t.before.ToAct, seat) && !t.hasActed(seat) {
		return before
	}
	return due
}
