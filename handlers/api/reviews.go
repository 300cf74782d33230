package api

import (
	"errors"
	"math"
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/bot/judge"
	"tableronde/games/review"
)

// reviewJSON is the review of a match.
type reviewJSON struct {
	Match    string       `json:"match"`
	State    string       `json:"state"` // pending, done
	Exact    bool         `json:"exact"`
	Reviewed int          `json:"reviewed"`
	Of       int          `json:"of"`
	Moves    []judgedMove `json:"moves"`

	Decisions []judgedDecision `json:"decisions,omitempty"` // at cards
	Starts    []review.Start   `json:"starts,omitempty"`    // at cards, of rounds
}

// judgedDecision is an action at cards, judged by what its seat saw.
type judgedDecision struct {
	Ply     int            `json:"ply"`
	Seat    games.Seat     `json:"seat"`
	Action  string         `json:"action"`
	Cost    int            `json:"cost"`              // in hundredths of the game
	Deals   int            `json:"deals,omitempty"`   // in which each option was tried
	Hand    []string       `json:"hand,omitempty"`    // of the seat at that moment, by codes
	Moment  games.Moment   `json:"moment"`            // of the match
	Options []judgedOption `json:"options,omitempty"` // the best first
	Chances []int          `json:"chances,omitempty"` // of all seats, by seat-1, in hundredths of the game
}

// judgedOption is an action of a decision.
type judgedOption struct {
	review.Option
	Reasons []fact `json:"reasons,omitempty"` // that speak for it or against it
}

// judgedMove is a move that was played. Its values are for the seat that played it.
type judgedMove struct {
	Ply    int        `json:"ply"`
	Seat   games.Seat `json:"seat"`
	Action string     `json:"action"`
	Before estimate   `json:"before"`
	Played estimate   `json:"played"`
	Loss   float64    `json:"loss"`
	Swing  bool       `json:"swing"`
	Better string     `json:"better,omitempty"`
	Only   bool       `json:"only,omitempty"`
	Line   []string   `json:"line,omitempty"`
}

// estimate is the value of a position or of a move.
type estimate struct {
	Value  string `json:"value"`             // win, draw, loss, estimate
	Points *int   `json:"points,omitempty"`  // of an estimate
	EndsIn int    `json:"ends_in,omitempty"` // of a win or a loss
}

func newEstimate(v review.Value, exact bool) estimate {
	moves, decided := v.Decided()
	switch {
	case decided && v > 0:
		return estimate{Value: "win", EndsIn: moves}
	case decided:
		return estimate{Value: "loss", EndsIn: moves}
	case exact:
		return estimate{Value: "draw"}
	}
	points := int(v)
	return estimate{Value: "estimate", Points: &points}
}

// newDecision adds to a decision what its seat saw in a state, and what speaks for each option.
func newDecision(d review.Decision, s games.State) judgedDecision {
	view := s.View(d.Seat)
	out := judgedDecision{
		Ply: d.Ply, Seat: d.Seat, Action: d.Text, Cost: d.Cost(), Deals: d.Deals,
		Hand: judge.Hand(view, d.Seat), Moment: judge.Moment(view), Chances: d.Chances,
	}
	reasons := judge.Explain(s, d.Seat, d.Texts())
	for i, o := range d.Options {
		out.Options = append(out.Options, judgedOption{o, newFacts(reasons[i])})
	}
	return out
}

// retryReview is the number of seconds after which to look at a pending review again.
const retryReview = "2"

// getReview answers with the review of a match that is over; with 202 and what there is of
// it while it is being made.
func (a *API) getReview(c echo.Context) error {
	player, ok := caller(c)
	r, err := a.club.Bots.Review(c.Request().Context(), c.Param("id"), player.ID)
	if !ok && errors.Is(err, db.ErrNotFound) {
		err = errNeedsToken
	}
	if err != nil {
		return err
	}
	out := reviewJSON{Match: r.Match.ID, State: "done", Exact: r.Review.Exact, Reviewed: r.Review.Judged(), Of: r.Of, Moves: []judgedMove{}, Starts: r.Review.Starts}
	for _, m := range r.Review.Moves {
		out.Moves = append(out.Moves, judgedMove{
			Ply: m.Ply, Seat: m.Seat, Action: m.Text, Before: newEstimate(m.Value, r.Review.Exact), Played: newEstimate(m.Played, r.Review.Exact),
			Loss: math.Round(100*m.Loss()) / 100, Swing: m.Swings(), Better: m.Best, Only: m.Only, Line: m.Line,
		})
	}
	for _, d := range r.Review.Decisions {
		out.Decisions = append(out.Decisions, newDecision(d, r.Match.Table.At(d.Ply).State()))
	}
	if r.Done {
		return c.JSON(http.StatusOK, out)
	}
	out.State = "pending"
	c.Response().Header().Set(echo.HeaderRetryAfter, retryReview)
	return c.JSON(http.StatusAccepted, out)
}
