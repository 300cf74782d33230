package handlers

import (
	"strings"

	"github.com/labstack/echo/v4"

	"tableronde/games/parker"
	"tableronde/handlers/club"
)

// touches reports whether a query of a match page comes from touching a piece on
// a board. Cards are looked at while what happened is still on the page.
func (q matchQuery) touches(f club.Match) bool {
	board := parker.BoardOf(f.Game)
	if board == nil || q.shown != f.Ply {
		return false
	}
	_, square := board.Square(strings.ToUpper(q.try))
	return square || q.staged != ""
}

// hiddenPage is the header of a request that a page makes for itself while nobody
// looks at it: static/live.js.
const hiddenPage = "TR-Hidden"

// markSeen notes that the visitor looks at the present state of a match.
func (s *Server) markSeen(c echo.Context, f club.Match, q matchQuery) error {
	player, ok := playerFrom(c)
	if !ok || club.SeatOf(f.Match, player.ID) == 0 || q.shown != f.Ply || c.Request().Header.Get(hiddenPage) != "" {
		return nil
	}
	return s.matches.NoteVisit(c.Request().Context(), f, player.ID, q.touches(f))
}
