package handlers

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"
	"golang.org/x/time/rate"

	"tableronde/db"
	"tableronde/handlers/club"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/pages"
)

// How many notes a player may keep: one a second in the long run.
const (
	remarkRate  rate.Limit = 1
	remarkBurst int        = 120
)

// getRemarks answers the page of what the visitor has noted of a match; ply in the query
// is the position to note something of, "all" for the match as a whole.
func (s *Server) getRemarks(c echo.Context) error {
	return s.showRemarks(c, http.StatusOK, c.QueryParam("ply"), pages.Remarks{Done: c.QueryParam("done")})
}

// wholeMatch is the ply of a form that is about the match as a whole.
const wholeMatch = "all"

// parsePlace reads the place that a note is on; at is the place for "".
func parsePlace(text string, at int) (int, error) {
	switch text {
	case "":
		return at, nil
	case wholeMatch:
		return db.WholeMatch, nil
	}
	ply, err := strconv.Atoi(text)
	if err != nil || ply < 0 {
		return 0, web.Refuse(http.StatusBadRequest, "bad_query", "the match has no such position")
	}
	return ply, nil
}

// showRemarks renders that page.
func (s *Server) showRemarks(c echo.Context, status int, place string, m pages.Remarks) error {
	player, _ := playerFrom(c)
	f, list, err := s.matches.Remarks(c.Request().Context(), c.Param("id"), player.ID)
	if err != nil {
		return err
	}
	at := f.Ply
	if f.Started.IsZero() {
		at = db.WholeMatch
	}
	if m.Place, err = parsePlace(place, at); err != nil || m.Place > f.Ply {
		return web.Refuse(http.StatusBadRequest, "bad_query", "the match has no such position")
	}
	if m.Match, err = s.matchModel(c, f, matchQuery{shown: f.Ply}); err != nil {
		return err
	}
	m.Page.Path = matchPath(f.ID) + "/notes"
	for _, r := range list {
		m.List = append(m.List, pages.Remark{Place: r.Ply, Text: r.Text, Changed: r.Changed})
		if r.Ply == m.Place && m.Problem == nil {
			m.Text = r.Text
		}
	}
	return renderHTML(c, status, pages.RemarksPage(m))
}

// postRemarks keeps what the visitor notes of a place in a match.
func (s *Server) postRemarks(c echo.Context) error {
	player, ok := playerFrom(c)
	if !ok {
		return errNoPlayer
	}
	id, text := c.Param("id"), c.FormValue("text")
	place, err := parsePlace(c.FormValue("ply"), db.WholeMatch)
	if err != nil {
		return err
	}
	if c.FormValue("do") == "remove" {
		text = ""
	}
	err = web.Allow(s.remarks, player.ID)
	if err == nil {
		err = s.matches.SetRemark(c.Request().Context(), id, player.ID, place, text)
	}
	if refused := club.ErrorOf(err); err != nil && refused.Field == "text" {
		return s.showRemarks(c, http.StatusUnprocessableEntity, c.FormValue("ply"), pages.Remarks{Text: text, Problem: &views.Problem{Field: "text", Key: refused.Code}})
	}
	return redirectUnless(c, err, matchPath(id)+"/notes?done="+views.Either(text == "", "removed", "kept"))
}
