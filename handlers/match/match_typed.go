package match

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/games"
	"tableronde/handlers/club/match"
	"tableronde/handlers/site"
	"tableronde/views"
)

// interpreter is a view of a game whose moves can be typed freely.
type interpreter interface {
	// Interpret finds the staged move that a text means, or says why there is none.
	Interpret(text string) (string, *games.Illegal)
}

// stageTyped answers what was typed into the move box with the page on which that
// move is staged, or with the reason why it cannot be.
func (s *Pages) stageTyped(c echo.Context, f match.Match, q MatchQuery) error {
	m, err := s.MatchModel(c, f, q)
	if err != nil {
		return err
	}
	if board, ok := m.View.(interpreter); ok && m.Yours() {
		route, why := board.Interpret(q.typed)
		if why != nil {
			m.Notice = &views.Notice{Key: "illegal_action", Illegal: why}
			return s.ShowMatchPage(c, http.StatusUnprocessableEntity, m)
		}
		q.staged = route
	}
	q.typed = ""
	if !site.IsHTMX(c) {
		return c.Redirect(http.StatusSeeOther, q.path(f))
	}
	if m, err = s.MatchModel(c, f, q); err != nil {
		return err
	}
	return s.ShowMatchPage(c, http.StatusOK, m)
}
