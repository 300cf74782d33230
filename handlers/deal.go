package handlers

import (
	"crypto/rand"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/views"
)

// getDeal answers the page on which the chance of a match is checked. Before the
// end it shows what binds the server, and no more.
func (s *Server) getDeal(c echo.Context) error {
	f, err := s.seenHere(c)
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
	return html(c, http.StatusOK, views.DealPage(views.Deal{Match: m}))
}

// fair is what everybody may know of the chance of a match: the secret and all
// that follows from it only once it is over.
func fair(f folded) views.Fair {
	if !f.Chance() {
		return views.Fair{}
	}
	known := views.Fair{Commitment: f.Secret.Commitment(), Contributions: f.Contributions}
	if !f.over() {
		return known
	}
	known.Secret, known.Seed = f.Secret.Hex(), f.Secret.Seed(f.ID, f.Contributions).Hex()
	if d, ok := f.Table.State().(games.Decider); ok {
		decided := d.Decided()
		for _, tag := range slices.Sorted(maps.Keys(decided)) {
			known.Decks = append(known.Decks, views.Deck{Tag: tag, Cards: decided[tag]})
		}
	}
	return known
}

// newWords is a contribution to a shuffle for those who think of none.
func newWords() string {
	text := strings.ToLower(rand.Text())
	return text[:4] + "-" + text[4:8] + "-" + text[8:12]
}

// fairOf is what a match that is not begun shows of its chance, or nothing.
func fairOf(m db.Match) views.Fair {
	if !m.Chance() {
		return views.Fair{}
	}
	return views.Fair{Commitment: m.Secret.Commitment(), Contributions: m.Contributions}
}
