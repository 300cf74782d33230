package api

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/bot/solve"
	"tableronde/games/parker"
	"tableronde/games/review"
	"tableronde/handlers/club/bots"
	"tableronde/handlers/club/learn"
	"tableronde/handlers/web"
)

// hint is the move that the computer advises the caller.
type hint struct {
	Ply     int        `json:"ply"`
	Number  int        `json:"number"`
	More    bool       `json:"more"`
	Hints   int        `json:"hints"` // hints given in the match so far
	Seat    games.Seat `json:"seat"`
	Action  string     `json:"action"`
	Value   *estimate  `json:"value,omitempty"`
	Line    []string   `json:"line,omitempty"`
	Reasons []reason   `json:"reasons,omitempty"`

	Moment  *games.Moment `json:"moment,omitempty"` // in card games
	Options []option      `json:"options,omitempty"`
}

// option is an action at cards with its expected share of wins.
type option struct {
	Action string `json:"action"`
	Share  *int   `json:"share"` // in percent; null without a choice

	Reasons []fact `json:"reasons,omitempty"` // for the action or against it
}

// reason is a fact that speaks for a move.
type reason struct {
	Kind    review.ReasonKind `json:"kind"`
	Men     int               `json:"men,omitempty"`
	Knights int               `json:"knights,omitempty"`
	Number  int               `json:"number,omitempty"`
}

// getHint advises the caller a move in a match against bots.
func (a learnCalls) getHint(c echo.Context, player db.Player) error {
	number, err := web.ParseCount(cmp.Or(c.QueryParam("number"), "1"), 1)
	if err != nil {
		return malformed("number has to be a number from 1")
	}
	h, err := a.Club.Bots.Hint(c.Request().Context(), c.Param("id"), player.ID, number)
	if err != nil {
		return err
	}
	if len(h.Cards) > 0 {
		return c.JSON(http.StatusOK, newCardHint(h))
	}
	value := newEstimate(h.Advice.Value, h.Advice.Exact)
	out := hint{Ply: h.Ply, Number: h.Number, More: h.More, Hints: h.Given, Seat: h.Seat, Action: h.Advice.Line[0], Value: &value, Line: h.Advice.Line}
	for _, r := range h.Advice.Reasons {
		out.Reasons = append(out.Reasons, reason(r))
	}
	return c.JSON(http.StatusOK, out)
}

func newCardHint(h bots.Hint) hint {
	out := hint{Ply: h.Ply, Number: h.Number, Hints: h.Given, Seat: h.Seat, Action: h.Cards[0].Action, Moment: &h.Moment}
	for _, o := range h.Cards {
		one := option{Action: o.Action, Reasons: newFacts(o.Reasons)}
		if o.Share >= 0 {
			one.Share = &o.Share
		}
		out.Options = append(out.Options, one)
	}
	return out
}

// positionValue is the value of a position for the seat to act.
type positionValue struct {
	Seat  games.Seat  `json:"seat"`
	Exact bool        `json:"exact"`
	Value estimate    `json:"value"`
	Line  []string    `json:"line"`
	Moves []moveValue `json:"moves"` // the best moves
}

// moveValue is a move and its value for the seat that makes it.
type moveValue struct {
	Action string   `json:"action"`
	Value  estimate `json:"value"`
}

// getValue answers with the value of a position in the analysis of a match.
func (a learnCalls) getValue(c echo.Context, player db.Player) error {
	after, err := web.ParseCount(cmp.Or(c.QueryParam("after"), "0"), 0)
	if err != nil {
		return malformed("after has to be a number of events")
	}
	line := learn.StudyLine{After: after, Moves: strings.Fields(c.QueryParam("line"))}
	v, err := a.Club.Bots.Value(c.Request().Context(), c.Param("id"), player.ID, line)
	if err != nil {
		return err
	}
	out := positionValue{Seat: v.Seat, Exact: v.Verdict.Exact, Value: newEstimate(v.Verdict.Value, v.Verdict.Exact), Line: v.Verdict.Line}
	for _, m := range v.Moves {
		out.Moves = append(out.Moves, moveValue{m.Text, newEstimate(m.Value, v.Verdict.Exact)})
	}
	return c.JSON(http.StatusOK, out)
}

// Solver returns the exact values of positions. The error is solve.ErrAbsent for a position without
// a table.
type Solver interface {
	Solve(x *parker.Search) (solve.Value, []solve.Move, error)
}

// solution is the value of a position for the seat to act.
type solution struct {
	Position string     `json:"position"`
	Seat     games.Seat `json:"seat"`
	worth
	Moves []solvedMove `json:"moves"` // the best move first
}

// solvedMove is a move and its value for the seat that makes it.
type solvedMove struct {
	Action string `json:"action"`
	worth
}

// worth is an exact value.
type worth struct {
	Value  string `json:"value"`             // win, draw or loss
	EndsIn int    `json:"ends_in,omitempty"` // number of moves; empty for a draw
}

func newWorth(v solve.Value) worth {
	switch {
	case v.Wins():
		return worth{"win", v.Moves}
	case v.Loses():
		return worth{"loss", v.Moves}
	}
	return worth{Value: "draw"}
}

// errUnsolved refuses a position without a table.
var errUnsolved = web.Refuse(http.StatusNotFound, "unsolved", "this site has no table with this position, so its value is unknown")

// getSolution answers with the exact value of a position.
func (a learnCalls) getSolution(c echo.Context) error {
	if a.Solver == nil {
		return echo.ErrNotFound
	}
	p, _ := parker.BoardOf("camette").Setup("")
	if text := c.QueryParam("position"); text != "" {
		var err error
		if p, err = parker.ParsePosition(text); err != nil {
			return err
		}
	}
	state, err := p.State()
	if err != nil {
		return err
	}
	if p.Board().ID() != "camette" {
		return web.Refuse(http.StatusUnprocessableEntity, "not_solved", "this game is not solved: ask about a position of Camette").About("position")
	}
	if state.Result() != nil {
		return web.Refuse(http.StatusUnprocessableEntity, "finished", "the game is over in this position: ask about an earlier one").About("position")
	}
	x := state.(games.Searcher).Search().(*parker.Search)
	value, moves, err := a.Solver.Solve(x)
	if errors.Is(err, solve.ErrAbsent) {
		return errUnsolved
	}
	if err != nil {
		return fmt.Errorf("solve %s: %w", p, err)
	}
	out := solution{Position: p.String(), Seat: x.ToAct(), worth: newWorth(value)}
	for _, m := range moves {
		out.Moves = append(out.Moves, solvedMove{m.Text, newWorth(m.Value)})
	}
	return c.JSON(http.StatusOK, out)
}
