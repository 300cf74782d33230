package handlers

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"tableronde/db"
)

var errNotEnded = refuse(http.StatusConflict, "not_over", "a match can be shown once it is over")

// canShow refuses what show, share and unshare refuse: those who did not play the
// match, and matches that go on.
func (ms *matches) canShow(ctx context.Context, id, player string) (folded, error) {
	f, err := ms.view(ctx, id, player)
	switch {
	case err != nil:
		return folded{}, err
	case seatOf(f.Match, player) == 0:
		return folded{}, errNoSeat
	case !f.over():
		return folded{}, errNotEnded
	}
	return f, nil
}

// show makes a match public that is over, or takes that back. Anyone who played
// it may do either.
func (ms *matches) show(ctx context.Context, id, player string, shown bool) (folded, error) {
	if _, err := ms.canShow(ctx, id, player); err != nil {
		return folded{}, err
	}
	m, err := ms.store.ShowMatch(ctx, id, shown)
	if err != nil {
		return folded{}, showError(err)
	}
	return ms.foldStored(m)
}

// share makes a new link to a match that is over and returns its token. A link
// made before stops working. Anyone who played the match may.
func (ms *matches) share(ctx context.Context, once db.Once, id, player string, answer func(token string) (int, []byte)) (string, error) {
	if _, err := ms.canShow(ctx, id, player); err != nil {
		return "", err
	}
	token, err := ms.store.ShareMatch(ctx, once, id, answer)
	return token, showError(err)
}

// unshare withdraws the link to a match.
func (ms *matches) unshare(ctx context.Context, id, player string) (folded, error) {
	if _, err := ms.canShow(ctx, id, player); err != nil {
		return folded{}, err
	}
	m, err := ms.store.UnshareMatch(ctx, id)
	if err != nil {
		return folded{}, showError(err)
	}
	return ms.foldStored(m)
}

// shared is the match that a link shows, or db.ErrNotFound.
func (ms *matches) shared(ctx context.Context, token string) (folded, error) {
	m, err := ms.store.MatchByShare(ctx, token)
	if err != nil {
		return folded{}, fmt.Errorf("load shared match: %w", err)
	}
	return ms.foldStored(m)
}

func showError(err error) error {
	if errors.Is(err, db.ErrNotOver) {
		return errNotEnded
	}
	return err
}
