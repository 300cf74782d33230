package sqlstore

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"tableronde/db"
	"tableronde/games/clock"
)

// change is a row of changes, which db.Feed reads.
type change struct {
	match  *db.Match // as the transaction leaves it
	listed bool
	talk   int // see the column
	heard  db.Audience
}

// changed records that the transaction changes a match. listed says that the match was or is
// on the list of open tables, or is now closed to people without a seat. m is read when the
// transaction ends.
func (t *tx) changed(m *db.Match, listed bool) {
	for i, c := range t.changes {
		if c.match.ID == m.ID && c.talk == 0 {
			t.changes[i] = change{match: m, listed: c.listed || listed}
			return
		}
	}
	t.changes = append(t.changes, change{match: m, listed: listed})
}

// told records that there is a message in a match with ply events.
func (t *tx) told(match string, ply int, to db.Audience) {
	c := change{match: &db.Match{ID: match, Ply: ply}, talk: 1, heard: to}
	if to.Others {
		c.talk = 2
	}
	t.changes = append(t.changes, c)
}

// endStreams records that the event streams of a player end, in every process.
func (t *tx) endStreams(player string) {
	t.changes = append(t.changes, change{match: new(db.Match), talk: 3, heard: db.Audience{Players: []string{player}}})
}

// listable reports whether a match is on the list of open tables until it starts.
func listable(m db.Match) bool { return m.Public && !m.Solo }

// storeChanges stores the changes that the transaction has recorded, without their
// numbers, which they get once they are visible.
func (t *tx) storeChanges(ctx context.Context) error {
	if t.s.origin == "" {
		return nil
	}
	for _, c := range t.changes {
		players := append(make([]string, 0, db.MaxSeats), c.heard.Players...)
		for _, p := range c.match.Seats {
			if p.ID != "" {
				players = append(players, p.ID)
			}
		}
		slices.Sort(players)
		list, err := json.Marshal(slices.Compact(players))
		if err != nil {
			return err
		}
		due := !c.match.WindowEnds.IsZero() || !c.match.Deadline.IsZero() || !c.match.BotDue.IsZero() || !c.match.ForcedDue.IsZero()
		var talk any
		if c.talk != 0 {
			talk = c.talk
		}
		err = t.Queue(ctx, Statement{Doing: "store change", Table: "changes",
			Query: `INSERT INTO changes (match, ply, players, listed, due, at, origin, talk) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			Args:  []any{c.match.ID, c.match.Ply, string(list), c.listed, due, t.s.Millis(), t.s.origin, talk}})
		if err != nil {
			return err
		}
	}
	return nil
}

// AcquireLease implements db.Leases.
func (s *Store) AcquireLease(ctx context.Context, job, holder string, lasts time.Duration) (bool, error) {
	return write(ctx, s, func(ctx context.Context, t *tx) (bool, error) {
		now := s.Millis()
		n, err := t.Exec(ctx, `INSERT INTO leases (job, holder, until) VALUES (?, ?, ?)
			ON CONFLICT (job) DO UPDATE SET holder = excluded.holder, until = excluded.until
			WHERE leases.holder = excluded.holder OR leases.until <= ?`, job, holder, now+lasts.Milliseconds(), now)
		if err != nil {
			return false, fmt.Errorf("acquire lease: %w", err)
		}
		return n == 1, nil
	})
}

// ReleaseLease implements db.Leases.
func (s *Store) ReleaseLease(ctx context.Context, job, holder string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if _, err := t.Exec(ctx, `DELETE FROM leases WHERE job = ? AND holder = ?`, job, holder); err != nil {
			return fmt.Errorf("release lease: %w", err)
		}
		return nil
	})
}

const (
	// lockBeat makes beats wait for one another where several may write at once.
	lockBeat   = `UPDATE heartbeat SET at = at WHERE id = 1`
	lastBeat   = `SELECT at FROM heartbeat WHERE id = 1`
	listPauses = `SELECT began, ended FROM pauses WHERE id > ? ORDER BY id`
)

// Beat implements db.Heartbeats.
func (s *Store) Beat(ctx context.Context, at time.Time, up time.Duration, known int) (pauses []clock.Pause, paused bool, err error) {
	err = s.do(ctx, func(ctx context.Context, t *tx) error {
		if paused, err = t.beat(ctx, at, up); err != nil {
			return fmt.Errorf("beat: %w", err)
		}
		if pauses, err = readPauses(ctx, t, known); err != nil {
			return fmt.Errorf("list pauses: %w", err)
		}
		return nil
	})
	return pauses, paused, err
}

// beat stores a beat and the pause before it, if there was one.
func (t *tx) beat(ctx context.Context, at time.Time, up time.Duration) (paused bool, err error) {
	if _, err := t.Exec(ctx, lockBeat); err != nil {
		return false, err
	}
	var last sql.NullInt64
	if err := t.QueryRow(ctx, lastBeat).Scan(&last); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return false, err
	}
	if last.Valid {
		p, ok := clock.Outage(timeFrom(last), at, up)
		if paused = ok && p.From.UnixMilli() < p.Until.UnixMilli(); paused {
			// The number counts the pauses themselves: undone transactions leave no gap.
			_, err := t.Exec(ctx, `INSERT INTO pauses (id, began, ended) SELECT coalesce(max(id), 0) + 1, CAST(? AS BIGINT), CAST(? AS BIGINT) FROM pauses`,
				p.From.UnixMilli(), ceilMillis(p.Until).UnixMilli())
			if err != nil {
				return false, err
			}
		}
	}
	_, err = t.Exec(ctx, `INSERT INTO heartbeat (id, at) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET at = excluded.at`, at.UnixMilli())
	return paused, err
}

func readPauses(ctx context.Context, t *tx, known int) ([]clock.Pause, error) {
	return collect(ctx, t, "list pauses", listPauses, func(r scanner) (clock.Pause, error) {
		var from, until int64
		err := r.Scan(&from, &until)
		return clock.Pause{From: time.UnixMilli(from).UTC(), Until: time.UnixMilli(until).UTC()}, err
	}, known)
}

// Park implements db.Parking.
func (s *Store) Park(ctx context.Context, p db.Parked) error {
	return s.execTelling(ctx, "park work", `INSERT INTO parked (worker, item, failures, since) VALUES (?, ?, ?, ?) ON CONFLICT (worker, item) DO NOTHING`,
		p.Worker, p.Item, p.Failures, s.Millis())
}

// ListParked implements db.Parking.
func (s *Store) ListParked(ctx context.Context, worker string) ([]db.Parked, error) {
	query, args := `SELECT worker, item, failures, since, dropped FROM parked WHERE worker = ? ORDER BY item`, []any{worker}
	if worker == "" {
		query, args = `SELECT worker, item, failures, since, dropped FROM parked WHERE dropped = 0 ORDER BY since`, nil
	}
	return collect(ctx, s.read, "list parked work", query, func(r scanner) (p db.Parked, err error) {
		var since int64
		err = r.Scan(&p.Worker, &p.Item, &p.Failures, &since, &p.Dropped)
		p.Since = time.UnixMilli(since).UTC()
		return p, err
	}, args...)
}

// Unpark implements db.Parking.
func (s *Store) Unpark(ctx context.Context, worker, item string) error {
	return s.execTelling(ctx, "release work", `DELETE FROM parked WHERE worker = ? AND item = ?`, worker, item)
}

// unpark releases or drops the parked item that an act names.
func (t *tx) unpark(ctx context.Context, a *db.NewAct) error {
	worker, item, _ := strings.Cut(a.Detail, " ")
	statement := `DELETE FROM parked WHERE worker = ? AND item = ?`
	if a.Kind == db.ActDrop {
		statement = `UPDATE parked SET dropped = 1 WHERE worker = ? AND item = ? AND dropped = 0`
	}
	return t.expect(ctx, fmt.Sprint(a.Kind, " work"), statement, worker, item)
}
