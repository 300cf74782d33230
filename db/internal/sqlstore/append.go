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
		row.Events = nil // they are cached in t.logs
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

// matchWithOrders returns a match and its advance orders as the transaction sees them. It uses
// cached rows if no earlier transaction on them is in progress.
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

// change stores the change that a decision makes to the match.
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

// delayForced stores the time of the server's decision for a seat without a choice, after a change
// without an event. It records no change of the match, because that would reveal the decision.
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

// append stores the events of c and the columns that are derived from them.
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

// Queries that update the columns derived from a match's events. The first one omits the columns of
// the end, because setting a column costs work in each index with a condition on it.
const (
	updateMatch = `UPDATE matches SET ply = ?, to_act = ?, moved = ?, last_seat = ?, last_text = ?,
		window_ends = ?, deadline = ?, bot_due = ?, forced_due = ?, clock = ? WHERE seq = ?`
	endMatch = `UPDATE matches SET ply = ?, to_act = ?, moved = ?, last_seat = ?, last_text = ?,
		window_ends = ?, deadline = ?, bot_due = ?, forced_due = ?, clock = ?, ended = ?, result = ? WHERE seq = ?`
)

// summarize updates the columns derived from the events.
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

// closeToOthers closes a public match to people without a seat.
func (r *storedMatch) closeToOthers(ctx context.Context, t *tx) error {
	if !r.Public {
		return nil
	}
	r.Public = false
	t.changed(&r.Match, true)
	return t.Queue(ctx, Statement{Doing: "close match to others", Table: "matches",
		Query: `UPDATE matches SET public = 0 WHERE seq = ?`, Args: []any{r.seq}})
}

// Queries of storedMatch.updateSeats. Setting a column updates its indexes, even if its value stays
// the same. The column over is in two indexes.
const (
	updateSeats = `UPDATE seats SET ` + seatColumns
	endSeats    = `UPDATE seats SET over = 1, ` + seatColumns

	seatColumns = `owes = (CAST(? AS BIGINT) >> seat) & 1, changed = greatest(changed, ?),
		deadline = CASE seat WHEN ? THEN CAST(? AS BIGINT) END,
		asked = CASE (CAST(? AS BIGINT) >> seat) & 1 WHEN 1 THEN CAST(? AS BIGINT) END WHERE match = ?`
)

// updateSeats updates the columns of seats that repeat columns of the match. It marks exactly the
// asked seats as owing an answer to an offer without expiry. changed is the time of the change, in
// milliseconds.
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

// firstDeadline returns the first seat with a running clock, 0 for none, and the time at which its
// clock falls.
func (r *storedMatch) firstDeadline() (seat int, at time.Time) {
	for i, at := range r.Deadlines {
		if !at.IsZero() {
			return i + 1, at
		}
	}
	return 0, time.Time{}
}

// storeDeadlines stores the deadlines of the seats with numbers above after.
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

// setClock copies the clocks of a change, rounded to the precision of the store.
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

// encodeClock returns the stored form of clocks, null for a match without clocks.
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
