package match

import (
	"strings"

	"github.com/labstack/echo/v4"

	"tableronde/handlers/club/match"
	"tableronde/handlers/site"
	"tableronde/views/families"
	boards "tableronde/views/parker"
)

// touches reports whether the query comes from touching a piece on a board. A look
// at one's cards leaves the news on the page.
func (q MatchQuery) touches(f match.Match) bool {
	if family, _ := families.Of(f.Game); !family.Board || q.Shown != f.Ply {
		return false
	}
	return q.staged != "" || boards.HasSquare(f.Game, strings.ToUpper(q.try))
}

// HiddenPage is a header of requests that a page makes by itself while nobody looks
// at it: static/live.js.
const HiddenPage = "TR-Hidden"

// noteVisit stores that the visitor looks at the present state of a match.
func (s *Pages) noteVisit(c echo.Context, f match.Match, q MatchQuery) error {
	player, ok := site.PlayerFrom(c)
	if !ok || match.SeatOf(f.Match, player.ID) == 0 || q.Shown != f.Ply || c.Request().Header.Get(HiddenPage) != "" {
		return nil
	}
	return s.Club.Match.NoteVisit(c.Request().Context(), f, player.ID, q.touches(f))
}
