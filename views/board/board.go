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
	Lang       locale.Lang
	Label      string // accessible name of the grid
	View       parker.View
	Bottom     games.Seat   // whose side is at the bottom
	You        games.Seat   // whose pieces are labeled as the viewer's own, 0 nobody's
	Part       string       // name of the part that is shown, one of Parts; "" the whole board
	Path       string       // page that the squares lead to: "/m/abc"
	Here       bool         // the board is shown at Path: links with parameters leave it out
	Query      string       // parameters that every link keeps: "turn=2", "" for none
	CanMove    bool         // squares link to steps of a move
	Explain    bool         // without CanMove: squares link to why no move is possible there
	Stage      parker.Stage // the move in the making; its Route is "" while there is none
	LastMove   []parker.Leg // the last move
	Replayable bool         // the last move can be shown again: its path is drawn even if it has one leg
	Ghosts     []Ghost      // captured pieces that are still shown
	NextMove   []parker.Leg // the move that came after a position of the past, drawn over it
	Other      []parker.Leg // a move that NextMove, or nothing, is compared with
	Probe      parker.Square
	Movers     []parker.Square // marked as pieces that can move

	ZoomTo func(part string) string // returns the address for a square that is cut off; required if Part is set

	Href func(parker.Square) string // returns the address of a square on a board without moves, else nil
}

// link returns the address of the page with Query and one more parameter, escaped
// for an attribute.
func (b Board) link(param string) string {
	var u strings.Builder
	if !b.Here || param == "" {
		u.WriteString(b.Path)
	}
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

// marks returns the marks of each square, and the route that a link on a target or
// a landing square stages.
func (b Board) marks() (marks [256]mark, routes [256]string) {
	if n := len(b.LastMove); n > 0 {
		marks[b.LastMove[0].From] |= markLast
		marks[b.LastMove[n-1].To] |= markLast
	}
	for _, ghost := range b.Ghosts {
		marks[ghost.Square] |= markCaptured
	}
	for _, q := range b.Movers {
		marks[q] |= markMover
	}
	if st := b.Stage; st.From != parker.NoSquare && st.Route != "" {
		end := st.From
		for i, leg := range st.Legs {
			if i < len(st.Legs)-1 {
				marks[leg.To] |= markLanding
				routes[leg.To] = routePrefix(st.Route, i+1)
			}
			if leg.Taken != parker.NoSquare {
				marks[leg.Taken] |= markTaken
			}
			end = leg.To
		}
		if end != st.From {
			marks[st.From] |= markStart
		}
		marks[end] |= markChosen
		for _, list := range [2][]parker.Target{st.Far, st.Next} {
			for _, t := range list {
				marks[t.Square] = marks[t.Square]&^markTarget | targetMark(t.Kind)
				routes[t.Square] = t.Route
			}
		}
	}
	if b.Probe != parker.NoSquare {
		marks[b.Probe] |= markRefused
	}
	return marks, routes
}

// routePrefix returns the route as it was after its first n legs.
func routePrefix(route string, n int) string {
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

// Ghost is a captured piece that the board still shows, crossed out.
type Ghost struct {
	Square parker.Square
	Piece  parker.Piece
	Leg    int // number of the leg of the last move that captured the piece, from 1; 0 if an earlier move did
}
