package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"tableronde/db"
)

const selectAccount = `SELECT p.id, p.name, p.created, p.habits, p.suspended, coalesce(a.password, ''), coalesce(a.email, ''), a.opened
	FROM accounts a JOIN players p ON p.id = a.player `

// CreateAccount implements db.Accounts.
func (s *Store) CreateAccount(ctx context.Context, o db.Once, a db.NewAccount, note func(db.Player) (int, []byte)) (db.Player, error) {
	return writeOnce(ctx, s, o, "", func(ctx context.Context, t *tx) (db.Player, error) {
		if err := t.LockPlayer(ctx, a.Player); err != nil {
			return db.Player{}, err
		}
		p, err := scanPlayer(t.QueryRow(ctx, selectPlayer, a.Player))
		if err != nil {
			return db.Player{}, err
		}
		added, err := t.Exec(ctx, `INSERT INTO accounts (player, password, opened) VALUES (?, nullif(?, ''), ?) ON CONFLICT DO NOTHING`,
			a.Player, a.Password, s.Millis())
		switch {
		case err != nil:
			return db.Player{}, fmt.Errorf("create account: %w", err)
		case added == 0:
			return db.Player{}, db.ErrHasAccount
		}
		if a.Passkey != nil {
			if err := t.addPasskey(ctx, a.Player, *a.Passkey); err != nil {
				return db.Player{}, err
			}
		}
		if a.Invite != "" {
			if err := t.useInvite(ctx, a.Invite); err != nil {
				return db.Player{}, err
			}
		}
		if a.Mail != nil {
			if err := t.queueMail(ctx, *a.Mail); err != nil {
				return db.Player{}, err
			}
		}
		p.Name = a.Name
		return p, t.takeName(ctx, a.Player, a.Name, a.Keys)
	}, note)
}

// takeName gives an account a name, whose keys nobody else can have from now on, and
// gives up the one before.
func (t *tx) takeName(ctx context.Context, player, name string, keys []string) error {
	now := t.s.Millis()
	if _, err := t.Exec(ctx, `SELECT 1 FROM account_names WHERE player = ? ORDER BY key FOR NO KEY UPDATE`, player); err != nil {
		return fmt.Errorf("lock names: %w", err)
	}
	if _, err := t.Exec(ctx, `UPDATE account_names SET until = ? WHERE player = ? AND until IS NULL`,
		now+db.NameReserved.Milliseconds(), player); err != nil {
		return fmt.Errorf("give up name: %w", err)
	}
	for _, key := range slices.Sorted(slices.Values(keys)) {
		if _, err := t.Exec(ctx, `DELETE FROM account_names WHERE key = ? AND until <= ?`, key, now); err != nil {
			return fmt.Errorf("free name: %w", err)
		}
		taken, err := t.Exec(ctx, `INSERT INTO account_names (key, player) VALUES (?, ?)
			ON CONFLICT (key) DO UPDATE SET until = NULL WHERE account_names.player = excluded.player`, key, player)
		switch {
		case err != nil:
			return fmt.Errorf("take name: %w", err)
		case taken == 0:
			return db.ErrNameTaken
		}
	}
	return t.rename(ctx, player, name)
}

// Account implements db.Accounts.
func (s *Store) Account(ctx context.Context, player string) (db.Account, error) {
	return scanAccount(s.read.QueryRow(ctx, selectAccount+`WHERE a.player = ?`, player))
}

// AccountByName implements db.Accounts.
func (s *Store) AccountByName(ctx context.Context, key string) (db.Account, error) {
	return scanAccount(s.read.QueryRow(ctx, selectAccount+`JOIN account_names n ON n.player = a.player
		WHERE n.key = ? AND n.until IS NULL`, key))
}

// RenameAccount implements db.Accounts.
func (s *Store) RenameAccount(ctx context.Context, player, name string, keys []string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.LockPlayer(ctx, player); err != nil {
			return err
		}
		if _, err := scanAccount(t.QueryRow(ctx, selectAccount+`WHERE a.player = ?`, player)); err != nil {
			return err
		}
		return t.takeName(ctx, player, name, keys)
	})
}

// SetPassword implements db.Accounts.
func (s *Store) SetPassword(ctx context.Context, p db.NewPassword) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.LockPlayer(ctx, p.Player); err != nil {
			return err
		}
		return t.setPassword(ctx, p)
	})
}

// Statements that run, by the player's id, when a password is replaced: always, and in a
// recovery.
var (
	passwordEnds = []string{
		`DELETE FROM tokens WHERE player = ?`,
		`DELETE FROM passes WHERE player = ?`,
		`DELETE FROM mails WHERE player = ? AND token IS NOT NULL`,
		`DELETE FROM mails WHERE address = (SELECT email FROM accounts WHERE player = ?) AND kind = 'enter'`,
		renewFeed,
	}
	recoveryEnds = []string{
		`DELETE FROM passkeys WHERE player = ?1 AND made >= (SELECT coalesce(proved, 0) FROM accounts WHERE player = ?1)`,
		`DELETE FROM targets WHERE player = ?1 AND channel = 'webhook' AND made >= (SELECT coalesce(proved, 0) FROM accounts WHERE player = ?1)`,
	}
)

// setPassword replaces the hash of a password, and ends all other ways in. The player is
// locked.
func (t *tx) setPassword(ctx context.Context, p db.NewPassword) error {
	if err := t.expect(ctx, "set password", `UPDATE accounts SET password = ? WHERE player = ?`, p.Hash, p.Player); err != nil {
		return err
	}
	if err := t.endSessions(ctx, p.Player, p.Session); err != nil {
		return err
	}
	tokens, err := listTokens(ctx, t, p.Player)
	for _, token := range tokens {
		t.touch(string(token.hash))
	}
	if err == nil {
		_, err = t.Exec(ctx, `DELETE FROM targets WHERE player = ? AND channel = ? AND id <> ?`, p.Player, string(db.ByPush), p.Push)
	}
	ends := passwordEnds
	if p.Recovery {
		ends = slices.Concat(ends, recoveryEnds)
	}
	for _, statement := range ends {
		if err == nil {
			_, err = t.Exec(ctx, statement, p.Player)
		}
	}
	if err != nil {
		return fmt.Errorf("end other ways in: %w", err)
	}
	return t.tellHolder(ctx, p.Player, db.MailPassword, p.Language)
}

func scanAccount(from scanner) (db.Account, error) {
	var a db.Account
	var created, suspended, opened sql.NullInt64
	switch err := from.Scan(&a.ID, &a.Name, &created, &a.Habits, &suspended, &a.Password, &a.Email, &opened); {
	case errors.Is(err, sql.ErrNoRows):
		return db.Account{}, db.ErrNotFound
	case err != nil:
		return db.Account{}, fmt.Errorf("load account: %w", err)
	}
	a.Created, a.Suspended, a.Opened = timeFrom(created), timeFrom(suspended), timeFrom(opened)
	return a, nil
}
