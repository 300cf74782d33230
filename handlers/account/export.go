package account

import (
	"github.com/labstack/echo/v4"

	"tableronde/handlers/site"
)

// PostExport sends the visitor all that the site holds about them.
func (s *Pages) PostExport(c echo.Context) error {
	player, known := site.PlayerFrom(c)
	if !known {
		return site.Redirect(c, "/settings")
	}
	return s.API.SendExport(c, player)
}
