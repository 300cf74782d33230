package learn

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/handlers/club/match"
	"tableronde/handlers/site"
	"tableronde/views/pages"
)

// GetComputer answers the players of the computer at a game, by default Camelot, with the wins of the
// visitor against each.
func (s *Pages) GetComputer(c echo.Context) error {
	id := c.Param("game")
	if id == "" {
		id = "camelot"
	}
	info, ok := match.GameNamed(id)
	if !ok || !match.BotsPlay(id) {
		return echo.ErrNotFound
	}
	page, err := s.NewPage(c)
	if err != nil {
		return err
	}
	m := pages.Characters{Page: page, Game: info, Games: match.Games(), Key: site.NewKey()}
	if player, known := site.PlayerFrom(c); known {
		if m.Wins, err = s.Club.Bots.Wins(c.Request().Context(), player.ID, id); err != nil {
			return err
		}
	}
	return site.RenderHTML(c, http.StatusOK, pages.CharactersPage(m))
}
