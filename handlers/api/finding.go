package api

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games/clock"
	"tableronde/handlers/club/tables"
	"tableronde/handlers/web"
)

// finding lists the calls by which players find each other, beside the open tables.
func (a *API) finding() []route {
	return []route{
		{http.MethodPost, "/matches/:id/start", a.idempotent(a.postStart), nil},
		{http.MethodPost, "/matches/:id/challenges", a.idempotent(a.postChallenges), nil},
		{http.MethodDelete, "/matches/:id/challenges/:player", a.deleteChallenge, nil},
		{http.MethodGet, "/me/challenges", a.getChallenges, nil},
		{http.MethodGet, "/me/standing", a.getStanding, nil},
		{http.MethodPost, "/me/standing", a.idempotent(a.postStanding), nil},
		{http.MethodPut, "/me/standing/:id", a.putStanding, nil},
		{http.MethodDelete, "/me/standing/:id", a.deleteStanding, nil},
	}
}

// postStart starts a table of the caller before all its seats are taken.
func (a *API) postStart(in request) error {
	player, err := requireCaller(in)
	if err != nil {
		return err
	}
	var body struct {
		Level *int `json:"level"`
	}
	if err := in.decode(&body); err != nil {
		return err
	}
	level, err := optionalPositive(body.Level, "level")
	if err != nil {
		return err
	}
	f, err := a.club.Tables.StartNow(in.Request().Context(), in.key, in.Param("id"), player.ID, level, noteStatus(http.StatusOK))
	if err != nil {
		return err
	}
	return a.sendMatch(in, f, recipient{status: http.StatusOK, player: player.ID})
}

// findChallenged returns the id of whom a call challenges, unless its caller has challenged
// too many lately.
func (a *API) findChallenged(in request, by, who string) (string, error) {
	p, err := a.club.Tables.FindChallenged(in.Request().Context(), by, who)
	if err == nil {
		err = web.Allow(a.talks, by)
	}
	return p.ID, err
}

// postChallenges keeps a seat of a table of the caller for a player, and asks them to take it.
func (a *API) postChallenges(in request) error {
	player, err := requireCaller(in)
	if err != nil {
		return err
	}
	var body struct {
		Player string `json:"player"`
	}
	if err := in.decode(&body); err != nil {
		return err
	}
	if body.Player == "" {
		return malformed("the field \"player\" is missing")
	}
	asked, err := a.findChallenged(in, player.ID, body.Player)
	if err != nil {
		return err
	}
	f, err := a.club.Tables.Challenge(in.Request().Context(), in.key, in.Param("id"), player.ID, asked, noteStatus(http.StatusOK))
	if err != nil {
		return err
	}
	return a.sendMatch(in, f, recipient{status: http.StatusOK, player: player.ID})
}

// deleteChallenge declines a challenge of the caller, or takes back one of theirs.
func (a *API) deleteChallenge(c echo.Context) error {
	player, err := requireCaller(c)
	if err != nil {
		return err
	}
	ctx, id, asked := c.Request().Context(), c.Param("id"), c.Param("player")
	if asked == player.ID {
		_, err = a.club.Tables.DeclineChallenge(ctx, db.Once{}, id, asked, nil)
	} else {
		_, err = a.club.Tables.TakeBackChallenge(ctx, db.Once{}, id, player.ID, asked, nil)
	}
	return noContent(c, err)
}

// getChallenges lists the tables that keep a seat for the caller.
func (a *API) getChallenges(c echo.Context) error {
	player, err := requireCaller(c)
	if err != nil {
		return err
	}
	list, err := a.club.Tables.Challenges(c.Request().Context(), player.ID)
	if err != nil {
		return err
	}
	return a.sendMatches(c, list, "", player.ID)
}

// Standing is a standing offer of the caller.
type Standing struct {
	ID      string            `json:"id"`
	Game    string            `json:"game"`
	Seats   int               `json:"seats"`
	Seat    *int              `json:"seat"` // the caller's own, null for one by lot
	Options map[string]string `json:"options"`
	NoTalk  bool              `json:"no_talk"`
	Casual  bool              `json:"casual,omitempty"`
	Wait    int               `json:"wait"`
	Clock   *clock.Control    `json:"clock"`
	needs
	Most   int     `json:"most"`
	Paused bool    `json:"paused"`
	Made   string  `json:"made"`
	Open   *string `json:"open"` // the id of its open table
	Live   int     `json:"live"`
}

func newStanding(o tables.Standing) Standing {
	out := Standing{ID: o.ID, Game: o.Table.Game, Seats: o.Table.Seats, Options: map[string]string{}, NoTalk: o.Table.NoTalk, Casual: o.Table.Casual, Wait: int(o.Table.Wait / time.Second),
		Clock: o.Table.Clock, needs: needs(o.Table.Needs), Most: o.Most, Paused: o.Paused, Made: formatTime(o.Made), Live: o.Live}
	if o.Table.Options != nil {
		out.Options = o.Table.Options
	}
	if o.Table.Seat != 0 {
		out.Seat = &o.Table.Seat
	}
	if o.Open != "" {
		out.Open = &o.Open
	}
	return out
}

func (a *API) standingOf(ctx context.Context, player string) ([]Standing, error) {
	list, err := a.club.Repeat.StandingOf(ctx, player)
	out := make([]Standing, len(list))
	for i, o := range list {
		out[i] = newStanding(o)
	}
	return out, err
}

// getStanding lists the standing offers of the caller.
func (a *API) getStanding(c echo.Context) error {
	player, err := requireCaller(c)
	if err != nil {
		return err
	}
	list, err := a.standingOf(c.Request().Context(), player.ID)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, list)
}

// postStanding stores a standing offer, which opens its first table.
func (a *API) postStanding(in request) error {
	player, err := requireCaller(in)
	if err != nil {
		return err
	}
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
	made, err := a.club.Repeat.AddStanding(in.Request().Context(), in.key, player.ID, p, body.Most, func(o tables.Standing) (int, []byte) {
		return http.StatusCreated, reference{Text: encodeText(newStanding(o))}.encode()
	})
	if err != nil {
		return err
	}
	return in.JSONBlob(http.StatusCreated, []byte(encodeText(newStanding(made))))
}

// putStanding changes, pauses or goes on with a standing offer.
func (a *API) putStanding(c echo.Context) error {
	player, err := requireCaller(c)
	if err != nil {
		return err
	}
	var body struct {
		Most   int  `json:"most"`
		Paused bool `json:"paused"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	ctx, id := c.Request().Context(), c.Param("id")
	if err := a.club.Repeat.SetStanding(ctx, player.ID, id, body.Most, body.Paused); err != nil {
		return err
	}
	o, err := a.club.Repeat.FindStanding(ctx, player.ID, id)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, newStanding(o))
}

// deleteStanding removes a standing offer and withdraws its open table.
func (a *API) deleteStanding(c echo.Context) error {
	player, err := requireCaller(c)
	if err != nil {
		return err
	}
	return noContent(c, a.club.Repeat.RemoveStanding(c.Request().Context(), player.ID, c.Param("id")))
}

// addStanding adds the standing offers and the challenges of the player.
func (x *export) addStanding(ctx context.Context) error {
	offers, err := x.a.standingOf(ctx, x.player.ID)
	if err != nil {
		return err
	}
	asked, err := x.a.club.Tables.Challenges(ctx, x.player.ID)
	challenges := []string{}
	for _, m := range asked {
		challenges = append(challenges, m.ID)
	}
	if err != nil || len(offers)+len(challenges) == 0 {
		return err
	}
	return x.addJSON("offers.json", map[string]any{"standing": offers, "challenges": challenges})
}
