package handlers

import (
	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/views"
	"tableronde/views/pages"
)

// newOperated returns acts of operators for a page.
func newOperated(acts []db.Act) (list []views.Operated) {
	for _, a := range acts {
		list = append(list, views.Operated{At: a.At, Act: string(a.Kind), By: a.Operator.Name, Who: a.Player.Name, Match: a.Match,
			Seat: int(a.Seat), Detail: a.Detail, Until: a.Until, Reason: a.Reason})
	}
	return list
}

// showOperated fills in what operators have done about the visitor.
func (s *Server) showOperated(c echo.Context, m *pages.Settings, player db.Player) (err error) {
	ctx := c.Request().Context()
	acts, err := s.club.Admin.ActsAbout(ctx, player.ID)
	if err != nil {
		return err
	}
	m.Operated = newOperated(acts)
	m.Operator, err = s.store.IsOperator(ctx, player.ID)
	return err
}
