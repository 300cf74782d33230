package handlers

import (
	"errors"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
	"tableronde/handlers/web"
	"tableronde/views"
)

// postJoin takes a seat at a public table.
func (s *Server) postJoin(c echo.Context) error {
	err := s.takeSeat(c, c.Param("id"), "")
	if why := web.ProblemOf(err); err != nil && why.Field == "name" {
		return s.showJoinAgain(c, why)
	}
	return err
}

// showJoinAgain shows the join form again, with what is wrong with the name.
func (s *Server) showJoinAgain(c echo.Context, why web.Problem) error {
	player, _ := playerFrom(c)
	f, err := s.club.Match.Match(c.Request().Context(), c.Param("id"), player.ID)
	if err != nil {
		return err
	}
	m, err := s.matchModel(c, f, matchQuery{shown: f.Ply})
	if err != nil {
		return err
	}
	m.Page.Path, m.Typed = matchPath(f.ID), c.FormValue("name")
	m.Problem = &views.Problem{Field: why.Field, Key: why.Code}
	return s.showMatchPage(c, why.Status, m)
}

// takeSeat seats the visitor and redirects to the match.
func (s *Server) takeSeat(c echo.Context, id, invite string) error {
	seat, err := formSeat(c.FormValue("seat"), maxSeats)
	if err != nil {
		return err
	}
	j := tables.Joining{Match: id, Seat: int(seat), Invite: invite}
	if j.Contribution, err = match.CleanContribution(c.FormValue("contribution")); err != nil {
		return err
	}
	if err := s.checkJoin(c, j); err != nil {
		return err
	}
	player, err := s.requireVisitor(c)
	if err != nil {
		return err
	}
	j.Player, j.Name = player.ID, player.Name
	f, err := s.club.Tables.Join(c.Request().Context(), pageKey(c, player.ID), j, noteID)
	if errors.Is(err, db.ErrAlreadySeated) {
		return redirect(c, matchPath(id))
	}
	if f, err = s.findRepeated(c, f, err); err != nil {
		return err
	}
	return redirect(c, matchPath(f.ID))
}

// checkJoin refuses a visitor without a name before a guest account or a name is
// given needlessly. A form that is sent twice was let in before.
func (s *Server) checkJoin(c echo.Context, j tables.Joining) error {
	ctx := c.Request().Context()
	if player, known := playerFrom(c); known && !s.club.Accounts.IsDefaultName(player.Name) {
		return nil
	}
	if s.wasSentBefore(c) {
		return nil
	}
	var err error
	if j.Name, err = s.club.Accounts.CleanName(c.FormValue("name")); err != nil {
		j.Name = "" // refused in its turn
	}
	return s.club.Tables.CanJoin(ctx, j)
}

// wasSentBefore reports whether the same form has made the visitor a guest already.
func (s *Server) wasSentBefore(c echo.Context) bool {
	var done *db.Answered
	return errors.As(s.store.Answer(c.Request().Context(), guestKey(c)), &done)
}

// postWithdraw closes a table before its match begins.
func (s *Server) postWithdraw(c echo.Context) error {
	player, ok := playerFrom(c)
	if !ok {
		return tables.ErrNotHost
	}
	if err := s.club.Tables.Withdraw(c.Request().Context(), c.Param("id"), player.ID); err != nil {
		return err
	}
	return redirect(c, "/")
}
