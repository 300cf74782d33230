package learn

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"tableronde/games/strategy"
	"tableronde/handlers/club/match"
	"tableronde/handlers/site"
	lessonpages "tableronde/views/learn"
)

// GetStrategy answers the article about the strategy of a game. In the query, at is the number of an
// advice, and ply is how many moves of its line stand on the board.
func (s *Pages) GetStrategy(c echo.Context) error {
	info, ok := match.GameNamed(c.Param("game"))
	article, written := strategy.Of(info.ID)
	if !ok || !written {
		return echo.ErrNotFound
	}
	page, err := s.NewPage(c)
	if err != nil {
		return err
	}
	at, _ := strconv.Atoi(c.QueryParam("at"))
	ply, _ := strconv.Atoi(c.QueryParam("ply"))
	m := lessonpages.NewStrategy(page, info, article, at, ply)
	return site.Render(c, http.StatusOK, lessonpages.StrategyPage(m), lessonpages.StrategyFragment(m))
}
