package people

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/account"
	"tableronde/handlers/club/match"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views/pages"
)

const MeRows = 20

// GetMe answers the visitor's own page.
func (s *Pages) GetMe(c echo.Context) error {
	m, err := s.meModel(c)
	if err != nil {
		return err
	}
	m.Notice = account.SavedNotice(c)
	return site.RenderHTML(c, http.StatusOK, pages.MePage(m))
}

// meModel finds what the visitor's page shows. The query names the list of
// matches (list=over for those that have ended) and where it goes on (after).
func (s *Pages) meModel(c echo.Context) (pages.Me, error) {
	page, err := s.NewPage(c)
	if err != nil {
		return pages.Me{}, err
	}
	m := pages.Me{Page: page, Games: match.Games(), Over: c.QueryParam("list") == "over", Older: web.Cursor(c) != ""}
	ctx := c.Request().Context()
	player, ok := site.PlayerFrom(c)
	if !ok {
		m.Public, err = s.tables.PublicMatches(ctx, m.Lang, "", true)
		return m, err
	}
	tally, err := s.Club.Lists.Tally(ctx, player.ID)
	if err != nil {
		return pages.Me{}, err
	}
	m.ID, m.Tally = player.ID, pages.Tally(tally)
	if m.Account, err = s.Club.Accounts.HasAccount(ctx, player.ID); err != nil {
		return pages.Me{}, err
	}
	if err := s.fillStudies(ctx, &m, player); err != nil {
		return pages.Me{}, err
	}
	if m.Favorites, err = s.tables.FavoritesOf(ctx, player.ID); err != nil {
		return pages.Me{}, err
	}
	list, next, err := s.Club.Lists.MatchesOf(ctx, player.ID, db.Filter{Over: &m.Over, Left: !m.Over}, web.Cursor(c), MeRows)
	if err != nil {
		return pages.Me{}, web.RefuseCursor(err, site.ErrOlderMatches)
	}
	m.Next = next
	for _, match := range list {
		row := site.NewRow(m.Lang, match, player.ID)
		row.Timed = s.match.RowClock(match, player.ID)
		m.Matches = append(m.Matches, row)
	}
	if len(list) == 0 {
		m.Public, err = s.tables.PublicMatches(ctx, m.Lang, player.ID, true)
	}
	return m, err
}

// meStudies is how many analyses the page lists.
const meStudies = 20

// fillStudies fills in the analyses that are kept for a player.
func (s *Pages) fillStudies(ctx context.Context, m *pages.Me, player db.Player) error {
	list, all, err := s.Club.Learn.StudiedMatches(ctx, player.ID, meStudies)
	if err != nil {
		return err
	}
	m.Studied = all
	for _, one := range list {
		row := pages.StudyRow{ID: one.Match, Changed: one.Changed}
		if one.Row.ID != "" {
			row.Name = m.Lang.Of(match.GameOf(one.Row).Name)
			if !one.Row.Solo {
				for _, seat := range site.NewSeats(m.Lang, one.Row, player.ID) {
					row.Players = append(row.Players, seat.Name)
				}
			}
		}
		m.Studies = append(m.Studies, row)
	}
	return nil
}
