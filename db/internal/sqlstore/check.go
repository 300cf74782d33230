package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tableronde/db"
)

// listAll lists the matches after a given one. It has two numbers of events: from the row of the
// match, and from the rows of events.
const listAll = `SELECT seq, id, ply, (SELECT count(*) FROM events WHERE match = seq) FROM matches WHERE seq > ? ORDER BY seq LIMIT ?`

// EachMatch implements db.Health.
func (s *Store) EachMatch(ctx context.Context, f func(id string, m db.Match, err error) error) error {
	type listed struct {
		seq         int64
		id          string
		ply, events int
	}
	for after := int64(0); ; {
		page, err := collect(ctx, s.read, "list all matches", listAll, func(r scanner) (l listed, err error) {
			err = r.Scan(&l.seq, &l.id, &l.ply, &l.events)
			return l, err
		}, after, db.MaxPage)
		if err != nil || len(page) == 0 {
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
				continue // deleted in between
			}
			if err := f(l.id, found.Match, err); err != nil {
				return err
			}
		}
	}
}

// uncached reads events from the database and not from the cache.
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

// MaxFindings is the most findings that an error lists.
const MaxFindings = 10

// Checked counts the matches and events that a check has read.
type Checked struct {
	Matches int
	Events  int
}

// CheckMatches calls verify with every match of a store. If verify refuses one, or one cannot be
// read, the error wraps db.ErrDamaged and names the first few.
func CheckMatches(ctx context.Context, s *Store, verify func(db.Match) error) (c Checked, err error) {
	var findings []error
	damaged := 0
	err = s.EachMatch(ctx, func(id string, m db.Match, err error) error {
		if err == nil {
			c.Matches++
			c.Events += m.Ply
			err = verify(m)
		}
		if db.IsUnavailable(err) {
			return err
		}
		if err != nil {
			if damaged++; damaged <= MaxFindings {
				findings = append(findings, fmt.Errorf("match %s: %w", id, err))
			}
		}
		return ctx.Err()
	})
	switch {
	case err != nil:
		return c, err
	case damaged == 0:
		return c, nil
	}
	return c, fmt.Errorf("%w: %d of %d matches\n%w", db.ErrDamaged, damaged, c.Matches, errors.Join(findings...))
}
