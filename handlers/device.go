package handlers

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/views/pages"
)

// getDevice answers the page on which players get a pass for another device.
func (s *Server) getDevice(c echo.Context) error { return s.showDevice(c, db.Pass{}) }

// postDevice makes a pass and shows it, this once, since only hashes of it are stored.
func (s *Server) postDevice(c echo.Context) error {
	player, ok := playerFrom(c)
	if !ok {
		return redirect(c, "/device")
	}
	pass, err := s.club.Keys.CreatePass(c.Request().Context(), player.ID)
	if err != nil {
		return err
	}
	return s.showDevice(c, pass)
}

// showDevice renders that page with a pass, or without one while its token is "".
func (s *Server) showDevice(c echo.Context, pass db.Pass) error {
	page, err := s.newPage(c)
	if err != nil {
		return err
	}
	page.Path = "/device"
	m := pages.Device{Page: page, Minutes: int(db.PassLifetime / time.Minute)}
	if pass.Token != "" {
		m.Address, m.Code = page.Origin+"/link/"+pass.Token, pass.Code
	}
	return renderHTML(c, http.StatusOK, pages.DevicePage(m))
}
