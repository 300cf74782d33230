package board

import (
	"strings"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/views/locale"
)

// Board is a position as one person sees it.
type Board struct {
	Lang   locale.Lang
	Label  string // accessible name of the grid
	View   parker.View
	Bottom games.Seat   // whose side is at the bottom
	You    games.Seat   // whose pieces are called yours, 0 nobody's
	Part   string       // of the board that is shown, by its name in Part; "" all of it
	Path   string       // page that the squares lead to: "/m/abc"
	Query  string       // parameters that every link keeps: "turn=2", "" for none
	Act    bool         // the squares are links by which a move is made
	Tell   bool         // else they are links to why none can be made there
	Stage  parker.Stage // the move in the making; its Route is "" while there is none
	Last   []parker.Leg // the last move
	Recall bool         // the last move can be shown again: its way is drawn, had it turns or not
	Ghosts []Ghost      // captured pieces that are still shown
	Next   []parker.Leg // the move that came after a position of the past, drawn over it
	Try    parker.Square
	Movers []parker.Square // marked as pieces that can move

	ZoomTo func(part string) string // where a square that is cut off leads; needed if Part is set

	To func(parker.Square) string // where a square leads, on a board that is not for moves; nil else
}

// The links of a board begin with one of these.
func (b Board) link(param string) string {
	var u strings.Builder
	u.WriteString(b.Path)
	sep := "?"
	if b.Query != "" {
		u.WriteString(sep + templ.EscapeString(b.Query))
		sep = "&amp;"
	}
	if param != "" {
		u.WriteString(sep + param)
	}
	return u.String()
}

// marks finds what each square shows, and the route that a target or a landing
// square leads to.
func (b Board) marks() (marks [256]mark, routes [256]string) {
	if n := len(b.Last); n > 0 {
		marks[b.Last[0].From] |= last
		marks[b.Last[n-1].To] |= last
	}
	for _, ghost := range b.Ghosts {
		marks[ghost.Square] |= lost
	}
	for _, q := range b.Movers {
		marks[q] |= mover
	}
	if st := b.Stage; st.From != parker.NoSquare && st.Route != "" {
		end := st.From
		for i, leg := range st.Legs {
			if i < len(st.Legs)-1 {
				marks[leg.To] |= landing
				routes[leg.To] = upTo(st.Route, i+1)
			}
			if leg.Taken != parker.NoSquare {
				marks[leg.Taken] |= taken
			}
			end = leg.To
		}
		if end != st.From {
			marks[st.From] |= start
		}
		marks[end] |= chosen
		for _, list := range [2][]parker.Target{st.Far, st.Next} {
			for _, t := range list {
				marks[t.Square] = marks[t.Square]&^target | targetMark(t.Kind)
				routes[t.Square] = t.Route
			}
		}
	}
	if b.Try != parker.NoSquare {
		marks[b.Try] |= refused
	}
	return marks, routes
}

// upTo returns the route as it was after its first n legs.
func upTo(route string, n int) string {
	for i := range len(route) {
		if route[i] == '-' || route[i] == 'x' {
			if n == 0 {
				return route[:i]
			}
			n--
		}
	}
	return route
}

// Ghost is a captured piece that a board still shows, struck out.
type Ghost struct {
	Square parker.Square
	Piece  parker.Piece
	Leg    int // of the last move that captured it, from 1; 0 for an earlier move
}
