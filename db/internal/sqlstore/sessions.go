package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"tableronde/db"
)

// sessions implements db.Sessions. It is a field of Store and not embedded, because its methods
// have the short names of package scs.
type sessions struct{ *core }

func (s sessions) FindCtx(ctx context.Context, token string) (data []byte, found bool, err error) {
	session, err := getKept(ctx, s.kept, "session", token, func(ctx context.Context) (session keptSession, err error) {
		err = s.read.QueryRow(ctx, `SELECT data, expiry FROM sessions WHERE token = ?`, token).Scan(&session.data, &session.expiry)
		return session, err
	}, token)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil, false, nil
	case err != nil:
		return nil, false, fmt.Errorf("find session: %w", err)
	case session.expiry <= s.Millis():
		return nil, false, nil
	}
	return session.data, true, nil
}

// keptSession is the row of a session.
type keptSession struct {
	data   []byte
	expiry int64 // in milliseconds
}

func (s sessions) CommitCtx(ctx context.Context, token string, data []byte, expiry time.Time) error {
	return s.commit(ctx, token, data, expiry, nil, nil)
}

func (s sessions) CommitFor(ctx context.Context, token string, data []byte, expiry time.Time, player, device string) error {
	return s.commit(ctx, token, data, expiry, player, device)
}

func (s sessions) RenewFor(ctx context.Context, token string, data []byte, expiry time.Time, player, device string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		t.touch(token)
		return t.run(ctx, "renew session", `UPDATE sessions SET data = ?, expiry = ?, player = ?, device = ?, begun = coalesce(begun, ?) WHERE token = ?`,
			data, expiry.UnixMilli(), player, device, s.Millis(), token)
	})
}

// commit stores a session. player and device are texts or nil.
func (s sessions) commit(ctx context.Context, token string, data []byte, expiry time.Time, player, device any) error {
	if data == nil {
		data = []byte{}
	}
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		t.touch(token)
		return t.run(ctx, "store session", `INSERT INTO sessions (token, data, expiry, player, device, begun) VALUES (?, ?, ?, ?, ?, ?)
			ON CONFLICT (token) DO UPDATE SET data = excluded.data, expiry = excluded.expiry,
				player = excluded.player, device = excluded.device, begun = coalesce(sessions.begun, excluded.begun)`,
			token, data, expiry.UnixMilli(), player, device, s.Millis())
	})
}

func (s sessions) SessionsOf(ctx context.Context, player string) ([]db.Session, error) {
	return listSessions(ctx, s.read, player)
}

func listSessions(ctx context.Context, q source, player string) ([]db.Session, error) {
	return collect(ctx, q, "list sessions", `SELECT token, coalesce(device, ''), begun FROM sessions WHERE player = ? AND expiry > ? ORDER BY begun DESC, token`,
		func(r scanner) (s db.Session, err error) {
			err = r.Scan(&s.Token, &s.Device, millis{&s.Begun})
			return s, err
		}, player, q.store().Millis())
}

func (s sessions) EndSession(ctx context.Context, player, token string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		t.touch(token)
		t.endStreams(player)
		return t.expect(ctx, "end session", `DELETE FROM sessions WHERE token = ? AND player = ?`, token, player)
	})
}

func (s sessions) EndOtherSessions(ctx context.Context, player, keep string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error { return endSessions(ctx, t, player, keep) })
}

// endSessions deletes all sessions of a player except one, and ends the player's streams.
func endSessions(ctx context.Context, t *tx, player, keep string) error {
	list, err := listSessions(ctx, t, player)
	if err != nil {
		return err
	}
	for _, s := range list {
		t.touch(s.Token)
	}
	t.endStreams(player)
	return t.run(ctx, "end sessions", `DELETE FROM sessions WHERE player = ? AND token <> ?`, player, keep)
}

func (s sessions) DeleteCtx(ctx context.Context, token string) error {
	return s.do(ctx, func(ctx context.Context, t *tx) error {
		t.touch(token)
		return t.run(ctx, "delete session", `DELETE FROM sessions WHERE token = ?`, token)
	})
}

func (s sessions) Find(token string) ([]byte, bool, error) {
	return s.FindCtx(context.Background(), token)
}

func (s sessions) Commit(token string, data []byte, expiry time.Time) error {
	return s.CommitCtx(context.Background(), token, data, expiry)
}

func (s sessions) Delete(token string) error {
	return s.DeleteCtx(context.Background(), token)
}
