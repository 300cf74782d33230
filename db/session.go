package db

import (
	"context"
	"time"
)

// Sessions stores browser sessions by token. It is a context store of the
// session library alexedwards/scs, which hashes the tokens.
type Sessions interface {
	// FindCtx returns the data of a session that has not expired.
	FindCtx(ctx context.Context, token string) (data []byte, found bool, err error)
	// CommitCtx stores a session and replaces one with the same token.
	CommitCtx(ctx context.Context, token string, data []byte, expiry time.Time) error
	// DeleteCtx deletes a session, if it exists.
	DeleteCtx(ctx context.Context, token string) error

	// Find, Commit and Delete are the same methods without a context.
	Find(token string) (data []byte, found bool, err error)
	Commit(token string, data []byte, expiry time.Time) error
	Delete(token string) error

	// CommitFor is like CommitCtx for the session of a player on a device.
	CommitFor(ctx context.Context, token string, data []byte, expiry time.Time, player, device string) error
	// RenewFor is like CommitFor for a session that was stored before. One that was ended
	// since stays so.
	RenewFor(ctx context.Context, token string, data []byte, expiry time.Time, player, device string) error
	// SessionsOf lists the sessions of a player that have not expired, the newest first.
	SessionsOf(ctx context.Context, player string) ([]Session, error)
	// EndSession deletes a session of a player. The error is ErrNotFound if the player
	// has no such session.
	EndSession(ctx context.Context, player, token string) error
	// EndOtherSessions deletes all sessions of a player but one.
	EndOtherSessions(ctx context.Context, player, keep string) error
}

// Session is a browser in which a player is signed in.
type Session struct {
	Token  string // as it is stored: its hash
	Device string // what it is, in a few words; "" not known
	Begun  time.Time
}
