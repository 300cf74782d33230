package api

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club/match"
)

// standingOrders are the advance orders of one seat.
type standingOrders struct {
	Orders string       `json:"orders"`
	Acted  []actedOrder `json:"acted"`
	Missed *int         `json:"missed"`
	Forced bool         `json:"forced"`
}

// actedOrder is an event that the server has posted by advance orders.
type actedOrder struct {
	Ply    int    `json:"ply"`
	Action string `json:"action"`
}

// answerOrders answers with the advance orders of the caller's seat, and the events they have
// posted.
func (a matchCalls) answerOrders(c echo.Context, player string, as games.Seat) error {
	ctx, id := c.Request().Context(), c.Param("id")
	kept, err := a.Club.Match.SeatOrders(ctx, id, player, as)
	if err != nil {
		return err
	}
	f, err := a.Club.Match.Match(ctx, id, player)
	if err != nil {
		return err
	}
	seat, err := f.SeatFor(player, as)
	if err != nil {
		return err
	}
	answer := standingOrders{Orders: kept.Text, Acted: make([]actedOrder, 0, len(kept.Acted)), Missed: optional(kept.Missed), Forced: kept.Forced}
	log := f.LogFor(seat)
	for _, ply := range kept.Acted {
		if ply < len(log) {
			answer.Acted = append(answer.Acted, actedOrder{ply, log[ply].Text})
		}
	}
	return c.JSON(http.StatusOK, answer)
}

// getOrders answers with the advance orders of the caller's seat.
func (a matchCalls) getOrders(c echo.Context, player db.Player) error {
	as, err := asSeat(c)
	if err != nil {
		return err
	}
	return a.answerOrders(c, player.ID, as)
}

// putOrders replaces the advance orders of the caller's seat.
func (a matchCalls) putOrders(c echo.Context, player db.Player) error {
	as, err := asSeat(c)
	if err != nil {
		return err
	}
	var body struct {
		Orders *string `json:"orders"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	if body.Orders == nil {
		return malformed("the field \"orders\" is missing")
	}
	text, err := a.Club.Match.SetOrders(c.Request().Context(), c.Param("id"), player.ID, as, *body.Orders)
	if err != nil {
		return err
	}
	if err := a.answerOrders(c, player.ID, as); !errors.Is(err, match.ErrOver) {
		return err
	}
	return c.JSON(http.StatusOK, standingOrders{Orders: text, Acted: []actedOrder{}}) // the orders have ended the match
}
