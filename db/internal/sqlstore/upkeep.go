package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"strings"
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

// MaxFindings is how many findings an error lists.
const MaxFindings = 10

// Checked counts the matches and events that a check has read.
type Checked struct {
	Matches int
	Events  int
}

// CheckMatches passes every match of a store to verify. If one is refused or cannot
// be read, the error wraps db.ErrDamaged and names the first few.
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

// Purge implements db.Store.
func (s *Store) Purge(ctx context.Context, ended func(db.Match)) error {
	now := s.Millis()
	for _, p := range []struct {
		query string
		until int64
	}{
		{`DELETE FROM once WHERE id IN (SELECT id FROM once WHERE at <= ? LIMIT ? FOR UPDATE SKIP LOCKED)`, now - db.OnceLifetime.Milliseconds()},
		{`DELETE FROM once_use WHERE caller IN (SELECT caller FROM once_use WHERE since <= ? LIMIT ? FOR UPDATE SKIP LOCKED)`, now - db.OnceLifetime.Milliseconds()},
		{`DELETE FROM sessions WHERE token IN (SELECT token FROM sessions WHERE expiry <= ? LIMIT ? FOR UPDATE SKIP LOCKED)`, now},
		{`DELETE FROM account_names WHERE key IN (SELECT key FROM account_names WHERE until <= ? LIMIT ? FOR UPDATE SKIP LOCKED)`, now},
		{`DELETE FROM passes WHERE player IN (SELECT player FROM passes WHERE expires <= ? LIMIT ? FOR UPDATE SKIP LOCKED)`, now},
		{`DELETE FROM account_invites WHERE token IN (SELECT token FROM account_invites WHERE expires <= ? LIMIT ? FOR UPDATE SKIP LOCKED)`, now},
		{`DELETE FROM mails WHERE id IN (SELECT id FROM mails WHERE queued <= ? LIMIT ? FOR UPDATE SKIP LOCKED)`, now - db.MailLifetime.Milliseconds()},
	} {
		if err := s.PurgeRows(ctx, p.query, p.until); err != nil {
			return fmt.Errorf("purge: %w", err)
		}
	}
	if err := s.purgeGuests(ctx); err != nil {
		return err
	}
	if err := s.purgeTables(ctx, now-db.OpenLifetime.Milliseconds(), ended); err != nil {
		return fmt.Errorf("purge tables: %w", err)
	}
	return nil
}

// PurgeRows runs a statement that deletes old rows, in small steps between which others can write.
// Its arguments are until and the number of rows.
func (s *Store) PurgeRows(ctx context.Context, query string, until int64) error {
	const step = 500
	for {
		deleted, err := write(ctx, s.core, func(ctx context.Context, t *tx) (int64, error) {
			return t.Exec(ctx, query, until, step)
		})
		if err != nil || deleted < step {
			return err
		}
	}
}

// deeds are the columns that refer to players who have done something.
var deeds = []string{"accounts.player", "seats.player", "seats.kept", "seats.stands_for", "matches.host", "messages.player", "reports.player", "remarks.player",
	"studies.player", "collections.player", "cups.host", "cup_players.player", "standing.player", "rungs.player", "ties.player", "ties.other", "targets.player",
	"played.player", "acts.player", "leaving.player"}

// purgeGuests deletes the guests older than db.GuestLifetime who have done nothing. It checks each
// guest once while the store is open.
func (s *Store) purgeGuests(ctx context.Context) error {
	const step = 500
	var done []string
	for _, deed := range deeds {
		table, column, _ := strings.Cut(deed, ".")
		done = append(done, fmt.Sprintf(`SELECT 1 FROM %s x WHERE x.%s = players.id`, table, column))
	}
	// PostgreSQL plans one condition in 10 ms, and one per table in 200 ms.
	idle := `FROM players WHERE created > ? AND created <= ? AND bot = 0 AND NOT EXISTS (` + strings.Join(done, ` UNION ALL `) + `)`
	since, until := s.purgedGuests.Load(), s.Millis()-db.GuestLifetime.Milliseconds()
	for {
		deleted, err := write(ctx, s.core, func(ctx context.Context, t *tx) (int64, error) {
			t.renames = true
			ids := `(SELECT id ` + idle + ` ORDER BY created LIMIT ?)`
			if _, err := t.Exec(ctx, `DELETE FROM sessions WHERE player IN `+ids, since, until, step); err != nil {
				return 0, err
			}
			return t.Exec(ctx, `DELETE FROM players WHERE id IN `+ids, since, until, step)
		})
		if err != nil {
			return wrap("purge guests", err)
		}
		if deleted < step {
			s.purgedGuests.Store(until)
			return nil
		}
	}
}

// purgeTables deletes tables created at or before a time, each in a transaction of its own.
func (s *Store) purgeTables(ctx context.Context, until int64, ended func(db.Match)) error {
	const step = 50
	for {
		tables, err := collect(ctx, s.read, "list expired tables", selectMatch+`WHERE m.started IS NULL AND m.created <= ? ORDER BY m.created LIMIT ?`,
			func(r scanner) (storedMatch, error) { return scanMatch(r, s.key) }, until, step)
		if err != nil || len(tables) == 0 {
			return err
		}
		for _, r := range tables {
			err := s.do(ctx, func(ctx context.Context, t *tx) error {
				t.changed(&r.Match, listable(r.Match))
				return t.expect(ctx, "delete expired table", deleteMatch, r.seq)
			})
			switch {
			case err == nil && ended != nil:
				ended(r.Match)
			case err != nil && !errors.Is(err, db.ErrNotFound): // otherwise it has just started
				return err
			}
		}
	}
}
