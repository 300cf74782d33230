package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"tableronde/db"
	"tableronde/games"
)

// Append implements db.Matches.
func (s *Store) Append(ctx context.Context, o db.Once, id string, decide db.Decide) (db.Match, error) {
	var note db.Note
	return writeOnce(ctx, s, o, id, func(ctx context.Context, t *tx) (db.Match, error) {
		r, err := t.matchWithOrders(ctx, id)
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
func (t *tx) matchWithOrders(ctx context.Context, id string) (storedMatch, error) {
	row, known := t.s.kept.current("match", id)
	if orders, ok := t.s.kept.current("orders", ordersKey(id)); known && ok {
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
		if err := t.storeAct(ctx, *c.Act); err != nil {
			return err
		}
		r.Operated = true
	}
	return r.storeNotices(ctx, t, c.Notices, now)
}

// delayForced stores when a decision is made for a seat that has no choice, where that has
// changed without an event. The version of the match stays, for it would tell everybody.
func (r *storedMatch) delayForced(ctx context.Context, t *tx, c db.Change) error {
	due := ceilMillis(c.ForcedDue)
	if r.Over || due.Equal(r.ForcedDue) {
		return nil
	}
	r.ForcedDue = due
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

// Queries that update the columns of a match that repeat what its events say. The first
// leaves those of the end alone: that they are set to nothing is work for each index that
// has a condition on them.
const (
	updateMatch = `UPDATE matches SET ply = ?, to_act = ?, moved = ?, last_seat = ?, last_text = ?,
		window_ends = ?, deadline = ?, bot_due = ?, forced_due = ?, clock = ? WHERE seq = ?`
	endMatch = `UPDATE matches SET ply = ?, to_act = ?, moved = ?, last_seat = ?, last_text = ?,
		window_ends = ?, deadline = ?, bot_due = ?, forced_due = ?, clock = ?, ended = ?, result = ? WHERE seq = ?`
)

// summarize updates the columns that repeat what the events say.
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
