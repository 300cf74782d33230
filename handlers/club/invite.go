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

// MatchByInvite returns the match that an invitation leads a player to. Once the
// match has begun, the error is ErrInvitationEnded for all who do not play it.
func (s *Service) MatchByInvite(ctx context.Context, token, player string) (Match, error) {
	m, err := s.store.MatchByInvite(ctx, token)
	switch {
	case err != nil:
		return Match{}, fmt.Errorf("load invitation: %w", err)
	case !m.Started.IsZero() && SeatOf(m, player) == 0:
		return Match{}, ErrInvitationEnded
	}
	if err := s.checkBlocks(ctx, m, player); err != nil {
		return Match{}, err
	}
	return s.load(ctx, m)
}

// checkAdmitted refuses a player who may not sit down at an open table: whom somebody there
// does not meet, or who does not have what it asks for.
func (s *Service) checkAdmitted(ctx context.Context, m db.Match, player string) error {
	if err := s.checkBlocks(ctx, m, player); err != nil {
		return err
	}
	return s.checkMeets(ctx, m, player)
}
