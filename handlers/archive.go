package handlers

import (
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/games"
	"tableronde/handlers/club"
	"tableronde/handlers/web"
	"tableronde/views/pages"
	boards "tableronde/views/parker"
)

const (
	archiveRows = 20
	mostLine    = 40 // moves of an opening that is looked up
)

// lookbackRoutes registers the pages about matches that have ended and those who played
// them.
func (s *Server) lookbackRoutes(get, post func(path string, h echo.HandlerFunc)) {
	get("/archive", s.getArchive)
	get("/archive/openings", s.getOpenings)
	get("/ratings", s.getRatings)
	get("/players/:id", s.getProfile)
	get("/ladders", s.getLadders)
	get("/ladders/:game", s.getLadder)
	post("/ladders/:game", s.postLadder)
}

// getArchive answers the list of matches that have ended. The query chooses: game, player
// and opponent by name or id, result, since, and after, the cursor of a later page.
func (s *Server) getArchive(c echo.Context) error {
	page, err := s.newPage(c)
	if err != nil {
		return err
	}
	m := pages.Archive{Page: page, Games: club.Games(), Older: web.Cursor(c) != "", Query: pages.ArchiveQuery{
		Game: c.QueryParam("game"), Player: c.QueryParam("player"), Opponent: c.QueryParam("opponent"),
		Result: c.QueryParam("result"), Since: c.QueryParam("since"), Annotated: c.QueryParam("annotated") != "",
	}}
	viewer, _ := playerFrom(c)
	q := club.ArchiveQuery{Game: m.Query.Game, Player: m.Query.Player, Opponent: m.Query.Opponent, Result: m.Query.Result, Annotated: m.Query.Annotated}
	if days := pages.ArchiveDays(m.Query.Since); days > 0 {
		q.Since = s.now().Add(-time.Duration(days) * 24 * time.Hour)
	}
	list, next, err := s.matches.Archived(c.Request().Context(), viewer.ID, q, web.Cursor(c), archiveRows)
	if club.IsRefusal(err) {
		var status int
		status, m.Problem = refusedForm(c, err)
		return renderHTML(c, status, pages.ArchivePage(m))
	}
	if err != nil {
		return web.RefuseCursor(err, errOlderMatches)
	}
	for _, match := range list {
		m.Rows = append(m.Rows, newRow(m.Lang, match, viewer.ID))
	}
	m.Next = next
	return renderHTML(c, http.StatusOK, pages.ArchivePage(m))
}

// getOpenings answers the moves that were played after the first ones of a game on a board.
// The query has game and line, the moves so far.
func (s *Server) getOpenings(c echo.Context) error {
	page, err := s.newPage(c)
	if err != nil {
		return err
	}
	ctx, line := c.Request().Context(), strings.Fields(c.QueryParam("line"))
	m := pages.Openings{Page: page, Games: boards.Games(club.Games())}
	game := c.QueryParam("game")
	if game == "" {
		game = m.Games[0].ID
	}
	o, err := s.matches.OpeningAfter(ctx, game, line[:min(len(line), mostLine)])
	if err != nil {
		return err
	}
	m.Game, _ = club.GameNamed(game)
	m.Line, m.Bad, m.Position, m.Turn = o.Line, o.Bad, o.Position, games.Seat(o.Turn)
	for _, next := range o.Next {
		m.Next = append(m.Next, pages.Continuation(next))
	}
	list, plies, err := s.matches.Through(ctx, o.Position, archiveRows)
	if err != nil {
		return err
	}
	viewer, _ := playerFrom(c)
	for i, match := range list {
		m.Rows = append(m.Rows, pages.PassedRow{Row: newRow(m.Lang, match, viewer.ID), Ply: plies[i]})
	}
	status := http.StatusOK
	if o.Bad != "" {
		status = http.StatusUnprocessableEntity
	}
	return renderHTML(c, status, pages.OpeningsPage(m))
}
