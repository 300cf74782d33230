package handlers

import (
	"cmp"
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/pages"
)

// getStanding answers the page of the visitor's standing offers.
func (s *Server) getStanding(c echo.Context) error {
	page, err := s.newPage(c)
	if err != nil {
		return err
	}
	m := pages.Standing{Page: page}
	player, _ := playerFrom(c)
	list, err := s.club.Repeat.StandingOf(c.Request().Context(), player.ID)
	if err != nil {
		return err
	}
	m.Full = len(list) >= db.MaxStanding
	for _, o := range list {
		info, _ := match.GameNamed(o.Table.Game)
		m.Offers = append(m.Offers, pages.StandingRow{ID: o.ID, Game: info, Seats: o.Table.Seats, Control: o.Table.Clock, Needs: views.Needs(o.Table.Needs),
			Most: o.Most, Paused: o.Paused, Open: o.Open, Live: o.Live})
	}
	return renderHTML(c, http.StatusOK, pages.StandingPage(m))
}

// postStanding makes a standing offer as the form of a new table says.
func (s *Server) postStanding(c echo.Context) error {
	p, err := parseTable(c)
	var most int
	if err == nil {
		most, err = parseMost(c)
	}
	if err == nil {
		p.Public = true
		err = s.club.Tables.CheckProposal(p) // before a guest account is created needlessly
	}
	if err == nil {
		err = s.addStanding(c, p, most)
	}
	if err != nil && web.IsRefusal(err) {
		return s.showNewAgain(c, p, web.ProblemOf(err))
	}
	return redirectUnless(c, err, "/me/standing")
}

// addStanding makes a standing offer of the visitor, once for the same form.
func (s *Server) addStanding(c echo.Context, p tables.Proposal, most int) error {
	player, err := s.requireVisitor(c)
	if err != nil {
		return err
	}
	_, err = s.club.Repeat.AddStanding(c.Request().Context(), formKey(c, player.ID), player.ID, p, most,
		func(tables.Standing) (int, []byte) { return http.StatusSeeOther, nil })
	return ignoreRepeated(err)
}

// parseMost reads for how many matches at a time a standing offer is good.
func parseMost(c echo.Context) (int, error) {
	most, err := web.ParseCount(cmp.Or(c.FormValue("most"), "0"), 0)
	if err != nil {
		return 0, web.Refuse(http.StatusBadRequest, "bad_form", "the form says no number of matches")
	}
	return most, nil
}

// postStandingOffer changes, pauses, resumes or removes a standing offer.
func (s *Server) postStandingOffer(c echo.Context) error {
	player, ok := playerFrom(c)
	if !ok {
		return errNoPlayer
	}
	ctx, id := c.Request().Context(), c.Param("id")
	if c.FormValue("do") == "remove" {
		return redirectUnless(c, s.club.Repeat.RemoveStanding(ctx, player.ID, id), "/me/standing")
	}
	o, err := s.club.Repeat.FindStanding(ctx, player.ID, id)
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
		return web.Refuse(http.StatusBadRequest, "bad_form", "the form does not say what is to be done")
	}
	return redirectUnless(c, s.club.Repeat.SetStanding(ctx, player.ID, id, most, paused), "/me/standing")
}
