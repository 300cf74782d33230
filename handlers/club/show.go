package club

import (
	"context"
	"errors"

	"tableronde/db"
)

var errNotEnded = refuse(Conflict, "not_over", "a match can be shown once it is over")

// Shareable loads a match that the player may show to others. It refuses those who
// did not play it, and matches that are not over.
func (s *Service) Shareable(ctx context.Context, id, player string) (Match, error) {
	f, err := s.Match(ctx, id, player)
	switch {
	case err != nil:
		return Match{}, err
	case SeatOf(f.Match, player) == 0:
		return Match{}, ErrNoSeat
	case f.Closed():
		return Match{}, errClosed
	case !f.IsOver():
		return Match{}, errNotEnded
	}
	return f, nil
}

// SetShown makes a match that is over public, or takes that back. Anyone who played
// it may do either.
func (s *Service) SetShown(ctx context.Context, id, player string, shown bool) (Match, error) {
	if _, err := s.Shareable(ctx, id, player); err != nil {
		return Match{}, err
	}
	m, err := s.store.ShowMatch(ctx, id, shown)
	if err != nil {
		return Match{}, showError(err)
	}
	s.ended.Send()
	return s.load(ctx, m)
}

// Share makes a new link to a match that is over and returns its token. A link
// made before stops working. Anyone who played the match may.
func (s *Service) Share(ctx context.Context, once db.Once, id, player string, answer func(token string) (int, []byte)) (string, error) {
	if _, err := s.Shareable(ctx, id, player); err != nil {
		return "", err
	}
	token, err := s.store.ShareMatch(ctx, once, id, answer)
	return token, showError(err)
}

// Unshare withdraws the link to a match.
func (s *Service) Unshare(ctx context.Context, id, player string) (Match, error) {
	if _, err := s.Shareable(ctx, id, player); err != nil {
		return Match{}, err
	}
	m, err := s.store.UnshareMatch(ctx, id)
	if err != nil {
		return Match{}, showError(err)
	}
	return s.load(ctx, m)
}

func showError(err error) error {
	if errors.Is(err, db.ErrNotOver) {
		return errNotEnded
	}
	return err
}
