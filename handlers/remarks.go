package handlers

import (
	"context"
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
	f, list, err := s.club.Learn.Remarks(c.Request().Context(), c.Param("id"), player.ID)
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
	fillRemarks(c, &m, list)
	return renderHTML(c, status, pages.RemarksPage(m))
}

// remarksShown is how many notes a page has.
const remarksShown = 20

// fillRemarks adds notes to their page, and the one on its place as the text to change unless
// another was refused.
func fillRemarks(c echo.Context, m *pages.Remarks, list []db.Remark) {
	for _, r := range list {
		m.List = append(m.List, pages.Remark{Place: r.Ply, Text: r.Text, Changed: r.Changed})
		if r.Ply == m.Place && m.Problem == nil {
			m.Text = r.Text
		}
	}
	m.List, m.Paging = views.PartOf(m.List, firstShown(c, "from"), remarksShown, partAt(m.Page.Path, "from", ""))
}

// postRemarks keeps what the visitor notes of a place in a match.
func (s *Server) postRemarks(c echo.Context) error {
	id := c.Param("id")
	return s.keepNote(c, matchPath(id)+"/notes", s.showRemarks, func(ctx context.Context, player string, place int, text string) error {
		return s.club.Learn.SetRemark(ctx, id, player, place, text)
	})
}

// keepNote reads a note on a place in a match from the form, keeps it and leads back to its
// page. Where the text is refused, show shows the page with what was typed.
func (s *Server) keepNote(c echo.Context, path string, show func(c echo.Context, status int, place string, m pages.Remarks) error,
	keep func(ctx context.Context, player string, place int, text string) error) error {
	player, ok := playerFrom(c)
	if !ok {
		return errNoPlayer
	}
	text := c.FormValue("text")
	place, err := parsePlace(c.FormValue("ply"), db.WholeMatch)
	if err != nil {
		return err
	}
	if c.FormValue("do") == "remove" {
		text = ""
	}
	if err = web.Allow(s.remarks, player.ID); err == nil {
		err = keep(c.Request().Context(), player.ID, place, text)
	}
	if refused := club.ErrorOf(err); err != nil && refused.Field == "text" {
		return show(c, http.StatusUnprocessableEntity, c.FormValue("ply"), pages.Remarks{Text: text, Problem: &views.Problem{Field: "text", Key: refused.Code}})
	}
	return redirectUnless(c, err, path+"?done="+views.Either(text == "", "removed", "kept"))
}
