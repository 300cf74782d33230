package handlers

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/match"
	"tableronde/handlers/web"
	"tableronde/views/pages"
)

// getShare answers the page on which those who played a match choose who else may
// see it.
func (s *Server) getShare(c echo.Context) error {
	return s.showShare(c, "")
}

// showShare renders that page; token is that of a link just made, "" for none.
func (s *Server) showShare(c echo.Context, token string) error {
	player, _ := playerFrom(c)
	f, err := s.club.Tables.Shareable(c.Request().Context(), c.Param("id"), player.ID)
	if err != nil {
		return err
	}
	m, err := s.matchModel(c, f, matchQuery{shown: f.Ply})
	if err != nil {
		return err
	}
	m.Page.Path = matchPath(f.ID) + "/share"
	return renderHTML(c, http.StatusOK, pages.SharePage(pages.Share{Match: m, Shown: f.Shown, Linked: f.Shared, Link: token}))
}

// postShare shows the match to everybody, hides it again, makes a link to it or
// withdraws the link, as the form asks.
func (s *Server) postShare(c echo.Context) (err error) {
	player, ok := playerFrom(c)
	if !ok {
		return match.ErrNoSeat
	}
	ctx, id := c.Request().Context(), c.Param("id")
	switch c.FormValue("do") {
	case "show":
		_, err = s.club.Tables.SetShown(ctx, id, player.ID, true)
	case "hide":
		_, err = s.club.Tables.SetShown(ctx, id, player.ID, false)
	case "unlink":
		_, err = s.club.Tables.Unshare(ctx, id, player.ID)
	case "link":
		return s.makeLink(c, player)
	default:
		return web.Refuse(http.StatusBadRequest, "bad_form", "the form does not say what is to be done")
	}
	if err != nil {
		return err
	}
	return redirect(c, matchPath(id)+"/share")
}

// makeLink answers with the new link itself, since only its hash is kept. The
// same form sent twice makes one link.
func (s *Server) makeLink(c echo.Context, player db.Player) error {
	answer := func(token string) (int, []byte) { return http.StatusOK, []byte(token) }
	token, err := s.club.Tables.Share(c.Request().Context(), formKey(c, player.ID), c.Param("id"), player.ID, answer)
	var done *db.Answered
	if errors.As(err, &done) {
		token, err = string(done.Note), nil
	}
	if err != nil {
		return err
	}
	return s.showShare(c, token)
}

// getShared answers the page of a match behind a link to it. Whoever played it
// goes on to their own view.
func (s *Server) getShared(c echo.Context) error {
	f, err := s.club.Match.MatchByShare(c.Request().Context(), c.Param("token"))
	if err != nil {
		return err
	}
	if player, ok := playerFrom(c); ok && match.SeatOf(f.Match, player.ID) != 0 {
		return redirect(c, matchPath(f.ID))
	}
	q, err := parseMatchQuery(c, f)
	if err != nil {
		return err
	}
	m, err := s.matchModel(c, f, q)
	if err != nil {
		return err
	}
	m.Token = c.Param("token")
	return s.showMatchPage(c, http.StatusOK, m)
}

// getSharedPicture shows a match to whoever has a link to it.
func (s *Server) getSharedPicture(kind string) echo.HandlerFunc {
	return func(c echo.Context) error {
		f, err := s.club.Match.MatchByShare(c.Request().Context(), c.Param("token"))
		if err != nil {
			return err
		}
		return s.sendMatchPicture(c, kind, f, false)
	}
}

// loadMatch returns the match that the path names if the visitor may see it, or the
// one behind the link in the path.
func (s *Server) loadMatch(c echo.Context) (match.Match, error) {
	if token := c.Param("token"); token != "" {
		return s.club.Match.MatchByShare(c.Request().Context(), token)
	}
	player, _ := playerFrom(c)
	return s.club.Match.Match(c.Request().Context(), c.Param("id"), player.ID)
}
