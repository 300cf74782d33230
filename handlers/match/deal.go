package match

import (
	"crypto/rand"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/match"
	"tableronde/handlers/site"
	"tableronde/views"
	"tableronde/views/pages"
)

// GetDeal answers the page on which the chance of a match is checked. Before the
// end it shows what binds the server, and no more.
func (s *Pages) GetDeal(c echo.Context) error {
	f, err := s.LoadMatch(c)
	if err != nil {
		return err
	}
	if !f.Chance() {
		return echo.ErrNotFound
	}
	m, err := s.MatchModel(c, f, MatchQuery{Shown: f.Ply})
	if err != nil {
		return err
	}
	m.Token = c.Param("token")
	return site.RenderHTML(c, http.StatusOK, pages.DealPage(pages.Deal{Match: m}))
}

// newFair returns what anybody may know of the chance of a match.
func newFair(f match.Match) views.Fair {
	known := NewFairOf(f.Match)
	decided := f.Decided()
	for _, tag := range slices.Sorted(maps.Keys(decided)) {
		known.Decks = append(known.Decks, views.Deck{Tag: tag, Cards: decided[tag]})
	}
	return known
}

// NewFairOf is like newFair for a match of a list: without what chance has decided.
func NewFairOf(m db.Match) views.Fair {
	known, _ := match.FairOf(m)
	return views.Fair{Commitment: known.Commitment, Contributions: known.Contributions, Secret: known.Secret, Seed: known.Seed}
}

// NewContribution returns a random contribution to a shuffle, for players who enter
// none.
func NewContribution() string {
	text := strings.ToLower(rand.Text())
	return text[:4] + "-" + text[4:8] + "-" + text[8:12]
}
