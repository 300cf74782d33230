package tables

import (
	"cmp"
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/pages"
)

// GetStanding answers the page of the visitor's repeating tables.
func (s *Pages) GetStanding(c echo.Context, page views.Page) error {
	m := pages.Standing{Page: page}
	player, _ := site.PlayerFrom(c)
	list, err := s.Club.Repeat.StandingOf(c.Request().Context(), player.ID)
	if err != nil {
		return err
	}
	m.Full = len(list) >= db.MaxStanding
	for _, o := range list {
		info, _ := match.GameNamed(o.Table.Game)
		m.Offers = append(m.Offers, pages.StandingRow{ID: o.ID, Game: info, Seats: o.Table.Seats, Control: o.Table.Clock, Needs: views.Needs(o.Table.Needs),
			Most: o.Most, Paused: o.Paused, Open: o.Open, Live: o.Live})
	}
	return site.RenderHTML(c, http.StatusOK, pages.StandingPage(m))
}

// PostStanding creates a repeating table from the form of a new table.
func (s *Pages) PostStanding(c echo.Context) error {
	p, err := parseTable(c)
	var most int
	if err == nil {
		most, err = parseMost(c)
	}
	if err == nil {
		p.Public = true
		err = s.Club.Tables.CheckProposal(p) // refuse it before creating a guest
	}
	if err == nil {
		err = s.addStanding(c, p, most)
	}
	if web.IsRefusal(err) {
		return s.showNewAgain(c, p, web.ProblemOf(err))
	}
	return site.RedirectUnless(c, err, "/me/standing")
}

// addStanding creates a repeating table of the visitor. A form that is sent twice creates one.
func (s *Pages) addStanding(c echo.Context, p tables.Proposal, most int) error {
	player, err := s.RequireVisitor(c)
	if err != nil {
		return err
	}
	_, err = s.Club.Repeat.AddStanding(c.Request().Context(), site.FormKey(c, player.ID), player.ID, p, most,
		func(tables.Standing) (int, []byte) { return http.StatusSeeOther, nil })
	return site.IgnoreRepeated(err)
}

// parseMost parses the most matches at a time of a repeating table.
func parseMost(c echo.Context) (int, error) {
	most, err := web.ParseCount(cmp.Or(c.FormValue("most"), "0"), 0)
	if err != nil {
		return 0, web.Refuse(http.StatusBadRequest, "bad_form", "the form lacks the number of matches: enter it")
	}
	return most, nil
}

// PostStandingOffer changes, pauses, continues or removes a repeating table.
func (s *Pages) PostStandingOffer(c echo.Context, player db.Player) error {
	ctx, id := c.Request().Context(), c.Param("id")
	if c.FormValue("do") == "remove" {
		return site.RedirectUnless(c, s.Club.Repeat.RemoveStanding(ctx, player.ID, id), "/me/standing")
	}
	o, err := s.Club.Repeat.FindStanding(ctx, player.ID, id)
	if err != nil {
		return err
	}
	most, paused := o.Most, o.Paused
	switch c.FormValue("do") {
	case "pause":
		paused = true
	case "resume":
		paused = false
	case "most":
		if most, err = parseMost(c); err != nil {
			return err
		}
	default:
		return web.Refuse(http.StatusBadRequest, "bad_form", "the form names no known act: open the page again and use its buttons")
	}
	return site.RedirectUnless(c, s.Club.Repeat.SetStanding(ctx, player.ID, id, most, paused), "/me/standing")
}
