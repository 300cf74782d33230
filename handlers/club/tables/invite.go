package tables

import (
	"context"
	"errors"
	"fmt"

	"tableronde/db"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
)

var ErrInvitationEnded = club.Refuse(club.Gone, "invitation_ended", "all seats were taken and the match has begun: this invitation has ended")

// RenewInvite gives a table a new invitation in place of the one there was. Only its
// host may, before the match begins.
func (s *Tables) RenewInvite(ctx context.Context, once db.Once, id, player string, n match.Note) (match.Match, error) {
	return s.changeInvite(ctx, once, id, player, n, s.store.RenewInvite)
}

// WithdrawInvite takes the invitation back; what holds for RenewInvite holds for it.
func (s *Tables) WithdrawInvite(ctx context.Context, once db.Once, id, player string, n match.Note) (match.Match, error) {
	return s.changeInvite(ctx, once, id, player, n, s.store.WithdrawInvite)
}

func (s *Tables) changeInvite(ctx context.Context, once db.Once, id, player string, n match.Note,
	change func(context.Context, db.Once, string, string, db.Note) (db.Match, error),
) (match.Match, error) {
	if _, err := s.requireChangeable(ctx, id, player); err != nil {
		return match.Match{}, err
	}
	m, err := change(ctx, once, id, player, n)
	switch {
	case errors.Is(err, db.ErrStarted):
		return match.Match{}, ErrStarted
	case err != nil:
		return match.Match{}, fmt.Errorf("change invitation: %w", err)
	}
	s.matches.Publish(m)
	return s.matches.Load(ctx, m)
}

// MatchByInvite returns the match that an invitation leads a player to. Once the
// match has begun, the error is ErrInvitationEnded for all who do not play it.
func (s *Tables) MatchByInvite(ctx context.Context, token, player string) (match.Match, error) {
	m, err := s.store.MatchByInvite(ctx, token)
	switch {
	case err != nil:
		return match.Match{}, fmt.Errorf("load invitation: %w", err)
	case !m.Started.IsZero() && match.SeatOf(m, player) == 0:
		return match.Match{}, ErrInvitationEnded
	}
	if err := s.matches.CheckBlocks(ctx, m, player); err != nil {
		return match.Match{}, err
	}
	return s.matches.Load(ctx, m)
}

// checkAdmitted refuses a player who may not sit down at an open table: whom somebody there
// does not meet, or who does not have what it asks for.
func (s *Tables) checkAdmitted(ctx context.Context, m db.Match, player string) error {
	if err := s.matches.CheckBlocks(ctx, m, player); err != nil {
		return err
	}
	return s.checkMeets(ctx, m, player)
}
