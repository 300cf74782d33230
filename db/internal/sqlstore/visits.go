package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"tableronde/db"
)

// Visit implements db.Players.
func (s *Store) Visit(ctx context.Context, match, player string) (db.Visit, error) {
	key := visitKey(match, player)
	noted := s.noted.visit(match, player) // before the row: what is stored meanwhile is in that
	stored, err := getKept(ctx, s.kept, "visit", key, func(ctx context.Context) (db.Visit, error) { return s.findVisit(ctx, match, player) }, key)
	return latestVisit(stored, noted), err
}

// visitKey is the id of a player's visits to a match in versions.
func visitKey(match, player string) string { return match + "/" + player }

func (s *Store) findVisit(ctx context.Context, match, player string) (db.Visit, error) {
	var v db.Visit
	var began, latest sql.NullInt64
	var orders sql.NullString
	err := s.read.QueryRow(ctx, `SELECT coalesce(v.ply, 0), coalesce(v.told, 0), v.began, v.latest,
			(SELECT max(o.text) FROM seats s JOIN orders o ON o.match = s.match AND o.seat = s.seat WHERE s.match = m.seq AND s.player = ?)
		FROM matches m LEFT JOIN visits v ON v.match = m.seq AND v.player = ?
		WHERE m.id = ?`, player, player, match).Scan(&v.Seen, &v.Told, &began, &latest, &orders)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return db.Visit{}, nil
	case err != nil:
		return db.Visit{}, fmt.Errorf("look up visit: %w", err)
	}
	v.Began, v.Latest, v.Orders = timeFrom(began), timeFrom(latest), orders.String
	return v, nil
}

// VisitsOf implements db.Players.
func (s *Store) VisitsOf(ctx context.Context, player string) ([]db.MatchVisit, error) {
	return collect(ctx, s.read, "list visits", `SELECT m.id, v.ply, v.told, v.began, v.latest FROM visits v JOIN matches m ON m.seq = v.match WHERE v.player = ? ORDER BY v.match DESC`,
		func(r scanner) (v db.MatchVisit, err error) {
			var began, latest sql.NullInt64
			err = r.Scan(&v.Match, &v.Seen, &v.Told, &began, &latest)
			v.Began, v.Latest = timeFrom(began), timeFrom(latest)
			return v, err
		}, player)
}

// NoteVisit implements db.Players. Where nobody else reads the database, the visit is
// stored a little later, together with others.
func (s *Store) NoteVisit(ctx context.Context, match, player string, v db.Visit) error {
	if s.kept == nil {
		return s.do(ctx, func(ctx context.Context, t *tx) error { return storeVisit(ctx, t, match, player, v) })
	}
	if _, err := s.match(ctx, match); err != nil {
		return err
	}
	if _, err := s.Player(ctx, player); err != nil {
		return err
	}
	s.noted.add(match, player, db.Visit{Seen: v.Seen, Told: v.Told, Began: toMillis(v.Began), Latest: toMillis(v.Latest)}, s.storeNoted)
	s.kept.countNoted(visitKey(match, player))
	return nil
}

// countNoted counts a visit that is noted and not yet stored: the row stays as it is.
func (k *keptRows) countNoted(key string) {
	before, idle := k.versions.of(key)
	row, found := k.rows.GetIfPresent("visit/" + key)
	k.versions.count(key).commits.Add(1)
	if !found || !idle || row.version != before {
		return
	}
	if after, idle := k.versions.of(key); idle && after == before+1 {
		k.rows.Set("visit/"+key, &keptRow{after, row.value})
	}
}

// willVisit notes what a visit will be once v is stored, if it is known what it was.
func (t *tx) willVisit(key string, v db.Visit) {
	k := t.s.kept
	if k == nil {
		return
	}
	row, found := k.rows.GetIfPresent("visit/" + key)
	if before, idle := k.versions.of(key); !found || !idle || row.version != before {
		return
	}
	v.Began, v.Latest = toMillis(v.Began), toMillis(v.Latest)
	t.willBe("visit", key, latestVisit(row.value.(db.Visit), v))
	if last := t.rows[len(t.rows)-1]; last.before != row.version {
		t.rows = t.rows[:len(t.rows)-1] // another commit came between
	}
}

// storeVisit stores a visit in a transaction.
func storeVisit(ctx context.Context, t *tx, match, player string, v db.Visit) error {
	if err := t.LockMatch(ctx, match); err != nil {
		return err
	}
	var seq int64
	switch err := t.QueryRow(ctx, seqOfMatch, match).Scan(&seq); {
	case errors.Is(err, sql.ErrNoRows):
		return db.ErrNotFound
	case err != nil:
		return fmt.Errorf("note visit: %w", err)
	}
	t.touch(visitKey(match, player))
	st := visitStatement(seq, player, v)
	_, err := t.Exec(ctx, st.Query, st.Args...)
	switch {
	case isReference(err):
		return db.ErrNotFound
	case err != nil:
		return fmt.Errorf("note visit: %w", err)
	}
	t.willVisit(visitKey(match, player), v)
	return nil
}

// toMillis returns a time as it is when it has been stored.
func toMillis(t time.Time) time.Time { return time.UnixMilli(t.UnixMilli()).UTC() }

// visitStatement stores a visit; no column ever decreases.
func visitStatement(seq int64, player string, v db.Visit) Statement {
	return Statement{Doing: "note visit", Table: "visits",
		Query: `INSERT INTO visits (match, player, ply, told, began, latest) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (match, player) DO UPDATE SET ply = greatest(visits.ply, excluded.ply), told = greatest(visits.told, excluded.told),
				began = greatest(visits.began, excluded.began), latest = greatest(visits.latest, excluded.latest)`,
		Args: []any{seq, player, v.Seen, v.Told, v.Began.UnixMilli(), v.Latest.UnixMilli()}}
}
