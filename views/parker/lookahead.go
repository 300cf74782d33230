package parker

import (
	"strings"

	rules "tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/board"
)

// lookAhead is a board on which one tries moves that nobody has played. The address of
// its page holds them.
type lookAhead struct {
	views.Match
	Explored views.Explored
	path     string // of the page
	seat     string // that the visitor acts for at a table of one, "" elsewhere
	keep     string // what every address of the page keeps in its query: "ply=12"
}

// at returns the address of the page with a query.
func (l lookAhead) at(query string) string {
	if l.seat != "" {
		query += "&as=" + l.seat
	}
	if l.keep != "" {
		query += "&" + l.keep
	}
	if query = strings.TrimPrefix(query, "&"); query == "" {
		return l.path
	}
	return l.path + "?" + query
}

// drawing returns the board, on which the next move of the line is made.
func (l lookAhead) drawing() board.Board {
	v, _ := l.Explored.View.(rules.View)
	g := v.Board()
	b := board.Board{
		Lang: l.Lang, View: v, Bottom: l.Bottom, Path: l.path, Query: l.query(),
		CanMove: l.Explored.Mover != 0, LastMove: l.lastTried(g), You: l.You,
	}
	b = b.With(l.Explored.Staged, l.Explored.Probe)
	b.Label = l.T("match.board", "Game", l.Lang.Of(l.Game.Name), "Squares", g.Len(), "Army", l.Army(l.Game, l.Bottom)) + "."
	return b
}

// lastTried returns the way of the last move of the line, else of the last one played.
func (l lookAhead) lastTried(g *rules.Board) []rules.Leg {
	n := len(l.Explored.Line)
	if n == 0 {
		return match{&l.Match}.lastMove(g)
	}
	legs, _ := g.Route(l.Explored.Line[n-1].Text)
	return legs
}

// ready returns the address of the page with the staged move played, "" while none is
// complete.
func (l lookAhead) ready(b board.Board) (route, href string) {
	if l.Explored.Mover == 0 || !b.Status("").Ready {
		return "", ""
	}
	return b.Stage.Route, l.at(views.LineQuery(l.Explored.Line, b.Stage.Route))
}

// back returns the address of the page with one move less.
func (l lookAhead) back() string {
	line := l.Explored.Line
	if len(line) == 0 {
		return ""
	}
	return l.at(views.LineQuery(line[:len(line)-1]))
}

// played names the explored line in words.
func (l lookAhead) played() string {
	parts := make([]string, len(l.Explored.Line))
	for i, m := range l.Explored.Line {
		parts[i] = m.Text
	}
	return strings.Join(parts, " ")
}

// query returns the query of the page as it is, without a move in the making.
func (l lookAhead) query() string {
	_, query, _ := strings.Cut(l.at(views.LineQuery(l.Explored.Line)), "?")
	return query
}
