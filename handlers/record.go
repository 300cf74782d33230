package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// getRecord downloads the match as text.
func (s *Server) getRecord(c echo.Context) error {
	f, err := s.loadMatch(c)
	if err != nil {
		return err
	}
	text, err := s.club.Match.Record(c.Request().Context(), f)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="`+f.Game+"-"+f.ID+`.txt"`)
	return c.Blob(http.StatusOK, "text/plain; charset=utf-8", text)
}
