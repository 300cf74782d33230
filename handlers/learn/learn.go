// Package learn has the pages for learning: rules, lessons, analysis, reviews and notes. It imports
// the pages of a match.
package learn

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/handlers/club/match"
	matchpages "tableronde/handlers/match"
	"tableronde/handlers/site"
	"tableronde/views"
	"tableronde/views/families"
	"tableronde/views/pages"
)

// Pages holds the pages for learning.
type Pages struct {
	*site.Site
	match *matchpages.Pages
}

// New returns the pages of a site for learning.
func New(s *site.Site, matches *matchpages.Pages) *Pages { return &Pages{Site: s, match: matches} }

// GetRules answers the list of rules pages.
func (s *Pages) GetRules(c echo.Context, page views.Page) error {
	return site.RenderHTML(c, http.StatusOK, pages.RulesIndexPage(pages.RulesIndex{Page: page, Games: match.Games()}))
}

// GetGameRules answers the rules page of one game.
func (s *Pages) GetGameRules(c echo.Context) error {
	info, ok := match.GameNamed(c.Param("game"))
	if !ok {
		return echo.ErrNotFound
	}
	page, err := s.NewPage(c)
	if err != nil {
		return err
	}
	m := views.Rules{Page: page, Game: info, Key: site.NewKey(), Back: pages.BackToMatch(site.LocalPath(c.QueryParam("back")))}
	if family, ok := families.Of(info.ID); ok {
		m = family.Explain(m)
	}
	return site.RenderHTML(c, http.StatusOK, pages.RulesPage(m))
}

// GetDigest answers the rules of one game on one screen.
func (s *Pages) GetDigest(c echo.Context) error {
	info, ok := match.GameNamed(c.Param("game"))
	family, shown := families.Of(info.ID)
	if !ok || !shown {
		return echo.ErrNotFound
	}
	page, err := s.NewPage(c)
	if err != nil {
		return err
	}
	return site.RenderHTML(c, http.StatusOK, pages.DigestPage(family.Summarize(views.Rules{Page: page, Game: info})))
}
