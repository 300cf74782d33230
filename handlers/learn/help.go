package learn

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/handlers/site"
	"tableronde/views/pages"
)

// GetHelp answers the manual of the site. The query has the words to search for as q; without them
// the page has every topic.
func (s *Pages) GetHelp(c echo.Context) error {
	page, err := s.NewPage(c)
	if err != nil {
		return err
	}
	return site.RenderHTML(c, http.StatusOK, pages.HelpPage(pages.Help{Page: page, Query: c.QueryParam("q")}))
}
