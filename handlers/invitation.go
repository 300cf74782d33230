package handlers

import (
	"errors"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/views"
)

// getInvitation answers the page behind an invitation link. Whoever sits at the
// table already goes on to it.
func (s *Server) getInvitation(c echo.Context) error {
	f, err := s.matches.invited(c.Request().Context(), c.Param("token"))
	if err != nil {
		return err
	}
	if player, ok := playerFrom(c); ok && seatOf(f.Match, player.ID) != 0 {
		return redirect(c, matchPath(f.ID))
	}
	return s.showInvitation(c, f, http.StatusOK, nil)
}

func (s *Server) showInvitation(c echo.Context, f folded, status int, why *views.Problem) error {
	page, err := s.page(c)
	if err != nil {
		return err
	}
	page.Path = "/i/" + f.Invite
	player, _ := playerFrom(c)
	seat, err := parseSeat(c.FormValue("seat"), len(f.Seats))
	switch {
	case err != nil:
		seat = 0
	case seat != 0:
		page.Path += "?seat=" + strconv.Itoa(int(seat))
		if free := f.Seats[seat-1].ID == ""; !free && why == nil {
			why = &views.Problem{Key: "taken"}
		}
	}
	m := views.Invitation{
		Page:    page,
		Token:   f.Invite,
		Table:   row(f.Match, player.ID),
		Seat:    seat,
		Seated:  seatOf(f.Match, player.ID) != 0,
		Name:    c.FormValue("name"),
		Words:   c.FormValue("contribution"),
		Fair:    fairOf(f.Match),
		Key:     newKey(),
		Problem: why,
	}
	if m.Words == "" {
		m.Words = newWords()
	}
	return choose(c, status, views.InvitationPage(m), views.InvitationFragment(m))
}

// postInvitation accepts an invitation.
func (s *Server) postInvitation(c echo.Context) error {
	f, err := s.matches.invited(c.Request().Context(), c.Param("token"))
	if err != nil {
		return err
	}
	err = s.take(c, f.ID, f.Invite)
	if err == nil || !refused(err) {
		return err
	}
	if errors.Is(err, db.ErrTaken) {
		if f, err = s.matches.invited(c.Request().Context(), c.Param("token")); err != nil {
			return err
		}
		return s.showInvitation(c, f, http.StatusConflict, &views.Problem{Key: "taken"})
	}
	p := problemOf(err)
	return s.showInvitation(c, f, p.status, &views.Problem{Field: p.field, Key: p.code})
}
