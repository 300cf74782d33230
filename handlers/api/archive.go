package api

import (
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

// archiveCalls answers the calls about matches that have ended.
type archiveCalls struct{ *API }

func (a archiveCalls) routes() []route {
	return []route{
		{http.MethodGet, "/archive", a.getArchive},
		{http.MethodGet, "/openings", a.getOpenings},
		{http.MethodGet, "/collections", a.getCollections},
		{http.MethodGet, "/collections/:id", a.getCollection},
		{http.MethodGet, "/me/collections", requireCaller(a.getOwnCollections)},
	}
}

// getArchive answers with matches that have ended.
func (a archiveCalls) getArchive(c echo.Context) error {
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
	list, next, err := a.Club.Archive.Archived(c.Request().Context(), player.ID, q, after, limit)
	return a.sendMatches(c, list, next, player.ID, err)
}

// opening lists the moves that were played after a line of moves.
type opening struct {
	Game     string         `json:"game"`
	Start    string         `json:"start,omitempty"` // notation of the position before the line; empty for the usual one
	Line     []string       `json:"line"`
	Position string         `json:"position"`
	Turn     games.Seat     `json:"turn"` // 0 if the game is over
	Matches  int            `json:"matches"`
	Among    int            `json:"among,omitempty"` // set if only this many of the latest matches were searched
	Next     []continuation `json:"next"`
	Latest   []passed       `json:"latest"`
}

// continuation is a move and the results of its matches for the side that played it.
type continuation struct {
	Move    string `json:"move"`
	Matches int    `json:"matches"`
	Won     int    `json:"won"`
	Drawn   int    `json:"drawn"`
}

// passed is a match with the position, and the ply at which the match left it.
type passed struct {
	Match Row `json:"match"`
	Ply   int `json:"ply"`
}

const (
	latestRows = 20
	mostLine   = 40 // moves of an opening
)

// getOpenings answers with the moves played after the line of the query, from the beginning of a
// game or from any position.
func (a archiveCalls) getOpenings(c echo.Context) error {
	line := strings.Fields(c.QueryParam("line"))
	if len(line) > mostLine {
		return malformed("the line has %d moves, and may have %d", len(line), mostLine)
	}
	o, err := a.Club.Archive.OpeningAfter(c.QueryParam("game"), c.QueryParam("position"), line)
	switch {
	case err != nil:
		return err
	case o.Bad != "":
		return club.InvalidField("illegal_action", "line", "%.40q cannot be played after %d moves: correct the line", o.Bad, len(o.Line))
	}
	q, err := readPassed(c, o.Position.Board().Seats())
	if err != nil {
		return err
	}
	p, err := a.Club.Archive.Passing(c.Request().Context(), o.Position, q, latestRows)
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
		answer.Latest = append(answer.Latest, passed{newRow(m, a.Club.Match.TimesOf(m), player.ID, match.SeatOf(m, player.ID)), p.Plies[i]})
	}
	return c.JSON(http.StatusOK, answer)
}

// readPassed reads the conditions on the matches of an opening.
func readPassed(c echo.Context, seats int) (q archive.PassedQuery, err error) {
	q = archive.PassedQuery{Player: c.QueryParam("player"), Result: c.QueryParam("result")}
	var ok bool
	if q.Seat, ok = web.ParseSeat(c.QueryParam("seat"), seats); !ok {
		return q, malformed("seat=%.40s is not a seat of the game", c.QueryParam("seat"))
	}
	if text := c.QueryParam("rating"); text != "" {
		if q.Rating, err = web.ParseCount(text, 1); err != nil {
			return q, malformed("rating=%.40s is not a rating", text)
		}
	}
	return q, readTime(c, "since", &q.Since)
}
