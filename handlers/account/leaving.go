package account

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/pages"
)

// errNotSure refuses to let somebody leave who has not said so.
var errNotSure = web.Refuse(http.StatusUnprocessableEntity, "not_sure", "say that you are sure").About("sure")

// GetLeave answers the page that tells what leaving for good means.
func (s *Pages) GetLeave(c echo.Context) error { return s.showLeave(c, http.StatusOK, nil) }

// showLeave renders that page.
func (s *Pages) showLeave(c echo.Context, status int, why *views.Problem) error {
	player, known := site.PlayerFrom(c)
	if !known {
		return site.Redirect(c, "/settings")
	}
	page, err := s.NewPage(c)
	if err != nil {
		return err
	}
	page.Path = "/settings/leave"
	tally, err := s.Club.Lists.Tally(c.Request().Context(), player.ID)
	if err != nil {
		return err
	}
	var ways pages.Settings
	if err := s.showWaysIn(c, &ways, player); err != nil {
		return err
	}
	return site.RenderHTML(c, status, pages.LeavePage(pages.Leave{Page: page, Tally: pages.Tally(tally),
		Account: ways.Account, NeedsProof: ways.NeedsProof, Problem: why}))
}

// PostLeave lets the visitor leave for good.
func (s *Pages) PostLeave(c echo.Context) error {
	player, known := site.PlayerFrom(c)
	if !known {
		return site.Redirect(c, "/settings")
	}
	err := s.leave(c, player)
	switch {
	case err == nil:
		return site.Redirect(c, "/settings?saved=left")
	case !web.IsRefusal(err) || err == errProofRequired:
		return s.askProof(c, err, "/settings/leave")
	}
	status, why := site.RefusedForm(c, err)
	return s.showLeave(c, status, why)
}

func (s *Pages) leave(c echo.Context, player db.Player) error {
	ctx := c.Request().Context()
	if c.FormValue("sure") == "" {
		return errNotSure
	}
	if err := s.requireProof(c, player, c.FormValue("password")); err != nil {
		return err
	}
	if err := s.Club.Tables.Leave(ctx, player.ID); err != nil {
		return err
	}
	if err := s.ClearBrowser(c); err != nil {
		return err
	}
	return s.Sessions.Destroy(ctx)
}
