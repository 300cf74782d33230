package club

import (
	"context"
	"errors"
	"fmt"

	"tableronde/db"
)

// errPassEnded refuses a pass that was used or replaced, has expired, or never was.
var errPassEnded = refuse(Gone, "pass_ended", "this code is not good, or not any more: each is good for ten minutes and one use")

// CreatePass makes a pass by which one more browser plays as a player, in place of the
// one before.
func (s *Service) CreatePass(ctx context.Context, player string) (db.Pass, error) {
	return s.store.CreatePass(ctx, player)
}

// PlayerByPass returns whose pass a token or code is, and does not use it up.
func (s *Service) PlayerByPass(ctx context.Context, secret string) (db.Player, error) {
	p, err := s.store.PlayerByPass(ctx, secret)
	return p, passError(err)
}

// UsePass is like PlayerByPass and uses the pass up.
func (s *Service) UsePass(ctx context.Context, secret string) (db.Player, error) {
	p, err := s.store.UsePass(ctx, secret)
	return s.entering(ctx, p, passError(err))
}

func passError(err error) error {
	switch {
	case errors.Is(err, db.ErrNotFound):
		return errPassEnded
	case err != nil:
		return fmt.Errorf("find pass: %w", err)
	}
	return nil
}
