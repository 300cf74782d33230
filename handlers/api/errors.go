package api

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/games/record"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
	"tableronde/handlers/web"
)

// errorBody is the body of every response that is an error.
type errorBody struct {
	Error struct {
		Code    string `json:"code"`
		Message string `json:"message"`
		Field   string `json:"field,omitempty"`  // field of the request that is wrong
		Rule    string `json:"rule,omitempty"`   // section of the rules page
		Index   *int   `json:"index,omitempty"`  // of the first refused action, from 0
		Line    int    `json:"line,omitempty"`   // of the text, from 1
		Played  *int   `json:"played,omitempty"` // number of events of the text that can be played
	} `json:"error"`
	Index *int   `json:"index,omitempty"` // the same as in the error
	Match *Match `json:"match,omitempty"` // the present match, for a stale ply
}

// WriteError answers a call with an error.
func WriteError(c echo.Context, p web.Problem, err error) error {
	out := newErrorBody(p, err)
	var stale *match.StaleError
	if errors.As(err, &stale) {
		player, _ := caller(c)
		r, err := readRecipient(c, p.Status, player.ID)
		if err != nil {
			return err
		}
		seat, err := stale.Now.SeatFor(player.ID, stale.As)
		if err != nil {
			return err
		}
		out.Match = newMatch(stale.Now, player.ID, seat, r.since)
	}
	if p.Status == http.StatusUnauthorized {
		c.Response().Header().Set(echo.HeaderWWWAuthenticate, "Bearer")
	}
	return sendError(c, p.Status, out)
}

// sendError answers with an error.
func sendError(c echo.Context, status int, out errorBody) error {
	if out.Match == nil {
		return c.JSON(status, out)
	}
	log := out.Match.Log
	out.Match = out.Match.withoutLog()
	return sendMatchJSON(c, status, log, out)
}

// newErrorBody returns the body of an error, without the match for a stale ply.
func newErrorBody(p web.Problem, err error) errorBody {
	var (
		out    errorBody
		action *match.ActionError
		broken *tables.ImportError
		at     *record.LineError
	)
	out.Error.Code, out.Error.Message, out.Error.Field = p.Code, p.Text, p.Field
	if p.Illegal != nil {
		out.Error.Rule = p.Illegal.Rule
	}
	if errors.As(err, &action) {
		out.Error.Index, out.Index = &action.Index, &action.Index
	}
	if errors.As(err, &broken) {
		out.Error.Played = &broken.Played
		if errors.As(err, &at) {
			out.Error.Line = at.Line
		}
	}
	return out
}
