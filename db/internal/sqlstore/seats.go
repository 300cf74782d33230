package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"tableronde/db"
	"tableronde/games/clock"
)

// Queries of storedMatch.updateSeats. A column that is set takes the indexes along that
// have it, whether or not it changes: over is in two.
const (
	updateSeats = `UPDATE seats SET ` + seatColumns
	endSeats    = `UPDATE seats SET over = 1, ` + seatColumns

	seatColumns = `owes = (CAST(? AS BIGINT) >> seat) & 1, changed = greatest(changed, ?),
		deadline = CASE seat WHEN ? THEN CAST(? AS BIGINT) END,
		asked = CASE (CAST(? AS BIGINT) >> seat) & 1 WHEN 1 THEN CAST(? AS BIGINT) END WHERE match = ?`
)

// updateSeats updates the columns of the seats that repeat those of the match, and
// marks exactly the asked seats as not having answered an offer that never expires;
// changed is when the match has changed, in milliseconds.
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

// setClock takes over what a change says of the clocks, rounded as the store keeps it.
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

// encodeClock returns clocks as they are stored, null for those of a match without.
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
