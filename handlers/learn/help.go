package learn

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/handlers/site"
	"tableronde/views"
	"tableronde/views/pages"
)

// GetHelp answers the manual. q in the query has words to search for. Without it the page has every
// topic.
func (s *Pages) GetHelp(c echo.Context, page views.Page) error {
	return site.RenderHTML(c, http.StatusOK, pages.HelpPage(pages.Help{Page: page, Query: c.QueryParam("q")}))
}
