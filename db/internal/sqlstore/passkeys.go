package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"tableronde/db"
)

const selectPasskey = `SELECT k.id, k.player, k.public, k.counter, k.name, k.made, k.used`

// AddPasskey implements db.Passkeys.
func (s *Store) AddPasskey(ctx context.Context, player string, k db.NewPasskey) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.LockPlayer(ctx, player); err != nil {
			return err
		}
		if err := t.addPasskey(ctx, player, k); err != nil {
			return err
		}
		return t.tellHolder(ctx, player, db.MailPasskeyAdded, k.Language)
	})
}

// addPasskey adds a passkey to an account, whose player is locked.
func (t *tx) addPasskey(ctx context.Context, player string, k db.NewPasskey) error {
	n, err := t.Exec(ctx, `UPDATE accounts SET handle = coalesce(handle, ?) WHERE player = ?`, k.Handle, player)
	if err != nil {
		return fmt.Errorf("store handle: %w", err)
	}
	if err := expectOne(n); err != nil {
		return err
	}
	var others int
	if err := t.QueryRow(ctx, `SELECT count(*) FROM passkeys WHERE player = ?`, player).Scan(&others); err != nil {
		return fmt.Errorf("count passkeys: %w", err)
	}
	if others >= db.MaxPasskeys {
		return db.ErrTooManyPasskeys
	}
	added, err := t.Exec(ctx, `INSERT INTO passkeys (id, player, public, counter, name, made) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		k.ID, player, k.Public, int64(k.Counter), k.Name, t.s.Millis())
	switch {
	case err != nil:
		return fmt.Errorf("add passkey: %w", err)
	case added == 0:
		return db.ErrTaken
	}
	return nil
}

// Passkey implements db.Passkeys.
func (s *Store) Passkey(ctx context.Context, id []byte) (db.Passkey, []byte, error) {
	var handle []byte
	k, err := scanPasskey(s.read.QueryRow(ctx, selectPasskey+`, a.handle FROM passkeys k JOIN accounts a ON a.player = k.player WHERE k.id = ?`, id), &handle)
	return k, handle, err
}

// PasskeysOf implements db.Passkeys.
func (s *Store) PasskeysOf(ctx context.Context, player string) ([]db.Passkey, error) {
	return collect(ctx, s.read, "list passkeys", selectPasskey+` FROM passkeys k WHERE k.player = ? ORDER BY k.made DESC, k.id DESC`,
		func(r scanner) (db.Passkey, error) { return scanPasskey(r) }, player)
}

// Handle implements db.Passkeys.
func (s *Store) Handle(ctx context.Context, player string) (handle []byte, err error) {
	err = s.read.QueryRow(ctx, `SELECT handle FROM accounts WHERE player = ?`, player).Scan(&handle)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, db.ErrNotFound
	case err != nil:
		return nil, fmt.Errorf("load handle: %w", err)
	}
	return handle, nil
}

// UsePasskey implements db.Passkeys.
func (s *Store) UsePasskey(ctx context.Context, id []byte, counter uint32) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		var before int64
		switch err := t.QueryRow(ctx, `SELECT counter FROM passkeys WHERE id = ?`, id).Scan(&before); {
		case errors.Is(err, sql.ErrNoRows):
			return db.ErrNotFound
		case err != nil:
			return fmt.Errorf("load counter: %w", err)
		}
		n, err := t.Exec(ctx, `UPDATE passkeys SET counter = greatest(counter, ?1), used = ?2 WHERE id = ?3 AND (counter < ?1 OR ?1 = 0)`,
			int64(counter), s.Millis(), id)
		switch {
		case err != nil:
			return fmt.Errorf("use passkey: %w", err)
		case n == 0:
			return db.ErrCounter
		}
		return nil
	})
}

// RemovePasskey implements db.Passkeys.
func (s *Store) RemovePasskey(ctx context.Context, player string, id []byte, language string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.LockPlayer(ctx, player); err != nil {
			return err
		}
		n, err := t.Exec(ctx, `DELETE FROM passkeys WHERE id = ? AND player = ?`, id, player)
		if err != nil {
			return fmt.Errorf("remove passkey: %w", err)
		}
		if err := expectOne(n); err != nil {
			return err
		}
		if err := t.expectWayIn(ctx, player); err != nil {
			return err
		}
		return t.tellHolder(ctx, player, db.MailPasskeyRemoved, language)
	})
}

// expectWayIn returns db.ErrLastWayIn for an account into which nothing leads.
func (t *tx) expectWayIn(ctx context.Context, player string) error {
	var ways int
	err := t.QueryRow(ctx, `SELECT (SELECT count(*) FROM passkeys WHERE player = ?1) + (SELECT count(password) FROM accounts WHERE player = ?1)`, player).Scan(&ways)
	switch {
	case err != nil:
		return fmt.Errorf("count ways in: %w", err)
	case ways == 0:
		return db.ErrLastWayIn
	}
	return nil
}

// scanPasskey reads the columns of selectPasskey, and those after them into more.
func scanPasskey(from scanner, more ...any) (db.Passkey, error) {
	var k db.Passkey
	var counter int64
	var made, used sql.NullInt64
	switch err := from.Scan(append([]any{&k.ID, &k.Player, &k.Public, &counter, &k.Name, &made, &used}, more...)...); {
	case errors.Is(err, sql.ErrNoRows):
		return db.Passkey{}, db.ErrNotFound
	case err != nil:
		return db.Passkey{}, fmt.Errorf("load passkey: %w", err)
	}
	k.Counter, k.Made, k.Used = uint32(counter), timeFrom(made), timeFrom(used)
	return k, nil
}
