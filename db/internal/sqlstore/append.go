package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/clock"
)

func (s matches) Append(ctx context.Context, o db.Once, id string, decide db.Decide) (db.Match, error) {
	var note db.Note
	return writeOnce(ctx, s.core, o, id, func(ctx context.Context, t *tx) (db.Match, error) {
		r, err := matchWithOrders(ctx, t, id)
		if err != nil {
			return db.Match{}, err
		}
		if r.Started.IsZero() {
			return db.Match{}, db.ErrNotStarted
		}
		c, err := decide(r.Match, r.orders)
		if err != nil {
			return db.Match{}, err
		}
		note = c.Note
		if len(c.Events)+len(c.TakenOver)+len(c.Replaced) > 0 {
			t.changed(&r.Match, false)
		}
		orders := r.orders
		r.orders = nil
		was := r
		if err := r.change(ctx, t, c, s.Millis()); err != nil {
			return db.Match{}, err
		}
		row := r
		row.Events = nil // the log has them
		t.willBe("match", id, row)
		if len(c.Events) > 0 && len(c.TakenOver)+len(c.Replaced) == 0 {
			t.willOwe(was, r)
		}
		if !changesOrders(c) {
			t.willBe("orders", ordersKey(id), orders)
		}
		return r.Match, nil
	}, func(m db.Match) (int, []byte) {
		if note == nil {
			return 0, nil
		}
		return note(m)
	})
}

// matchWithOrders returns a match with its standing orders as the transaction sees them:
// the rows that are kept in memory, if no transaction concerns them that has begun before.
func matchWithOrders(ctx context.Context, t *tx, id string) (storedMatch, error) {
	row, known := t.core.kept.current("match", id)
	if orders, ok := t.core.kept.current("orders", ordersKey(id)); known && ok {
		r := row.(storedMatch)
		r.orders = orders.(db.Orders)
		return withEvents(ctx, t, r)
	}
	var text []byte
	r, err := findMatch(ctx, t, matchAndOrders, id, &text)
	if err == nil {
		r.orders, err = decodeOrders(text)
	}
	return r, err
}

// change stores all that a decision adds to the match.
func (r *storedMatch) change(ctx context.Context, t *tx, c db.Change, now int64) error {
	if err := r.writeOrders(ctx, t, c); err != nil {
		return err
	}
	if err := r.takeOver(ctx, t, c, now); err != nil {
		return err
	}
	switch {
	case len(c.Events) > 0:
		if err := r.append(ctx, t, c, now); err != nil {
			return err
		}
	case c.Deadlines != nil:
		if err := r.postpone(ctx, t, c); err != nil {
			return err
		}
	}
	if len(c.Events) == 0 && len(c.Orders) > 0 {
		if err := r.delayForced(ctx, t, c); err != nil {
			return err
		}
	}
	for player, v := range c.Visits {
		t.touch(visitKey(r.ID, player))
		if !r.changesOrdersOf(player, c) {
			t.willVisit(visitKey(r.ID, player), v)
		}
		if err := t.Queue(ctx, visitStatement(r.seq, player, v)); err != nil {
			return err
		}
	}
	if c.Act != nil {
		if err := storeAct(ctx, t, *c.Act); err != nil {
			return err
		}
		r.Operated = true
	}
	return r.storeNotices(ctx, t, c.Notices, now)
}

// delayForced stores a new time of the decision for a seat that has no choice, after a change
// without an event. It records no change of the match, which would reveal the decision to
// everybody.
func (r *storedMatch) delayForced(ctx context.Context, t *tx, c db.Change) error {
	due := ceilMillis(c.ForcedDue)
	if r.Over || due.Equal(r.ForcedDue) {
		return nil
	}
	r.ForcedDue = due
	t.touch(r.ID)
	return t.Queue(ctx, Statement{Doing: "store forced decision", Table: "matches",
		Query: `UPDATE matches SET forced_due = ? WHERE seq = ?`, Args: []any{nullTime(due), r.seq}})
}

// append stores the events of c and the columns that depend on them.
func (r *storedMatch) append(ctx context.Context, t *tx, c db.Change, now int64) error {
	if r.Over {
		return db.ErrOver
	}
	toAct, err := bitsOf(c.ToAct)
	if err != nil {
		return err
	}
	asked, err := bitsOf(c.Asked)
	if err != nil {
		return err
	}
	if c.Result != nil {
		toAct, asked = 0, 0
	}
	events := r.Events
	for _, e := range c.Events {
		at := now
		if !e.At.IsZero() {
			at = e.At.UnixMilli()
		}
		e.Ply, e.At = len(events), time.UnixMilli(at).UTC()
		err := t.Queue(ctx, Statement{Doing: "store event", Table: "events",
			Query: `INSERT INTO events (match, ply, seat, text, at) VALUES (?, ?, ?, ?, ?)`,
			Args:  []any{r.seq, e.Ply, int(e.Seat), e.Text, at}})
		if err != nil {
			return err
		}
		events = append(events, e)
	}
	if len(events)/db.FoldEvery > len(r.Events)/db.FoldEvery {
		if err := storeFold(ctx, t, r.seq, events, c.Fold); err != nil {
			return err
		}
	}
	r.Events, r.Ply, r.Last = events, len(events), events[len(events)-1]
	r.Moved = r.Last.At
	if c.Result != nil {
		c.WindowEnds, c.Deadline, c.BotDue, c.ForcedDue, c.Deadlines = time.Time{}, time.Time{}, time.Time{}, time.Time{}, nil
	}
	r.WindowEnds, r.BotDue, r.ForcedDue = ceilMillis(c.WindowEnds), ceilMillis(c.BotDue), ceilMillis(c.ForcedDue)
	r.setClock(c)
	if err := r.summarize(ctx, t, toAct, asked, c.Result); err != nil {
		return err
	}
	if t.logs == nil {
		t.logs = make(map[int64][]db.Event)
	}
	t.logs[r.seq] = events
	return nil
}

// Queries that update the columns of a match that repeat its events. The first one leaves the
// columns of the end alone. Each index with a condition on them costs work, even if they are
// set to nothing.
const (
	updateMatch = `UPDATE matches SET ply = ?, to_act = ?, moved = ?, last_seat = ?, last_text = ?,
		window_ends = ?, deadline = ?, bot_due = ?, forced_due = ?, clock = ? WHERE seq = ?`
	endMatch = `UPDATE matches SET ply = ?, to_act = ?, moved = ?, last_seat = ?, last_text = ?,
		window_ends = ?, deadline = ?, bot_due = ?, forced_due = ?, clock = ?, ended = ?, result = ? WHERE seq = ?`
)

// summarize updates the columns that repeat the events.
func (r *storedMatch) summarize(ctx context.Context, t *tx, toAct, asked uint64, result *games.Result) error {
	clocks, err := encodeClock(r.Clock)
	if err != nil {
		return err
	}
	query, args := updateMatch, make([]any, 0, 13)
	args = append(args, r.Ply, int64(toAct), r.Moved.UnixMilli(), int(r.Last.Seat), r.Last.Text,
		nullTime(r.WindowEnds), nullTime(r.Deadline), nullTime(r.BotDue), nullTime(r.ForcedDue), clocks)
	if result != nil {
		text, err := json.Marshal(result)
		if err != nil {
			return fmt.Errorf("result: %w", err)
		}
		query, args = endMatch, append(args, r.Moved.UnixMilli(), string(text))
		r.Over, r.Result, r.Ended = true, result, r.Moved
	}
	err = t.Queue(ctx, Statement{Doing: "update match", Table: "matches", Needed: true, Query: query, Args: append(args, r.seq)})
	if err != nil {
		return err
	}
	if result != nil && r.Watch == db.WatchLive {
		if err := r.closeToOthers(ctx, t); err != nil {
			return err
		}
	}
	if result != nil {
		err := t.Queue(ctx, Statement{Doing: "drop orders", Table: "orders", Query: `DELETE FROM orders WHERE match = ?`, Args: []any{r.seq}})
		if err != nil {
			return err
		}
	}
	r.toActBits, r.ToAct, r.Asked = toAct, seatsOf(toAct), seatsOf(asked)
	return r.updateSeats(ctx, t, asked, r.Moved.UnixMilli())
}

// closeToOthers makes a public match one that nobody sees without a seat.
func (r *storedMatch) closeToOthers(ctx context.Context, t *tx) error {
	if !r.Public {
		return nil
	}
	r.Public = false
	t.changed(&r.Match, true)
	return t.Queue(ctx, Statement{Doing: "close match to others", Table: "matches",
		Query: `UPDATE matches SET public = 0 WHERE seq = ?`, Args: []any{r.seq}})
}

// Queries of storedMatch.updateSeats. Each column that is set costs an update of its indexes,
// even if it does not change. The column over is in two indexes.
const (
	updateSeats = `UPDATE seats SET ` + seatColumns
	endSeats    = `UPDATE seats SET over = 1, ` + seatColumns

	seatColumns = `owes = (CAST(? AS BIGINT) >> seat) & 1, changed = greatest(changed, ?),
		deadline = CASE seat WHEN ? THEN CAST(? AS BIGINT) END,
		asked = CASE (CAST(? AS BIGINT) >> seat) & 1 WHEN 1 THEN CAST(? AS BIGINT) END WHERE match = ?`
)

// updateSeats updates the columns of the seats that repeat columns of the match. It marks
// exactly the asked seats as not having answered an offer that never expires. changed is the
// time of the change of the match, in milliseconds.
func (r *storedMatch) updateSeats(ctx context.Context, t *tx, asked uint64, changed int64) error {
	seat, deadline := r.firstDeadline()
	query := updateSeats
	if r.Over {
		query = endSeats
	}
	err := t.Queue(ctx, Statement{Doing: "update seats", Table: "seats", Query: query,
		Args: []any{int64(r.toActBits), changed, seat, nullTime(deadline), int64(asked), int64(noExpiry), r.seq}})
	if err != nil {
		return err
	}
	return r.storeDeadlines(ctx, t, seat)
}

// firstDeadline returns the first seat whose clock runs, 0 for none, and when it falls.
func (r *storedMatch) firstDeadline() (seat int, at time.Time) {
	for i, at := range r.Deadlines {
		if !at.IsZero() {
			return i + 1, at
		}
	}
	return 0, time.Time{}
}

// storeDeadlines stores when the clocks of the seats after one fall.
func (r *storedMatch) storeDeadlines(ctx context.Context, t *tx, after int) error {
	for i, at := range r.Deadlines {
		if at.IsZero() || i < after {
			continue
		}
		err := t.Queue(ctx, Statement{Doing: "store deadline", Table: "seats",
			Query: `UPDATE seats SET deadline = ? WHERE match = ? AND seat = ?`, Args: []any{at.UnixMilli(), r.seq, i + 1}})
		if err != nil {
			return err
		}
	}
	return nil
}

// setClock takes over the clocks of a change, rounded to the precision of the store.
func (r *storedMatch) setClock(c db.Change) {
	if !c.Clock.IsZero() {
		r.Clock = c.Clock
	}
	r.Deadline = ceilMillis(c.Deadline)
	if r.Clock.IsZero() {
		return
	}
	r.Deadlines = make([]time.Time, len(r.Seats))
	for i, at := range c.Deadlines {
		r.Deadlines[i] = ceilMillis(at)
	}
}

// postpone stores deadlines that have changed without an event.
func (r *storedMatch) postpone(ctx context.Context, t *tx, c db.Change) error {
	if r.Over {
		return nil
	}
	t.changed(&r.Match, false)
	c.Clock = clock.Clock{}
	r.setClock(c)
	err := t.Queue(ctx, Statement{Doing: "store deadline", Table: "matches",
		Query: `UPDATE matches SET deadline = ? WHERE seq = ?`, Args: []any{nullTime(r.Deadline), r.seq}})
	if err != nil {
		return err
	}
	return r.storeDeadlines(ctx, t, 0)
}

// encodeClock returns clocks in the form in which they are stored, null for a match without
// clocks.
func encodeClock(c clock.Clock) (any, error) {
	if c.IsZero() {
		return nil, nil
	}
	text, err := json.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("clocks: %w", err)
	}
	return string(text), nil
}
