package api

import (
	"cmp"
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/games"
	"tableronde/handlers/club/match"
	"tableronde/handlers/web"
)

// toldEvent is an event and its outcome, reduced to the parts that the viewer may see.
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

// getStory answers with the story of the match, from a ply on.
func (a matchCalls) getStory(c echo.Context) error {
	f, seat, err := a.loadSeat(c)
	if err != nil {
		return err
	}
	from, err := web.ParseCount(cmp.Or(c.QueryParam("from"), "0"), 0)
	if err != nil {
		return malformed("from=%.20s is not a ply", c.QueryParam("from"))
	}
	return c.JSON(http.StatusOK, newStory(f, seat, from))
}

// newStory returns the events from a ply on, with the facts that a viewer may see.
func newStory(f match.Match, viewer games.Seat, from int) []toldEvent {
	story := []toldEvent{}
	if !f.Dealt() || from >= f.Ply {
		return story
	}
	for i, told := range f.Table.Story(viewer, from, f.Ply) {
		e := f.Events[from+i]
		line := toldEvent{
			loggedEvent: loggedEvent{Ply: e.Ply, Seat: e.Seat, Action: told.Text, At: formatTime(e.At)},
			Facts:       newFacts(told.Facts),
		}
		story = append(story, line)
	}
	return story
}

func newFacts(facts []games.Fact) []fact {
	list := make([]fact, len(facts))
	for i, f := range facts {
		list[i] = fact(f)
	}
	return list
}
