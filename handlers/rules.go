package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/handlers/club/match"
	"tableronde/views"
	"tableronde/views/families"
	"tableronde/views/pages"
)

// getRules answers the list of rules pages.
func (s *Server) getRules(c echo.Context) error {
	page, err := s.newPage(c)
	if err != nil {
		return err
	}
	return renderHTML(c, http.StatusOK, pages.RulesIndexPage(pages.RulesIndex{Page: page, Games: match.Games()}))
}

// getGameRules answers the rules of one game.
func (s *Server) getGameRules(c echo.Context) error {
	info, ok := match.GameNamed(c.Param("game"))
	if !ok {
		return echo.ErrNotFound
	}
	page, err := s.newPage(c)
	if err != nil {
		return err
	}
	m := views.Rules{Page: page, Game: info, Key: newKey(), Back: pages.BackToMatch(localPath(c.QueryParam("back")))}
	if family, ok := families.Of(info.ID); ok {
		m = family.Explain(m)
	}
	return renderHTML(c, http.StatusOK, pages.RulesPage(m))
}
