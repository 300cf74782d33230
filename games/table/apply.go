package table

import (
	"tableronde/games"
	"time"
)

// apply returns the match after a command of a seat. The match must not be over.
func (m Match) apply(seat games.Seat, c command, at time.Time) (Match, error) {
	if !m.holds(seat) {
		return m, refuse("table.seat", numbers{"seat": int(seat), "seats": m.game.setup.Seats})
	}
	next := step{moment: new(moment), offers: m.now.pending(), state: m.state, hidden: m.game.hidden}
	m.now.followTo(next.moment, Event{Seat: seat, Text: c.String(), At: at})
	if err := m.execute(&next, seat, c); err != nil {
		return m, err
	}
	after := Match{game: m.game, now: next.moment, state: next.state}
	if after.Over() {
		next.draw, next.undo, next.bot = offer{}, offer{}, botOffer{}
	}
	switch kept := next.offers; kept {
	case offers{}:
		next.moment.offers = nil
	case m.now.pending():
	default:
		next.moment.offers = &kept
	}
	if next.pos != m.now.pos {
		m.game.recent.add(m.now.pos, m.state)
	}
	return after, nil
}

// step is one event in the making.
type step struct {
	*moment // after it
	offers
	state  games.State
	hidden bool // the game has hidden parts
}

// reach enters a new position of the ruleset. A pending request to go back lapses, since it was
// about another position. A draw offer lapses if the seats that must agree to it change.
func (t *step) reach(state games.State, acted bool) {
	before := t.state
	t.pos = &position{prev: t.pos, at: t.moment, acted: acted, moves: t.pos.moves}
	if acted {
		t.pos.moves++
	}
	if t.pos.keeps() {
		t.pos.state = state
	}
	if acted && t.hidden && isSecret(before, state, t.event) {
		t.pos.before = before
	}
	t.state = state
	t.undo = offer{}
	if t.draw.by != 0 && setOf(voices(state)...) != setOf(voices(before)...) {
		t.draw = offer{}
	}
}

// execute carries out a command on next, the successor of the current moment.
func (m Match) execute(next *step, seat games.Seat, c command) error {
	switch c.kind {
	case cmdAction:
		return next.act(seat, c.text)
	case cmdResign, cmdTimeout:
		return next.leave(seat, c.kind)
	case cmdGrant:
		next.bot = botOffer{} // who has time is waited for
		return nil            // the rest is a matter of the clocks
	case cmdOfferBot, cmdAcceptBot, cmdDeclineBot:
		return next.negotiateBot(seat, c, m.game.setup.Seats)
	case cmdBot, cmdPlayer:
		next.takeOver(seat)
		return nil
	case cmdClaimTimeout:
		return refuse("table.claim", nil) // a log has the time-out
	case cmdAbort, cmdVoid:
		return next.void(c.kind, m.game.setup.Seats)
	case cmdClaimDraw, cmdOfferDraw, cmdAcceptDraw, cmdDeclineDraw:
		return next.negotiateDraw(seat, c.kind)
	}
	if !m.game.undoable {
		return refuse("table.undo.game", nil)
	}
	return m.negotiateUndo(next, seat, c)
}

// act plays a game action.
func (t *step) act(seat games.Seat, text string) error {
	state, canonical, err := t.state.Apply(seat, text)
	if err != nil {
		return err
	}
	t.event.Text = canonical
	t.barred, t.botBarred = 0, 0
	// A voice that plays on declines an offer that it has neither made nor accepted.
	if !t.draw.agreed.has(seat) && setOf(voices(t.state)...).has(seat) {
		t.refuseDraw()
	}
	t.reach(state, true)
	return nil
}

// leave takes a seat out of the game, by cmdResign or by cmdTimeout.
func (t *step) leave(seat games.Seat, k commandKind) error {
	state, err := t.state.Resign(seat)
	if err != nil {
		return err
	}
	t.reach(state, false)
	if t.bot.by == seat || t.bot.seat == seat {
		t.bot = botOffer{}
	}
	if r := state.Result(); k == cmdTimeout && r != nil {
		late := *r
		late.Reason = games.ReasonTimeout
		t.result = &late
	}
	return nil
}

// movesToAbort is the number of moves from which on a match cannot be aborted.
const movesToAbort = 2

// void ends the match without a result: by cmdVoid at any time, by cmdAbort before its second move.
func (t *step) void(k commandKind, seats int) error {
	if k == cmdAbort && t.pos.moves >= movesToAbort {
		return refuse("table.abort", nil)
	}
	t.result = &games.Result{Scores: make(map[games.Seat]float64, seats), Winners: []games.Seat{}, Reason: games.ReasonAborted}
	for s := 1; s <= seats; s++ {
		t.result.Scores[games.Seat(s)] = 0
	}
	return nil
}

// negotiateDraw claims, offers, accepts or declines a draw.
func (t *step) negotiateDraw(seat games.Seat, k commandKind) error {
	d, ok := t.state.(games.Drawer)
	switch {
	case !ok:
		return refuse("table.draw.game", nil)
	case !setOf(d.Voices()...).has(seat):
		return refuse("table.draw.voice", numbers{"seat": int(seat)})
	}
	switch k {
	case cmdClaimDraw:
		reason, err := d.Claim()
		if err != nil {
			return err
		}
		t.reach(d.Draw(reason), false)
	case cmdOfferDraw:
		switch {
		case t.draw.by == seat:
			return refuse("table.draw.yours", nil)
		case t.draw.agreed.has(seat):
			return refuse("table.draw.accepted", nil)
		case t.draw.by != 0:
			return refuse("table.draw.theirs", numbers{"by": int(t.draw.by)})
		case t.barred.has(seat):
			return refuse("table.draw.again", nil)
		}
		t.draw = offer{by: seat, agreed: setOf(seat)}
	case cmdDeclineDraw:
		if t.draw.by == 0 || t.draw.by == seat {
			return t.draw.answer(seat, "draw")
		}
		t.refuseDraw()
	default:
		if err := t.draw.answer(seat, "draw"); err != nil {
			return err
		}
		if missing := setOf(d.Voices()...) &^ t.draw.agreed; missing == 0 {
			t.reach(d.Draw(games.ReasonAgreement), false)
		}
	}
	return nil
}

func (t *step) refuseDraw() {
	if t.draw.by != 0 {
		t.barred |= setOf(t.draw.by)
	}
	t.draw = offer{}
}

// negotiateUndo asks to go back, accepts or declines that, or goes back for an operator without
// the consent of anybody.
func (m Match) negotiateUndo(next *step, seat games.Seat, c command) error {
	switch c.kind {
	case cmdOfferUndo:
		switch {
		case next.undo.by == seat:
			return refuse("table.undo.yours", nil)
		case next.undo.by != 0:
			return refuse("table.undo.theirs", numbers{"by": int(next.undo.by), "line": next.undo.line})
		}
		if err := m.checkLine(c.line); err != nil {
			return err
		}
		next.undo = offer{by: seat, agreed: setOf(seat), line: c.line}
		return nil
	case cmdRewind:
		if err := m.checkLine(c.line); err != nil {
			return err
		}
		next.undo.line = c.line
	case cmdDeclineUndo:
		if next.undo.by == 0 || next.undo.by == seat {
			return next.undo.answer(seat, "undo")
		}
		next.undo = offer{}
		return nil
	default:
		if err := next.undo.answer(seat, "undo"); err != nil {
			return err
		}
		for _, s := range m.seats() {
			if !next.undo.agreed.has(s) {
				return nil
			}
		}
	}
	back := m.At(next.undo.line)
	next.pos, next.state = back.now.pos, back.state
	next.draw, next.undo, next.bot = offer{}, offer{}, botOffer{}
	return nil
}

// checkLine refuses a line after which there is nothing to go back to.
func (m Match) checkLine(line int) error {
	switch {
	case m.now.ply == 0:
		return refuse("table.undo.start", nil)
	case line >= m.now.ply:
		return refuse("table.undo.line", numbers{"line": line, "last": m.now.ply - 1})
	case m.now.back(line).pos == m.now.pos:
		return refuse("table.undo.same", numbers{"line": line})
	}
	return nil
}
