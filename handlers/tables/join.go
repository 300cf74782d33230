package tables

import (
	"errors"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
	matchpages "tableronde/handlers/match"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views"
)

// PostJoin takes a seat at a public table.
func (s *Pages) PostJoin(c echo.Context) error {
	err := s.takeSeat(c, c.Param("id"), "")
	if why := web.ProblemOf(err); err != nil && why.Field == "name" {
		return s.showJoinAgain(c, why)
	}
	return err
}

// showJoinAgain shows the join form again, with what is wrong with the name.
func (s *Pages) showJoinAgain(c echo.Context, why web.Problem) error {
	player, _ := site.PlayerFrom(c)
	f, err := s.Club.Match.Match(c.Request().Context(), c.Param("id"), player.ID)
	if err != nil {
		return err
	}
	m, err := s.match.MatchModel(c, f, matchpages.MatchQuery{Shown: f.Ply})
	if err != nil {
		return err
	}
	m.Page.Path, m.Typed = site.MatchPath(f.ID), c.FormValue("name")
	m.Problem = &views.Problem{Field: why.Field, Key: why.Code}
	return s.match.ShowMatchPage(c, why.Status, m)
}

// takeSeat seats the visitor and redirects to the match.
func (s *Pages) takeSeat(c echo.Context, id, invite string) error {
	seat, err := matchpages.FormSeat(c.FormValue("seat"), matchpages.MaxSeats)
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
	player, err := s.RequireVisitor(c)
	if err != nil {
		return err
	}
	j.Player, j.Name = player.ID, player.Name
	f, err := s.Club.Tables.Join(c.Request().Context(), site.PageKey(c, player.ID), j, site.NoteID)
	if errors.Is(err, db.ErrAlreadySeated) {
		return site.Redirect(c, site.MatchPath(id))
	}
	if f, err = s.FindRepeated(c, f, err); err != nil {
		return err
	}
	return site.Redirect(c, site.MatchPath(f.ID))
}

// checkJoin refuses a visitor without a name before a guest account or a name is
// given needlessly. A form that is sent twice was let in before.
func (s *Pages) checkJoin(c echo.Context, j tables.Joining) error {
	ctx := c.Request().Context()
	if player, known := site.PlayerFrom(c); known && !s.Club.Accounts.IsDefaultName(player.Name) {
		return nil
	}
	if s.WasSentBefore(c) {
		return nil
	}
	var err error
	if j.Name, err = s.Club.Accounts.CleanName(c.FormValue("name")); err != nil {
		j.Name = "" // refused in its turn
	}
	return s.Club.Tables.CanJoin(ctx, j)
}

// WasSentBefore reports whether the same form has made the visitor a guest already.
func (s *Pages) WasSentBefore(c echo.Context) bool {
	var done *db.Answered
	return errors.As(s.Store.Answer(c.Request().Context(), site.GuestKey(c)), &done)
}

// PostWithdraw closes a table before its match begins.
func (s *Pages) PostWithdraw(c echo.Context) error {
	player, ok := site.PlayerFrom(c)
	if !ok {
		return tables.ErrNotHost
	}
	if err := s.Club.Tables.Withdraw(c.Request().Context(), c.Param("id"), player.ID); err != nil {
		return err
	}
	return site.Redirect(c, "/")
}
