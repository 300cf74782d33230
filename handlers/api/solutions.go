package api

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/games"
	"tableronde/games/bot/solve"
	"tableronde/games/parker"
	"tableronde/handlers/web"
)

// Solver returns the true values of positions of Camette. The error is solve.ErrAbsent for a
// position that is in none of the tables that are there.
type Solver interface {
	Solve(x *parker.Search) (solve.Value, []solve.Move, error)
}

// solution is the value of a position for the seat to act.
type solution struct {
	Position string     `json:"position"`
	Seat     games.Seat `json:"seat"`
	worth
	Moves []solvedMove `json:"moves"` // the best first
}

// solvedMove is a move and its value for the seat that makes it.
type solvedMove struct {
	Action string `json:"action"`
	worth
}

// worth is a true value.
type worth struct {
	Value  string `json:"value"`             // win, draw or loss
	EndsIn int    `json:"ends_in,omitempty"` // moves, unless it is a draw
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

// errUnsolved says that the table is not there.
var errUnsolved = web.Refuse(http.StatusNotFound, "unsolved", "the value of this position is not known: this site has no table with it")

// getSolution answers with the value of a position of Camette.
func (a *API) getSolution(c echo.Context) error {
	if a.solver == nil {
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
		return web.Refuse(http.StatusUnprocessableEntity, "not_solved", "only Camette is solved").About("position")
	}
	if state.Result() != nil {
		return web.Refuse(http.StatusUnprocessableEntity, "finished", "the game is over in this position").About("position")
	}
	x := state.(games.Searcher).Search().(*parker.Search)
	value, moves, err := a.solver.Solve(x)
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
