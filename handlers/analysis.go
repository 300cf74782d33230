package handlers

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/families"
)

// getAnalysis answers the page on which moves are tried from a position of a match, for
// whoever may see it: ply says which, and the rest of the query what is tried.
func (s *Server) getAnalysis(c echo.Context) error {
	player, _ := playerFrom(c)
	f, err := s.matches.Match(c.Request().Context(), c.Param("id"), player.ID)
	if err != nil {
		return err
	}
	family, _ := families.Of(f.Game)
	if family.Analysis == nil || f.Started.IsZero() {
		return db.ErrNotFound
	}
	ply := f.Ply
	if text := c.QueryParam("ply"); text != "" {
		if ply, err = strconv.Atoi(text); err != nil || ply < 0 || ply > f.Ply {
			return web.Refuse(http.StatusBadRequest, "bad_query", "the match has no such position")
		}
	}
	m := views.Analysis{Explored: explore(c, f.Table.At(ply))}
	if m.Match, err = s.matchModel(c, f, matchQuery{shown: ply, look: parseLook(c.QueryParam, f)}); err != nil {
		return err
	}
	m.Now = ply == f.Ply && m.Orders && !m.Yours()
	m.Page.Path = matchPath(f.ID) + "/analysis"
	return renderHTML(c, http.StatusOK, family.Analysis(m))
}
