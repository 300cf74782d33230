package handlers

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/db"
)

var errInvitationEnded = refuse(http.StatusGone, "invitation_ended", "all seats were taken and the match has begun: this invitation has ended")

// Changes of an invitation.
const (
	renewInvite    = "renew"
	withdrawInvite = "withdraw"
)

// changeInvite gives a table a new invitation in place of the one there was, or
// takes it back, as do says. Only its host may, before the match begins.
func (ms *matches) changeInvite(ctx context.Context, once db.Once, id, player, do string, n note) (folded, error) {
	change := ms.store.RenewInvite
	switch do {
	case renewInvite:
	case withdrawInvite:
		change = ms.store.WithdrawInvite
	default:
		return folded{}, refuse(http.StatusBadRequest, "bad_form", "the form does not say what is to be done")
	}
	if _, err := ms.hosted(ctx, id, player); err != nil {
		return folded{}, err
	}
	m, err := change(ctx, once, id, player, n.forStore())
	switch {
	case errors.Is(err, db.ErrStarted):
		return folded{}, errStarted
	case err != nil:
		return folded{}, fmt.Errorf("change invitation: %w", err)
	}
	ms.publish(m)
	return ms.foldStored(m)
}

// postInvite changes the invitation as the form says, and shows the table.
func (s *Server) postInvite(c echo.Context) error {
	player, ok := playerFrom(c)
	if !ok {
		return errNotHost
	}
	id := c.Param("id")
	_, err := s.matches.changeInvite(c.Request().Context(), formOnce(c, player.ID), id, player.ID, c.FormValue("do"), noteID)
	var done *db.Answered
	if err != nil && !errors.As(err, &done) {
		return err
	}
	return redirect(c, matchPath(id))
}

func (s *Server) apiInvite(in call) error {
	player, err := needCaller(in)
	if err != nil {
		return err
	}
	var body struct {
		Do string `json:"do"`
	}
	if err := in.decode(&body); err != nil {
		return err
	}
	if body.Do != renewInvite && body.Do != withdrawInvite {
		return malformed(`"do" is either "renew" or "withdraw"`)
	}
	f, err := s.matches.changeInvite(in.Request().Context(), in.once, in.Param("id"), player.ID, body.Do, noteOf(http.StatusOK))
	if err != nil {
		return err
	}
	return sendMatch(in, f, reply{status: http.StatusOK, player: player.ID})
}
