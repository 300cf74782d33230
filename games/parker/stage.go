package parker

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tableronde/games"
)

// Stage is an unfinished move: the part chosen so far, and the squares to which it can go on.
type Stage struct {
	Route string // chosen so far
	From  Square // of the piece, NoSquare if none is chosen
	Legs  []Leg

	// Next lists the squares of the next leg from which the route can still become a
	// legal move. Canters back to a square of the route are left out.
	Next []Target

	// Far lists the ends of legal moves by several more legs that are not in Next
	// and have one outcome only. It is empty if there are too many states to search.
	Far []Target

	Complete bool // the staged route is a legal move
	Must     bool // the staged route is no legal move yet: the piece has to go on

	// Why refuses a square without a piece to move, a piece that cannot move, or an
	// illegal route. Otherwise it is nil.
	Why *games.Illegal
}

// Target is a square to which a staged move may go on.
type Target struct {
	Square Square
	Kind   Kind
	Route  string // the route that choosing it stages
	Far    bool
}

// Stage stages a route for the seat to move: "" for none, "E6" for a piece, "C6-E8"
// for a move that may be complete or not. Of an illegal route it stages the legal
// part.
func (v View) Stage(text string) Stage {
	s := Stage{From: NoSquare}
	if text == "" {
		return s
	}
	if v.over {
		s.Why = gameOver.With()
		return s
	}
	g := v.b.generatorFor(*v.pos)
	r, why := g.parse(text)
	if why != nil {
		s.Why = why
		return s
	}
	st, why := g.follow(r)
	if c := g.p.at[r.from]; c == 0 || c.Seat() != v.Turn() {
		s.Why = why
		return s
	}
	s.Route, s.From, s.Legs = st.text(g.b), st.from, st.legs
	missing := g.incomplete(&st)
	s.Complete = missing == nil
	defer g.lift(st.from)()
	if s.Next = g.next(&st); len(s.Next) > 0 && s.Next[0].Kind != CastleMove {
		s.Far = g.far(&st, s.Next)
	}
	switch {
	case why != nil:
		s.Why = why
	case !s.Complete && len(s.Next) == 0:
		s.Why = missing
	}
	s.Must = !s.Complete && len(s.Next) > 0 && len(s.Legs) > 0
	return s
}

// Ends reports whether a staged route is a legal move that cannot go on.
func (v View) Ends(text string) bool {
	s := v.Stage(text)
	return s.Why == nil && s.Complete && len(s.Next) == 0
}

// WhyNot returns why a staged route cannot go on to a square, nil if it can: the
// square is then in Next, or on the canter so far.
func (v View) WhyNot(route string, to Square) *games.Illegal {
	if v.over {
		return gameOver.With()
	}
	g := v.b.generatorFor(*v.pos)
	r, why := g.parse(route)
	if why != nil {
		return why
	}
	st, why := g.follow(r)
	if why != nil {
		return why
	}
	r.hops = append(r.hops, g.landing(st.at, to))
	if st, why = g.follow(r); why != nil {
		return why
	}
	missing := g.incomplete(&st)
	defer g.lift(st.from)()
	if len(g.next(&st)) > 0 {
		return nil
	}
	return missing
}

// text returns the text of the staged route.
func (st *partialMove) text(b *Board) string {
	text := append(make([]byte, 0, 4*(len(st.legs)+1)), b.names[st.from]...)
	for _, l := range st.legs {
		lead := byte('-')
		if l.Kind == Jump {
			lead = 'x'
		}
		text = append(append(text, lead), b.names[l.To]...)
	}
	return string(text)
}

// next lists the legs that a staged move may go on with. The piece is off the
// board.
func (g *generator) next(st *partialMove) []Target {
	var next []Target
	so := st.text(g.b)
	add := func(to Square, k Kind) {
		lead := "-"
		if k == Jump {
			lead = "x"
		}
		next = append(next, Target{Square: to, Kind: k, Route: so + lead + g.b.names[to]})
	}
	first := len(st.legs) == 0
	switch {
	case first && g.side.goal.has(st.from):
		if m, ok := g.findCastleMove(); ok && m.from == st.from {
			add(m.to, CastleMove)
		}
		return next
	case first && !g.movers.has(st.from), g.side.goal.has(st.at), !first && st.legs[len(st.legs)-1].Kind == Step:
		return nil
	}
	if first && !g.mustCapture {
		for steps := g.b.near[st.at].minus(g.barred); !steps.empty(); {
			add(steps.pop(), Step)
		}
	}
	for _, l := range g.b.leapsFrom(st.at) {
		after := *st
		kind, why := g.check(&after, g.landing(st.at, l.land))
		if why == nil && (kind == Jump || g.mayCanter(&after, st.touched, l.land)) {
			add(l.land, kind)
		}
	}
	return next
}

// mayCanter reports whether a staged move that cantered to a square last, after those that it
// had touched, may still become legal.
func (g *generator) mayCanter(st *partialMove, before set, to Square) bool {
	switch {
	case before.has(to):
		return false
	case !g.mustCapture && st.mustJumpAt == NoSquare:
		return true
	case !st.knight || g.side.goal.has(to):
		return false
	case g.canJump(to):
		return true
	}
	_, jumpSquares := g.canter(to, g.barred.or(st.touched), true, false)
	return !jumpSquares.empty()
}

// far lists the squares where the piece may end after several more legs. The piece is off the
// board.
func (g *generator) far(st *partialMove, next []Target) []Target {
	g.writeTexts, g.stateLimit = true, maxAhead
	g.circles.reset()
	if g.complete(st); g.states > g.stateLimit {
		return nil
	}
	var near set
	for _, t := range next {
		near.add(t.Square)
	}
	var once, often set
	for _, m := range g.moves {
		if once.has(m.to) {
			often.add(m.to)
		}
		once.add(m.to)
	}
	prefix, here := st.text(g.b), len(g.b.names[st.at])
	var far []Target
	for i, m := range g.moves {
		if often.has(m.to) || near.has(m.to) {
			continue
		}
		rest := g.texts[i][here:]
		t := Target{Square: m.to, Kind: Charge, Route: prefix + rest, Far: true}
		switch {
		case !strings.Contains(rest, "x"):
			t.Kind = Canter
		case !strings.Contains(rest, "-"):
			t.Kind = Jump
		}
		far = append(far, t)
	}
	return far
}

// Interpret parses a move typed freely: squares in either case, with anything or
// nothing between them ("g11e13", "G11 → E13", "g11xe13" for a canter), all
// landings or some of them ("C5 G11"). It returns a route for Stage: a legal move,
// the beginning of several, or a piece. The refusal says why nothing fits, or names
// the several moves that fit. It
// finds none that leave squares out in positions with more than maxAhead moves.
func (v View) Interpret(text string) (string, *games.Illegal) {
	if v.over {
		return "", gameOver.With()
	}
	g := v.b.generatorFor(*v.pos)
	squares, missing, ok := g.b.squaresIn(games.Plain(text))
	switch {
	case missing != "":
		return "", offBoard.With("square", missing)
	case !ok:
		return "", notAMove.With("text", shorten(text), "move", g.anyExample())
	}
	r := route{from: squares[0]}
	for i, to := range squares[1:] {
		r.hops = append(r.hops, g.landing(squares[i], to))
	}
	st, why := g.follow(r)
	begun := why == nil
	if begun && (len(st.legs) == 0 || g.incomplete(&st) == nil) {
		return st.text(g.b), nil
	}
	all := v.b.generatorFor(*v.pos)
	all.listUpTo(maxAhead)
	fits := slices.DeleteFunc(all.texts, func(text string) bool {
		r, _, _ := g.b.parse(text)
		return !r.passes(squares)
	})
	switch {
	case len(fits) == 1:
		return fits[0], nil
	case len(fits) > mostNamed:
		return "", ambiguousMove.With("text", shorten(text), "moves", strings.Join(fits[:mostNamed], ", ")+"…")
	case len(fits) > 1:
		return "", ambiguousMove.With("text", shorten(text), "moves", strings.Join(fits, ", "))
	case !begun:
		return "", why
	}
	s := v.Stage(st.text(g.b)) // as long as exactly one leg is possible
	for len(s.Legs) > 0 && !s.Complete && len(s.Next) == 1 && len(s.Far) == 0 {
		s = v.Stage(s.Next[0].Route)
	}
	return s.Route, nil
}

// mostNamed is the largest number of moves that a refusal names.
const mostNamed = 6

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

// landing returns the leg from a square to another: a leap over an enemy is a jump.
func (t *turn) landing(from, to Square) landing {
	over := t.b.between(from, to)
	return landing{jump: over != NoSquare && t.side.enemies.has(t.p.at[over]), to: to}
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
