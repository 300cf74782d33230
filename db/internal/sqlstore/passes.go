package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tableronde/db"
	"tableronde/db/internal/secret"
)

// passes implements db.Passes.
type passes struct{ *core }

func (s passes) CreatePass(ctx context.Context, player string) (db.Pass, error) {
	return write(ctx, s.core, func(ctx context.Context, t *tx) (db.Pass, error) {
		if err := t.LockPlayer(ctx, player); err != nil {
			return db.Pass{}, err
		}
		if _, err := scanPlayer(t.QueryRow(ctx, selectPlayer, player)); err != nil {
			return db.Pass{}, err
		}
		now := s.Millis()
		if err := t.run(ctx, "replace pass", `DELETE FROM passes WHERE player = ? OR expires <= ?`, player, now); err != nil {
			return db.Pass{}, err
		}
		return createPass(ctx, t, player, now+db.PassLifetime.Milliseconds())
	})
}

// createPass stores a pass. It draws the code again if another pass has the same code.
func createPass(ctx context.Context, t *tx, player string, expires int64) (db.Pass, error) {
	const tries = 10
	p := db.Pass{Token: secret.NewLink(), Until: time.UnixMilli(expires).UTC()}
	for range tries {
		p.Code = secret.NewCode()
		n, err := t.Exec(ctx, `INSERT INTO passes (player, token, code, expires) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
			player, secret.HashToken(p.Token), t.core.key.HashCode(p.Code), expires)
		switch {
		case err != nil:
			return db.Pass{}, fmt.Errorf("create pass: %w", err)
		case n == 1:
			return p, nil
		}
	}
	return db.Pass{}, errors.New("create pass: other passes have all the codes drawn")
}

const selectPass = `SELECT p.id, p.name, p.created, p.habits, p.bot, p.suspended, p.silent FROM passes x JOIN players p ON p.id = x.player `

func (s passes) PlayerByPass(ctx context.Context, token string) (db.Player, error) {
	return scanPlayer(s.read.QueryRow(ctx, selectPass+`WHERE x.token = ? AND x.expires > ?`, secret.HashToken(token), s.Millis()))
}

func (s passes) UsePass(ctx context.Context, pass string) (db.Player, error) {
	p, err := write(ctx, s.core, func(ctx context.Context, t *tx) (db.Player, error) {
		if len(pass) == db.CodeLength {
			return useCode(ctx, t, pass)
		}
		return usePass(ctx, t, `token = ?`, secret.HashToken(pass))
	})
	if err == nil && p.ID == "" {
		err = db.ErrNotFound
	}
	return p, err
}

// useCode works like usePass for a code. For a wrong code it returns the zero Player and not an
// error, which would undo the count. Counting first makes concurrent guesses wait for each other.
func useCode(ctx context.Context, t *tx, code string) (db.Player, error) {
	now := t.core.Millis()
	if err := t.run(ctx, "count code", `UPDATE passes SET wrong = wrong + 1 WHERE expires > ?`, now); err != nil {
		return db.Player{}, err
	}
	p, err := usePass(ctx, t, `wrong <= ? AND code = ?`, db.MaxWrongCodes, t.core.key.HashCode(code))
	switch {
	case errors.Is(err, db.ErrNotFound):
		return db.Player{}, nil
	case err != nil:
		return db.Player{}, err
	}
	if err := t.run(ctx, "count code", `UPDATE passes SET wrong = wrong - 1 WHERE expires > ?`, now); err != nil {
		return db.Player{}, err
	}
	return p, nil
}

func usePass(ctx context.Context, t *tx, where string, args ...any) (db.Player, error) {
	p, err := scanPlayer(t.QueryRow(ctx, selectPass+`WHERE `+where+` AND x.expires > ?`, append(args, t.core.Millis())...))
	if err != nil {
		return db.Player{}, err
	}
	return p, t.expect(ctx, "use pass", `DELETE FROM passes WHERE `+where, args...)
}
