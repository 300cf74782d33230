package api

import (
	"net/http"

	"github.com/labstack/echo/v4"
)

// standingOrders are the standing orders of one seat.
type standingOrders struct {
	Orders string `json:"orders"`
}

// getOrders answers with the standing orders of the caller's own seat.
func (a *API) getOrders(c echo.Context) error {
	player, err := requireCaller(c)
	if err != nil {
		return err
	}
	as, err := asSeat(c)
	if err != nil {
		return err
	}
	text, err := a.club.Orders(c.Request().Context(), c.Param("id"), player.ID, as)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, standingOrders{text})
}

// putOrders replaces the standing orders of the caller's own seat.
func (a *API) putOrders(c echo.Context) error {
	player, err := requireCaller(c)
	if err != nil {
		return err
	}
	as, err := asSeat(c)
	if err != nil {
		return err
	}
	in := request{Context: c}
	if in.body, err = readJSON(c.Request()); err != nil {
		return err
	}
	var body struct {
		Orders *string `json:"orders"`
	}
	if err := in.decode(&body); err != nil {
		return err
	}
	if body.Orders == nil {
		return malformed("the field \"orders\" is missing")
	}
	text, err := a.club.SetOrders(c.Request().Context(), c.Param("id"), player.ID, as, *body.Orders)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, standingOrders{text})
}
