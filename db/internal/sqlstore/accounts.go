package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"tableronde/db"
	"tableronde/db/internal/secret"
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

// CreateToken implements db.Tokens.
func (s *Store) CreateToken(ctx context.Context, o db.Once, n db.NewToken, note func(db.Token, string) (int, []byte)) (db.Token, string, error) {
	type made struct {
		db.Token
		secret string
	}
	var noteMade func(made) (int, []byte)
	if note != nil {
		noteMade = func(m made) (int, []byte) { return note(m.Token, m.secret) }
	}
	m, err := writeOnce(ctx, s, o, "", func(ctx context.Context, t *tx) (made, error) {
		if err := t.LockPlayer(ctx, n.Player); err != nil {
			return made{}, err
		}
		if err := t.makeRoom(ctx, n); err != nil {
			return made{}, err
		}
		token, secret, err := t.createToken(ctx, n)
		if err == nil && n.Name != "" {
			err = t.tellHolder(ctx, n.Player, db.MailToken, n.Language)
		}
		return made{token, secret}, err
	}, noteMade)
	return m.Token, m.secret, err
}

// makeRoom revokes a token in favor of a new one, if there are too many.
func (t *tx) makeRoom(ctx context.Context, n db.NewToken) error {
	list, err := listTokens(ctx, t, n.Player)
	if err != nil || len(list) < db.MaxTokens {
		return err
	}
	var oldest *storedToken
	for i, token := range list {
		if token.Name == "" && (oldest == nil || token.latest().Before(oldest.latest())) {
			oldest = &list[i]
		}
	}
	if n.Name != "" || oldest == nil {
		return db.ErrTooManyTokens
	}
	return t.deleteToken(ctx, oldest.hash)
}

func (t *tx) createToken(ctx context.Context, n db.NewToken) (db.Token, string, error) {
	token, now := secret.NewToken(), t.s.Millis()
	hash := secret.HashToken(token)
	_, err := t.Exec(ctx, `INSERT INTO tokens (hash, player, created, name, scopes) VALUES (?, ?, ?, ?, ?)`, hash, n.Player, now, n.Name, int64(n.Scopes))
	switch {
	case isReference(err):
		return db.Token{}, "", db.ErrNotFound
	case err != nil:
		return db.Token{}, "", fmt.Errorf("create token: %w", err)
	}
	return db.Token{ID: secret.TokenID(hash), Name: n.Name, Scopes: n.Scopes, Created: time.UnixMilli(now).UTC()}, token, nil
}

// deleteToken deletes a token, which nobody finds in memory from now on.
func (t *tx) deleteToken(ctx context.Context, hash []byte) error {
	t.touch(string(hash))
	n, err := t.Exec(ctx, `DELETE FROM tokens WHERE hash = ?`, hash)
	if err != nil {
		return fmt.Errorf("delete token: %w", err)
	}
	return expectOne(n)
}

// storedToken is a token with its hash.
type storedToken struct {
	db.Token
	hash []byte
}

// latest returns the last stored use of the token.
func (t storedToken) latest() time.Time { return laterOf(t.Created, t.Used) }

// tokenOwner is a token with its player.
type tokenOwner struct {
	player db.Player
	token  storedToken
}

// PlayerByToken implements db.Tokens.
func (s *Store) PlayerByToken(ctx context.Context, token string) (db.Player, db.Token, error) {
	hash := secret.HashToken(token)
	found, err := getKept(ctx, s.kept, "token", string(hash), func(ctx context.Context) (tokenOwner, error) { return s.findToken(ctx, hash) }, string(hash))
	if err != nil {
		return db.Player{}, db.Token{}, err
	}
	if now := s.Now(); now.Sub(found.token.Used) >= db.TokenUseInterval {
		s.uses.add(string(hash), now.UnixMilli(), s.storeUsesLater)
	}
	return found.player, found.token.Token, nil
}

func (s *Store) findToken(ctx context.Context, hash []byte) (tokenOwner, error) {
	o := tokenOwner{token: storedToken{hash: hash}}
	var joined, suspended, created, used sql.NullInt64
	err := s.read.QueryRow(ctx, `SELECT p.id, p.name, p.created, p.habits, p.suspended, t.name, t.scopes, t.created, t.used
		FROM tokens t JOIN players p ON p.id = t.player WHERE t.hash = ?`, hash).
		Scan(&o.player.ID, &o.player.Name, &joined, &o.player.Habits, &suspended, &o.token.Name, &o.token.Scopes, &created, &used)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return tokenOwner{}, db.ErrNotFound
	case err != nil:
		return tokenOwner{}, fmt.Errorf("find token: %w", err)
	}
	o.player.Created, o.player.Suspended = timeFrom(joined), timeFrom(suspended)
	o.token.ID, o.token.Created, o.token.Used = secret.TokenID(hash), timeFrom(created), timeFrom(used)
	return o, nil
}

// TokensOf implements db.Tokens.
func (s *Store) TokensOf(ctx context.Context, player string) ([]db.Token, error) {
	list, err := listTokens(ctx, s.read, player)
	var tokens []db.Token
	for _, t := range list {
		t.Used = laterOf(t.Used, s.uses.of(string(t.hash)))
		tokens = append(tokens, t.Token)
	}
	return tokens, err
}

func listTokens(ctx context.Context, q Queryer, player string) ([]storedToken, error) {
	return collect(ctx, q, "list tokens", `SELECT hash, name, scopes, created, used FROM tokens WHERE player = ? ORDER BY created DESC, hash`,
		func(r scanner) (t storedToken, err error) {
			var created, used sql.NullInt64
			err = r.Scan(&t.hash, &t.Name, &t.Scopes, &created, &used)
			t.ID, t.Created, t.Used = secret.TokenID(t.hash), timeFrom(created), timeFrom(used)
			return t, err
		}, player)
}

// RevokeToken implements db.Tokens.
func (s *Store) RevokeToken(ctx context.Context, player, id string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		list, err := listTokens(ctx, t, player)
		if err != nil {
			return err
		}
		for _, token := range list {
			if token.ID == id {
				t.endStreams(player)
				return t.deleteToken(ctx, token.hash)
			}
		}
		return db.ErrNotFound
	})
}

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

// scanPasskey reads the columns of selectPasskey, and the columns after them into more.
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

// InviteAccount implements db.Accounts.
func (s *Store) InviteAccount(ctx context.Context, until time.Time) (token string, err error) {
	token = secret.NewLink()
	return token, s.execTelling(ctx, "invite", `INSERT INTO account_invites (token, expires) VALUES (?, ?)`, secret.HashToken(token), until.UnixMilli())
}

// IsAccountInvite implements db.Accounts.
func (s *Store) IsAccountInvite(ctx context.Context, token string) (bool, error) {
	var n int
	err := s.read.QueryRow(ctx, `SELECT count(*) FROM account_invites WHERE token = ? AND expires > ?`, secret.HashToken(token), s.Millis()).Scan(&n)
	if err != nil {
		return false, fmt.Errorf("find invitation: %w", err)
	}
	return n > 0, nil
}

// useInvite uses up an invitation to make an account.
func (t *tx) useInvite(ctx context.Context, token string) error {
	n, err := t.Exec(ctx, `DELETE FROM account_invites WHERE token = ? AND expires > ?`, secret.HashToken(token), t.s.Millis())
	switch {
	case err != nil:
		return fmt.Errorf("use invitation: %w", err)
	case n == 0:
		return db.ErrNoInvite
	}
	return nil
}

// ListAccounts implements db.Accounts.
func (s *Store) ListAccounts(ctx context.Context, limit int) ([]db.Account, error) {
	return collect(ctx, s.read, "list accounts", selectAccount+`ORDER BY a.opened DESC, p.id LIMIT ?`, scanAccount, limit)
}

// deeds are the columns with players who have done something.
var deeds = []string{"accounts.player", "seats.player", "seats.kept", "seats.stands_for", "matches.host", "messages.player", "reports.player", "remarks.player",
	"studies.player", "collections.player", "cups.host", "cup_players.player", "standing.player", "rungs.player", "ties.player", "ties.other", "targets.player",
	"played.player", "acts.player", "leaving.player"}

// purgeGuests deletes the guests of at least db.GuestLifetime who have done nothing. In the
// life of the store, it checks each guest once.
func (s *Store) purgeGuests(ctx context.Context) error {
	const step = 500
	var done []string
	for _, deed := range deeds {
		table, column, _ := strings.Cut(deed, ".")
		done = append(done, fmt.Sprintf(`SELECT 1 FROM %s x WHERE x.%s = players.id`, table, column))
	}
	// PostgreSQL plans one condition in 10 ms, and one per table in 200 ms.
	idle := `FROM players WHERE created > ? AND created <= ? AND bot = 0 AND NOT EXISTS (` + strings.Join(done, ` UNION ALL `) + `)`
	since, until := s.purgedGuests.Load(), s.Millis()-db.GuestLifetime.Milliseconds()
	for {
		deleted, err := write(ctx, s, func(ctx context.Context, t *tx) (int64, error) {
			t.renames = true
			ids := `(SELECT id ` + idle + ` ORDER BY created LIMIT ?)`
			if _, err := t.Exec(ctx, `DELETE FROM sessions WHERE player IN `+ids, since, until, step); err != nil {
				return 0, err
			}
			return t.Exec(ctx, `DELETE FROM players WHERE id IN `+ids, since, until, step)
		})
		if err != nil {
			return fmt.Errorf("purge guests: %w", err)
		}
		if deleted < step {
			s.purgedGuests.Store(until)
			return nil
		}
	}
}
