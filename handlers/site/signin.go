package site

import (
	"context"
	"fmt"
	"net/http"

	"tableronde/db"
)

// SignIn stores a new session of a player and returns its cookie, as browsers get it
// over plain HTTP. It is for programs that measure or test a site.
func SignIn(ctx context.Context, store db.Store, player string) (*http.Cookie, error) {
	sessions := NewSessions(store, false)
	ctx, err := sessions.Load(ctx, "")
	if err != nil {
		return nil, fmt.Errorf("load session: %w", err)
	}
	sessions.Put(ctx, SessionPlayer, player)
	sessions.Put(ctx, sessionDevice, "")
	token, expiry, err := sessions.Commit(ctx)
	if err != nil {
		return nil, fmt.Errorf("store session: %w", err)
	}
	return &http.Cookie{Name: sessions.Cookie.Name, Value: token, Expires: expiry}, nil
}
