package api

import (
	"context"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games/clock"
	"tableronde/handlers/club/tables"
)

// Standing is a repeating table of the caller.
type Standing struct {
	ID      string            `json:"id"`
	Game    string            `json:"game"`
	Seats   int               `json:"seats"`
	Seat    *int              `json:"seat"` // the caller's seat, null for a random one
	Options map[string]string `json:"options"`
	NoTalk  bool              `json:"no_talk"`
	Casual  bool              `json:"casual,omitempty"`
	Wait    int               `json:"wait"`
	Clock   *clock.Control    `json:"clock"`
	needs
	Most   int     `json:"most"`
	Paused bool    `json:"paused"`
	Made   string  `json:"made"`
	Open   *string `json:"open"` // id of its open table
	Live   int     `json:"live"`
}

func newStanding(o tables.Standing) Standing {
	out := Standing{ID: o.ID, Game: o.Table.Game, Seats: o.Table.Seats, Seat: optional(o.Table.Seat), Options: map[string]string{}, NoTalk: o.Table.NoTalk, Casual: o.Table.Casual, Wait: int(o.Table.Wait / time.Second),
		Clock: o.Table.Clock, needs: needs(o.Table.Needs), Most: o.Most, Paused: o.Paused, Made: formatTime(o.Made), Open: optional(o.Open), Live: o.Live}
	if o.Table.Options != nil {
		out.Options = o.Table.Options
	}
	return out
}

// getStanding lists the caller's repeating tables.
func (a tableCalls) getStanding(c echo.Context, player db.Player) error {
	list, err := a.Club.Repeat.StandingOf(c.Request().Context(), player.ID)
	return answerList(c, newStanding, list, err)
}

// postStanding stores a repeating table, which opens its first table.
func (a tableCalls) postStanding(in request, player db.Player) error {
	var body struct {
		tableBody
		Most int `json:"most"`
	}
	if err := in.decode(&body); err != nil {
		return err
	}
	p, err := body.proposal()
	if err != nil {
		return err
	}
	made, err := a.Club.Repeat.AddStanding(in.Request().Context(), in.key, player.ID, p, body.Most, noteMade(newStanding))
	return answerMade(in, newStanding, made, err)
}

// putStanding changes, pauses or continues a repeating table.
func (a tableCalls) putStanding(c echo.Context, player db.Player) error {
	var body struct {
		Most   int  `json:"most"`
		Paused bool `json:"paused"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	ctx, id := c.Request().Context(), c.Param("id")
	if err := a.Club.Repeat.SetStanding(ctx, player.ID, id, body.Most, body.Paused); err != nil {
		return err
	}
	o, err := a.Club.Repeat.FindStanding(ctx, player.ID, id)
	return answer(c, newStanding, o, err)
}

// deleteStanding removes a repeating table and withdraws its open table.
func (a tableCalls) deleteStanding(c echo.Context, player db.Player) error {
	return noContent(c, a.Club.Repeat.RemoveStanding(c.Request().Context(), player.ID, c.Param("id")))
}

// addStanding adds the player's repeating tables and challenges.
func (x *export) addStanding(ctx context.Context) error {
	offers, err := x.Club.Repeat.StandingOf(ctx, x.player.ID)
	if err != nil {
		return err
	}
	asked, err := x.Club.Tables.Challenges(ctx, x.player.ID)
	challenges := []string{}
	for _, m := range asked {
		challenges = append(challenges, m.ID)
	}
	if err != nil || len(offers)+len(challenges) == 0 {
		return err
	}
	return x.addJSON("offers.json", map[string]any{"standing": listOf(offers, newStanding), "challenges": challenges})
}
