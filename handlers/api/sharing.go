package api

import (
	"context"
	"net/http"

	"tableronde/db"
	"tableronde/handlers/club/match"
)

// setShown makes a finished match public, or private again.
func (a matchCalls) setShown(shown bool) func(request, db.Player) error {
	return a.changeShown(func(ctx context.Context, id, player string) (match.Match, error) {
		return a.Club.Tables.SetShown(ctx, id, player, shown)
	})
}

// changeShown returns the handler for a change of a match's visibility.
func (a matchCalls) changeShown(change func(ctx context.Context, id, player string) (match.Match, error)) func(request, db.Player) error {
	return func(in request, player db.Player) error {
		if err := in.decode(&struct{}{}); err != nil {
			return err
		}
		f, err := change(in.Request().Context(), in.Param("id"), player.ID)
		if err != nil {
			return err
		}
		return a.sendNoted(in, http.StatusOK, newReference(f.Match), func() error {
			return a.answerMatch(in, http.StatusOK, player.ID, f, nil)
		})
	}
}

func (a matchCalls) postShare(in request, player db.Player) error {
	if err := in.decode(&struct{}{}); err != nil {
		return err
	}
	newJSON := func(token string) map[string]string { return map[string]string{"path": "/w/" + token} }
	token, err := a.Club.Tables.Share(in.Request().Context(), in.key, in.Param("id"), player.ID, noteMade(newJSON))
	return answerMade(in, newJSON, token, err)
}
