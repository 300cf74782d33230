package api

import (
	"context"
	"math"
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/archive"
)

// peopleCalls answers the calls about players.
type peopleCalls struct{ *API }

func (a peopleCalls) routes() []route {
	return []route{
		{http.MethodGet, "/ratings", a.getRatings},
		{http.MethodGet, "/players/:id", a.getPlayer},
		{http.MethodGet, "/ladders", a.getLadders},
		{http.MethodGet, "/ladders/:game", a.getLadder},
		{http.MethodPut, "/ladders/:game/me", requireCaller(a.putLadder)},
		{http.MethodDelete, "/ladders/:game/me", requireCaller(a.deleteLadder)},
		{http.MethodPost, "/ladders/:game/challenges", a.idempotent(requireCaller(a.postLadderChallenge))},
		{http.MethodGet, "/me/ties", requireCaller(a.getTies)},
		{http.MethodPut, "/me/ties/:player", requireCaller(a.putTie)},
		{http.MethodDelete, "/me/ties/:player", requireCaller(a.deleteTie)},
	}
}

// ratingOf is the rating of a player at a game.
type ratingOf struct {
	Game    string  `json:"game"`
	Player  *Player `json:"player,omitempty"`
	Rating  float64 `json:"rating"`
	Margin  float64 `json:"margin"` // the true strength lies within it with a probability of 95 %
	Matches int     `json:"matches"`
	Last    string  `json:"last"` // end of the last match that counted
}

func newRating(r db.Rated) ratingOf {
	round := func(x float64) float64 { return math.Round(10*x) / 10 }
	return ratingOf{Game: r.Game, Player: newPlayer(r.Player), Rating: round(r.Rating.Points), Margin: round(2 * r.Rating.Deviation),
		Matches: r.Rating.Matches, Last: formatTime(r.Rating.At)}
}

// getRatings answers with the leaders at a game.
func (a peopleCalls) getRatings(c echo.Context) error {
	bots, err := readBool(c, "bots")
	if err != nil {
		return err
	}
	_, limit, err := readPage(c)
	if err != nil {
		return err
	}
	list, err := a.Club.Archive.Leaders(c.Request().Context(), c.QueryParam("game"), bots != nil && *bots, 0, limit)
	return answerList(c, newRating, list, err)
}

// profile is the public data of a player.
type profile struct {
	*Player
	Since   string       `json:"since"`
	Ratings []ratingOf   `json:"ratings"`
	Scores  []score      `json:"scores"`  // by game
	Against []againstRow `json:"against"` // by opponent
}

// score counts ended matches by result.
type score struct {
	Game    string `json:"game,omitempty"`
	Matches int    `json:"matches"`
	Won     int    `json:"won"`
	Drawn   int    `json:"drawn"`
	Fell    int    `json:"lost_by_time"`
}

type againstRow struct {
	Player *Player `json:"player"`
	score
}

func newScore(t db.Tallied) score {
	return score{Game: t.Game, Matches: t.Matches, Won: t.Won, Drawn: t.Drawn, Fell: t.Fell}
}

// getPlayer answers with the profile of a player.
func (a peopleCalls) getPlayer(c echo.Context) error {
	viewer, _ := caller(c)
	p, err := a.Club.Archive.Profile(c.Request().Context(), viewer.ID, c.Param("id"))
	return answer(c, newProfile, p, err)
}

func newProfile(p archive.Profile) profile {
	answer := profile{Player: newPlayer(p.Player), Since: formatTime(p.Created), Ratings: []ratingOf{}, Scores: listOf(p.Scores, newScore), Against: []againstRow{}}
	for _, r := range p.Ratings {
		rating := newRating(r)
		rating.Player = nil
		answer.Ratings = append(answer.Ratings, rating)
	}
	for _, t := range p.Against {
		answer.Against = append(answer.Against, againstRow{newPlayer(t.Opponent), newScore(t)})
	}
	return answer
}

// exportedRatings is the archive's data about a player.
type exportedRatings struct {
	profile
	Answers [db.AnswerSteps]int     `json:"answers"`      // number of answers within 2^i minutes and not within half of that
	Hours   [24]int                 `json:"answer_hours"` // number of answers by hour of the day, in UTC
	Course  map[string][]courseStep `json:"course"`       // history of the ratings, by game
}

// courseStep is a rating after a match.
type courseStep struct {
	At     string  `json:"at"`
	Rating float64 `json:"rating"`
	Margin float64 `json:"margin"`
}

// addRatings adds the archive's data about the player, if there is any.
func (x *export) addRatings(ctx context.Context) error {
	p, err := x.Club.Archive.Profile(ctx, x.player.ID, x.player.ID)
	if err != nil || len(p.Scores) == 0 {
		return err
	}
	out := exportedRatings{profile: newProfile(p), Answers: p.Answers.Counts, Hours: p.Answers.Hours, Course: map[string][]courseStep{}}
	for _, r := range p.Ratings {
		steps, err := x.Store.RatingSteps(ctx, x.player.ID, r.Game, math.MaxInt32)
		if err != nil {
			return err
		}
		for _, s := range steps {
			out.Course[r.Game] = append(out.Course[r.Game], courseStep{formatTime(s.At), s.Points, 2 * s.Deviation})
		}
	}
	return x.addJSON("results.json", out)
}

// tie is the caller's relation to another player.
type tie struct {
	Player *Player    `json:"player"`
	Kind   db.TieKind `json:"kind"`
	Since  string     `json:"since"`
}

// getTies lists the caller's relations to others.
func (a peopleCalls) getTies(c echo.Context, player db.Player) error {
	list, err := a.Store.TiesOf(c.Request().Context(), player.ID)
	return answerList(c, newTie, list, err)
}

func newTie(t db.Tie) tie { return tie{newPlayer(t.Other), t.Kind, formatTime(t.Since)} }

// putTie stores the caller's relation to another player.
func (a peopleCalls) putTie(c echo.Context, player db.Player) error {
	var body struct {
		Kind db.TieKind `json:"kind"`
	}
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	if body.Kind == "" {
		return malformed("the field \"kind\" is missing")
	}
	return noContent(c, a.Club.Talk.SetTie(c.Request().Context(), player.ID, c.Param("player"), body.Kind))
}

// deleteTie deletes the caller's relation to another player.
func (a peopleCalls) deleteTie(c echo.Context, player db.Player) error {
	return noContent(c, a.Club.Talk.SetTie(c.Request().Context(), player.ID, c.Param("player"), ""))
}
