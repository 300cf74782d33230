package tables

import (
	"context"
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

// GetChallenge answers the page on which a challenged player accepts or declines.
func (s *Pages) GetChallenge(c echo.Context) error {
	player, _ := site.PlayerFrom(c)
	f, err := s.Club.Match.Match(c.Request().Context(), c.Param("id"), player.ID)
	if err != nil {
		return err
	}
	if f.KeptFor(player.ID) == 0 {
		return site.Redirect(c, site.MatchPath(f.ID))
	}
	return s.showInvitation(c, f, http.StatusOK, nil)
}

// PostChallenge declines a challenge, takes one back, or challenges a player.
func (s *Pages) PostChallenge(c echo.Context, player db.Player) error {
	ctx, id, key := c.Request().Context(), c.Param("id"), site.PageKey(c, player.ID)
	back := site.MatchPath(id)
	var err error
	switch c.FormValue("do") {
	case "decline":
		back = "/?done=decline_challenge"
		_, err = s.Club.Tables.DeclineChallenge(ctx, key, id, player.ID, site.NoteID)
	case "take_back":
		_, err = s.Club.Tables.TakeBackChallenge(ctx, key, id, player.ID, c.FormValue("player"), site.NoteID)
	case "ask":
		var asked string
		if asked, err = s.findChallenged(c, c.FormValue("challenge")); err == nil {
			_, err = s.Club.Tables.Challenge(ctx, key, id, player.ID, asked, site.NoteID)
		}
	default:
		err = web.Refuse(http.StatusBadRequest, "bad_form", "the form names no known act: open the page again and use its buttons")
	}
	return site.RedirectUnless(c, site.IgnoreRepeated(err), back)
}

// findChallenged returns the id of a player to be challenged by the visitor. It returns an error if
// the visitor has challenged and written too much in a short time.
func (s *Pages) findChallenged(c echo.Context, who string) (string, error) {
	player, _ := site.PlayerFrom(c)
	asked, err := s.Club.Tables.FindChallenged(c.Request().Context(), player.ID, who)
	if err == nil && player.ID != "" {
		err = web.Allow(s.Talks, player.ID)
	}
	return asked.ID, err
}

// FillChallenges lists the challenges to a player.
func (s *Pages) FillChallenges(ctx context.Context, m *pages.Home, player string) error {
	list, err := s.Club.Tables.Challenges(ctx, player)
	for _, match := range list {
		m.Challenges = append(m.Challenges, pages.Offer{Row: site.NewRow(m.Lang, match, player), Kind: "challenge", Key: site.NewKey()})
	}
	return err
}

// FavoritesOf lists the favorites of a player, the latest first.
func (s *Pages) FavoritesOf(ctx context.Context, player string) (list []pages.Person, err error) {
	if player == "" {
		return nil, nil
	}
	ties, err := s.Store.TiesOf(ctx, player)
	for _, tie := range ties {
		if tie.Kind == db.TieFavorite && tie.Other.Name != db.FormerName {
			list = append(list, pages.Person{ID: tie.Other.ID, Name: tie.Other.Name, Kind: string(tie.Kind)})
		}
	}
	return list, err
}

// PostStart starts a table of the visitor before all its seats are taken.
func (s *Pages) PostStart(c echo.Context, player db.Player) error {
	level := 0
	if c.FormValue("level") != "" {
		var err error
		if level, err = formLevel(c); err != nil {
			return err
		}
	}
	id := c.Param("id")
	_, err := s.Club.Tables.StartNow(c.Request().Context(), site.PageKey(c, player.ID), id, player.ID, level, site.NoteID)
	return site.RedirectUnless(c, site.IgnoreRepeated(err), site.MatchPath(id))
}

// GetInvite answers the page that shows the host the invitation as a QR code.
func (s *Pages) GetInvite(c echo.Context) error {
	player, _ := site.PlayerFrom(c)
	f, err := s.Club.Match.Match(c.Request().Context(), c.Param("id"), player.ID)
	switch {
	case err != nil:
		return err
	case player.ID == "" || f.Host != player.ID:
		return tables.ErrNotHost
	case !f.Started.IsZero() || f.Invite == "":
		return site.Redirect(c, site.MatchPath(f.ID))
	}
	page, err := s.NewPage(c)
	if err != nil {
		return err
	}
	seat, err := matchpages.FormSeat(c.QueryParam("seat"), len(f.Seats))
	if err != nil {
		return err
	}
	return site.RenderHTML(c, http.StatusOK, pages.InvitePage(pages.Invite{Page: page, Table: site.NewRow(page.Lang, f.Match, player.ID), Token: f.Invite, Seat: seat}))
}

// GetInvitation answers the page of an invitation link. A visitor who has a seat is redirected to
// the table.
func (s *Pages) GetInvitation(c echo.Context) error {
	player, _ := site.PlayerFrom(c)
	f, err := s.Club.Tables.MatchByInvite(c.Request().Context(), c.Param("token"), player.ID)
	switch {
	case errors.Is(err, tables.ErrInvitationEnded) && site.IsHTMX(c):
		return site.Redirect(c, c.Request().URL.RequestURI()) // then the invitation has its own address
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

// showStart adds the start of a match: its first position, or its family's description of the game.
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
	status, why := site.RefusedForm(c, err)
	return s.showInvitation(c, f, status, why)
}

// PostInvite renews or withdraws the invitation, and shows the table.
func (s *Pages) PostInvite(c echo.Context, player db.Player) error {
	id := c.Param("id")
	change := s.Club.Tables.RenewInvite
	switch c.FormValue("do") {
	case "renew":
	case "withdraw":
		change = s.Club.Tables.WithdrawInvite
	default:
		return web.Refuse(http.StatusBadRequest, "bad_form", "the form names no known act: open the page again and use its buttons")
	}
	_, err := change(c.Request().Context(), site.PageKey(c, player.ID), id, player.ID, site.NoteID)
	return site.RedirectUnless(c, site.IgnoreRepeated(err), site.MatchPath(id))
}

// PostJoin takes a seat at a public table.
func (s *Pages) PostJoin(c echo.Context) error {
	err := s.takeSeat(c, c.Param("id"), "")
	if why := web.ProblemOf(err); err != nil && why.Field == "name" {
		return s.showJoinAgain(c, why)
	}
	return err
}

// showJoinAgain shows the join form again, with the refusal of the name.
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
	return matchpages.ShowMatchPage(c, why.Status, m)
}

// takeSeat gives the visitor a seat and redirects to the match.
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
	f, err = s.FindRepeated(c, f, err)
	return site.RedirectUnless(c, err, site.MatchPath(f.ID))
}

// checkJoin refuses a visitor before it creates a guest or changes a name in vain. A form that is
// sent twice is accepted.
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
		j.Name = "" // the name is refused later
	}
	return s.Club.Tables.CanJoin(ctx, j)
}

// WasSentBefore reports whether the same form has already made the visitor a guest.
func (s *Pages) WasSentBefore(c echo.Context) bool {
	var done *db.Answered
	return errors.As(s.Store.Answer(c.Request().Context(), site.GuestKey(c)), &done)
}

// PostWithdraw withdraws a table before its match begins.
func (s *Pages) PostWithdraw(c echo.Context, player db.Player) error {
	return site.RedirectUnless(c, s.Club.Tables.Withdraw(c.Request().Context(), c.Param("id"), player.ID), "/")
}
