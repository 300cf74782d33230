package tables

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/tables"
	"tableronde/handlers/match"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views/pages"
)

// GetChallenge answers the page on which a player who is asked to play accepts or declines.
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

// PostChallenge declines a challenge, takes one back, or asks one more player, as the form
// says.
func (s *Pages) PostChallenge(c echo.Context) error {
	player, ok := site.PlayerFrom(c)
	if !ok {
		return site.ErrNoPlayer
	}
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
		err = web.Refuse(http.StatusBadRequest, "bad_form", "the form does not say what is to be done")
	}
	return site.RedirectUnless(c, site.IgnoreRepeated(err), back)
}

// findChallenged returns the id of whom the visitor wants to challenge, unless they have
// asked and written too much lately.
func (s *Pages) findChallenged(c echo.Context, who string) (string, error) {
	player, _ := site.PlayerFrom(c)
	asked, err := s.Club.Tables.FindChallenged(c.Request().Context(), player.ID, who)
	if err == nil && player.ID != "" {
		err = web.Allow(s.Talks, player.ID)
	}
	return asked.ID, err
}

// FillChallenges lists who asks a player to play.
func (s *Pages) FillChallenges(ctx context.Context, m *pages.Home, player string) error {
	list, err := s.Club.Tables.Challenges(ctx, player)
	for _, match := range list {
		m.Challenges = append(m.Challenges, pages.Offer{Row: site.NewRow(m.Lang, match, player), Kind: "challenge", Key: site.NewKey()})
	}
	return err
}

// FavoritesOf lists the favorites of a player, the last first.
func (s *Pages) FavoritesOf(ctx context.Context, player string) (list []pages.Person, err error) {
	if player == "" {
		return nil, nil
	}
	ties, err := s.Club.Talk.Ties(ctx, player)
	for _, tie := range ties {
		if tie.Kind == db.TieFavorite && tie.Other.Name != db.FormerName {
			list = append(list, pages.Person{ID: tie.Other.ID, Name: tie.Other.Name, Kind: string(tie.Kind)})
		}
	}
	return list, err
}

// PostStart starts a table of the visitor before all its seats are taken.
func (s *Pages) PostStart(c echo.Context) error {
	player, ok := site.PlayerFrom(c)
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
	seat, err := match.FormSeat(c.QueryParam("seat"), len(f.Seats))
	if err != nil {
		return err
	}
	return site.RenderHTML(c, http.StatusOK, pages.InvitePage(pages.Invite{Page: page, Table: site.NewRow(page.Lang, f.Match, player.ID), Token: f.Invite, Seat: seat}))
}
