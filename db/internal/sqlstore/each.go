package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tableronde/db"
)

// listAll lists the matches after one, with the number of their events according
// to the row of the match and to the rows of events.
const listAll = `SELECT seq, id, ply, (SELECT count(*) FROM events WHERE match = seq) FROM matches WHERE seq > ? ORDER BY seq LIMIT ?`

// EachMatch implements db.Health.
func (s *Store) EachMatch(ctx context.Context, f func(id string, m db.Match, err error) error) error {
	type listed struct {
		seq         int64
		id          string
		ply, events int
	}
	page := make([]listed, 0, db.MaxPage)
	for after := int64(0); ; {
		rows, err := s.read.Query(ctx, listAll, after, db.MaxPage)
		if err != nil {
			return fmt.Errorf("list all matches: %w", err)
		}
		page = page[:0]
		for rows.Next() {
			var l listed
			if err := rows.Scan(&l.seq, &l.id, &l.ply, &l.events); err != nil {
				return errors.Join(fmt.Errorf("list all matches: %w", err), rows.Close())
			}
			page = append(page, l)
		}
		if err := rows.Err(); err != nil || len(page) == 0 {
			return err
		}
		for _, l := range page {
			after = l.seq
			var found storedMatch
			err := fmt.Errorf("it has %d events instead of %d", l.events, l.ply)
			if l.events == l.ply {
				if found, err = findMatch(ctx, uncached{s.read}, matchByID, l.id); err == nil {
					err = found.readFold(ctx, s.read)
				}
			}
			if errors.Is(err, db.ErrNotFound) {
				continue // deleted meanwhile
			}
			if err := f(l.id, found.Match, err); err != nil {
				return err
			}
		}
	}
}

// uncached reads events from the database, bypassing the cache.
type uncached struct{ committed }

func (u uncached) events(ctx context.Context, seq int64, ply int, last db.Event) ([]db.Event, error) {
	if ply == 0 {
		return nil, nil
	}
	events, err := readEvents(ctx, u, seq, nil, ply)
	if err == nil && events[ply-1] != last {
		err = fmt.Errorf("the last event is %q by seat %d at %s, and its row says otherwise",
			events[ply-1].Text, events[ply-1].Seat, events[ply-1].At.Format(time.RFC3339))
	}
	return events, err
}
