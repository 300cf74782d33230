package db

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"tableronde/games"
)

// Change is what a decision adds to a match.
type Change struct {
	Events []Event // Seat and Text; Ply and At are set by the store
	// ToAct and Result are those after the last of the events. A Result ends
	// the match. Due is when the server goes on from there, zero where it waits for
	// a player. Without events none of them is looked at.
	// Asked lists the seats whose answer an offer waits for by then.
	ToAct  []games.Seat
	Asked  []games.Seat
	Result *games.Result
	Due    time.Time
	// Orders are the standing orders that change, "" for none any more.
	Orders Orders
	// Note makes what to note of the answer, in no time; it may be nil. See Once.
	Note func(Match) (int, []byte)
}

// Decide makes of a match, and of the standing orders of all its seats, what is
// to be added. It runs inside the writing transaction with the match as it is
// then; it must be quick and must not call the store.
type Decide func(Match, Orders) (Change, error)

// Append adds to a match what decide makes of it, and returns the match after
// that. An error of decide leaves everything as it was and is returned as is, so
// of two decisions about the same ply the second sees what the first has done.
//
// Other errors: ErrNotFound, ErrNotStarted, ErrOver for events after the end,
// and a *Panic for one in decide.
func (s *Store) Append(ctx context.Context, o Once, id string, decide Decide) (Match, error) {
	var note func(Match) (int, []byte)
	return writeOnce(ctx, s, o, func(ctx context.Context, t *tx) (Match, error) {
		r, err := findMatch(ctx, t, byID, id)
		if err != nil {
			return Match{}, err
		}
		if r.Started.IsZero() {
			return Match{}, ErrNotStarted
		}
		orders, err := readOrders(ctx, t, r.seq)
		if err != nil {
			return Match{}, err
		}
		c, err := decide(r.Match, orders)
		if err != nil {
			return Match{}, err
		}
		note = c.Note
		return r.Match, r.change(ctx, t, c, s.now())
	}, func(m Match) (int, []byte) {
		if note == nil {
			return 0, nil
		}
		return note(m)
	})
}

// change stores a change.
func (r *row) change(ctx context.Context, t *tx, c Change, now int64) error {
	if err := writeOrders(ctx, t, r.seq, c.Orders); err != nil {
		return err
	}
	if len(c.Events) == 0 {
		return nil
	}
	return r.append(ctx, t, c, now)
}

// append stores the events of c and what follows from them.
func (r *row) append(ctx context.Context, t *tx, c Change, now int64) error {
	if r.Over {
		return ErrOver
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
	at := time.UnixMilli(now).UTC()
	events := r.Events
	for _, e := range c.Events {
		e.Ply, e.At = len(events), at
		_, err := t.exec(ctx, `INSERT INTO events (match, ply, seat, text, at) VALUES (?, ?, ?, ?, ?)`,
			r.seq, e.Ply, int(e.Seat), e.Text, now)
		if err != nil {
			return fmt.Errorf("store event: %w", err)
		}
		events = append(events, e)
	}
	r.Events, r.Ply, r.Last, r.Moved = events, len(events), events[len(events)-1], at
	r.Due = time.Time{}
	if c.Result == nil {
		r.Due = toStored(c.Due)
	}
	if err := r.summarize(ctx, t, toAct, c.Result, now); err != nil {
		return err
	}
	if err := r.ask(ctx, t, asked, forever); err != nil {
		return err
	}
	t.pending[r.seq] = events
	return nil
}

// summarize rewrites the columns that repeat what the events say.
func (r *row) summarize(ctx context.Context, t *tx, toAct uint64, result *games.Result, now int64) error {
	var ended, text any
	if result != nil {
		b, err := json.Marshal(result)
		if err != nil {
			return fmt.Errorf("result: %w", err)
		}
		ended, text = now, string(b)
		r.Over, r.Result, r.Ended = true, result, r.Moved
	}
	res, err := t.exec(ctx, `UPDATE matches SET ply = ?, to_act = ?, moved = ?, last_seat = ?, last_text = ?,
		ended = ?, result = ?, due = ? WHERE seq = ?`,
		r.Ply, int64(toAct), now, int(r.Last.Seat), r.Last.Text, ended, text, orNever(r.Due), r.seq)
	if err == nil {
		err = expectOne(res)
	}
	if err != nil {
		return fmt.Errorf("update match: %w", err)
	}
	if result != nil {
		if _, err := t.exec(ctx, `UPDATE seats SET over = 1 WHERE match = ?`, r.seq); err != nil {
			return fmt.Errorf("close seats: %w", err)
		}
		if _, err := t.exec(ctx, `DELETE FROM orders WHERE match = ?`, r.seq); err != nil {
			return fmt.Errorf("drop orders: %w", err)
		}
	}
	if toAct == r.first {
		return nil
	}
	r.first, r.ToAct = toAct, seatsOf(toAct)
	return setOwing(ctx, t, r.seq, toAct)
}
