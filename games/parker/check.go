package parker

import (
	"strconv"
	"strings"

	"tableronde/games"
)

// partialMove is a staged move: a route that may not be complete yet.
type partialMove struct {
	from, at   Square
	knight     bool
	legs       []Leg
	canters    int
	captures   int
	taken      uint32
	touched    set    // the square it starts on and every landing of the canter
	mustJumpAt Square // the first landing where a cantering knight could jump, else NoSquare
}

// read parses the text of a move and returns it if it is legal.
func (g *generator) read(text string) (move, *games.Illegal) {
	r, why := g.parse(text)
	if why != nil {
		return move{}, why
	}
	st, why := g.follow(r)
	if why == nil {
		why = g.incomplete(&st)
	}
	return move{st.from, st.at, st.taken}, why
}

// parse parses a route; the refusal names the error in it.
func (g *generator) parse(text string) (route, *games.Illegal) {
	r, missing, ok := g.b.parse(text)
	switch {
	case missing != "":
		return r, offBoard.With("square", missing)
	case !ok:
		return r, notAMove.With("text", shorten(text), "move", g.anyExample())
	}
	return r, nil
}

// shorten returns the beginning of a text, quoted, for a refusal.
func shorten(text string) string {
	const most = 40
	quoted := strconv.QuoteToGraphic(text[:min(len(text), 4*most)])
	return games.Excerpt(quoted[1:len(quoted)-1], most)
}

// follow plays a route leg by leg. It returns the legal part of it, and the refusal
// of the first illegal leg.
func (g *generator) follow(r route) (partialMove, *games.Illegal) {
	st := partialMove{from: r.from, at: r.from, mustJumpAt: NoSquare, touched: setOf(r.from)}
	c := g.p.at[r.from]
	switch {
	case c == 0:
		return st, emptySquare.With("from", g.b.names[r.from])
	case !g.p.turn.army().has(c):
		return st, notYours.With("from", g.b.names[r.from])
	case g.leaving && !g.movers.has(r.from):
		return st, g.leaveFirst()
	}
	st.knight = c.Knight()
	for _, h := range r.hops {
		putBack := g.lift(r.from)
		kind, why := g.check(&st, h)
		putBack()
		if why != nil {
			return st, g.refuse(*why, st.at, h.to)
		}
		leg := Leg{From: st.at, To: h.to, Kind: kind, Taken: NoSquare}
		if kind == Jump {
			leg.Taken = g.b.between(st.at, h.to)
		}
		st.legs = append(st.legs, leg)
		st.at = h.to
	}
	return st, nil
}

// check returns the kind of the next leg, or why it is illegal, and adds its
// captures to st. The piece is off the board.
func (t *turn) check(st *partialMove, h landing) (Kind, *refusal) {
	from, to := st.at, h.to
	adjacent := t.b.near[from].has(to)
	over := t.b.between(from, to)
	switch {
	case t.side.goal.has(from) && len(st.legs) > 0:
		return 0, &goalStops
	case t.side.goal.has(from):
		return CastleMove, t.checkCastleMove(from, to, h.jump)
	case len(st.legs) > 0 && (adjacent || st.legs[len(st.legs)-1].Kind == Step):
		return 0, &stepAlone
	case !adjacent && over == NoSquare:
		return 0, &noReach
	case adjacent && h.jump:
		return 0, &jumpStep
	case adjacent && t.p.at[to] != 0:
		return 0, &squareTaken
	case adjacent && t.side.closed.has(to):
		return 0, t.checkClosedCastle(from, to)
	case adjacent:
		return Step, nil
	case h.jump:
		return Jump, t.jumpLeg(st, over, to)
	default:
		return Canter, t.canterLeg(st, over, to)
	}
}

func (t *turn) jumpLeg(st *partialMove, over, to Square) *refusal {
	bit := t.captureBit(over) &^ st.taken
	switch {
	case st.canters > 0 && !st.knight:
		return &manCharge
	case st.canters > 0 && st.captures == 0 && st.at == st.from:
		return &circularCharge
	case t.p.at[over] == 0, t.captureBit(over)&st.taken != 0:
		return &jumpNothing
	case t.p.at[to] != 0:
		return &squareTaken
	case bit == 0:
		return &jumpFriend
	}
	st.captures++
	st.taken |= bit
	return nil
}

func (t *turn) canterLeg(st *partialMove, over, to Square) *refusal {
	enemy := t.side.enemies.has(t.p.at[over])
	switch {
	case st.captures > 0:
		return &canterAfter
	case t.p.at[over] == 0:
		return &canterNothing
	case t.p.at[to] != 0:
		return &squareTaken
	case enemy && st.canters > 0 && !st.knight:
		return &manCharge
	case enemy:
		return &canterEnemy
	case t.side.closed.has(to):
		return t.checkClosedCastle(st.at, to)
	}
	st.canters++
	st.touched.add(to)
	if st.knight && st.mustJumpAt == NoSquare && to != st.from && !t.side.goal.has(to) && t.canJump(to) {
		st.mustJumpAt = to
	}
	return nil
}

// checkClosedCastle returns why a piece may not step or canter into a castle.
func (t *turn) checkClosedCastle(from, to Square) *refusal {
	switch {
	case t.b.castle[from] == t.b.castle[to]:
		return &castleSlide
	case t.side.own.has(to):
		return &ownCastle
	default:
		return &sideCastle
	}
}

// checkCastleMove returns why a piece in the goal castle may not go to a square, nil if
// it may.
func (t *turn) checkCastleMove(from, to Square, jump bool) *refusal {
	switch {
	case to == NoSquare || jump || from == to || !t.side.goal.has(to):
		return &goalStays
	case t.p.at[to] != 0:
		return &squareTaken
	case t.p.castled[t.p.turn] >= castleMoves:
		return &castleUsedUp
	case t.mustCapture:
		return &castleCapture
	}
	return nil
}

// incomplete returns why the staged move may not end where it is, nil if it may.
func (g *generator) incomplete(st *partialMove) *games.Illegal {
	from := g.b.names[st.from]
	switch {
	case len(st.legs) == 0:
		if why := g.whyStuck(st.from); why != nil {
			return why
		}
		return noDestination.With("from", from, "move", g.example(st.from))
	case st.captures > 0:
		on := g.jumpsOn(st.from, st.at, st.taken)
		switch {
		case len(on) == 0:
			return nil
		case st.canters > 0:
			return chargeOn.With("squares", g.b.list(on))
		default:
			return jumpOn.With("squares", g.b.list(on))
		}
	case st.mustJumpAt != NoSquare:
		return knightDuty.With("square", g.b.names[st.mustJumpAt], "move", g.chargeExample(st))
	case g.mustCapture && g.leaving:
		return leaveCapture.With("from", from, "move", g.example(st.from))
	case g.mustCapture:
		return captureDuty.With("move", g.anyExample())
	case st.at == st.from:
		return circularCanter.With("from", from)
	}
	return nil
}

// jumpsOn lists the squares to which a piece on at can jump next, after it began on
// from and captured the enemies in taken.
func (t *turn) jumpsOn(from, at Square, taken uint32) []Square {
	if t.side.goal.has(at) {
		return nil
	}
	var on []Square
	for _, l := range t.b.leapsFrom(at) {
		if t.captureBit(l.over)&^taken != 0 && (t.p.at[l.land] == 0 || l.land == from) {
			on = append(on, l.land)
		}
	}
	return on
}

// whyStuck returns why a piece of the seat to move has no legal move, nil if it has.
func (g *generator) whyStuck(q Square) *games.Illegal {
	switch {
	case g.leaving && !g.movers.has(q):
		return g.leaveFirst()
	case g.canMove(q):
		return nil
	case g.side.goal.has(q):
		to := g.across(q)
		return g.refuse(*g.checkCastleMove(q, to, false), q, to)
	case g.mustCapture:
		return g.refuse(captureDuty, q, q)
	default:
		return g.refuse(noRoom, q, q)
	}
}

// canMove reports whether a piece of the seat to move has a legal move.
func (g *generator) canMove(q Square) bool {
	switch {
	case g.side.goal.has(q):
		m, ok := g.findCastleMove()
		return ok && m.from == q
	case !g.movers.has(q):
		return false
	case !g.mustCapture:
		// A canter of one leap ends a move, or may go on to a capture.
		return g.hasQuietLeg(q)
	case g.canJump(q):
		return true
	case !g.p.at[q].Knight():
		return false
	}
	defer g.lift(q)()
	_, jumpSquares := g.canter(q, g.barred, true, false)
	return !jumpSquares.empty()
}

// leaveFirst returns the refusal of a move while a piece has to leave a castle.
func (g *generator) leaveFirst() *games.Illegal {
	leavers := g.movers
	return leaveFirst.With("square", g.b.names[leavers.pop()], "move", g.anyExample())
}

// refuse formats a refusal of a leg from one square to another.
func (g *generator) refuse(r refusal, from, to Square) *games.Illegal {
	args := []string{"from", g.b.names[from], "square", g.b.names[from]}
	if to != NoSquare {
		args = append(args, "to", g.b.names[to])
	}
	if over := g.b.between(from, to); over != NoSquare {
		args = append(args, "over", g.b.names[over])
	}
	if strings.Contains(r.Text, "{move}") {
		args = append(args, "move", g.anyExample())
	}
	return r.With(args...)
}
