package sqlite

import (
	"container/list"
	"context"
	"fmt"
	"sync"
	"time"

	"tableronde/db"
)

// eventBudget is how many events the store keeps in memory.
const eventBudget = 200_000

// eventLog keeps the committed events of the matches used last. Events are
// never changed, so what it holds of a match is true as far as it goes; it is
// checked against the last event in the match's row nevertheless.
type eventLog struct {
	mu      sync.Mutex
	budget  int
	held    int
	recent  *list.List // of *logged, latest use first
	matches map[int64]*list.Element
}

type logged struct {
	seq    int64
	events []db.Event
}

func newEventLog(budget int) *eventLog {
	return &eventLog{budget: budget, recent: list.New(), matches: make(map[int64]*list.Element)}
}

// get returns the first ply events of a match, or nil. The caller must not
// change them; appending to the slice copies it.
func (l *eventLog) get(seq int64, ply int, last db.Event) []db.Event {
	l.mu.Lock()
	defer l.mu.Unlock()
	el, ok := l.matches[seq]
	if !ok {
		return nil
	}
	events := el.Value.(*logged).events
	if len(events) < ply || events[ply-1] != last {
		return nil
	}
	l.recent.MoveToFront(el)
	return events[:ply:ply]
}

// put keeps the events of a match, all of which must be committed. Fewer events
// than are held already change nothing.
func (l *eventLog) put(seq int64, events []db.Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	el, ok := l.matches[seq]
	if !ok {
		el = l.recent.PushFront(&logged{seq: seq})
		l.matches[seq] = el
	}
	l.recent.MoveToFront(el)
	lg := el.Value.(*logged)
	if len(events) <= len(lg.events) {
		return
	}
	l.held += len(events) - len(lg.events)
	lg.events = events
	for l.held > l.budget && l.recent.Len() > 1 {
		oldest := l.recent.Back()
		lg := l.recent.Remove(oldest).(*logged)
		delete(l.matches, lg.seq)
		l.held -= len(lg.events)
	}
}

func (r *readers) events(ctx context.Context, seq int64, ply int, last db.Event) ([]db.Event, error) {
	if ply == 0 {
		return nil, nil
	}
	if events := r.log.get(seq, ply, last); events != nil {
		return events, nil
	}
	events, err := readEvents(ctx, r, seq, ply)
	if err != nil {
		return nil, err
	}
	r.log.put(seq, events)
	return events, nil
}

func (t *tx) events(ctx context.Context, seq int64, ply int, last db.Event) ([]db.Event, error) {
	if ply == 0 {
		return nil, nil
	}
	if events := t.pending[seq]; len(events) == ply {
		return events[:ply:ply], nil
	}
	if events := t.log.get(seq, ply, last); events != nil {
		return events, nil
	}
	return readEvents(ctx, t, seq, ply)
}

// readEvents reads the first ply events of a match from the file.
func readEvents(ctx context.Context, q queryer, seq int64, ply int) ([]db.Event, error) {
	rows, err := q.query(ctx, `SELECT seat, text, at FROM events WHERE match = ? AND ply < ? ORDER BY ply`, seq, ply)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	events := make([]db.Event, 0, ply)
	for rows.Next() {
		e := db.Event{Ply: len(events)}
		var at int64
		if err := rows.Scan(&e.Seat, &e.Text, &at); err != nil {
			return nil, err
		}
		e.At = time.UnixMilli(at).UTC()
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
