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

// sessionStore implements db.Sessions in the same database.
type sessionStore struct{ s *Store }

// Sessions implements db.Store.
func (s *Store) Sessions() db.Sessions { return sessionStore{s} }

// FindCtx implements db.Sessions.
func (x sessionStore) FindCtx(ctx context.Context, token string) (data []byte, found bool, err error) {
	session, err := getKept(ctx, x.s.kept, "session", token, func(ctx context.Context) (session keptSession, err error) {
		err = x.s.read.QueryRow(ctx, `SELECT data, expiry FROM sessions WHERE token = ?`, token).Scan(&session.data, &session.expiry)
		return session, err
	}, token)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, false, nil
	case err != nil:
		return nil, false, fmt.Errorf("find session: %w", err)
	case session.expiry <= x.s.Millis():
		return nil, false, nil
	}
	return session.data, true, nil
}

// keptSession is the row of a session.
type keptSession struct {
	data   []byte
	expiry int64 // in milliseconds
}

// CommitCtx implements db.Sessions.
func (x sessionStore) CommitCtx(ctx context.Context, token string, data []byte, expiry time.Time) error {
	return x.commit(ctx, token, data, expiry, nil, nil)
}

// CommitFor implements db.Sessions.
func (x sessionStore) CommitFor(ctx context.Context, token string, data []byte, expiry time.Time, player, device string) error {
	return x.commit(ctx, token, data, expiry, player, device)
}

// RenewFor implements db.Sessions.
func (x sessionStore) RenewFor(ctx context.Context, token string, data []byte, expiry time.Time, player, device string) error {
	return x.s.do(ctx, func(ctx context.Context, t *tx) error {
		t.touch(token)
		_, err := t.Exec(ctx, `UPDATE sessions SET data = ?, expiry = ?, player = ?, device = ?, begun = coalesce(begun, ?) WHERE token = ?`,
			data, expiry.UnixMilli(), player, device, x.s.Millis(), token)
		if err != nil {
			return fmt.Errorf("renew session: %w", err)
		}
		return nil
	})
}

// commit stores a session. player and device are texts or nil.
func (x sessionStore) commit(ctx context.Context, token string, data []byte, expiry time.Time, player, device any) error {
	if data == nil {
		data = []byte{}
	}
	return x.s.do(ctx, func(ctx context.Context, t *tx) error {
		t.touch(token)
		_, err := t.Exec(ctx, `INSERT INTO sessions (token, data, expiry, player, device, begun) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (token) DO UPDATE SET data = excluded.data, expiry = excluded.expiry,
				player = excluded.player, device = excluded.device, begun = coalesce(sessions.begun, excluded.begun)`,
			token, data, expiry.UnixMilli(), player, device, x.s.Millis())
		if err != nil {
			return fmt.Errorf("store session: %w", err)
		}
		return nil
	})
}

// SessionsOf implements db.Sessions.
func (x sessionStore) SessionsOf(ctx context.Context, player string) ([]db.Session, error) {
	return x.list(ctx, x.s.read, player)
}

func (x sessionStore) list(ctx context.Context, q Queryer, player string) ([]db.Session, error) {
	return collect(ctx, q, "list sessions", `SELECT token, coalesce(device, ''), begun FROM sessions WHERE player = ? AND expiry > ? ORDER BY begun DESC, token`,
		func(r scanner) (s db.Session, err error) {
			var begun sql.NullInt64
			err = r.Scan(&s.Token, &s.Device, &begun)
			s.Begun = timeFrom(begun)
			return s, err
		}, player, x.s.Millis())
}

// EndSession implements db.Sessions.
func (x sessionStore) EndSession(ctx context.Context, player, token string) error {
	return x.s.do(ctx, func(ctx context.Context, t *tx) error {
		t.touch(token)
		n, err := t.Exec(ctx, `DELETE FROM sessions WHERE token = ? AND player = ?`, token, player)
		if err != nil {
			return fmt.Errorf("end session: %w", err)
		}
		t.endStreams(player)
		return expectOne(n)
	})
}

// EndOtherSessions implements db.Sessions.
func (x sessionStore) EndOtherSessions(ctx context.Context, player, keep string) error {
	return x.s.do(ctx, func(ctx context.Context, t *tx) error { return t.endSessions(ctx, player, keep) })
}

// endSessions deletes all sessions of a player except one, and ends the streams.
func (t *tx) endSessions(ctx context.Context, player, keep string) error {
	list, err := sessionStore{t.s}.list(ctx, t, player)
	if err != nil {
		return err
	}
	for _, s := range list {
		t.touch(s.Token)
	}
	if _, err := t.Exec(ctx, `DELETE FROM sessions WHERE player = ? AND token <> ?`, player, keep); err != nil {
		return fmt.Errorf("end sessions: %w", err)
	}
	t.endStreams(player)
	return nil
}

// DeleteCtx implements db.Sessions.
func (x sessionStore) DeleteCtx(ctx context.Context, token string) error {
	return x.s.do(ctx, func(ctx context.Context, t *tx) error {
		t.touch(token)
		if _, err := t.Exec(ctx, `DELETE FROM sessions WHERE token = ?`, token); err != nil {
			return fmt.Errorf("delete session: %w", err)
		}
		return nil
	})
}

// Find implements db.Sessions.
func (x sessionStore) Find(token string) ([]byte, bool, error) {
	return x.FindCtx(context.Background(), token)
}

// Commit implements db.Sessions.
func (x sessionStore) Commit(token string, data []byte, expiry time.Time) error {
	return x.CommitCtx(context.Background(), token, data, expiry)
}

// Delete implements db.Sessions.
func (x sessionStore) Delete(token string) error {
	return x.DeleteCtx(context.Background(), token)
}

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

// createPass stores a pass. It draws the code again if another pass has the same code.
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
	return db.Pass{}, errors.New("create pass: other passes have all the codes drawn")
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
