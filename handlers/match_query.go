package handlers

import (
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"tableronde/games"
	"tableronde/handlers/club/match"
	"tableronde/handlers/web"
	boards "tableronde/views/parker"
)

// matchQuery is what a query of the match page selects.
type matchQuery struct {
	staged, try, ask, typed string
	explain                 string     // id of a control that can do nothing now
	shown                   int        // ply of the position shown
	again                   bool       // it is the one before the last move, which is looked at again
	as                      games.Seat // 0: the visitor's own
	look                    look
}

// look is how a person has arranged the board and what is around it. It is kept from
// move to move.
type look struct {
	bottom games.Seat // whose side is at the bottom; 0: the visitor's own
	zoom   string     // the part shown, "" all of it
	pick   bool       // the move is picked from lists
	sort   string     // how the hand is sorted
	see    string     // what is opened beside the table
	in     string     // id of the collection that the match is read in
	eyes   games.Seat // whose knowledge is shown once all hands are open; 0: all of them
}

// wordPattern is what the values of sort and see match.
var wordPattern = regexp.MustCompile(`^[a-z]{0,12}$`)

// collectionPattern is what ids of collections match.
var collectionPattern = regexp.MustCompile(`^[a-z0-9-]{1,40}$`)

// parseLook reads the part of a query or form that says how the board is looked
// at. What its board does not have is left out.
func parseLook(value func(name string) string, f match.Match) look {
	l := look{zoom: boards.ZoomOf(f.Game, value("zoom")), pick: value("pick") == "1"}
	if sort, see := value("sort"), value("see"); wordPattern.MatchString(sort) && wordPattern.MatchString(see) {
		l.sort, l.see = sort, see
	}
	if in := value("in"); collectionPattern.MatchString(in) {
		l.in = in
	}
	l.bottom, _ = web.ParseSeat(value("turn"), len(f.Seats))
	if f.Dealt() && f.Viewer(games.Spectator) == games.Omniscient {
		l.eyes, _ = web.ParseSeat(value("eyes"), len(f.Seats))
	}
	return l
}

// fill puts a look into a query.
func (l look) fill(query url.Values) {
	if l.bottom != 0 {
		query.Set("turn", strconv.Itoa(int(l.bottom)))
	}
	if l.zoom != "" {
		query.Set("zoom", l.zoom)
	}
	if l.pick {
		query.Set("pick", "1")
	}
	if l.sort != "" {
		query.Set("sort", l.sort)
	}
	if l.see != "" {
		query.Set("see", l.see)
	}
	if l.in != "" {
		query.Set("in", l.in)
	}
	if l.eyes != 0 {
		query.Set("eyes", strconv.Itoa(int(l.eyes)))
	}
}

// parseMatchQuery reads the query of the match page. Unknown text in m and try
// is left to the rules, which say what is wrong with it.
func parseMatchQuery(c echo.Context, f match.Match) (matchQuery, error) {
	q := matchQuery{
		staged:  strings.TrimSpace(c.QueryParam("m")),
		try:     strings.TrimSpace(c.QueryParam("try")),
		ask:     c.QueryParam("ask"),
		explain: c.QueryParam("why"),
		typed:   strings.TrimSpace(c.QueryParam("type")),
		shown:   f.Ply,
	}
	if len(q.typed) > maxAction || len(q.staged) > maxAction || len(q.try) > maxAction || len(q.explain) > maxAction {
		return q, web.Refuse(http.StatusBadRequest, "bad_query", "this link names more than a move")
	}
	if text := c.QueryParam("ply"); text != "" {
		ply, err := strconv.Atoi(text)
		if err != nil || ply < 0 || ply > f.Ply {
			return q, web.Refuse(http.StatusBadRequest, "bad_query", "this match has no such ply")
		}
		q.shown = ply
	}
	if c.QueryParam("again") != "" && f.Dealt() {
		if path := f.Table.Path(); len(path) > 0 {
			q.shown, q.again = path[len(path)-1], true
		}
	}
	if _, err := formSeat(c.QueryParam("turn"), len(f.Seats)); err != nil {
		return q, err
	}
	q.look = parseLook(c.QueryParam, f)
	var err error
	q.as, err = formSeat(c.QueryParam("as"), len(f.Seats))
	return q, err
}

// maxAction bounds the text of one action; the longest legal one names a few
// dozen squares.
const maxAction = 1000

// formSeat reads a seat of a table with so many seats from a form or a query; empty
// text is seat 0.
func formSeat(text string, seats int) (games.Seat, error) {
	seat, ok := web.ParseSeat(text, seats)
	if !ok {
		return 0, web.Refuse(http.StatusBadRequest, "bad_seat", "this table has no such seat").About("seat")
	}
	return seat, nil
}

// path returns the address of the page that shows what q selects.
func (q matchQuery) path(f match.Match) string {
	query := url.Values{}
	q.look.fill(query)
	if q.staged != "" {
		query.Set("m", q.staged)
	}
	if q.as != 0 {
		query.Set("as", strconv.Itoa(int(q.as)))
	}
	if len(query) == 0 {
		return matchPath(f.ID)
	}
	return matchPath(f.ID) + "?" + query.Encode()
}
