package club

import (
	"context"
	"errors"
	"fmt"

	"tableronde/db"
)

var ErrInvitationEnded = refuse(Gone, "invitation_ended", "all seats were taken and the match has begun: this invitation has ended")

// RenewInvite gives a table a new invitation in place of the one there was. Only its
// host may, before the match begins.
func (s *Service) RenewInvite(ctx context.Context, once db.Once, id, player string, n Note) (Match, error) {
	return s.changeInvite(ctx, once, id, player, n, s.store.RenewInvite)
}

// WithdrawInvite takes the invitation back; what holds for RenewInvite holds for it.
func (s *Service) WithdrawInvite(ctx context.Context, once db.Once, id, player string, n Note) (Match, error) {
	return s.changeInvite(ctx, once, id, player, n, s.store.WithdrawInvite)
}

func (s *Service) changeInvite(ctx context.Context, once db.Once, id, player string, n Note,
	change func(context.Context, db.Once, string, string, db.Note) (db.Match, error),
) (Match, error) {
	if _, err := s.requireChangeable(ctx, id, player); err != nil {
		return Match{}, err
	}
	m, err := change(ctx, once, id, player, n)
	switch {
	case errors.Is(err, db.ErrStarted):
		return Match{}, errStarted
	case err != nil:
		return Match{}, fmt.Errorf("change invitation: %w", err)
	}
	s.publish(m)
	return s.load(ctx, m)
}
