package parker

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"tableronde/games"
)

// Interpret parses a move typed freely: squares in either case, with anything or
// nothing between them ("g11e13", "G11 → E13", "g11xe13" for a canter), all
// landings or some of them ("C5 G11"). It returns a route for Stage: a legal move,
// the beginning of several, or a piece. The refusal says why nothing fits, or names
// the several moves that fit.
func (v View) Interpret(text string) (string, *games.Illegal) {
	if v.over {
		return "", gameOver.with()
	}
	g, _ := v.generator()
	squares, missing, ok := g.b.squaresIn(games.Plain(text))
	switch {
	case missing != "":
		return "", offBoard.with("square", missing)
	case !ok:
		return "", notAMove.with("text", shorten(text), "move", g.anyExample())
	}
	st, why := g.follow(g.landings(squares))
	begun := why == nil
	if begun && (len(st.legs) == 0 || g.incomplete(&st) == nil) {
		return st.text(g.b), nil
	}
	switch fits := v.movesBy(squares); {
	case len(fits) == 1:
		return fits[0], nil
	case len(fits) > 1:
		return "", ambiguousMove.with("text", shorten(text), "moves", joinMoves(fits))
	case begun:
		return v.onlyWay(st.text(g.b)), nil
	}
	return "", why
}

// squaresIn returns the squares that a text names, with anything between them. If
// it is not ok, missing names a square that the board lacks.
func (b *Board) squaresIn(text string) (squares []Square, missing string, ok bool) {
	if len(text) > maxRoute {
		return nil, "", false
	}
	for text != "" {
		r, size := utf8.DecodeRuneInString(text)
		if between := r == 'x' || r == 'X' || !unicode.IsLetter(r) && !unicode.IsDigit(r); between {
			text = text[size:]
			continue
		}
		var q Square
		if q, text, missing, ok = b.scan(text); !ok {
			return nil, missing, false
		}
		squares = append(squares, q)
	}
	return squares, "", len(squares) > 0
}

// landings returns the route over squares; every leap over an enemy is a jump.
func (g *generator) landings(squares []Square) route {
	r := route{from: squares[0]}
	at := squares[0]
	for _, to := range squares[1:] {
		over := g.b.between(at, to)
		r.hops = append(r.hops, landing{jump: over != NoSquare && g.side.enemies.has(g.p.at[over]), to: to})
		at = to
	}
	return r
}

// onlyWay extends an incomplete route as long as there is exactly one way to.
func (v View) onlyWay(route string) string {
	s := v.Stage(route)
	for len(s.Legs) > 0 && !s.Complete && len(s.Next) == 1 && len(s.Far) == 0 {
		s = v.Stage(s.Next[0].Route)
	}
	return s.Route
}

// movesBy lists the legal moves that end on the last of the squares and pass the
// others in order; the first of several is where they begin. It finds none in
// positions with more than maxAhead moves.
func (v View) movesBy(squares []Square) []string {
	g, p := v.generator()
	g.listUpTo(p, maxAhead)
	var fits []string
	for _, text := range g.texts {
		r, _, _ := g.b.parse(text)
		if r.passes(squares) {
			fits = append(fits, text)
		}
	}
	return fits
}

// passes reports whether a route ends on the last of the squares and passes the
// others in order, beginning on the first of several.
func (r route) passes(squares []Square) bool {
	last := len(squares) - 1
	if len(r.hops) == 0 || r.hops[len(r.hops)-1].to != squares[last] {
		return false
	}
	if last == 0 {
		return true
	}
	if r.from != squares[0] {
		return false
	}
	via := squares[1:last]
	for _, h := range r.hops[:len(r.hops)-1] {
		if len(via) > 0 && h.to == via[0] {
			via = via[1:]
		}
	}
	return len(via) == 0
}

// joinMoves joins moves for a refusal, the first few of many.
func joinMoves(moves []string) string {
	const most = 6
	if len(moves) > most {
		return strings.Join(moves[:most], ", ") + "…"
	}
	return strings.Join(moves, ", ")
}
