package api

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/games"
	"tableronde/handlers/club"
	"tableronde/handlers/web"
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

// putOrders replaces them.
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

// toldEvent is an event with its outcome, as far as the viewer may know it.
type toldEvent struct {
	loggedEvent
	Facts []fact `json:"facts"`
}

// fact is a games.Fact without the fields that its kind does not need.
type fact struct {
	Kind   string     `json:"kind"`
	Seat   games.Seat `json:"seat,omitempty"`
	Other  games.Seat `json:"other,omitempty"`
	Cards  []string   `json:"cards,omitempty"`
	Number int        `json:"number,omitempty"`
	Before int        `json:"before,omitempty"`
	Word   string     `json:"word,omitempty"`
}

// getStory answers with the story of the match, or its part from a ply on.
func (a *API) getStory(c echo.Context) error {
	as, err := asSeat(c)
	if err != nil {
		return err
	}
	f, player, err := a.loadMatch(c)
	if err != nil {
		return err
	}
	seat, err := f.SeatFor(player, as)
	if err != nil {
		return err
	}
	from := 0
	if text := c.QueryParam("from"); text != "" {
		if from, err = web.ParseCount(text, 0); err != nil {
			return malformed("from=%.20s is no ply", text)
		}
	}
	return c.JSON(http.StatusOK, NewStory(f, seat, from))
}

func NewStory(f club.Match, viewer games.Seat, from int) []toldEvent {
	story := []toldEvent{}
	if !f.Dealt() || from >= f.Ply {
		return story
	}
	for i, told := range f.Table.Story(viewer, from, f.Ply) {
		e := f.Events[from+i]
		line := toldEvent{
			loggedEvent: loggedEvent{Ply: e.Ply, Seat: e.Seat, Action: told.Text, At: FormatTime(e.At)},
			Facts:       make([]fact, len(told.Facts)),
		}
		for k, f := range told.Facts {
			line.Facts[k] = fact(f)
		}
		story = append(story, line)
	}
	return story
}
