package learn

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/table"
	"tableronde/handlers/club"
	"tableronde/handlers/club/learn"
	"tableronde/handlers/match"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/families"
)

// GetAnalysis answers the page for trying moves from a position of a match, for viewers who may see
// the match. ply names the position; the rest of the query has the moves.
func (s *Pages) GetAnalysis(c echo.Context) error {
	return s.showAnalysis(c, http.StatusOK, c.QueryParam, views.Analysis{Done: c.QueryParam("done")})
}

// PostAnalysis stores, promotes or removes the visitor's line, or stores a note on it.
func (s *Pages) PostAnalysis(c echo.Context, player db.Player) error {
	ctx, id, do := c.Request().Context(), c.Param("id"), c.FormValue("do")
	if do == "drop" { // works even if the visitor may no longer see the match
		return site.RedirectUnless(c, s.Club.Learn.DropStudy(ctx, id, player.ID), "/me#studies")
	}
	line, err := formLine(c)
	if err != nil {
		return err
	}
	next := line.Moves
	switch do {
	case "keep":
		err = s.Club.Learn.KeepLine(ctx, id, player.ID, line)
	case "note":
		err = s.Club.Learn.NoteLine(ctx, id, player.ID, line, c.FormValue("note"))
	case "promote":
		err = s.Club.Learn.PromoteLine(ctx, id, player.ID, line)
	case "cut":
		err = s.Club.Learn.CutLine(ctx, id, player.ID, line)
		next = next[:max(0, len(next)-1)]
	default:
		return web.Refuse(http.StatusBadRequest, "bad_form", "the form names no known act: open the page again and use its buttons")
	}
	var why *games.Illegal
	if refused := club.ErrorOf(err); err != nil && refused.Kind == club.Invalid && refused.Code != "no_analysis" && refused.Code != "invalid_position" || errors.As(err, &why) {
		p := web.ProblemOf(err)
		return s.showAnalysis(c, http.StatusUnprocessableEntity, c.FormValue, views.Analysis{
			Problem: &views.Problem{Key: p.Code, Illegal: p.Illegal}, Note: c.FormValue("note"),
		})
	}
	return site.RedirectUnless(c, err, analysisPath(id, c.FormValue("turn"), line.After, next, do))
}

// formLine returns the line in a form.
func formLine(c echo.Context) (learn.StudyLine, error) {
	after, err := strconv.Atoi(c.FormValue("ply"))
	if err != nil {
		return learn.StudyLine{}, web.Refuse(http.StatusBadRequest, "bad_form", "the form lacks the position: open the page again")
	}
	return learn.StudyLine{After: after, Moves: strings.Fields(c.FormValue("line"))}, nil
}

// analysisPath returns the path of the analysis after a change of a line.
func analysisPath(id, turn string, after int, line []string, done string) string {
	query := url.Values{"ply": {strconv.Itoa(after)}, "done": {done}}
	if turn != "" {
		query.Set("turn", turn)
	}
	if len(line) > 0 {
		query.Set("line", strings.Join(line, " "))
	}
	return site.MatchPath(id) + "/analysis?" + query.Encode()
}

// showAnalysis answers the analysis page. value reads the query or a form.
func (s *Pages) showAnalysis(c echo.Context, status int, value func(string) string, m views.Analysis) error {
	ctx := c.Request().Context()
	player, known := site.PlayerFrom(c)
	f, err := s.Club.Match.Match(ctx, c.Param("id"), player.ID)
	if err != nil {
		return err
	}
	family, _ := families.Of(f.Game)
	if family.Analysis == nil || f.Started.IsZero() {
		return db.ErrNotFound
	}
	ply := f.Ply
	if text := value("ply"); text != "" {
		if ply, err = strconv.Atoi(text); err != nil || ply < 0 || ply > f.Ply {
			return web.Refuse(http.StatusBadRequest, "bad_query", "the match has no such position: open the page again")
		}
	}
	m.Explored, m.Keeps = match.Explore(value, f.Table.At(ply)), known
	if m.Kept, err = s.Club.Learn.Study(ctx, f.ID, player.ID); err != nil {
		return err
	}
	plies := []int{ply}
	for _, r := range m.Kept.From {
		plies = append(plies, r.After)
	}
	for _, after := range plies {
		m.Roots = append(m.Roots, newStudyRoot(f.Table, after))
	}
	if m.Match, err = s.match.MatchModel(c, f, match.MatchQuery{Shown: ply, Look: match.ParseLook(value, f)}); err != nil {
		return err
	}
	if err := s.match.FillValue(ctx, value, &m, player); err != nil {
		return err
	}
	m.Now = ply == f.Ply && m.Orders && !m.Yours()
	m.Page.Path = site.MatchPath(f.ID) + "/analysis"
	return site.RenderHTML(c, status, family.Analysis(m))
}

// newStudyRoot returns the moves of a match up to a position and after it.
func newStudyRoot(t table.Match, after int) views.StudyRoot {
	r := views.StudyRoot{After: after, Last: -1}
	before, all := t.At(after).Path(), t.Path()
	if len(before) > 0 {
		r.Last = before[len(before)-1]
	}
	if len(before) <= len(all) && slices.Equal(before, all[:len(before)]) {
		for _, i := range all[len(before):] {
			r.Played = append(r.Played, t.Log()[i].Text)
		}
	}
	return r
}
