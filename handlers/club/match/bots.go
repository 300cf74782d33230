package match

import (
	"context"
	"slices"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/clock"
	"tableronde/games/table"
	"tableronde/handlers/club"
)

// BotPause is the pause before a bot thinks about its move, unless Config sets another.
const BotPause = 400 * time.Millisecond

// Listeners returns the levels of the bots that may prevent a post for a seat. The levels depend
// only on the players at the table.
func Listeners(m db.Match, seat games.Seat) []int {
	var levels []int
	for i, p := range m.Seats {
		if p.Bot > 0 && games.Seat(i+1) != seat && bot.Interrupts(m.Game, p.Bot) {
			levels = append(levels, p.Bot)
		}
	}
	return levels
}

// HasListeners reports whether windows for bots may open in a match.
func (m Match) HasListeners() bool { return len(Listeners(m.Match, 0)) > 0 }

// hears reports whether a window is open in which bots are asked. Only the bots' answers close it.
func (t *inPlay) hears() bool {
	return t.autoSeat != 0 && len(Listeners(t.before.Match, t.autoSeat)) > 0
}

// BotTask returns the first seat of a bot that must act or answer an offer, 0 for none. answers is
// set if it must answer an offer of a draw.
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

// botDue returns the time at which the bots act after a change, zero if they have nothing to do. A
// bot that already owed a decision keeps its time.
func (t *inPlay) botDue(c *db.Change) time.Time {
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

// consentOfBots lets the bots agree at once to an offer by a seat: to take back moves, or to a
// partner's resignation.
func (t *txn) consentOfBots(by games.Seat, text string) error {
	for i, p := range t.before.Seats {
		seat := games.Seat(i + 1)
		if p.Bot == 0 || t.table.Over() {
			continue
		}
		if slices.Contains(t.table.UndoOffer().Awaited, seat) {
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
// nothing if the match has gone on since m.
func (s *Matches) CloseHeard(ctx context.Context, m Match) error {
	_, err := s.advance(ctx, db.Once{}, m.ID, "", nil, func(t *txn) error {
		if t.table.Ply() != m.Ply || !t.hears() {
			return nil
		}
		return t.closeWindow()
	})
	return err
}

// takeOverLevel is the level of bots that take the seats of players who leave, unless the remaining
// players agree on another level.
const takeOverLevel = 3

// Refusals of an offer to seat a bot.
var (
	errNobodyLeft = &games.Illegal{Key: "table.bot.nobody", Text: table.Refusals()["table.bot.nobody"]}
	errNoSay      = &games.Illegal{Key: "table.bot.voice", Text: table.Refusals()["table.bot.voice"]}
)

// takesOver reports whether a bot takes the seat of a player who leaves. That is so at card tables
// with that option, while another person plays on.
func (t *inPlay) takesOver(seat games.Seat) bool {
	own := t.before.Seats[seat-1]
	if !t.before.Clock.Control().BotsTakeOver || own.Bot > 0 || !t.defaults() || !BotsPlay(t.before.Game) {
		return false
	}
	return slices.ContainsFunc(t.before.Seats, func(p db.Player) bool { return p.Bot == 0 && p.ID != own.ID })
}

// takeOver gives a seat to a bot of a level. The seat's clock gets the time of the start of the
// match.
func (t *txn) takeOver(seat games.Seat, level int) error {
	next, err := t.table.SeatBot(seat, level, t.now)
	if err != nil {
		return err
	}
	if t.table = next; t.takenOver == nil {
		t.takenOver, t.left, t.before.Seats = make(map[games.Seat]int), make(map[games.Seat]string), slices.Clone(t.before.Seats)
	}
	t.storeOrders(seat, SeatOrders{})
	if left := t.before.Seats[seat-1]; left.Bot == 0 {
		t.left[seat] = left.ID
	}
	t.before.Seats[seat-1], _ = db.FindBot(t.before.FreeBot(level))
	t.takenOver[seat] = level
	t.renewed = append(t.renewed, seat)
	return t.settle()
}

// negotiateBot posts an offer to seat a bot for a missing player, or an answer to such an offer.
// After the last consent the bot takes the seat.
func (t *txn) negotiateBot(seat games.Seat, text string) error {
	next, err := t.checkBotOffer(seat, text)
	if err != nil {
		return err
	}
	t.table = next
	return t.concludeBotOffer()
}

// checkBotOffer returns the match after an offer to seat a bot, or after an answer to one.
func (t *inPlay) checkBotOffer(seat games.Seat, text string) (table.Match, error) {
	returned := t.table.BotOffer().Seat == seat && table.AsSurrounding(text) == table.DeclineBot
	if out, _ := t.table.IsOut(seat); !t.hasSay(seat) && (!returned || out) {
		return table.Match{}, errNoSay
	}
	next, err := t.table.Replay(table.Event{Seat: seat, Text: text, At: t.now})
	if err != nil {
		return table.Match{}, err
	}
	if o := next.BotOffer(); o.By != 0 && t.table.BotOffer().By == 0 && !t.isMissing(o.Seat) {
		return table.Match{}, errNobodyLeft
	}
	return next, nil
}

// concludeBotOffer seats the offered bot once all have consented.
func (t *txn) concludeBotOffer() error {
	o := t.table.BotOffer()
	if o.By == 0 || t.table.Over() || len(t.awaitedForBot()) > 0 {
		return nil
	}
	return t.takeOver(o.Seat, o.Level)
}

// awaitedForBot lists the seats that have not yet consented to the offered bot.
func (t *inPlay) awaitedForBot() (awaited []games.Seat) {
	o := t.table.BotOffer()
	for i := range t.before.Seats {
		if seat := games.Seat(i + 1); o.By != 0 && seat != o.Seat && t.hasSay(seat) && !slices.Contains(o.Agreed, seat) {
			awaited = append(awaited, seat)
		}
	}
	return awaited
}

// hasSay reports whether a person still plays at a seat, and so votes on bots for missing players.
func (t *inPlay) hasSay(seat games.Seat) bool {
	out, _ := t.table.IsOut(seat)
	return t.before.Seats[seat-1].Bot == 0 && !out && !t.isMissing(seat)
}

// isMissing reports whether the others may agree on a bot for a seat. The match needs more than two
// seats. The player must have left the site, resigned a card game, run out of time, or missed too
// many decisions in a row.
func (t *inPlay) isMissing(seat games.Seat) bool {
	m := t.before
	if p := m.Seats[seat-1]; len(m.Seats) < 3 || m.Solo || m.Cup != "" || p.Bot > 0 || t.table.Over() || !BotsPlay(m.Game) {
		return false
	} else if out, returns := t.table.IsOut(seat); out {
		return returns
	} else if p.Name == db.FormerName {
		return true
	}
	if m.Clock.IsZero() || !t.defaults() {
		return slices.Contains(t.late(), seat)
	}
	return t.readings()[seat-1].Defaults >= clock.MostDefaults
}

// returnToSeat declines the offered bot for a seat whose player acts again.
func (t *txn) returnToSeat(seat games.Seat) (err error) {
	if t.table.BotOffer().Seat == seat {
		t.table, err = t.table.Replay(table.Event{Seat: seat, Text: table.DeclineBot, At: t.now})
	}
	return err
}

// botOffers lists the events that a seat may post about bots for missing players.
func (t *inPlay) botOffers(seat games.Seat) (offers []string) {
	var all []string
	if t.table.BotOffer().By != 0 {
		all = []string{table.AcceptBot, table.DeclineBot}
	} else {
		for i := range t.before.Seats {
			if other := games.Seat(i + 1); t.isMissing(other) {
				all = append(all, table.OfferBot(other, takeOverLevel))
			}
		}
	}
	for _, text := range all {
		if _, err := t.checkBotOffer(seat, text); err == nil {
			offers = append(offers, text)
		}
	}
	return offers
}

// BotOffer returns the pending offer of a bot for a missing player, zero for none. awaited lists
// the seats that have not consented yet.
func (m Match) BotOffer() (o table.BotOffer, awaited []games.Seat) {
	if !m.Dealt() || m.IsOver() {
		return table.BotOffer{}, nil
	}
	if o = m.Table.BotOffer(); o.By != 0 {
		awaited = beginTxn(m, nil, m.Now, m.pauses).awaitedForBot()
	}
	return o, awaited
}

// Resign resigns all seats of a player who has left, except those that the rules do not let resign,
// such as a seat that has resigned before. If the table lets bots take over, bots take the seats
// instead.
func (s *Matches) Resign(ctx context.Context, id, player string) error {
	_, err := s.advance(ctx, db.Once{}, id, "", nil, func(t *txn) error {
		t.actor = player
		for _, seat := range t.before.SeatsOf(player) {
			if t.table.Over() {
				return nil
			}
			if t.takesOver(seat) {
				if err := t.takeOver(seat, takeOverLevel); err != nil {
					return err
				}
			} else if err := t.play(seat, "resign"); err != nil && !club.IsRefusal(err) {
				return err
			}
		}
		return nil
	})
	return err
}
