package parker

import (
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"tableronde/games"
	rules "tableronde/games/parker"
	"tableronde/views"
)

// analysis is the page on which moves are tried from a position of a match.
type analysis struct {
	views.Analysis
	ahead lookAhead
}

func analysisPage(m views.Analysis) templ.Component {
	a := analysis{m, lookAhead{Match: m.Match, Explored: m.Explored, path: m.Address() + "/analysis"}}
	a.ahead.keep = a.keep(m.Shown)
	return analysisSheet(a)
}

// keep returns what an address of the page that begins at a position has in its query: the
// position, unless it is the present one, and the side at the bottom.
func (a analysis) keep(ply int) string {
	var query []string
	if ply != a.Ply {
		query = append(query, "ply="+strconv.Itoa(ply))
	}
	if a.Bottom != a.DefaultSeat() {
		query = append(query, "turn="+strconv.Itoa(int(a.Bottom)))
	}
	return strings.Join(query, "&")
}

// movers lists the squares of the pieces that can move, with the address that chooses each.
func (a analysis) movers() []namedLink {
	v, ok := a.Explored.View.(rules.View)
	if !ok || a.Explored.Mover == 0 {
		return nil
	}
	var all []namedLink
	for _, q := range v.Movers() {
		name := v.Board().Name(q)
		all = append(all, namedLink{name, a.ahead.at(views.LineQuery(a.Explored.Line) + "&m=" + name)})
	}
	return all
}

// triedLink is a move of the explored line, with the address of the position after it.
type triedLink struct {
	seat games.Seat
	text string
	href string
	last bool
}

// line lists the moves that were tried.
func (a analysis) line() []triedLink {
	var all []triedLink
	for i, m := range a.Explored.Line {
		all = append(all, triedLink{m.Seat, m.Text, a.ahead.at(views.LineQuery(a.Explored.Line[:i+1])), i == len(a.Explored.Line)-1})
	}
	return all
}

// conditional returns the address at which the line becomes a conditional move, "" where it
// cannot: it must begin with a move of somebody else, at the present position, and end
// with an answer of the visitor.
func (a analysis) conditional() string {
	line := a.Explored.Line
	if !a.Now || len(line) < 2 || line[0].Seat == a.You || line[len(line)-1].Seat != a.You {
		return ""
	}
	return a.Address() + "/orders?" + views.LineQuery(line)
}

// mover says who is to move, or how the game would have ended.
func (a analysis) mover() string {
	if a.Explored.Mover == 0 {
		return a.T("conditions.over")
	}
	return a.T("analysis.mover", "Name", a.Name(a.Explored.Mover))
}

// plies returns links to the positions of the match around the one that is looked at.
func (a analysis) plies() (back, on string) {
	to := func(ply int) string { return a.Address() + "/analysis?" + a.keep(ply) }
	if a.Shown > 0 {
		back = to(a.Shown - 1)
	}
	if a.Shown < a.Ply {
		on = to(a.Shown + 1)
	}
	return back, on
}
