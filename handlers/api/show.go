package api

import (
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/handlers/club/match"
)

// getWatch lists public matches to look at.
func (a *API) getWatch(c echo.Context) error {
	_, limit, err := readPage(c)
	if err != nil {
		return err
	}
	over, err := readBool(c, "over")
	if err != nil {
		return err
	}
	list, err := a.club.Lists.PublicMatches(c.Request().Context(), over != nil && *over, limit)
	if err != nil {
		return err
	}
	player, _ := caller(c)
	return a.sendMatches(c, list, "", player.ID)
}

// setShown makes a match public that is over, or takes that back.
func (a *API) setShown(shown bool) func(request) error {
	return func(in request) error {
		return a.changeShown(in, func(player string) (match.Match, error) {
			return a.club.Tables.SetShown(in.Request().Context(), in.Param("id"), player, shown)
		})
	}
}

func (a *API) postUnshare(in request) error {
	return a.changeShown(in, func(player string) (match.Match, error) {
		return a.club.Tables.Unshare(in.Request().Context(), in.Param("id"), player)
	})
}

// changeShown lets the caller change who may see a match, and answers with it.
func (a *API) changeShown(in request, change func(player string) (match.Match, error)) error {
	player, err := requireCaller(in)
	if err != nil {
		return err
	}
	if err := in.decode(&struct{}{}); err != nil {
		return err
	}
	f, err := change(player.ID)
	if err != nil {
		return err
	}
	return a.sendNoted(in, http.StatusOK, newReference(f.Match), func() error {
		return a.sendMatch(in, f, recipient{status: http.StatusOK, player: player.ID})
	})
}

func (a *API) postShare(in request) error {
	player, err := requireCaller(in)
	if err != nil {
		return err
	}
	if err := in.decode(&struct{}{}); err != nil {
		return err
	}
	path := func(token string) string { return `{"path":"/w/` + token + `"}` }
	answer := func(token string) (int, []byte) { return http.StatusCreated, reference{Text: path(token)}.encode() }
	token, err := a.club.Tables.Share(in.Request().Context(), in.key, in.Param("id"), player.ID, answer)
	if err != nil {
		return fmt.Errorf("share match: %w", err)
	}
	return in.JSONBlob(http.StatusCreated, []byte(path(token)))
}
