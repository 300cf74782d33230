// Package archive has the pages about the past: finished matches, openings and collections.
package archive

import (
	"cmp"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/games"
	"tableronde/handlers/club"
	"tableronde/handlers/club/archive"
	"tableronde/handlers/club/match"
	"tableronde/handlers/learn"
	matchpages "tableronde/handlers/match"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/pages"
	boards "tableronde/views/parker"
)

const archiveRows = 20

// GetArchive answers the list of finished matches. The query restricts it: game, player and
// opponent by name or id, result, since. after is the cursor of a later page.
func (s *Pages) GetArchive(c echo.Context, page views.Page) error {
	m := pages.Archive{Page: page, Games: match.Games(), Older: web.Cursor(c) != "", Query: pages.ArchiveQuery{
		Game: c.QueryParam("game"), Player: c.QueryParam("player"), Opponent: c.QueryParam("opponent"),
		Result: c.QueryParam("result"), Since: c.QueryParam("since"), Annotated: c.QueryParam("annotated") != "",
	}}
	viewer, _ := site.PlayerFrom(c)
	q := archive.ArchiveQuery{Game: m.Query.Game, Player: m.Query.Player, Opponent: m.Query.Opponent, Result: m.Query.Result, Annotated: m.Query.Annotated}
	if days := pages.ArchiveDays(m.Query.Since); days > 0 {
		q.Since = s.Now().Add(-time.Duration(days) * 24 * time.Hour)
	}
	list, next, err := s.Club.Archive.Archived(c.Request().Context(), viewer.ID, q, web.Cursor(c), archiveRows)
	if club.IsRefusal(err) {
		var status int
		status, m.Problem = site.RefusedForm(c, err)
		return site.RenderHTML(c, status, pages.ArchivePage(m))
	}
	if err != nil {
		return web.RefuseCursor(err, site.ErrOlderMatches)
	}
	for _, match := range list {
		m.Rows = append(m.Rows, site.NewRow(m.Lang, match, viewer.ID))
	}
	m.Next = next
	return site.RenderHTML(c, http.StatusOK, pages.ArchivePage(m))
}

// Pages are the pages about ended matches, openings and collections.
type Pages struct {
	*site.Site
	learn *learn.Pages
	match *matchpages.Pages
}

// New returns the pages of a site about ended matches, openings and collections.
func New(s *site.Site, notes *learn.Pages, matches *matchpages.Pages) *Pages {
	return &Pages{Site: s, learn: notes, match: matches}
}

const mostLine = 40 // moves of an opening in a search

// GetOpenings answers the moves that were played after a line of moves of a board game, or after
// any position. The query has the game or the position, the line, and the conditions on the
// matches. m is the move being entered on the board. It is played once it is complete.
func (s *Pages) GetOpenings(c echo.Context, page views.Page) error {
	m := pages.Openings{Page: page, Games: boards.Games(match.Games()), Probe: c.QueryParam("try")}
	position, game := strings.TrimSpace(c.QueryParam("position")), cmp.Or(c.QueryParam("game"), m.Games[0].ID)
	line := strings.Fields(c.QueryParam("line"))
	line = line[:min(len(line), mostLine)]
	o, err := s.Club.Archive.OpeningAfter(game, position, line)
	if err != nil && position != "" {
		problem := web.ProblemOf(err)
		m.Typed, m.Refused = position, &views.Problem{Key: problem.Code, Illegal: problem.Illegal}
		o, err = s.Club.Archive.OpeningAfter(game, "", line)
	}
	if err != nil {
		return err
	}
	m.Game, _ = match.GameNamed(o.Game)
	m.Start, m.Line, m.Bad, m.Position, m.View, m.Turn = o.Start, o.Line, o.Bad, o.Position, o.View, games.Seat(o.Turn)
	m.Query = pages.OpeningsQuery{Player: c.QueryParam("player"), Seat: c.QueryParam("seat"), Result: c.QueryParam("result"), Since: c.QueryParam("since"), Rating: c.QueryParam("rating")}
	if m.Staged = c.QueryParam("m"); m.Staged != "" && m.Turn != 0 && len(m.Staged) <= matchpages.MaxAction {
		if stage := m.View.Stage(m.Staged); stage.Complete && len(stage.Next) == 0 {
			return site.Redirect(c, string(m.After(stage.Route)))
		}
	}
	status, err := s.fillPassing(c, &m)
	if err != nil {
		return err
	}
	if o.Bad != "" || m.Refused != nil {
		status = http.StatusUnprocessableEntity
	}
	return site.RenderHTML(c, status, pages.OpeningsPage(m))
}

// fillPassing adds the moves that the chosen matches played in the position.
func (s *Pages) fillPassing(c echo.Context, m *pages.Openings) (status int, err error) {
	q := archive.PassedQuery{Player: m.Query.Player, Result: m.Query.Result}
	q.Rating, _ = strconv.Atoi(m.Query.Rating)
	if q.Player != "" {
		if q.Seat, err = matchpages.FormSeat(m.Query.Seat, len(m.Game.Armies)); err != nil {
			return 0, err
		}
	}
	if days := pages.ArchiveDays(m.Query.Since); days > 0 {
		q.Since = s.Now().Add(-time.Duration(days) * 24 * time.Hour)
	}
	p, err := s.Club.Archive.Passing(c.Request().Context(), m.Position, q, archiveRows)
	if club.IsRefusal(err) {
		status, m.Problem = site.RefusedForm(c, err)
		return status, nil
	}
	if err != nil {
		return 0, err
	}
	for _, next := range p.Next {
		m.Next = append(m.Next, pages.Continuation(next))
	}
	viewer, _ := site.PlayerFrom(c)
	for i, match := range p.Matches {
		m.Rows = append(m.Rows, pages.PassedRow{Row: site.NewRow(m.Lang, match, viewer.ID), Ply: p.Plies[i]})
	}
	m.Latest = p.Latest
	return http.StatusOK, nil
}
