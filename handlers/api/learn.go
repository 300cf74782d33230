package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/bot/judge"
	"tableronde/games/review"
	"tableronde/games/study"
	"tableronde/handlers/web"
)

// learnCalls answers the calls about learning from matches.
type learnCalls struct{ *API }

func (a learnCalls) routes() []route {
	return []route{
		{http.MethodGet, "/solution", a.getSolution},
		{http.MethodGet, "/matches/:id/review", a.getReview},
		{http.MethodGet, "/matches/:id/hint", requireCaller(a.getHint)},
		{http.MethodGet, "/matches/:id/analysis", requireCaller(a.getAnalysis)},
		{http.MethodPut, "/matches/:id/analysis", requireCaller(a.putAnalysis)},
		{http.MethodGet, "/matches/:id/analysis/value", requireCaller(a.getValue)},
		{http.MethodGet, "/matches/:id/notes", requireCaller(a.getNotes)},
		{http.MethodPut, "/matches/:id/notes/:ply", requireCaller(a.putNote)},
	}
}

// reviewJSON is the review of a match.
type reviewJSON struct {
	Match    string       `json:"match"`
	State    string       `json:"state"` // pending or done
	Exact    bool         `json:"exact"`
	Reviewed int          `json:"reviewed"`
	Of       int          `json:"of"`
	Moves    []judgedMove `json:"moves"`

	Decisions []judgedDecision `json:"decisions,omitempty"` // in card games
	Starts    []review.Start   `json:"starts,omitempty"`    // in card games: the beginnings of rounds
}

// judgedDecision is an action at cards, judged only by the cards that its seat saw.
type judgedDecision struct {
	Ply     int            `json:"ply"`
	Seat    games.Seat     `json:"seat"`
	Action  string         `json:"action"`
	Cost    int            `json:"cost"`              // in percent of a win
	Deals   int            `json:"deals,omitempty"`   // number of deals in which each option was tried
	Hand    []string       `json:"hand,omitempty"`    // codes of the seat's cards at that moment
	Moment  games.Moment   `json:"moment"`            // of the match
	Options []judgedOption `json:"options,omitempty"` // the best option first
	Chances []int          `json:"chances,omitempty"` // of each seat, in percent of a win
}

// judgedOption is an action of a decision.
type judgedOption struct {
	review.Option
	Reasons []fact `json:"reasons,omitempty"` // for the option or against it
}

// judgedMove is a played move. Its values are for the seat that played it.
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
	Value  string `json:"value"`             // win, draw, loss or estimate
	Points *int   `json:"points,omitempty"`  // for an estimate
	EndsIn int    `json:"ends_in,omitempty"` // for a win or a loss
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

// newDecision adds to a decision the cards that its seat saw, and the reasons for each option.
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

// retryReview is the Retry-After of a pending review, in seconds.
const retryReview = "2"

// getReview answers with the review of a finished match. A review in progress gets status 202 and
// its finished part.
func (a learnCalls) getReview(c echo.Context) error {
	player, ok := caller(c)
	r, err := a.Club.Bots.Review(c.Request().Context(), c.Param("id"), player.ID)
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

// remark is a note of the caller on a place in a match.
type remark struct {
	Ply     *int   `json:"ply"` // null for the match as a whole
	Text    string `json:"text"`
	Changed string `json:"changed"`
}

func newRemarks(list []db.Remark) []remark {
	out := []remark{}
	for _, r := range list {
		one := remark{Text: r.Text, Changed: formatTime(r.Changed)}
		if r.Ply != db.WholeMatch {
			one.Ply = &r.Ply
		}
		out = append(out, one)
	}
	return out
}

// getNotes answers with the caller's notes on a match.
func (a learnCalls) getNotes(c echo.Context, player db.Player) error {
	_, list, err := a.Club.Learn.Remarks(c.Request().Context(), c.Param("id"), player.ID)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, map[string][]remark{"notes": newRemarks(list)})
}

// putNote replaces the caller's note on a place in a match.
func (a learnCalls) putNote(c echo.Context, player db.Player) error {
	ply := db.WholeMatch
	if text := c.Param("ply"); text != "all" {
		events, err := strconv.Atoi(text)
		if err != nil || events < 0 {
			return malformed("%.20q is not a position: say a number of events, or all", text)
		}
		ply = events
	}
	var body struct {
		Text *string `json:"text"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	if body.Text == nil {
		return malformed("the field \"text\" is missing")
	}
	if err := web.Allow(a.Remarks, player.ID); err != nil {
		return err
	}
	return noContent(c, a.Club.Learn.SetRemark(c.Request().Context(), c.Param("id"), player.ID, ply, *body.Text))
}

// addRemarks adds the player's notes on matches.
func (x *export) addRemarks(ctx context.Context) error {
	return x.Club.Learn.EachRemarked(ctx, x.player.ID, func(match string, list []db.Remark) error {
		return x.addJSON("notes/"+match+".json", newRemarks(list))
	})
}

// analysis is the caller's stored analysis of a match.
type analysis struct {
	From []study.Root `json:"from"`
}

func newAnalysis(x study.Study) analysis {
	if x.From == nil {
		x.From = []study.Root{}
	}
	return analysis(x)
}

// getAnalysis answers with the caller's analysis of a match.
func (a learnCalls) getAnalysis(c echo.Context, player db.Player) error {
	kept, err := a.Club.Learn.Study(c.Request().Context(), c.Param("id"), player.ID)
	return answer(c, newAnalysis, kept, err)
}

// putAnalysis replaces the caller's analysis of a match.
func (a learnCalls) putAnalysis(c echo.Context, player db.Player) error {
	text, err := readJSON(c.Request())
	if err != nil {
		return err
	}
	var body struct {
		From *[]study.Root `json:"from"`
	}
	if err := (request{body: text}).decode(&body); err != nil {
		return err
	}
	strict := json.NewDecoder(bytes.NewReader(text))
	strict.DisallowUnknownFields()
	if err := strict.Decode(&body); err != nil && text != nil {
		return malformed("%s", jsonFault(err))
	}
	if body.From == nil {
		return malformed("the field \"from\" is missing")
	}
	kept, err := a.Club.Learn.SetStudy(c.Request().Context(), c.Param("id"), player.ID, study.Study{From: *body.From})
	return answer(c, newAnalysis, kept, err)
}

// addStudies adds the player's analyses, including analyses of other players' matches.
func (x *export) addStudies(ctx context.Context) error {
	list, err := x.Store.StudiesOf(ctx, x.player.ID)
	if err != nil {
		return err
	}
	for _, one := range list {
		if err := x.addStudy(ctx, one); err != nil {
			return err
		}
	}
	return nil
}

func (x *export) addStudy(ctx context.Context, one db.Study) error {
	text, err := x.Store.StudyOf(ctx, one.Match, x.player.ID)
	if err != nil || text == "" { // deleted since
		return err
	}
	kept, err := study.Parse(text)
	if err != nil {
		return err
	}
	return x.addJSON("analyses/"+one.Match+".json", newAnalysis(kept))
}
