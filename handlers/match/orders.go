package match

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club/match"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/families"
)

// GetOrders answers the sheet of a seat's standing orders. The query may fill it
// in otherwise than it is kept. Before the match begins and once it is over, the
// page of the match says so.
func (s *Pages) GetOrders(c echo.Context) error {
	err := s.showOrders(c, http.StatusOK, views.Orders{Form: c.QueryParams(), Saved: c.QueryParam("saved") == "1"})
	switch {
	case errors.Is(err, match.ErrNotStarted), errors.Is(err, match.ErrOver):
		return site.Redirect(c, site.MatchPath(c.Param("id")))
	case errors.Is(err, match.ErrNoOrders):
		return db.ErrNotFound
	}
	return err
}

// PostOrders keeps a sheet of standing orders, or withdraws what there is.
func (s *Pages) PostOrders(c echo.Context) error {
	player, ok := site.PlayerFrom(c)
	if !ok {
		return match.ErrNoSeat
	}
	form, err := c.FormParams()
	if err != nil {
		return web.Refuse(http.StatusBadRequest, "bad_form", "the form cannot be read")
	}
	as, err := FormSeat(c.FormValue("as"), MaxSeats)
	if err != nil {
		return err
	}
	id := c.Param("id")
	f, err := s.Club.Match.Match(c.Request().Context(), id, player.ID)
	if err != nil {
		return err
	}
	family, _ := families.Of(f.Game)
	if family.Written == nil {
		return match.ErrNoOrders
	}
	if c.FormValue("withdraw") != "" {
		_, err = s.Club.Match.SetOrders(c.Request().Context(), id, player.ID, as, "")
		return site.RedirectUnless(c, err, site.MatchPath(id))
	}
	_, err = s.Club.Match.SetOrders(c.Request().Context(), id, player.ID, as, family.Written(form))
	var why *games.Illegal
	switch {
	case errors.As(err, &why), errors.Is(err, match.ErrOrdersLong):
		p := web.ProblemOf(err)
		return s.showOrders(c, http.StatusUnprocessableEntity, views.Orders{Form: form, Problem: &views.Problem{Key: p.Code, Illegal: p.Illegal}})
	case err != nil:
		return err
	}
	query := url.Values{"saved": {"1"}}
	if as != 0 {
		query.Set("as", c.FormValue("as"))
	}
	return site.Redirect(c, site.MatchPath(id)+"/orders?"+query.Encode())
}

func (s *Pages) showOrders(c echo.Context, status int, m views.Orders) error {
	player, ok := site.PlayerFrom(c)
	if !ok {
		return match.ErrNoSeat
	}
	ctx, id := c.Request().Context(), c.Param("id")
	f, err := s.Club.Match.Match(ctx, id, player.ID)
	if err != nil {
		return err
	}
	family, _ := families.Of(f.Game)
	if family.Orders == nil {
		return match.ErrNoOrders
	}
	as, err := FormSeat(c.FormValue("as"), len(f.Seats))
	if err != nil {
		return err
	}
	kept, err := s.Club.Match.SeatOrders(ctx, id, player.ID, as)
	if err != nil {
		return err
	}
	m.Text = kept.Text
	if m.Match, err = s.MatchModel(c, f, MatchQuery{Shown: f.Ply, as: as}); err != nil {
		return err
	}
	m.Acted = actedOrders(m.Match, family, kept.Acted)
	if f.Table.ConditionalMoves() {
		m.Explored = Explore(c.QueryParam, f.Table)
	}
	m.Page.Path = site.MatchPath(id) + "/orders"
	m.ViewAt = func(ply int) games.View { return f.Table.At(ply).State().View(m.You) }
	return site.RenderHTML(c, status, family.Orders(m))
}

// actedOrders tells what orders have done, the last first.
func actedOrders(m views.Match, family views.Family, plies []int) []views.ActedOrder {
	var all []views.ActedOrder
	for _, ply := range slices.Backward(plies) {
		if ply >= len(m.Log) {
			continue
		}
		text := m.Log[ply].Text
		if family.Story != nil && ply < len(m.Told) {
			text = ""
			for _, entry := range family.Story(views.Teller{Page: m.Page, Game: m.Game, Name: func(seat games.Seat) string { return m.NameAt(seat, ply) }, You: m.You, Told: m.Told[ply : ply+1]}) {
				text += " " + entry.Text
			}
		}
		all = append(all, views.ActedOrder{Ply: ply + 1, Text: strings.TrimSpace(text)})
	}
	return all
}

// fillPrepared fills in what the visitor has prepared, which nobody else is shown, from the
// orders of the seat as they are stored.
func fillPrepared(m *views.Match, f match.Match, stored string) {
	family, _ := families.Of(f.Game)
	if family.Prepared == nil || f.Solo || m.Past() {
		return
	}
	kept := f.SeatOrders(m.You, stored)
	m.Forced = kept.Forced
	if kept.Text != "" {
		m.Prepared = family.Prepared(*m, kept.Text)
	}
}
