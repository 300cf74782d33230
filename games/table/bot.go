package table

import (
	"time"

	"tableronde/games"
)

// BotOffer is the pending offer of a bot that plays on at the seat of somebody who has left.
type BotOffer struct {
	By     games.Seat   // who asks, 0 if nobody does
	Seat   games.Seat   // at which it would play on
	Level  int          // of the bot
	Agreed []games.Seat // By, and the seats that have accepted
}

// BotOffer returns the pending offer of a bot, the zero value if there is none.
func (m Match) BotOffer() BotOffer {
	o := m.now.pending().bot
	if o.by == 0 {
		return BotOffer{}
	}
	agreed, _ := o.votes(m.seats())
	return BotOffer{By: o.by, Seat: o.seat, Level: o.level, Agreed: agreed}
}

// NegotiateBot posts an offer of a bot, or an answer to one. The caller decides whether the seat
// may be offered, and which seats have a say. The error is games.ErrFinished or a *games.Illegal.
func (m Match) NegotiateBot(seat games.Seat, text string, at time.Time) (Match, error) {
	return m.Replay(Event{Seat: seat, Text: text, At: at})
}

// SeatBot notes that a bot of a level plays on at a seat from now on. A seat that has resigned
// returns to the game, if its rules allow that. The error is games.ErrFinished or a
// *games.Illegal.
func (m Match) SeatBot(seat games.Seat, level int, at time.Time) (Match, error) {
	return m.Replay(Event{Seat: seat, Text: command{kind: cmdBot, level: level}.String(), At: at})
}

// SeatPlayer notes that another player plays on at a seat from now on, as SeatBot does of a bot.
func (m Match) SeatPlayer(seat games.Seat, at time.Time) (Match, error) {
	return m.Replay(Event{Seat: seat, Text: cmdPlayer.String(), At: at})
}

// IsOut reports whether a seat has left the game for good by its rules, and whether it may
// still return.
func (m Match) IsOut(seat games.Seat) (out, returns bool) {
	switch s := m.State().(type) {
	case games.Returner:
		_, err := s.Return(seat)
		return err == nil, err == nil
	case games.Drawer:
		return !setOf(s.Voices()...).has(seat), false
	}
	return false, false
}

// negotiateBot offers, accepts or declines a bot.
func (t *step) negotiateBot(seat games.Seat, c command, seats int) error {
	switch {
	case c.kind == cmdAcceptBot:
		return t.bot.answer(seat, "bot")
	case c.kind == cmdDeclineBot && t.bot.by == 0:
		return refuse("table.bot.none", nil)
	case c.kind == cmdDeclineBot:
		if seat != t.bot.by { // who asked takes it back
			t.botBarred |= setOf(t.bot.seat)
		}
		t.bot = botOffer{}
		return nil
	case c.seat < 1 || int(c.seat) > seats || c.seat == seat:
		return refuse("table.bot.nobody", nil)
	case t.bot.by == seat:
		return refuse("table.bot.yours", nil)
	case t.bot.by != 0:
		return refuse("table.bot.theirs", numbers{"by": int(t.bot.by), "seat": int(t.bot.seat)})
	case t.botBarred.has(c.seat):
		return refuse("table.bot.again", numbers{"seat": int(c.seat)})
	}
	t.bot = botOffer{offer: offer{by: seat, agreed: setOf(seat)}, seat: c.seat, level: c.level}
	return nil
}

// takeOver has a bot or another player play on at a seat.
func (t *step) takeOver(seat games.Seat) {
	if t.bot.seat == seat {
		t.bot = botOffer{}
	}
	if r, ok := t.state.(games.Returner); ok {
		if state, err := r.Return(seat); err == nil {
			t.reach(state, false)
		}
	}
}
