package handlers

import (
	"errors"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/views"
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
	pass, err := s.matches.CreatePass(c.Request().Context(), player.ID)
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
	if c.QueryParam("saved") == "ended" {
		m.Notice = &views.Notice{Key: "session_ended", Good: true}
	}
	if player, ok := playerFrom(c); ok {
		list, err := s.store.Sessions().SessionsOf(c.Request().Context(), player.ID)
		if err != nil {
			return err
		}
		own := s.storedToken(c.Request().Context())
		for _, session := range list {
			m.Sessions = append(m.Sessions, pages.Session{ID: session.Token, Device: session.Device, Begun: session.Begun, Own: session.Token == own})
		}
	}
	if pass.Token != "" {
		m.Address, m.Code = page.Origin+"/link/"+pass.Token, pass.Code
	}
	return renderHTML(c, http.StatusOK, pages.DevicePage(m))
}

// postSessions ends a session of the visitor's on another device, or all of them.
func (s *Server) postSessions(c echo.Context) error {
	player, ok := playerFrom(c)
	if !ok {
		return redirect(c, "/device")
	}
	ctx, sessions := c.Request().Context(), s.store.Sessions()
	var err error
	switch id := c.FormValue("end"); id {
	case "others":
		err = sessions.EndOtherSessions(ctx, player.ID, s.storedToken(ctx))
	case s.storedToken(ctx): // signing out is another thing
	default:
		err = sessions.EndSession(ctx, player.ID, id)
	}
	if errors.Is(err, db.ErrNotFound) { // it has ended already
		err = nil
	}
	return redirectUnless(c, err, "/device?saved=ended#sessions")
}
