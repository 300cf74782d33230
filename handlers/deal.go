package handlers

import (
	"crypto/rand"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/match"
	"tableronde/views"
	"tableronde/views/pages"
)

// getDeal answers the page on which the chance of a match is checked. Before the
// end it shows what binds the server, and no more.
func (s *Server) getDeal(c echo.Context) error {
	f, err := s.loadMatch(c)
	if err != nil {
		return err
	}
	if !f.Chance() {
		return echo.ErrNotFound
	}
	m, err := s.matchModel(c, f, matchQuery{shown: f.Ply})
	if err != nil {
		return err
	}
	m.Token = c.Param("token")
	return renderHTML(c, http.StatusOK, pages.DealPage(pages.Deal{Match: m}))
}

// newFair returns what anybody may know of the chance of a match.
func newFair(f match.Match) views.Fair {
	known := newFairOf(f.Match)
	decided := f.Decided()
	for _, tag := range slices.Sorted(maps.Keys(decided)) {
		known.Decks = append(known.Decks, views.Deck{Tag: tag, Cards: decided[tag]})
	}
	return known
}

// newFairOf is like newFair for a match of a list: without what chance has decided.
func newFairOf(m db.Match) views.Fair {
	known, _ := match.FairOf(m)
	return views.Fair{Commitment: known.Commitment, Contributions: known.Contributions, Secret: known.Secret, Seed: known.Seed}
}

// newContribution returns a random contribution to a shuffle, for players who enter
// none.
func newContribution() string {
	text := strings.ToLower(rand.Text())
	return text[:4] + "-" + text[4:8] + "-" + text[8:12]
}
