package handlers

import "github.com/labstack/echo/v4"

// postExport sends the visitor all that the site holds about them.
func (s *Server) postExport(c echo.Context) error {
	player, known := playerFrom(c)
	if !known {
		return redirect(c, "/settings")
	}
	return s.api.SendExport(c, player)
}
