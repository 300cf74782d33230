package tables

import (
	"context"
	"errors"

	"tableronde/db"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
)

var errNotEnded = club.Refuse(club.Conflict, "not_over", "a match can be shown once it is over")

// Shareable loads a match that the player may show to others. It refuses those who
// did not play it, and matches that are not over.
func (s *Tables) Shareable(ctx context.Context, id, player string) (match.Match, error) {
	f, err := s.matches.Match(ctx, id, player)
	switch {
	case err != nil:
		return match.Match{}, err
	case match.SeatOf(f.Match, player) == 0:
		return match.Match{}, match.ErrNoSeat
	case f.Closed():
		return match.Match{}, match.ErrClosed
	case !f.IsOver():
		return match.Match{}, errNotEnded
	}
	return f, nil
}

// SetShown makes a match that is over public, or takes that back. Anyone who played
// it may do either.
func (s *Tables) SetShown(ctx context.Context, id, player string, shown bool) (match.Match, error) {
	if _, err := s.Shareable(ctx, id, player); err != nil {
		return match.Match{}, err
	}
	m, err := s.store.ShowMatch(ctx, id, shown)
	if err != nil {
		return match.Match{}, showError(err)
	}
	s.ended.Send()
	return s.matches.Load(ctx, m)
}

// Share makes a new link to a match that is over and returns its token. A link
// made before stops working. Anyone who played the match may.
func (s *Tables) Share(ctx context.Context, once db.Once, id, player string, answer func(token string) (int, []byte)) (string, error) {
	if _, err := s.Shareable(ctx, id, player); err != nil {
		return "", err
	}
	token, err := s.store.ShareMatch(ctx, once, id, answer)
	return token, showError(err)
}

// Unshare withdraws the link to a match.
func (s *Tables) Unshare(ctx context.Context, id, player string) (match.Match, error) {
	if _, err := s.Shareable(ctx, id, player); err != nil {
		return match.Match{}, err
	}
	m, err := s.store.UnshareMatch(ctx, id)
	if err != nil {
		return match.Match{}, showError(err)
	}
	return s.matches.Load(ctx, m)
}

func showError(err error) error {
	if errors.Is(err, db.ErrNotOver) {
		return errNotEnded
	}
	return err
}
