package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/handlers/club"
	"tableronde/views"
)

// getRules answers the list of rules pages.
func (s *Server) getRules(c echo.Context) error {
	page, err := s.page(c)
	if err != nil {
		return err
	}
	return html(c, http.StatusOK, views.RulesIndexPage(views.RulesIndex{Page: page, Games: club.Games()}))
}

// getGameRules answers the rules of one game.
func (s *Server) getGameRules(c echo.Context) error {
	info, ok := club.GameNamed(c.Param("game"))
	if !ok {
		return echo.ErrNotFound
	}
	page, err := s.page(c)
	if err != nil {
		return err
	}
	m := views.Rules{Page: page, Game: info, Key: newKey(), Back: views.BackToMatch(c.QueryParam("back"))}
	if family, _ := familyOf(info.ID); family.Chapters != nil {
		m.Chapters, m.Picture = family.Chapters(m), family.Brief(m)
	}
	return html(c, http.StatusOK, views.RulesPage(m))
}
