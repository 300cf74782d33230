package accounts

import (
	"context"
	"fmt"

	"tableronde/db"
)

// CreateGuest stores a player without a password and returns a token by which
// programs act for them. The name must be one that CleanName returns, or a default
// name. The note derives what is kept of the response; it may be nil.
func (s *Accounts) CreateGuest(ctx context.Context, once db.Once, name string, note func(p db.Player, token string) (status int, text []byte)) (db.Player, string, error) {
	p, token, err := s.store.CreateGuest(ctx, once, name, note)
	if err != nil {
		return db.Player{}, "", fmt.Errorf("create guest: %w", err)
	}
	return p, token, nil
}

// Player returns a player. The error is db.ErrNotFound if there is none of that id.
func (s *Accounts) Player(ctx context.Context, id string) (db.Player, error) {
	return s.store.Player(ctx, id)
}
