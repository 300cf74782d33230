package site

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/web"
)

// maxWatched is the most matches of others in one stream.
const maxWatched = 12

// GetEvents streams changes to a browser: of the player's matches, of the matches in the query that
// the player may see, and with tables=1 of the list of open tables. All tabs of a browser share one
// stream.
func (s *Site) GetEvents(c echo.Context) error {
	player, _ := PlayerFrom(c)
	watched, err := s.watched(c, player)
	if err != nil {
		return err
	}
	tables := c.QueryParam("tables") == "1"
	if player.ID == "" && len(watched) == 0 && !tables {
		return c.NoContent(http.StatusNoContent) // an EventSource does not reconnect after it
	}
	return s.Streams.Send(c, s.Streams.PlayerFeed(player, watched, tables, "changed").WithBeats())
}

// watched lists the matches in the query that the player may see. The error is db.ErrNotFound if
// there are none.
func (s *Site) watched(c echo.Context, player db.Player) ([]string, error) {
	wanted := c.QueryParams()["match"]
	if len(wanted) > maxWatched {
		return nil, web.Refuse(http.StatusBadRequest, "bad_query", fmt.Sprintf("this stream names more than %d matches: name fewer", maxWatched))
	}
	var ids []string
	for _, id := range wanted {
		visible, err := s.Club.Match.IsVisible(c.Request().Context(), id, player.ID)
		switch {
		case err != nil:
			return nil, err
		case visible && !slices.Contains(ids, id):
			ids = append(ids, id)
		}
	}
	if len(wanted) > 0 && len(ids) == 0 {
		return nil, db.ErrNotFound
	}
	return ids, nil
}
