package match

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/match"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views/pages"
)

// GetShare answers the page on which those who played a match choose who else may
// see it.
func (s *Pages) GetShare(c echo.Context) error {
	return s.showShare(c, "")
}

// showShare renders that page; token is that of a link just made, "" for none.
func (s *Pages) showShare(c echo.Context, token string) error {
	player, _ := site.PlayerFrom(c)
	f, err := s.Club.Tables.Shareable(c.Request().Context(), c.Param("id"), player.ID)
	if err != nil {
		return err
	}
	m, err := s.MatchModel(c, f, MatchQuery{Shown: f.Ply})
	if err != nil {
		return err
	}
	m.Page.Path = site.MatchPath(f.ID) + "/share"
	return site.RenderHTML(c, http.StatusOK, pages.SharePage(pages.Share{Match: m, Shown: f.Shown, Linked: f.Shared, Link: token}))
}

// PostShare shows the match to everybody, hides it again, makes a link to it or
// withdraws the link, as the form asks.
func (s *Pages) PostShare(c echo.Context) (err error) {
	player, ok := site.PlayerFrom(c)
	if !ok {
		return match.ErrNoSeat
	}
	ctx, id := c.Request().Context(), c.Param("id")
	switch c.FormValue("do") {
	case "show":
		_, err = s.Club.Tables.SetShown(ctx, id, player.ID, true)
	case "hide":
		_, err = s.Club.Tables.SetShown(ctx, id, player.ID, false)
	case "unlink":
		_, err = s.Club.Tables.Unshare(ctx, id, player.ID)
	case "link":
		return s.makeLink(c, player)
	default:
		return web.Refuse(http.StatusBadRequest, "bad_form", "the form does not say what is to be done")
	}
	if err != nil {
		return err
	}
	return site.Redirect(c, site.MatchPath(id)+"/share")
}

// makeLink answers with the new link itself, since only its hash is kept. The
// same form sent twice makes one link.
func (s *Pages) makeLink(c echo.Context, player db.Player) error {
	answer := func(token string) (int, []byte) { return http.StatusOK, []byte(token) }
	token, err := s.Club.Tables.Share(c.Request().Context(), site.FormKey(c, player.ID), c.Param("id"), player.ID, answer)
	var done *db.Answered
	if errors.As(err, &done) {
		token, err = string(done.Note), nil
	}
	if err != nil {
		return err
	}
	return s.showShare(c, token)
}

// GetShared answers the page of a match behind a link to it. Whoever played it
// goes on to their own view.
func (s *Pages) GetShared(c echo.Context) error {
	f, err := s.Club.Match.MatchByShare(c.Request().Context(), c.Param("token"))
	if err != nil {
		return err
	}
	if player, ok := site.PlayerFrom(c); ok && match.SeatOf(f.Match, player.ID) != 0 {
		return site.Redirect(c, site.MatchPath(f.ID))
	}
	q, err := ParseMatchQuery(c, f)
	if err != nil {
		return err
	}
	m, err := s.MatchModel(c, f, q)
	if err != nil {
		return err
	}
	m.Token = c.Param("token")
	return s.ShowMatchPage(c, http.StatusOK, m)
}

// GetSharedPicture shows a match to whoever has a link to it.
func (s *Pages) GetSharedPicture(kind string) echo.HandlerFunc {
	return func(c echo.Context) error {
		f, err := s.Club.Match.MatchByShare(c.Request().Context(), c.Param("token"))
		if err != nil {
			return err
		}
		return s.sendMatchPicture(c, kind, f, false)
	}
}

// LoadMatch returns the match that the path names if the visitor may see it, or the
// one behind the link in the path.
func (s *Pages) LoadMatch(c echo.Context) (match.Match, error) {
	if token := c.Param("token"); token != "" {
		return s.Club.Match.MatchByShare(c.Request().Context(), token)
	}
	player, _ := site.PlayerFrom(c)
	return s.Club.Match.Match(c.Request().Context(), c.Param("id"), player.ID)
}
