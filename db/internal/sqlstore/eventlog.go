package sqlstore

import (
	"context"
	"fmt"
	"strconv"

	"github.com/maypok86/otter/v2"

	"tableronde/db"
)

// EventMemory is the default size of the cache of events, in bytes.
const EventMemory = 16 << 20

// eventSize estimates the size of an event with its text, in bytes.
const eventSize = 96

// eventLog caches the committed events of the most used matches. Events never change, so a cached
// prefix of a log stays valid. As a check, it is compared with the last event in the row of the
// match.
type eventLog struct {
	matches *otter.Cache[string, *keptLog] // by the number of the match
}

// keptLog holds the events of one match. It is a pointer type with string keys so that all caches
// share the compiled code.
type keptLog struct{ events []db.Event }

func logKey(seq int64) string { return strconv.FormatInt(seq, 10) }

func newEventLog(bytes int64) *eventLog {
	return &eventLog{otter.Must(&otter.Options[string, *keptLog]{
		MaximumWeight: uint64(bytes),
		Weigher:       func(_ string, l *keptLog) uint32 { return uint32(len(l.events) * eventSize) },
		Executor:      func(evict func()) { evict() },
	})}
}

// kept returns the cached events of a match, nil if there are none.
func (l *eventLog) kept(seq int64) []db.Event {
	if log, ok := l.matches.GetIfPresent(logKey(seq)); ok {
		return log.events
	}
	return nil
}

// get returns the first ply events of a match, nil if they are not cached. The caller must not
// change them. Appending to the slice copies it.
func (l *eventLog) get(seq int64, ply int, last db.Event) []db.Event {
	events := l.kept(seq)
	if len(events) < ply || events[ply-1] != last {
		return nil
	}
	return events[:ply:ply]
}

// put caches the events of a match, which must be committed. It ignores a log that is shorter than
// the cached one.
func (l *eventLog) put(seq int64, events []db.Event) {
	l.matches.Compute(logKey(seq), func(old *keptLog, found bool) (*keptLog, otter.ComputeOp) {
		if found && len(events) <= len(old.events) {
			return old, otter.CancelOp
		}
		return &keptLog{events}, otter.WriteOp
	})
}

// prefix returns the cached events of a match, at most ply of them.
func (l *eventLog) prefix(seq int64, ply int) []db.Event {
	events := l.kept(seq)
	n := min(len(events), ply)
	return events[:n:n]
}

func (c committed) events(ctx context.Context, seq int64, ply int, last db.Event) ([]db.Event, error) {
	if ply == 0 {
		return nil, nil
	}
	if events := c.core.log.get(seq, ply, last); events != nil {
		return events, nil
	}
	events, err := c.core.readMissing(ctx, c, seq, ply, last)
	if err != nil {
		return nil, err
	}
	c.core.log.put(seq, events)
	return events, nil
}

func (t *tx) events(ctx context.Context, seq int64, ply int, last db.Event) ([]db.Event, error) {
	if ply == 0 {
		return nil, nil
	}
	if events := t.logs[seq]; len(events) == ply {
		return events[:ply:ply], nil
	}
	if events := t.core.log.get(seq, ply, last); events != nil {
		return events, nil
	}
	return t.core.readMissing(ctx, t, seq, ply, last)
}

// readMissing returns the first ply events of a match, the last of which is last. It takes cached
// events, and reads the others from the packed events and the rows.
func (c *core) readMissing(ctx context.Context, q Queryer, seq int64, ply int, last db.Event) ([]db.Event, error) {
	known := c.log.prefix(seq, ply-1)
	if len(known) == 0 && ply >= db.FoldEvery {
		var err error
		if known, err = readFolded(ctx, q, seq, ply); err != nil {
			return nil, err
		}
	}
	if len(known) > 0 {
		if events, err := readEvents(ctx, q, seq, known, ply); err == nil && events[ply-1] == last {
			return events, nil
		}
	}
	return readEvents(ctx, q, seq, nil, ply)
}

// readEvents reads the first ply events of a match from the database. It does not read the known
// ones with which they begin. It appends to known if there is room.
func readEvents(ctx context.Context, q Queryer, seq int64, known []db.Event, ply int) ([]db.Event, error) {
	if len(known) == ply {
		return known[:ply:ply], nil
	}
	rows, err := q.Query(ctx, `SELECT seat, text, at FROM events WHERE match = ? AND ply >= ? AND ply < ? ORDER BY ply`, seq, len(known), ply)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	events := known
	if cap(events) < ply {
		events = append(make([]db.Event, 0, ply), known...)
	}
	for rows.Next() {
		e := db.Event{Ply: len(events)}
		if err := rows.Scan(&e.Seat, &e.Text, millis{&e.At}); err != nil {
			return nil, err
		}
		events = append(events, e)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	if len(events) != ply {
		return nil, fmt.Errorf("match %d has %d events instead of %d", seq, len(events), ply)
	}
	return events, nil
}
