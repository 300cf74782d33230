package tables

import (
	"cmp"
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
	matchpages "tableronde/handlers/match"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views/pages"
)

const lobbyRows = 20

var errOlderTables = web.Refuse(http.StatusBadRequest, "bad_query", "this link to older tables is broken")

// GetTables answers the list of open tables, on its first page after those that fit the
// visitor.
func (s *Pages) GetTables(c echo.Context) error {
	ctx := c.Request().Context()
	page, err := s.NewPage(c)
	if err != nil {
		return err
	}
	f, err := parseFilter(c)
	if err != nil {
		return err
	}
	m := pages.Lobby{Page: page, Games: match.Games(), Filter: pages.TableFilter{Game: f.Game, Seats: f.Seats, Pace: string(f.Pace)}, Older: web.Cursor(c) != "", Key: site.NewKey()}
	player, _ := site.PlayerFrom(c)
	list, next, err := s.Club.Tables.OpenTables(ctx, player.ID, f, web.Cursor(c), lobbyRows)
	if err != nil {
		return web.RefuseCursor(err, errOlderTables)
	}
	var fitting []db.Match
	if !m.Older && len(list) > 1 {
		if fitting, err = s.Club.Tables.FittingTables(ctx, player.ID, f, tables.MostFitting); err != nil {
			return err
		}
	}
	shown := make(map[string]bool)
	for _, t := range fitting {
		m.Fitting, shown[t.ID] = append(m.Fitting, site.NewRow(m.Lang, t, player.ID)), true
	}
	for _, t := range list {
		if !shown[t.ID] {
			m.Tables = append(m.Tables, site.NewRow(m.Lang, t, player.ID))
		}
	}
	m.Next = next
	if m.Public, err = s.PublicMatches(ctx, m.Lang, player.ID, true); err != nil {
		return err
	}
	return site.Render(c, http.StatusOK, pages.LobbyPage(m), pages.LobbyFragment(m))
}

// parseFilter reads which open tables a visitor wants to see.
func parseFilter(c echo.Context) (db.TableFilter, error) {
	seats, err := web.ParseCount(cmp.Or(c.QueryParam("seats"), "0"), 0)
	if err != nil || seats > matchpages.MaxSeats {
		return db.TableFilter{}, club.InvalidField("invalid_seats", "seats", "no game is played by %.20q", c.QueryParam("seats"))
	}
	return tables.FilterTables(c.QueryParam("game"), seats, c.QueryParam("pace"))
}
