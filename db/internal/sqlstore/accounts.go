package sqlstore

import (
	"context"
	"fmt"
	"slices"
	"time"

	"tableronde/db"
	"tableronde/db/internal/secret"
)

const selectAccount = `SELECT p.id, p.name, p.created, p.habits, p.suspended, coalesce(a.password, ''), coalesce(a.email, ''), a.opened
	FROM accounts a JOIN players p ON p.id = a.player `

// accounts implements db.Accounts.
type accounts struct{ *core }

func (s accounts) CreateAccount(ctx context.Context, o db.Once, a db.NewAccount, note func(db.Player) (int, []byte)) (db.Player, error) {
	return writeOnce(ctx, s.core, o, "", func(ctx context.Context, t *tx) (db.Player, error) {
		if err := t.LockPlayer(ctx, a.Player); err != nil {
			return db.Player{}, err
		}
		p, err := scanPlayer(t.QueryRow(ctx, selectPlayer, a.Player))
		if err != nil {
			return db.Player{}, err
		}
		err = t.expectOr(ctx, db.ErrHasAccount, "create account", `INSERT INTO accounts (player, password, opened) VALUES (?, nullif(?, ''), ?) ON CONFLICT DO NOTHING`,
			a.Player, a.Password, s.Millis())
		if err != nil {
			return db.Player{}, err
		}
		if a.Passkey != nil {
			if err := addPasskey(ctx, t, a.Player, *a.Passkey); err != nil {
				return db.Player{}, err
			}
		}
		if a.Invite != "" {
			if err := t.expectOr(ctx, db.ErrNoInvite, "use invitation", `DELETE FROM account_invites WHERE token = ? AND expires > ?`,
				secret.HashToken(a.Invite), t.core.Millis()); err != nil {
				return db.Player{}, err
			}
		}
		if a.Mail != nil {
			if err := queueMail(ctx, t, *a.Mail); err != nil {
				return db.Player{}, err
			}
		}
		p.Name = a.Name
		return p, takeName(ctx, t, a.Player, a.Name, a.Keys)
	}, note)
}

// takeName stores the name of an account and its keys, which no other account can have. It gives up
// the former name.
func takeName(ctx context.Context, t *tx, player, name string, keys []string) error {
	now := t.core.Millis()
	if err := t.run(ctx, "lock names", `SELECT 1 FROM account_names WHERE player = ? ORDER BY key FOR NO KEY UPDATE`, player); err != nil {
		return err
	}
	if err := t.run(ctx, "give up name", `UPDATE account_names SET until = ? WHERE player = ? AND until IS NULL`,
		now+db.NameReserved.Milliseconds(), player); err != nil {
		return err
	}
	for _, key := range slices.Sorted(slices.Values(keys)) {
		if err := t.run(ctx, "free name", `DELETE FROM account_names WHERE key = ? AND until <= ?`, key, now); err != nil {
			return err
		}
		err := t.expectOr(ctx, db.ErrNameTaken, "take name", `INSERT INTO account_names (key, player) VALUES (?, ?)
			ON CONFLICT (key) DO UPDATE SET until = NULL WHERE account_names.player = excluded.player`, key, player)
		if err != nil {
			return err
		}
	}
	return rename(ctx, t, player, name)
}

func (s accounts) Account(ctx context.Context, player string) (db.Account, error) {
	return scanAccount(s.read.QueryRow(ctx, selectAccount+`WHERE a.player = ?`, player))
}

func (s accounts) AccountByName(ctx context.Context, key string) (db.Account, error) {
	return scanAccount(s.read.QueryRow(ctx, selectAccount+`JOIN account_names n ON n.player = a.player
		WHERE n.key = ? AND n.until IS NULL`, key))
}

func (s accounts) RenameAccount(ctx context.Context, player, name string, keys []string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.LockPlayer(ctx, player); err != nil {
			return err
		}
		if _, err := scanAccount(t.QueryRow(ctx, selectAccount+`WHERE a.player = ?`, player)); err != nil {
			return err
		}
		return takeName(ctx, t, player, name, keys)
	})
}

func (s accounts) SetPassword(ctx context.Context, p db.NewPassword) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		if err := t.LockPlayer(ctx, p.Player); err != nil {
			return err
		}
		return setPassword(ctx, t, p)
	})
}

// Statements for a changed password, by the player's id: the first list runs always, the second in
// a recovery.
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

// setPassword replaces the hash of a password and ends all other ways to sign in. The player must
// be locked.
func setPassword(ctx context.Context, t *tx, p db.NewPassword) error {
	if err := t.expect(ctx, "set password", `UPDATE accounts SET password = ? WHERE player = ?`, p.Hash, p.Player); err != nil {
		return err
	}
	if err := endSessions(ctx, t, p.Player, p.Session); err != nil {
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
	return tellHolder(ctx, t, p.Player, db.MailPassword, p.Language)
}

func scanAccount(from scanner) (db.Account, error) {
	var a db.Account
	err := from.Scan(&a.ID, &a.Name, millis{&a.Created}, &a.Habits, millis{&a.Suspended}, &a.Password, &a.Email, millis{&a.Opened})
	return a, wrap("load account", err)
}

func (s accounts) InviteAccount(ctx context.Context, until time.Time) (token string, err error) {
	token = secret.NewLink()
	return token, s.exec(ctx, "invite", `INSERT INTO account_invites (token, expires) VALUES (?, ?)`, secret.HashToken(token), until.UnixMilli())
}

func (s accounts) IsAccountInvite(ctx context.Context, token string) (bool, error) {
	n, err := count(ctx, s.read, "find invitation", `SELECT count(*) FROM account_invites WHERE token = ? AND expires > ?`, secret.HashToken(token), s.Millis())
	return n > 0, err
}

func (s accounts) ListAccounts(ctx context.Context, limit int) ([]db.Account, error) {
	return collect(ctx, s.read, "list accounts", selectAccount+`ORDER BY a.opened DESC, p.id LIMIT ?`, scanAccount, limit)
}
