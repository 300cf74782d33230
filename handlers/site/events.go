package site

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/web"
)

// maxWatched is the largest number of matches of others that one stream reports on.
const maxWatched = 12

// GetEvents streams changes to a browser: in the player's matches, in the matches named in the
// query that the player may see, and with tables=1 in the list of open tables. There is one stream
// per browser, shared by its tabs.
func (s *Site) GetEvents(c echo.Context) error {
	player, _ := PlayerFrom(c)
	watched, err := s.watched(c, player)
	if err != nil {
		return err
	}
	tables := c.QueryParam("tables") == "1"
	if player.ID == "" && len(watched) == 0 && !tables {
		return c.NoContent(http.StatusNoContent) // stops an EventSource from reconnecting
	}
	return s.Streams.Send(c, s.Streams.PlayerFeed(player, watched, tables, "changed").WithBeats())
}

// watched lists the matches in the query that the player may see. If there is none
// of them, the error is db.ErrNotFound.
func (s *Site) watched(c echo.Context, player db.Player) ([]string, error) {
	wanted := c.QueryParams()["match"]
	if len(wanted) > maxWatched {
		return nil, web.Refuse(http.StatusBadRequest, "bad_query", fmt.Sprintf("a stream tells of at most %d matches", maxWatched))
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
