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
		if err := t.lockExisting(ctx, player); err != nil {
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

// useCode is like usePass for a code. It returns the zero Player for a wrong one, for an error
// would undo the count. Counting first makes guesses wait for each other.
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

const selectPasskey = `SELECT k.id, k.player, k.public, k.counter, k.name, k.made, k.used`

// passkeys implements db.Passkeys.
type passkeys struct{ *core }

func (s passkeys) AddPasskey(ctx context.Context, player string, k db.NewPasskey) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.LockPlayer(ctx, player); err != nil {
			return err
		}
		if err := addPasskey(ctx, t, player, k); err != nil {
			return err
		}
		return tellHolder(ctx, t, player, db.MailPasskeyAdded, k.Language)
	})
}

// addPasskey adds a passkey to an account. The player must be locked.
func addPasskey(ctx context.Context, t *tx, player string, k db.NewPasskey) error {
	if err := t.expect(ctx, "store handle", `UPDATE accounts SET handle = coalesce(handle, ?) WHERE player = ?`, k.Handle, player); err != nil {
		return err
	}
	if err := t.bound(ctx, db.MaxPasskeys, db.ErrTooManyPasskeys, `SELECT count(*) FROM passkeys WHERE player = ?`, player); err != nil {
		return err
	}
	return t.expectOr(ctx, db.ErrTaken, "add passkey", `INSERT INTO passkeys (id, player, public, counter, name, made) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		k.ID, player, k.Public, int64(k.Counter), k.Name, t.core.Millis())
}

func (s passkeys) Passkey(ctx context.Context, id []byte) (db.Passkey, []byte, error) {
	var handle []byte
	k, err := scanPasskey(s.read.QueryRow(ctx, selectPasskey+`, a.handle FROM passkeys k JOIN accounts a ON a.player = k.player WHERE k.id = ?`, id), &handle)
	return k, handle, err
}

func (s passkeys) PasskeysOf(ctx context.Context, player string) ([]db.Passkey, error) {
	return collect(ctx, s.read, "list passkeys", selectPasskey+` FROM passkeys k WHERE k.player = ? ORDER BY k.made DESC, k.id DESC`,
		func(r scanner) (db.Passkey, error) { return scanPasskey(r) }, player)
}

func (s passkeys) Handle(ctx context.Context, player string) (handle []byte, err error) {
	err = s.read.QueryRow(ctx, `SELECT handle FROM accounts WHERE player = ?`, player).Scan(&handle)
	return handle, wrap("load handle", err)
}

func (s passkeys) UsePasskey(ctx context.Context, id []byte, counter uint32) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		var before int64
		if err := t.QueryRow(ctx, `SELECT counter FROM passkeys WHERE id = ?`, id).Scan(&before); err != nil {
			return wrap("load counter", err)
		}
		return t.expectOr(ctx, db.ErrCounter, "use passkey", `UPDATE passkeys SET counter = greatest(counter, ?1), used = ?2 WHERE id = ?3 AND (counter < ?1 OR ?1 = 0)`,
			int64(counter), s.Millis(), id)
	})
}

func (s passkeys) RemovePasskey(ctx context.Context, player string, id []byte, language string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.LockPlayer(ctx, player); err != nil {
			return err
		}
		if err := t.expect(ctx, "remove passkey", `DELETE FROM passkeys WHERE id = ? AND player = ?`, id, player); err != nil {
			return err
		}
		if err := expectWayIn(ctx, t, player); err != nil {
			return err
		}
		return tellHolder(ctx, t, player, db.MailPasskeyRemoved, language)
	})
}

// expectWayIn returns db.ErrLastWayIn for an account without a way to sign in.
func expectWayIn(ctx context.Context, t *tx, player string) error {
	ways, err := count(ctx, t, "count ways in", `SELECT (SELECT count(*) FROM passkeys WHERE player = ?1) + (SELECT count(password) FROM accounts WHERE player = ?1)`, player)
	if err == nil && ways == 0 {
		return db.ErrLastWayIn
	}
	return err
}

// scanPasskey reads the columns of selectPasskey, and the columns after them into more.
func scanPasskey(from scanner, more ...any) (k db.Passkey, err error) {
	err = from.Scan(append([]any{&k.ID, &k.Player, &k.Public, &k.Counter, &k.Name, millis{&k.Made}, millis{&k.Used}}, more...)...)
	return k, wrap("load passkey", err)
}
