package match

import (
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"tableronde/games"
	"tableronde/handlers/club/match"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views"
	boards "tableronde/views/parker"
)

// MatchQuery is the content of a match page that its query selects.
type MatchQuery struct {
	staged, try, ask, typed string
	explain                 string     // id of a disabled control to explain
	Shown                   int        // ply of the position shown
	again                   bool       // show the position before the last move, to replay it
	as                      games.Seat // 0 for the visitor's own seat
	Look                    views.Look // Bottom is 0 for the visitor's side
	digest                  bool       // the rules on one screen lie over the page
}

// wordPattern matches the values of sort and see.
var wordPattern = regexp.MustCompile(`^[a-z]{0,12}$`)

// collectionPattern matches the ids of collections.
var collectionPattern = regexp.MustCompile(`^[a-z0-9-]{1,40}$`)

// ParseLook parses the arrangement of the board from a query or form. It drops parts that the board
// does not have.
func ParseLook(value func(name string) string, f match.Match) views.Look {
	l := views.Look{Pick: value("pick") == "1"}
	if sort, see := value("sort"), value("see"); wordPattern.MatchString(sort) && wordPattern.MatchString(see) {
		l.Sort, l.See = sort, see
	}
	if in := value("in"); collectionPattern.MatchString(in) {
		l.In = in
	}
	l.Bottom, _ = web.ParseSeat(value("turn"), len(f.Seats))
	if f.Dealt() && f.Viewer(games.Spectator) == games.Omniscient {
		l.Eyes, _ = web.ParseSeat(value("eyes"), len(f.Seats))
	}
	l.Zoom = boards.ZoomOf(f.Game, value("zoom"))
	return l
}

// lookQuery returns a query that selects a look.
func lookQuery(l views.Look) url.Values {
	query := make(url.Values)
	for _, p := range l.Parameters(0) {
		query.Set(p.Name, p.Value)
	}
	return query
}

// ParseMatchQuery parses the query of the match page. It does not check the text in m and try,
// because the rules describe its faults better.
func ParseMatchQuery(c echo.Context, f match.Match) (MatchQuery, error) {
	q := MatchQuery{
		staged:  strings.TrimSpace(c.QueryParam("m")),
		try:     strings.TrimSpace(c.QueryParam("try")),
		ask:     c.QueryParam("ask"),
		explain: c.QueryParam("why"),
		digest:  c.QueryParam("rules") != "",
		typed:   strings.TrimSpace(c.QueryParam("type")),
	}
	if len(q.typed) > MaxAction || len(q.staged) > MaxAction || len(q.try) > MaxAction || len(q.explain) > MaxAction {
		return q, web.Refuse(http.StatusBadRequest, "bad_query", "this link names more than one move: open the match again")
	}
	var err error
	if q.Shown, err = QueryPly(c, "ply", f.Ply); err != nil {
		return q, err
	}
	if c.QueryParam("again") != "" && f.Dealt() {
		if path := f.Table.Path(); len(path) > 0 {
			q.Shown, q.again = path[len(path)-1], true
		}
	}
	if _, err := FormSeat(c.QueryParam("turn"), len(f.Seats)); err != nil {
		return q, err
	}
	q.Look = ParseLook(c.QueryParam, f)
	q.as, err = FormSeat(c.QueryParam("as"), len(f.Seats))
	return q, err
}

// MaxAction is the longest text of one action. The longest legal action names a few dozen squares.
const MaxAction = 1000

// FormSeat parses a seat from a form or a query, for a table with the given number of seats. The
// empty text is seat 0.
func FormSeat(text string, seats int) (games.Seat, error) {
	seat, ok := web.ParseSeat(text, seats)
	if !ok {
		return 0, web.Refuse(http.StatusBadRequest, "bad_seat", "this table has no such seat: choose one of its seats").About("seat")
	}
	return seat, nil
}

// path returns the path of the page with the selection of q.
func (q MatchQuery) path(f match.Match) string {
	query := lookQuery(q.Look)
	if q.staged != "" {
		query.Set("m", q.staged)
	}
	if q.as != 0 {
		query.Set("as", strconv.Itoa(int(q.as)))
	}
	if len(query) == 0 {
		return site.MatchPath(f.ID)
	}
	return site.MatchPath(f.ID) + "?" + query.Encode()
}

// interpreter is a view of a game with typed moves.
type interpreter interface {
	// Interpret returns the staged move that a text means, or the reason why there is none.
	Interpret(text string) (string, *games.Illegal)
}

// stageTyped answers a typed move with the page on which it is staged, or with the reason why it
// cannot be played.
func (s *Pages) stageTyped(c echo.Context, f match.Match, q MatchQuery) error {
	m, err := s.MatchModel(c, f, q)
	if err != nil {
		return err
	}
	if board, ok := m.View.(interpreter); ok && m.Yours() {
		route, why := board.Interpret(q.typed)
		if why != nil {
			m.Notice = &views.Notice{Key: "illegal_action", Illegal: why}
			return ShowMatchPage(c, http.StatusUnprocessableEntity, m)
		}
		q.staged = route
	}
	q.typed = ""
	if !site.IsHTMX(c) {
		return c.Redirect(http.StatusSeeOther, q.path(f))
	}
	if m, err = s.MatchModel(c, f, q); err != nil {
		return err
	}
	return ShowMatchPage(c, http.StatusOK, m)
}
