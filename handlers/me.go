package handlers

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/match"
	"tableronde/handlers/web"
	"tableronde/views/pages"
)

const meRows = 20

// getMe answers the visitor's own page.
func (s *Server) getMe(c echo.Context) error {
	m, err := s.meModel(c)
	if err != nil {
		return err
	}
	m.Notice = savedNotice(c)
	return renderHTML(c, http.StatusOK, pages.MePage(m))
}

// meModel finds what the visitor's page shows. The query names the list of
// matches (list=over for those that have ended) and where it goes on (after).
func (s *Server) meModel(c echo.Context) (pages.Me, error) {
	page, err := s.newPage(c)
	if err != nil {
		return pages.Me{}, err
	}
	m := pages.Me{Page: page, Games: match.Games(), Over: c.QueryParam("list") == "over", Older: web.Cursor(c) != ""}
	ctx := c.Request().Context()
	player, ok := playerFrom(c)
	if !ok {
		m.Public, err = s.publicMatches(ctx, m.Lang, "", true)
		return m, err
	}
	tally, err := s.club.Lists.Tally(ctx, player.ID)
	if err != nil {
		return pages.Me{}, err
	}
	m.ID, m.Tally = player.ID, pages.Tally(tally)
	if m.Account, err = s.club.Accounts.HasAccount(ctx, player.ID); err != nil {
		return pages.Me{}, err
	}
	if err := s.fillStudies(ctx, &m, player); err != nil {
		return pages.Me{}, err
	}
	if m.Favorites, err = s.favoritesOf(ctx, player.ID); err != nil {
		return pages.Me{}, err
	}
	list, next, err := s.club.Lists.MatchesOf(ctx, player.ID, db.Filter{Over: &m.Over, Left: !m.Over}, web.Cursor(c), meRows)
	if err != nil {
		return pages.Me{}, web.RefuseCursor(err, errOlderMatches)
	}
	m.Next = next
	for _, match := range list {
		row := newRow(m.Lang, match, player.ID)
		row.Timed = s.rowClock(match, player.ID)
		m.Matches = append(m.Matches, row)
	}
	if len(list) == 0 {
		m.Public, err = s.publicMatches(ctx, m.Lang, player.ID, true)
	}
	return m, err
}

// meStudies is how many analyses the page lists.
const meStudies = 20

// fillStudies fills in the analyses that are kept for a player.
func (s *Server) fillStudies(ctx context.Context, m *pages.Me, player db.Player) error {
	list, all, err := s.club.Learn.StudiedMatches(ctx, player.ID, meStudies)
	if err != nil {
		return err
	}
	m.Studied = all
	for _, one := range list {
		row := pages.StudyRow{ID: one.Match, Changed: one.Changed}
		if one.Row.ID != "" {
			row.Name = m.Lang.Of(match.GameOf(one.Row).Name)
			if !one.Row.Solo {
				for _, seat := range newSeats(m.Lang, one.Row, player.ID) {
					row.Players = append(row.Players, seat.Name)
				}
			}
		}
		m.Studies = append(m.Studies, row)
	}
	return nil
}
