package learn

import (
	"context"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"
	"golang.org/x/time/rate"

	"tableronde/db"
	"tableronde/games/study"
	"tableronde/handlers/club"
	"tableronde/handlers/match"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/pages"
)

// Limits of notes by one player: one a second in the long run.
const (
	RemarkRate  rate.Limit = 1
	RemarkBurst int        = 120
)

// GetRemarks answers the visitor's notes on a match. ply in the query is the position for a new
// note, "all" for the match as a whole.
func (s *Pages) GetRemarks(c echo.Context) error {
	return s.showRemarks(c, http.StatusOK, c.QueryParam("ply"), pages.Remarks{Done: c.QueryParam("done")})
}

// wholeMatch is the ply in a form for a note on the whole match.
const wholeMatch = "all"

// ParsePlace parses the place of a note. For the text "" it returns at.
func ParsePlace(text string, at int) (int, error) {
	switch text {
	case "":
		return at, nil
	case wholeMatch:
		return db.WholeMatch, nil
	}
	ply, err := strconv.Atoi(text)
	if err != nil || ply < 0 {
		return 0, web.Refuse(http.StatusBadRequest, "bad_query", "the match has no such position: open the page again")
	}
	return ply, nil
}

// showRemarks renders the page of the visitor's notes.
func (s *Pages) showRemarks(c echo.Context, status int, place string, m pages.Remarks) error {
	player, _ := site.PlayerFrom(c)
	f, list, err := s.Club.Learn.Remarks(c.Request().Context(), c.Param("id"), player.ID)
	if err != nil {
		return err
	}
	at := f.Ply
	if f.Started.IsZero() {
		at = db.WholeMatch
	}
	if m.Place, err = ParsePlace(place, at); err != nil || m.Place > f.Ply {
		return web.Refuse(http.StatusBadRequest, "bad_query", "the match has no such position: open the page again")
	}
	if m.Match, err = s.match.MatchModel(c, f, match.MatchQuery{Shown: f.Ply}); err != nil {
		return err
	}
	m.Page.Path = site.MatchPath(f.ID) + "/notes"
	FillRemarks(c, &m, list)
	if c.QueryParams().Has("draw") && m.Problem == nil {
		m.Text = study.Redraw(m.Text, c.QueryParam("draw"))
	}
	return site.RenderHTML(c, status, pages.RemarksPage(m))
}

// RemarksShown is the number of notes on a page.
const RemarksShown = 20

// FillRemarks adds notes to their page. The form gets the note on the page's place, unless it has a
// refused text already.
func FillRemarks(c echo.Context, m *pages.Remarks, list []db.Remark) {
	for _, r := range list {
		m.List = append(m.List, pages.Remark{Place: r.Ply, Text: r.Text, Changed: r.Changed})
		if r.Ply == m.Place && m.Problem == nil {
			m.Text = r.Text
		}
	}
	m.List, m.Paging = views.PartOf(m.List, site.FirstShown(c, "from"), RemarksShown, site.PartAt(m.Page.Path, "from", ""))
}

// PostRemarks stores the visitor's note on a place in a match.
func (s *Pages) PostRemarks(c echo.Context, player db.Player) error {
	id := c.Param("id")
	return s.KeepNote(c, player, site.MatchPath(id)+"/notes", s.showRemarks, func(ctx context.Context, player string, place int, text string) error {
		return s.Club.Learn.SetRemark(ctx, id, player, place, text)
	})
}

// KeepNote stores the note of a form on a place in a match and redirects to its page. If the text
// is refused, it calls show, which shows the page with the text.
func (s *Pages) KeepNote(c echo.Context, player db.Player, path string, show func(c echo.Context, status int, place string, m pages.Remarks) error,
	keep func(ctx context.Context, player string, place int, text string) error) error {
	text := c.FormValue("text")
	place, err := ParsePlace(c.FormValue("ply"), db.WholeMatch)
	if err != nil {
		return err
	}
	if c.FormValue("do") == "remove" {
		text = ""
	}
	if err = web.Allow(s.Remarks, player.ID); err == nil {
		err = keep(c.Request().Context(), player.ID, place, text)
	}
	if refused := club.ErrorOf(err); err != nil && refused.Field == "text" {
		return show(c, http.StatusUnprocessableEntity, c.FormValue("ply"), pages.Remarks{Text: text, Problem: &views.Problem{Field: "text", Key: refused.Code}})
	}
	return site.RedirectUnless(c, err, path+"?done="+views.Either(text == "", "removed", "kept"))
}
