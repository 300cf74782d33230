package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"tableronde/db"
	"tableronde/db/internal/secret"
)

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

// makeRoom revokes the token that gives way to a new one, if there are too many.
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

// latest returns when the token was last known to be used.
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
