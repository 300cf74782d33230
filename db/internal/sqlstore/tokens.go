package sqlstore

import (
	"context"
	"time"

	"tableronde/db"
	"tableronde/db/internal/secret"
)

// tokens implements db.Tokens.
type tokens struct{ *core }

func (s tokens) CreateToken(ctx context.Context, o db.Once, n db.NewToken, note func(db.Token, string) (int, []byte)) (db.Token, string, error) {
	type made struct {
		db.Token
		secret string
	}
	var noteMade func(made) (int, []byte)
	if note != nil {
		noteMade = func(m made) (int, []byte) { return note(m.Token, m.secret) }
	}
	m, err := writeOnce(ctx, s.core, o, "", func(ctx context.Context, t *tx) (made, error) {
		if err := t.LockPlayer(ctx, n.Player); err != nil {
			return made{}, err
		}
		if err := makeRoom(ctx, t, n); err != nil {
			return made{}, err
		}
		token, secret, err := createToken(ctx, t, n)
		if err == nil && n.Name != "" {
			err = tellHolder(ctx, t, n.Player, db.MailToken, n.Language)
		}
		return made{token, secret}, err
	}, noteMade)
	return m.Token, m.secret, err
}

// makeRoom revokes an old token if a new one would be too many.
func makeRoom(ctx context.Context, t *tx, n db.NewToken) error {
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
	return deleteToken(ctx, t, oldest.hash)
}

func createToken(ctx context.Context, t *tx, n db.NewToken) (db.Token, string, error) {
	token, now := secret.NewToken(), t.core.Millis()
	hash := secret.HashToken(token)
	err := t.run(ctx, "create token", `INSERT INTO tokens (hash, player, created, name, scopes) VALUES (?, ?, ?, ?, ?)`, hash, n.Player, now, n.Name, int64(n.Scopes))
	if err != nil {
		return db.Token{}, "", err
	}
	return db.Token{ID: secret.TokenID(hash), Name: n.Name, Scopes: n.Scopes, Created: time.UnixMilli(now).UTC()}, token, nil
}

// deleteToken deletes a token, also from the cache.
func deleteToken(ctx context.Context, t *tx, hash []byte) error {
	t.touch(string(hash))
	return t.expect(ctx, "delete token", `DELETE FROM tokens WHERE hash = ?`, hash)
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

func (s tokens) PlayerByToken(ctx context.Context, token string) (db.Player, db.Token, error) {
	hash := secret.HashToken(token)
	found, err := getKept(ctx, s.kept, "token", string(hash), func(ctx context.Context) (tokenOwner, error) { return s.findToken(ctx, hash) }, string(hash))
	if err != nil {
		return db.Player{}, db.Token{}, err
	}
	if now := s.Now(); now.Sub(found.token.Used) >= db.TokenUseInterval {
		s.uses.add(string(hash), func(time.Time) time.Time { return toMillis(now) }, db.TokenUseDelay, s.StoreUses)
	}
	return found.player, found.token.Token, nil
}

func (s tokens) findToken(ctx context.Context, hash []byte) (tokenOwner, error) {
	o := tokenOwner{token: storedToken{hash: hash}}
	err := s.read.QueryRow(ctx, `SELECT p.id, p.name, p.created, p.habits, p.suspended, t.name, t.scopes, t.created, t.used
		FROM tokens t JOIN players p ON p.id = t.player WHERE t.hash = ?`, hash).
		Scan(&o.player.ID, &o.player.Name, millis{&o.player.Created}, &o.player.Habits, millis{&o.player.Suspended}, &o.token.Name, &o.token.Scopes, millis{&o.token.Created}, millis{&o.token.Used})
	if err != nil {
		return tokenOwner{}, wrap("find token", err)
	}
	o.token.ID = secret.TokenID(hash)
	return o, nil
}

func (s tokens) TokensOf(ctx context.Context, player string) ([]db.Token, error) {
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
			err = r.Scan(&t.hash, &t.Name, &t.Scopes, millis{&t.Created}, millis{&t.Used})
			t.ID = secret.TokenID(t.hash)
			return t, err
		}, player)
}

func (s tokens) RevokeToken(ctx context.Context, player, id string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		list, err := listTokens(ctx, t, player)
		if err != nil {
			return err
		}
		for _, token := range list {
			if token.ID == id {
				t.endStreams(player)
				return deleteToken(ctx, t, token.hash)
			}
		}
		return db.ErrNotFound
	})
}

// StoreUses stores the delayed uses of tokens.
func (s tokens) StoreUses(ctx context.Context) error {
	return s.uses.store(func(uses map[string]time.Time) error {
		return s.do(ctx, func(ctx context.Context, t *tx) error {
			for hash, at := range uses {
				t.touch(hash)
				err := t.run(ctx, "note use of token", `UPDATE tokens SET used = ? WHERE hash = (SELECT hash FROM tokens WHERE hash = ? FOR UPDATE SKIP LOCKED)`,
					at.UnixMilli(), []byte(hash))
				if err != nil {
					return err
				}
			}
			return nil
		})
	})
}
