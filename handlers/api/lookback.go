package api

import (
	"context"
	"math"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club"
	"tableronde/handlers/club/archive"
	"tableronde/handlers/club/match"
	"tableronde/handlers/web"
)

// lookback lists the calls about matches that have ended and about their players.
func (a *API) lookback() []route {
	return []route{
		{http.MethodGet, "/archive", a.getArchive, nil},
		{http.MethodGet, "/openings", a.getOpenings, nil},
		{http.MethodGet, "/ratings", a.getRatings, nil},
		{http.MethodGet, "/players/:id", a.getPlayer, nil},
		{http.MethodGet, "/collections", a.getCollections, nil},
		{http.MethodGet, "/collections/:id", a.getCollection, nil},
		{http.MethodGet, "/me/collections", a.getOwnCollections, nil},
	}
}

// getArchive answers with matches that have ended.
func (a *API) getArchive(c echo.Context) error {
	after, limit, err := readPage(c)
	if err != nil {
		return err
	}
	q := archive.ArchiveQuery{Game: c.QueryParam("game"), Player: c.QueryParam("player"), Opponent: c.QueryParam("opponent"), Result: c.QueryParam("result"), Annotated: c.QueryParam("annotated") == "true"}
	for name, at := range map[string]*time.Time{"since": &q.Since, "until": &q.Until} {
		if err := readTime(c, name, at); err != nil {
			return err
		}
	}
	player, _ := caller(c)
	list, next, err := a.club.Archive.Archived(c.Request().Context(), player.ID, q, after, limit)
	if err != nil {
		return web.RefuseCursor(err, errCursor)
	}
	return a.sendMatches(c, list, next, player.ID)
}

// ratingOf is the rating of a player at a game.
type ratingOf struct {
	Game    string  `json:"game"`
	Player  *Player `json:"player,omitempty"`
	Rating  float64 `json:"rating"`
	Margin  float64 `json:"margin"` // the true strength is within it 19 times in 20
	Matches int     `json:"matches"`
	Last    string  `json:"last"` // when the last match ended that counts
}

func newRating(r db.Rated) ratingOf {
	round := func(x float64) float64 { return math.Round(10*x) / 10 }
	return ratingOf{Game: r.Game, Player: newPlayer(r.Player), Rating: round(r.Rating.Points), Margin: round(2 * r.Rating.Deviation),
		Matches: r.Rating.Matches, Last: formatTime(r.Rating.At)}
}

// getRatings answers with the leaders of a game.
func (a *API) getRatings(c echo.Context) error {
	bots, err := readBool(c, "bots")
	if err != nil {
		return err
	}
	_, limit, err := readPage(c)
	if err != nil {
		return err
	}
	list, err := a.club.Archive.Leaders(c.Request().Context(), c.QueryParam("game"), bots != nil && *bots, 0, limit)
	if err != nil {
		return err
	}
	answer := []ratingOf{}
	for _, r := range list {
		answer = append(answer, newRating(r))
	}
	return c.JSON(http.StatusOK, answer)
}

// profile is the public data of a player.
type profile struct {
	*Player
	Since   string       `json:"since"`
	Ratings []ratingOf   `json:"ratings"`
	Scores  []score      `json:"scores"`  // by game
	Against []againstRow `json:"against"` // by opponent
}

// score counts matches that have ended.
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
func (a *API) getPlayer(c echo.Context) error {
	viewer, _ := caller(c)
	p, err := a.club.Archive.Profile(c.Request().Context(), viewer.ID, c.Param("id"))
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, newProfile(p))
}

func newProfile(p archive.Profile) profile {
	answer := profile{Player: newPlayer(p.Player), Since: formatTime(p.Created), Ratings: []ratingOf{}, Scores: []score{}, Against: []againstRow{}}
	for _, r := range p.Ratings {
		rating := newRating(r)
		rating.Player = nil
		answer.Ratings = append(answer.Ratings, rating)
	}
	for _, t := range p.Scores {
		answer.Scores = append(answer.Scores, newScore(t))
	}
	for _, t := range p.Against {
		answer.Against = append(answer.Against, againstRow{newPlayer(t.Opponent), newScore(t)})
	}
	return answer
}

// exportedRatings is the archive's data about a player.
type exportedRatings struct {
	profile
	Answers [db.AnswerSteps]int     `json:"answers"`      // how often within 2^i minutes, not within half of that
	Hours   [24]int                 `json:"answer_hours"` // how often in which hour of the day, in UTC
	Course  map[string][]courseStep `json:"course"`       // of the ratings, by game
}

// courseStep is a rating after a match.
type courseStep struct {
	At     string  `json:"at"`
	Rating float64 `json:"rating"`
	Margin float64 `json:"margin"`
}

// addRatings adds the archive's data about the player, if there is any.
func (x *export) addRatings(ctx context.Context) error {
	p, err := x.a.club.Archive.Profile(ctx, x.player.ID, x.player.ID)
	if err != nil || len(p.Scores) == 0 {
		return err
	}
	out := exportedRatings{profile: newProfile(p), Answers: p.Answers.Counts, Hours: p.Answers.Hours, Course: map[string][]courseStep{}}
	for _, r := range p.Ratings {
		steps, err := x.a.club.Archive.RatingSteps(ctx, x.player.ID, r.Game, math.MaxInt32)
		if err != nil {
			return err
		}
		for _, s := range steps {
			out.Course[r.Game] = append(out.Course[r.Game], courseStep{formatTime(s.At), s.Points, 2 * s.Deviation})
		}
	}
	return x.addJSON("results.json", out)
}

// opening lists the moves that were played after some moves.
type opening struct {
	Game     string         `json:"game"`
	Start    string         `json:"start,omitempty"` // the position before the line, unless it is the first of the game
	Line     []string       `json:"line"`
	Position string         `json:"position"`
	Turn     games.Seat     `json:"turn"` // 0 if the game is over
	Matches  int            `json:"matches"`
	Among    int            `json:"among,omitempty"` // the number of latest matches searched
	Next     []continuation `json:"next"`
	Latest   []passed       `json:"latest"`
}

// continuation is a move and the results of the matches for the side that played it.
type continuation struct {
	Move    string `json:"move"`
	Matches int    `json:"matches"`
	Won     int    `json:"won"`
	Drawn   int    `json:"drawn"`
}

// passed is a match that passed the position, and the ply at which it left it.
type passed struct {
	Match Row `json:"match"`
	Ply   int `json:"ply"`
}

const (
	latestRows = 20
	mostLine   = 40 // moves of an opening
)

// getOpenings answers with the moves that were played after the moves of the query, from the
// beginning of a game or from any position.
func (a *API) getOpenings(c echo.Context) error {
	line := strings.Fields(c.QueryParam("line"))
	if len(line) > mostLine {
		return malformed("the line has %d moves, and may have %d", len(line), mostLine)
	}
	o, err := a.club.Archive.OpeningAfter(c.QueryParam("game"), c.QueryParam("position"), line)
	switch {
	case err != nil:
		return err
	case o.Bad != "":
		return club.InvalidField("illegal_action", "line", "%.40q cannot be played after %d moves", o.Bad, len(o.Line))
	}
	q, err := readPassed(c, o.Position.Board().Seats())
	if err != nil {
		return err
	}
	p, err := a.club.Archive.Passing(c.Request().Context(), o.Position, q, latestRows)
	if err != nil {
		return err
	}
	answer := opening{Game: o.Game, Start: o.Start, Line: append([]string{}, o.Line...), Position: o.Position.String(), Turn: games.Seat(o.Turn), Next: []continuation{}, Latest: []passed{}}
	if p.Latest {
		answer.Among = db.MostPassed
	}
	for _, n := range p.Next {
		answer.Next = append(answer.Next, continuation(n))
		answer.Matches += n.Matches
	}
	player, _ := caller(c)
	for i, m := range p.Matches {
		answer.Latest = append(answer.Latest, passed{newRow(m, a.club.Match.TimesOf(m), player.ID, match.SeatOf(m, player.ID)), p.Plies[i]})
	}
	return c.JSON(http.StatusOK, answer)
}

// readPassed reads the conditions that choose among the matches that passed a position.
func readPassed(c echo.Context, seats int) (q archive.PassedQuery, err error) {
	q = archive.PassedQuery{Player: c.QueryParam("player"), Result: c.QueryParam("result")}
	var ok bool
	if q.Seat, ok = web.ParseSeat(c.QueryParam("seat"), seats); !ok {
		return q, malformed("seat=%.40s is no seat of the game", c.QueryParam("seat"))
	}
	if text := c.QueryParam("rating"); text != "" {
		if q.Rating, err = web.ParseCount(text, 1); err != nil {
			return q, malformed("rating=%.40s is no rating", text)
		}
	}
	return q, readTime(c, "since", &q.Since)
}

// readTime reads a time from the query, if it names one.
func readTime(c echo.Context, name string, into *time.Time) (err error) {
	if text := c.QueryParam(name); text != "" {
		if *into, err = time.Parse(time.RFC3339, text); err != nil {
			return malformed("%s=%.40s is no time: say it like 2026-11-21T12:00:00Z", name, text)
		}
	}
	return nil
}
