package sqlite

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
	var v db.Visit
	var began, latest int64
	err := s.r.queryRow(ctx, `SELECT v.ply, v.told, v.began, v.latest FROM matches m JOIN visits v ON v.match = m.seq
		WHERE m.id = ? AND v.player = ?`, match, player).Scan(&v.Seen, &v.Told, &began, &latest)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return db.Visit{}, nil
	case err != nil:
		return db.Visit{}, fmt.Errorf("look up visit: %w", err)
	}
	v.Began, v.Latest = time.UnixMilli(began).UTC(), time.UnixMilli(latest).UTC()
	return v, nil
}

// NoteVisit implements db.Players.
func (s *Store) NoteVisit(ctx context.Context, match, player string, v db.Visit) error {
	return s.w.do(ctx, func(ctx context.Context, t *tx) error { return storeVisit(ctx, t, match, player, v) })
}

// storeVisit stores a visit; no column ever decreases.
func storeVisit(ctx context.Context, t *tx, match, player string, v db.Visit) error {
	res, err := t.exec(ctx, `INSERT INTO visits (match, player, ply, told, began, latest)
		SELECT seq, ?, ?, ?, ?, ? FROM matches WHERE id = ?
		ON CONFLICT (match, player) DO UPDATE SET ply = max(ply, excluded.ply), told = max(told, excluded.told),
			began = max(began, excluded.began), latest = max(latest, excluded.latest)`,
		player, v.Seen, v.Told, v.Began.UnixMilli(), v.Latest.UnixMilli(), match)
	switch {
	case isForeignKey(err):
		return db.ErrNotFound
	case err != nil:
		return fmt.Errorf("note visit: %w", err)
	}
	return expectOne(res)
}
