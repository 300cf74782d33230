package tables

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
	matchpages "tableronde/handlers/match"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/cards"
	"tableronde/views/families"
	"tableronde/views/pages"
)

// GetInvitation answers the page behind an invitation link. Whoever sits at the
// table already goes on to it.
func (s *Pages) GetInvitation(c echo.Context) error {
	player, _ := site.PlayerFrom(c)
	f, err := s.Club.Tables.MatchByInvite(c.Request().Context(), c.Param("token"), player.ID)
	switch {
	case errors.Is(err, tables.ErrInvitationEnded) && site.IsHTMX(c):
		return site.Redirect(c, c.Request().URL.RequestURI()) // a page of its own takes the place of the invitation
	case err != nil:
		return err
	case match.SeatOf(f.Match, player.ID) != 0:
		return site.Redirect(c, site.MatchPath(f.ID))
	}
	return s.showInvitation(c, f, http.StatusOK, nil)
}

func (s *Pages) showInvitation(c echo.Context, f match.Match, status int, why *views.Problem) error {
	page, err := s.NewPage(c)
	if err != nil {
		return err
	}
	token := c.Param("token")
	page.Path = "/i/" + token
	player, _ := site.PlayerFrom(c)
	seat, err := matchpages.FormSeat(c.FormValue("seat"), len(f.Seats))
	if token == "" {
		page.Path, seat = site.MatchPath(f.ID)+"/challenge", f.KeptFor(player.ID)
	}
	switch {
	case err != nil:
		seat = 0
	case seat != 0 && token != "":
		page.Path += "?seat=" + strconv.Itoa(int(seat))
		if free := f.Seats[seat-1].ID == ""; !free && why == nil {
			why = &views.Problem{Key: "taken"}
		}
	}
	m := pages.Invitation{
		Page:    page,
		Token:   token,
		Table:   site.NewRow(page.Lang, f.Match, player.ID),
		Seat:    seat,
		Name:    c.FormValue("name"),
		Words:   c.FormValue("contribution"),
		Fair:    matchpages.NewFairOf(f.Match),
		Key:     site.NewKey(),
		Problem: why,
		Options: f.Options,
		Waits:   MayWait(f.Game),
		Hours:   int(f.Wait / time.Hour),
	}
	if m.Expires, err = s.match.OpenUntil(c.Request().Context(), f); err != nil {
		return err
	}
	if token == "" {
		for i := range m.Table.Seats {
			if s := &m.Table.Seats[i]; s.Name == "" && games.Seat(i+1) != seat && s.Kept == "" {
				s.Kept = page.T("challenge.nobody")
			}
		}
	}
	if why == nil && !hasOpenSeat(m.Table) {
		m.Problem = &views.Problem{Key: "taken"}
	}
	showStart(&m, f)
	if m.Words == "" {
		m.Words = matchpages.NewContribution()
	}
	return site.Render(c, status, pages.InvitationPage(m), pages.InvitationFragment(m))
}

// hasOpenSeat reports whether a table has a seat that the visitor may take.
func hasOpenSeat(r pages.Row) bool {
	return slices.ContainsFunc(r.Seats, func(s views.Seat) bool { return s.Name == "" && s.Kept == "" })
}

// showStart fills in how a match begins: its first position, or what its family
// shows of the game.
func showStart(m *pages.Invitation, f match.Match) {
	family, ok := families.Of(f.Game)
	m.Styles = family.Styles
	switch {
	case !ok:
	case family.Board:
		if view, ok := f.Table.At(0).State().View(games.Spectator).(parker.View); ok {
			m.Start = &view
		}
	default:
		m.Picture = templ.Join(templ.Raw(cards.Defs(f.Game)), family.Brief(views.Rules{Page: m.Page, Game: m.Table.Game}))
	}
}

// PostInvitation accepts an invitation.
func (s *Pages) PostInvitation(c echo.Context) error {
	ctx, token := c.Request().Context(), c.Param("token")
	player, known := site.PlayerFrom(c)
	if !known && s.WasSentBefore(c) {
		var err error
		if player, err = s.RequireVisitor(c); err != nil {
			return err
		}
	}
	f, err := s.Club.Tables.MatchByInvite(ctx, token, player.ID)
	if err != nil {
		return err
	}
	err = s.takeSeat(c, f.ID, token)
	if err == nil || !web.IsRefusal(err) {
		return err
	}
	if errors.Is(err, db.ErrTaken) {
		if f, err = s.Club.Tables.MatchByInvite(ctx, token, player.ID); err != nil {
			return err
		}
		return s.showInvitation(c, f, http.StatusConflict, &views.Problem{Key: "taken"})
	}
	p := web.ProblemOf(err)
	return s.showInvitation(c, f, p.Status, &views.Problem{Field: p.Field, Key: p.Code})
}

// PostInvite changes the invitation as the form says, and shows the table.
func (s *Pages) PostInvite(c echo.Context) error {
	player, ok := site.PlayerFrom(c)
	if !ok {
		return tables.ErrNotHost
	}
	id := c.Param("id")
	change := s.Club.Tables.RenewInvite
	switch c.FormValue("do") {
	case "renew":
	case "withdraw":
		change = s.Club.Tables.WithdrawInvite
	default:
		return web.Refuse(http.StatusBadRequest, "bad_form", "the form does not say what is to be done")
	}
	_, err := change(c.Request().Context(), site.PageKey(c, player.ID), id, player.ID, site.NoteID)
	var done *db.Answered
	if err != nil && !errors.As(err, &done) {
		return err
	}
	return site.Redirect(c, site.MatchPath(id))
}
