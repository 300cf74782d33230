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

// LeavingPages are the pages for exporting data and for leaving the site.
type LeavingPages struct{ ProofPages }

// errNotSure asks a player to confirm that they want to leave.
var errNotSure = web.Refuse(http.StatusUnprocessableEntity, "not_sure", "confirm that you are sure").About("sure")

// GetLeave answers the page that explains the effects of leaving the site.
func (s LeavingPages) GetLeave(c echo.Context, player db.Player) error {
	return s.showLeave(c, player, http.StatusOK, nil)
}

// showLeave renders the page of GetLeave.
func (s LeavingPages) showLeave(c echo.Context, player db.Player, status int, why *views.Problem) error {
	page, err := s.NewPage(c)
	if err != nil {
		return err
	}
	page.Path = "/settings/leave"
	tally, err := s.Store.Tally(c.Request().Context(), player.ID)
	if err != nil {
		return err
	}
	account, err := s.Club.Accounts.HasAccount(c.Request().Context(), player.ID)
	if err != nil {
		return err
	}
	_, needed, err := s.needsProof(c, player.ID)
	if err != nil {
		return err
	}
	return site.RenderHTML(c, status, pages.LeavePage(pages.Leave{Page: page, Tally: pages.Tally(tally),
		Account: account, NeedsProof: needed, Problem: why}))
}

// PostLeave removes the visitor from the site.
func (s LeavingPages) PostLeave(c echo.Context, player db.Player) error {
	err := s.leave(c, player)
	if err == errProofRequired {
		return s.askProof(c, err, "/settings/leave")
	}
	return site.RedirectOrShow(c, err, "/settings?saved=left", func(status int, why *views.Problem) error {
		return s.showLeave(c, player, status, why)
	})
}

func (s LeavingPages) leave(c echo.Context, player db.Player) error {
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

// PostExport sends the visitor all data that the site holds about them.
func (s LeavingPages) PostExport(c echo.Context, player db.Player) error {
	return s.API.SendExport(c, player)
}
