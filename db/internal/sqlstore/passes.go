package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tableronde/db"
	"tableronde/db/internal/secret"
)

// CreatePass implements db.Passes.
func (s *Store) CreatePass(ctx context.Context, player string) (db.Pass, error) {
	return write(ctx, s, func(ctx context.Context, t *tx) (db.Pass, error) {
		if err := t.LockPlayer(ctx, player); err != nil {
			return db.Pass{}, err
		}
		if _, err := scanPlayer(t.QueryRow(ctx, selectPlayer, player)); err != nil {
			return db.Pass{}, err
		}
		now := s.Millis()
		if _, err := t.Exec(ctx, `DELETE FROM passes WHERE player = ? OR expires <= ?`, player, now); err != nil {
			return db.Pass{}, fmt.Errorf("replace pass: %w", err)
		}
		return createPass(ctx, t, player, now+db.PassLifetime.Milliseconds())
	})
}

// createPass stores a pass. Its code is drawn again if it is that of another one.
func createPass(ctx context.Context, t *tx, player string, expires int64) (db.Pass, error) {
	const tries = 10
	p := db.Pass{Token: secret.NewLink(), Until: time.UnixMilli(expires).UTC()}
	for range tries {
		p.Code = secret.NewCode()
		n, err := t.Exec(ctx, `INSERT INTO passes (player, token, code, expires) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			player, secret.HashToken(p.Token), t.s.key.HashCode(p.Code), expires)
		switch {
		case err != nil:
			return db.Pass{}, fmt.Errorf("create pass: %w", err)
		case n == 1:
			return p, nil
		}
	}
	return db.Pass{}, errors.New("create pass: every code drawn was that of another one")
}

// PlayerByPass implements db.Passes.
func (s *Store) PlayerByPass(ctx context.Context, pass string) (db.Player, error) {
	return s.findPass(ctx, s.read, pass)
}

// UsePass implements db.Passes.
func (s *Store) UsePass(ctx context.Context, pass string) (db.Player, error) {
	return write(ctx, s, func(ctx context.Context, t *tx) (db.Player, error) {
		p, err := s.findPass(ctx, t, pass)
		if err != nil {
			return db.Player{}, err
		}
		column, hash := s.passKey(pass)
		used, err := t.Exec(ctx, `DELETE FROM passes WHERE `+column+` = ?`, hash)
		if err != nil {
			return db.Player{}, fmt.Errorf("use pass: %w", err)
		}
		return p, expectOne(used)
	})
}

func (s *Store) findPass(ctx context.Context, q Queryer, pass string) (db.Player, error) {
	column, hash := s.passKey(pass)
	return scanPlayer(q.QueryRow(ctx, `SELECT p.id, p.name, p.created, p.habits, p.bot, p.suspended, p.silent FROM passes x JOIN players p ON p.id = x.player
		WHERE x.`+column+` = ? AND x.expires > ?`, hash, s.Millis()))
}

// passKey returns the column that holds the hash of a token or code, and the hash.
func (s *Store) passKey(pass string) (column string, hash []byte) {
	if len(pass) == secret.CodeLength {
		return "code", s.key.HashCode(pass)
	}
	return "token", secret.HashToken(pass)
}
