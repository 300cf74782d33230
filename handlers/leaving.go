package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/pages"
)

// errNotSure refuses to let somebody leave who has not said so.
var errNotSure = web.Refuse(http.StatusUnprocessableEntity, "not_sure", "say that you are sure").About("sure")

// getLeave answers the page that tells what leaving for good means.
func (s *Server) getLeave(c echo.Context) error { return s.showLeave(c, http.StatusOK, nil) }

// showLeave renders that page.
func (s *Server) showLeave(c echo.Context, status int, why *views.Problem) error {
	player, known := playerFrom(c)
	if !known {
		return redirect(c, "/settings")
	}
	page, err := s.newPage(c)
	if err != nil {
		return err
	}
	page.Path = "/settings/leave"
	tally, err := s.club.Lists.Tally(c.Request().Context(), player.ID)
	if err != nil {
		return err
	}
	var ways pages.Settings
	if err := s.showWaysIn(c, &ways, player); err != nil {
		return err
	}
	return renderHTML(c, status, pages.LeavePage(pages.Leave{Page: page, Tally: pages.Tally(tally),
		Account: ways.Account, NeedsProof: ways.NeedsProof, Problem: why}))
}

// postLeave lets the visitor leave for good.
func (s *Server) postLeave(c echo.Context) error {
	player, known := playerFrom(c)
	if !known {
		return redirect(c, "/settings")
	}
	err := s.leave(c, player)
	switch {
	case err == nil:
		return redirect(c, "/settings?saved=left")
	case !web.IsRefusal(err) || err == errProofRequired:
		return s.askProof(c, err, "/settings/leave")
	}
	status, why := refusedForm(c, err)
	return s.showLeave(c, status, why)
}

func (s *Server) leave(c echo.Context, player db.Player) error {
	ctx := c.Request().Context()
	if c.FormValue("sure") == "" {
		return errNotSure
	}
	if err := s.requireProof(c, player, c.FormValue("password")); err != nil {
		return err
	}
	if err := s.club.Tables.Leave(ctx, player.ID); err != nil {
		return err
	}
	if err := s.clearBrowser(c); err != nil {
		return err
	}
	return s.sessions.Destroy(ctx)
}
