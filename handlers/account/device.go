package account

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/site"
	"tableronde/views/pages"
)

// GetDevice answers the page on which players get a pass for another device.
func (s *Pages) GetDevice(c echo.Context) error { return s.showDevice(c, db.Pass{}) }

// PostDevice makes a pass and shows it, this once, since only hashes of it are stored.
func (s *Pages) PostDevice(c echo.Context) error {
	player, ok := site.PlayerFrom(c)
	if !ok {
		return site.Redirect(c, "/device")
	}
	pass, err := s.Club.Keys.CreatePass(c.Request().Context(), player.ID)
	if err != nil {
		return err
	}
	return s.showDevice(c, pass)
}

// showDevice renders that page with a pass, or without one while its token is "".
func (s *Pages) showDevice(c echo.Context, pass db.Pass) error {
	page, err := s.NewPage(c)
	if err != nil {
		return err
	}
	page.Path = "/device"
	m := pages.Device{Page: page, Minutes: int(db.PassLifetime / time.Minute)}
	if pass.Token != "" {
		m.Address, m.Code = page.Origin+"/link/"+pass.Token, pass.Code
	}
	return site.RenderHTML(c, http.StatusOK, pages.DevicePage(m))
}
