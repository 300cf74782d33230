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
	next := m.now.follow(Event{Seat: seat, Text: c.String(), At: at})
	if err := m.execute(next, seat, c); err != nil {
		return m, err
	}
	after := Match{game: m.game, now: next}
	if after.Over() {
		next.draw, next.undo = offer{}, offer{}
	}
	return after, nil
}

// execute carries out a command on next, the successor of the current moment.
func (m Match) execute(next *moment, seat games.Seat, c command) error {
	switch c.kind {
	case cmdAction:
		return next.act(seat, c.text)
	case cmdResign, cmdTimeout:
		return next.leave(seat, c.kind)
	case cmdAbort:
		return next.abort(m.game.setup.Seats)
	case cmdClaimDraw:
		return next.claimDraw(seat)
	case cmdOfferDraw, cmdAcceptDraw, cmdDeclineDraw:
		return next.negotiateDraw(seat, c.kind)
	default:
		if !m.game.undoable {
			return refuse("table.undo.game", nil)
		}
		return m.negotiateUndo(next, seat, c)
	}
}

func (t *moment) act(seat games.Seat, text string) error {
	state, canonical, err := t.pos.state.Apply(seat, text)
	if err != nil {
		return err
	}
	t.event.Text = canonical
	t.barred = 0
	// A voice that plays on declines an offer that it has neither made nor accepted.
	if !t.draw.agreed.has(seat) && setOf(voices(t.pos.state)...).has(seat) {
		t.refuseDraw()
	}
	t.reach(state, true)
	return nil
}

// leave takes a seat out of the game, by cmdResign or by cmdTimeout.
func (t *moment) leave(seat games.Seat, k commandKind) error {
	state, err := t.pos.state.Resign(seat)
	if err != nil {
		return err
	}
	t.reach(state, false)
	if r := state.Result(); k == cmdTimeout && r != nil {
		late := *r
		late.Reason = games.ReasonTimeout
		t.result = &late
	}
	return nil
}

// abort ends the match without a result before its second move.
func (t *moment) abort(seats int) error {
	if t.pos.moves >= 2 {
		return refuse("table.abort", nil)
	}
	t.result = &games.Result{Scores: make(map[games.Seat]float64, seats), Winners: []games.Seat{}, Reason: games.ReasonAborted}
	for s := 1; s <= seats; s++ {
		t.result.Scores[games.Seat(s)] = 0
	}
	return nil
}

func (t *moment) claimDraw(seat games.Seat) error {
	d, err := t.drawer(seat)
	if err != nil {
		return err
	}
	reason, err := d.Claim()
	if err != nil {
		return err
	}
	t.reach(d.Draw(reason), false)
	return nil
}

func (t *moment) negotiateDraw(seat games.Seat, k commandKind) error {
	d, err := t.drawer(seat)
	if err != nil {
		return err
	}
	if k == cmdOfferDraw {
		return t.offerDraw(seat)
	}
	switch {
	case t.draw.by == 0:
		return refuse("table.draw.none", nil)
	case t.draw.by == seat:
		return refuse("table.draw.own", nil)
	case k == cmdDeclineDraw:
		t.refuseDraw()
		return nil
	case t.draw.agreed.has(seat):
		return refuse("table.draw.accepted", nil)
	}
	t.draw.agreed |= setOf(seat)
	if missing := setOf(d.Voices()...) &^ t.draw.agreed; missing == 0 {
		t.reach(d.Draw(games.ReasonAgreement), false)
	}
	return nil
}

func (t *moment) offerDraw(seat games.Seat) error {
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
	return nil
}

func (t *moment) refuseDraw() {
	if t.draw.by != 0 {
		t.barred |= setOf(t.draw.by)
	}
	t.draw = offer{}
}

// drawer returns the state as a games.Drawer for a seat with a voice, else why
// there can be no draw.
func (t *moment) drawer(seat games.Seat) (games.Drawer, error) {
	d, ok := t.pos.state.(games.Drawer)
	if !ok {
		return nil, refuse("table.draw.game", nil)
	}
	if !setOf(d.Voices()...).has(seat) {
		return nil, refuse("table.draw.voice", numbers{"seat": int(seat)})
	}
	return d, nil
}

func (m Match) negotiateUndo(next *moment, seat games.Seat, c command) error {
	if c.kind == cmdOfferUndo {
		return m.offerUndo(next, seat, c.line)
	}
	switch {
	case next.undo.by == 0:
		return refuse("table.undo.none", nil)
	case next.undo.by == seat:
		return refuse("table.undo.own", nil)
	case c.kind == cmdDeclineUndo:
		next.undo = offer{}
		return nil
	case next.undo.agreed.has(seat):
		return refuse("table.undo.accepted", nil)
	}
	next.undo.agreed |= setOf(seat)
	for s := games.Seat(1); m.holds(s); s++ {
		if !next.undo.agreed.has(s) {
			return nil
		}
	}
	next.pos = m.now.back(next.undo.line).pos
	next.draw, next.undo = offer{}, offer{}
	return nil
}

func (m Match) offerUndo(next *moment, seat games.Seat, line int) error {
	switch {
	case next.undo.by == seat:
		return refuse("table.undo.yours", nil)
	case next.undo.by != 0:
		return refuse("table.undo.theirs", numbers{"by": int(next.undo.by), "line": next.undo.line})
	case m.now.ply == 0:
		return refuse("table.undo.start", nil)
	case line >= m.now.ply:
		return refuse("table.undo.line", numbers{"line": line, "last": m.now.ply - 1})
	case m.now.back(line).pos == m.now.pos:
		return refuse("table.undo.same", numbers{"line": line})
	}
	next.undo = offer{by: seat, agreed: setOf(seat), line: line}
	return nil
}
