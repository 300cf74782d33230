package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/games"
	"tableronde/handlers/club"
)

// ordersJSON are the standing orders of one seat.
type ordersJSON struct {
	Orders string `json:"orders"`
}

// apiOrders answers with the standing orders of the caller's own seat.
func (s *Server) apiOrders(c echo.Context) error {
	player, err := needCaller(c)
	if err != nil {
		return err
	}
	as, err := asSeat(c)
	if err != nil {
		return err
	}
	text, err := s.matches.Orders(c.Request().Context(), c.Param("id"), player.ID, as)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, ordersJSON{text})
}

// apiPutOrders replaces them.
func (s *Server) apiPutOrders(c echo.Context) error {
	player, err := needCaller(c)
	if err != nil {
		return err
	}
	as, err := asSeat(c)
	if err != nil {
		return err
	}
	in := call{Context: c}
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
	text, err := s.matches.SetOrders(c.Request().Context(), c.Param("id"), player.ID, as, *body.Orders)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, ordersJSON{text})
}

// storyJSON is an event, and what came of it as far as the viewer may know it.
type storyJSON struct {
	eventJSON
	Facts []factJSON `json:"facts"`
}

// factJSON is a games.Fact; what its kind does not need is absent.
type factJSON struct {
	Kind   string     `json:"kind"`
	Seat   games.Seat `json:"seat,omitempty"`
	Other  games.Seat `json:"other,omitempty"`
	Cards  []string   `json:"cards,omitempty"`
	Number int        `json:"number,omitempty"`
	Before int        `json:"before,omitempty"`
	Word   string     `json:"word,omitempty"`
}

// apiStory tells the match, or its part from a ply on.
func (s *Server) apiStory(c echo.Context) error {
	as, err := asSeat(c)
	if err != nil {
		return err
	}
	f, player, err := s.seen(c)
	if err != nil {
		return err
	}
	seat, err := f.SeatFor(player, as)
	if err != nil {
		return err
	}
	from := 0
	if text := c.QueryParam("from"); text != "" {
		if from, err = parseCount(text, 0); err != nil {
			return malformed("from=%.20s is no ply", text)
		}
	}
	return c.JSON(http.StatusOK, newStoryJSON(f, seat, from))
}

func newStoryJSON(f club.Match, viewer games.Seat, from int) []storyJSON {
	story := []storyJSON{}
	if !f.Dealt() || from >= f.Ply {
		return story
	}
	for i, told := range f.Table.Story(viewer, from, f.Ply) {
		e := f.Events[from+i]
		line := storyJSON{
			eventJSON: eventJSON{Ply: e.Ply, Seat: e.Seat, Action: told.Text, At: rfc3339(e.At)},
			Facts:     make([]factJSON, len(told.Facts)),
		}
		for k, fact := range told.Facts {
			line.Facts[k] = factJSON(fact)
		}
		story = append(story, line)
	}
	return story
}
