package handlers

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/tables"
	"tableronde/handlers/web"
	"tableronde/views/pages"
)

// getChallenge answers the page on which a player who is asked to play accepts or declines.
func (s *Server) getChallenge(c echo.Context) error {
	player, _ := playerFrom(c)
	f, err := s.club.Match.Match(c.Request().Context(), c.Param("id"), player.ID)
	if err != nil {
		return err
	}
	if f.KeptFor(player.ID) == 0 {
		return redirect(c, matchPath(f.ID))
	}
	return s.showInvitation(c, f, http.StatusOK, nil)
}

// postChallenge declines a challenge, takes one back, or asks one more player, as the form
// says.
func (s *Server) postChallenge(c echo.Context) error {
	player, ok := playerFrom(c)
	if !ok {
		return errNoPlayer
	}
	ctx, id, key := c.Request().Context(), c.Param("id"), pageKey(c, player.ID)
	back := matchPath(id)
	var err error
	switch c.FormValue("do") {
	case "decline":
		back = "/?done=decline_challenge"
		_, err = s.club.Tables.DeclineChallenge(ctx, key, id, player.ID, noteID)
	case "take_back":
		_, err = s.club.Tables.TakeBackChallenge(ctx, key, id, player.ID, c.FormValue("player"), noteID)
	case "ask":
		var asked string
		if asked, err = s.findChallenged(c, c.FormValue("challenge")); err == nil {
			_, err = s.club.Tables.Challenge(ctx, key, id, player.ID, asked, noteID)
		}
	default:
		err = web.Refuse(http.StatusBadRequest, "bad_form", "the form does not say what is to be done")
	}
	return redirectUnless(c, ignoreRepeated(err), back)
}

// findChallenged returns the id of whom the visitor wants to challenge, unless they have
// asked and written too much lately.
func (s *Server) findChallenged(c echo.Context, who string) (string, error) {
	player, _ := playerFrom(c)
	asked, err := s.club.Tables.FindChallenged(c.Request().Context(), player.ID, who)
	if err == nil && player.ID != "" {
		err = web.Allow(s.talks, player.ID)
	}
	return asked.ID, err
}

// fillChallenges lists who asks a player to play.
func (s *Server) fillChallenges(ctx context.Context, m *pages.Home, player string) error {
	list, err := s.club.Tables.Challenges(ctx, player)
	for _, match := range list {
		m.Challenges = append(m.Challenges, pages.Offer{Row: newRow(m.Lang, match, player), Kind: "challenge", Key: newKey()})
	}
	return err
}

// favoritesOf lists the favorites of a player, the last first.
func (s *Server) favoritesOf(ctx context.Context, player string) (list []pages.Person, err error) {
	if player == "" {
		return nil, nil
	}
	ties, err := s.club.Talk.Ties(ctx, player)
	for _, tie := range ties {
		if tie.Kind == db.TieFavorite && tie.Other.Name != db.FormerName {
			list = append(list, pages.Person{ID: tie.Other.ID, Name: tie.Other.Name, Kind: string(tie.Kind)})
		}
	}
	return list, err
}

// postStart starts a table of the visitor before all its seats are taken.
func (s *Server) postStart(c echo.Context) error {
	player, ok := playerFrom(c)
	if !ok {
		return tables.ErrNotHost
	}
	level := 0
	if c.FormValue("level") != "" {
		var err error
		if level, err = formLevel(c); err != nil {
			return err
		}
	}
	id := c.Param("id")
	_, err := s.club.Tables.StartNow(c.Request().Context(), pageKey(c, player.ID), id, player.ID, level, noteID)
	return redirectUnless(c, ignoreRepeated(err), matchPath(id))
}

// getInvite answers the page that shows the host the invitation as a QR code.
func (s *Server) getInvite(c echo.Context) error {
	player, _ := playerFrom(c)
	f, err := s.club.Match.Match(c.Request().Context(), c.Param("id"), player.ID)
	switch {
	case err != nil:
		return err
	case player.ID == "" || f.Host != player.ID:
		return tables.ErrNotHost
	case !f.Started.IsZero() || f.Invite == "":
		return redirect(c, matchPath(f.ID))
	}
	page, err := s.newPage(c)
	if err != nil {
		return err
	}
	seat, err := formSeat(c.QueryParam("seat"), len(f.Seats))
	if err != nil {
		return err
	}
	return renderHTML(c, http.StatusOK, pages.InvitePage(pages.Invite{Page: page, Table: newRow(page.Lang, f.Match, player.ID), Token: f.Invite, Seat: seat}))
}
