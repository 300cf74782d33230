package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/handlers/club"
	"tableronde/handlers/web"
	"tableronde/views/pages"
)

const lobbyRows = 20

var errOlderTables = web.Refuse(http.StatusBadRequest, "bad_query", "this link to older tables is broken")

// getTables answers the list of open tables.
func (s *Server) getTables(c echo.Context) error {
	page, err := s.newPage(c)
	if err != nil {
		return err
	}
	m := pages.Lobby{
		Page:  page,
		Games: club.Games(),
		Game:  c.QueryParam("game"),
		Older: web.Cursor(c) != "",
		Key:   newKey(),
	}
	if m.Game != "" {
		if _, ok := club.GameNamed(m.Game); !ok {
			return club.ErrUnknownGame
		}
	}
	player, _ := playerFrom(c)
	tables, next, err := s.matches.OpenTables(c.Request().Context(), player.ID, m.Game, web.Cursor(c), lobbyRows)
	if err != nil {
		return web.RefuseCursor(err, errOlderTables)
	}
	for _, t := range tables {
		m.Tables = append(m.Tables, newRow(m.Lang, t, player.ID))
	}
	m.Next = next
	if m.Public, err = s.publicMatches(c.Request().Context(), m.Lang, player.ID, true); err != nil {
		return err
	}
	return render(c, http.StatusOK, pages.LobbyPage(m), pages.LobbyFragment(m))
}
