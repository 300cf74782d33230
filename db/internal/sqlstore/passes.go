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

const selectPass = `SELECT p.id, p.name, p.created, p.habits, p.bot, p.suspended, p.silent FROM passes x JOIN players p ON p.id = x.player `

// PlayerByPass implements db.Passes.
func (s *Store) PlayerByPass(ctx context.Context, token string) (db.Player, error) {
	return scanPlayer(s.read.QueryRow(ctx, selectPass+`WHERE x.token = ? AND x.expires > ?`, secret.HashToken(token), s.Millis()))
}

// UsePass implements db.Passes.
func (s *Store) UsePass(ctx context.Context, pass string) (db.Player, error) {
	p, err := write(ctx, s, func(ctx context.Context, t *tx) (db.Player, error) {
		if len(pass) == db.CodeLength {
			return t.useCode(ctx, pass)
		}
		return t.usePass(ctx, `token = ?`, secret.HashToken(pass))
	})
	if err == nil && p.ID == "" {
		err = db.ErrNotFound
	}
	return p, err
}

// useCode is like usePass for a code. It returns the zero Player for a wrong one, for an error
// would undo the count. Counting first makes guesses wait for each other.
func (t *tx) useCode(ctx context.Context, code string) (db.Player, error) {
	now := t.s.Millis()
	if _, err := t.Exec(ctx, `UPDATE passes SET wrong = wrong + 1 WHERE expires > ?`, now); err != nil {
		return db.Player{}, fmt.Errorf("count code: %w", err)
	}
	p, err := t.usePass(ctx, `wrong <= ? AND code = ?`, db.MaxWrongCodes, t.s.key.HashCode(code))
	switch {
	case errors.Is(err, db.ErrNotFound):
		return db.Player{}, nil
	case err != nil:
		return db.Player{}, err
	}
	if _, err := t.Exec(ctx, `UPDATE passes SET wrong = wrong - 1 WHERE expires > ?`, now); err != nil {
		return db.Player{}, fmt.Errorf("count code: %w", err)
	}
	return p, nil
}

func (t *tx) usePass(ctx context.Context, where string, args ...any) (db.Player, error) {
	p, err := scanPlayer(t.QueryRow(ctx, selectPass+`WHERE `+where+` AND x.expires > ?`, append(args, t.s.Millis())...))
	if err != nil {
		return db.Player{}, err
	}
	used, err := t.Exec(ctx, `DELETE FROM passes WHERE `+where, args...)
	if err != nil {
		return db.Player{}, fmt.Errorf("use pass: %w", err)
	}
	return p, expectOne(used)
}
