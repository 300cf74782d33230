package match

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// GetRecord downloads the match as text.
func (s *Pages) GetRecord(c echo.Context) error {
	f, err := s.LoadMatch(c)
	if err != nil {
		return err
	}
	text, err := s.Club.Match.Record(c.Request().Context(), f)
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="`+f.Game+"-"+f.ID+`.txt"`)
	return c.Blob(http.StatusOK, "text/plain; charset=utf-8", text)
}
