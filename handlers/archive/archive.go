package archive

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/handlers/club"
	"tableronde/handlers/club/archive"
	"tableronde/handlers/club/match"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views/pages"
)

const archiveRows = 20

// GetArchive answers the list of matches that have ended. The query chooses: game, player
// and opponent by name or id, result, since, and after, the cursor of a later page.
func (s *Pages) GetArchive(c echo.Context) error {
	page, err := s.NewPage(c)
	if err != nil {
		return err
	}
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
