package match

import (
	"context"
	"slices"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/table"
	"tableronde/handlers/club"
)

// BotPause is how long a bot waits before it thinks about its move, unless Config says
// otherwise.
const BotPause = 400 * time.Millisecond

// Listeners returns the levels of the bots that may prevent a post for a seat. The levels
// depend only on the players at the table.
func Listeners(m db.Match, seat games.Seat) []int {
	var levels []int
	for i, p := range m.Seats {
		if p.Bot > 0 && games.Seat(i+1) != seat && bot.Interrupts(m.Game, p.Bot) {
			levels = append(levels, p.Bot)
		}
	}
	return levels
}

// HasListeners reports whether there are windows for bots in a match.
func (m Match) HasListeners() bool { return len(Listeners(m.Match, 0)) > 0 }

// hears reports whether a window is open now in which bots are asked. Nobody but they
// closes it.
func (t *txn) hears() bool {
	return t.autoSeat != 0 && len(Listeners(t.before.Match, t.autoSeat)) > 0
}

// BotTask returns the first seat of a bot that has something to do, and whether that is to
// answer an offer of a draw, rather than to act; 0 if there is none.
func BotTask(m db.Match, toAct, asked []games.Seat) (seat games.Seat, answers bool) {
	for _, list := range []struct {
		seats   []games.Seat
		answers bool
	}{{asked, true}, {toAct, false}} {
		for _, seat := range list.seats {
			if m.Seats[seat-1].Bot > 0 {
				return seat, list.answers
			}
		}
	}
	return 0, false
}

// botDue returns when the bots of a match look at it after a change, the zero time if none
// has anything to do. Who owed a decision before goes on with it, whatever others do.
func (t *txn) botDue(c *db.Change) time.Time {
	seat, _ := BotTask(t.before.Match, c.ToAct, c.Asked)
	if c.Result != nil || seat == 0 && !t.hears() {
		return time.Time{}
	}
	due := t.now.Add(t.botPause)
	if before := t.before.BotDue; seat != 0 && !before.IsZero() && before.Before(due) && slices.Contains(t.before.ToAct, seat) && !t.hasActed(seat) {
		return before
	}
	return due
}

// consentOfBots has the bots agree at once, after a surrounding event of a seat, to a
// request to go back and to the resignation of a partner.
func (t *txn) consentOfBots(by games.Seat, text string) error {
	for i, p := range t.before.Seats {
		seat := games.Seat(i + 1)
		if p.Bot == 0 || t.table.Over() {
			continue
		}
		if _, awaited := t.table.UndoVotes(); slices.Contains(awaited, seat) {
			if err := t.apply(seat, table.AcceptUndo); err != nil {
				return err
			}
		}
		if table.AsSurrounding(text) == "resign" && seat != by && t.sameSide(seat, by) {
			if err := t.apply(seat, "resign"); err != nil && !club.IsRefusal(err) {
				return err
			}
		}
	}
	return nil
}

// CloseHeard closes the open window of m and posts its action, which no bot prevents. It does
// nothing if the match has gone on after m.
func (s *Matches) CloseHeard(ctx context.Context, m Match) error {
	_, err := s.advance(ctx, db.Once{}, m.ID, "", nil, func(t *txn) error {
		if t.table.Ply() != m.Ply || !t.hears() {
			return nil
		}
		return t.closeWindow()
	})
	return err
}
