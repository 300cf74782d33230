package judge

import (
	"slices"
	"strings"

	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/games/review"
)

// Cause returns the reason why a move changed the chances of its side. It needs the state before
// the move, the move with those that followed, and whether the chances rose.
func Cause(s games.State, moves []review.Move, rose bool) review.Cause {
	x, ok := parker.SearchOf(s)
	if !ok || x.ToAct() == 0 || len(moves) == 0 {
		return review.Cause{}
	}
	m, answer := moves[0], ""
	if len(moves) > 1 {
		answer = moves[1].Text
	}
	made, ok := tryMove(x, m.Text, answer)
	if !ok {
		return review.Cause{}
	}
	if rose && m.Best == "" {
		return gained(made)
	}
	better, known := tryMove(x, m.Best, "")
	switch {
	case known && better.wins && better.enters:
		return review.Cause{Kind: review.MissedCastle, Move: m.Best}
	case known && better.wins:
		return review.Cause{Kind: review.MissedEnd, Move: m.Best}
	case made.answer.wins && made.answer.enters && !(known && better.answer.wins):
		return review.Cause{Kind: review.LeftCastle, Move: made.answer.text, Played: made.answered}
	case known && m.Value.Result() > 0 && m.Played.Result() < 1:
		n, _ := m.Value.Decided()
		return review.Cause{Kind: review.MissedWin, Move: m.Best, Number: (n + 1) / 2}
	case made.answer.captures() > 0 && (made.answered || known) && (!known || made.net() < better.net() && made.answer.captures() > better.answer.captures()):
		return made.loss()
	}
	if n := lured(x, moves); n > 0 {
		return review.Cause{Kind: review.Lured, Number: n}
	}
	switch {
	case !known:
	case better.captures() > made.captures():
		return review.Cause{Kind: review.MissedCapture, Move: m.Best, Number: better.captures(), Charge: better.charges()}
	case better.enters:
		return review.Cause{Kind: review.MissedEntry, Move: m.Best}
	case better.canters:
		return review.Cause{Kind: review.MissedCanter, Move: m.Best}
	}
	return review.Cause{}
}

// act is a move with its effects.
type act struct {
	text    string
	taken   []string // squares of the captured pieces
	end     string   // square on which the moved piece stops
	canters bool     // it leaps over a friend
	enters  bool     // it ends in the castle that the side has to reach
	wins    bool     // at once
}

func (a act) captures() int { return len(a.taken) }

func (a act) charges() bool { return a.canters && len(a.taken) > 0 }

// tried is a move with the heaviest answer to it.
type tried struct {
	act
	answer   act  // the zero value if nothing can be captured or won
	answered bool // the answer was played
}

// net returns the captured pieces minus those that the answer captures.
func (t tried) net() int { return t.captures() - t.answer.captures() }

// loss returns the cause for a move after which the answer captures.
func (t tried) loss() review.Cause {
	c := review.Cause{Kind: review.LeftPiece, Move: t.answer.text, Square: t.answer.taken[0], Number: t.answer.captures(), Charge: t.answer.charges(), Played: t.answered}
	if slices.Contains(t.answer.taken, t.end) {
		c.Kind, c.Square = review.Exposed, t.end
	}
	return c
}

// gained returns the cause for a move that raised the chances.
func gained(made tried) review.Cause {
	switch {
	case made.captures() > 0:
		return review.Cause{Kind: review.Took, Number: made.captures(), Charge: made.charges()}
	case made.enters:
		return review.Cause{Kind: review.Entered}
	}
	return review.Cause{}
}

// tryMove returns a move with the answer that was played, if that captures or wins, else with the
// heaviest possible one. ok is false for no move.
func tryMove(x *parker.Search, text, played string) (t tried, ok bool) {
	m, err := x.Parse(text)
	if text == "" || err != nil {
		return t, false
	}
	seat := x.ToAct()
	t.act = actOf(x, m)
	x.Make(m)
	defer x.Unmake()
	if next := x.ToAct(); t.wins || next == 0 || next == x.Board().Partner(seat) {
		return t, true
	}
	for _, m := range x.Moves(nil) {
		if !parker.Captures(m) && !slices.Contains(x.Board().Goal(x.ToAct()), parker.To(m)) {
			continue
		}
		a := actOf(x, m)
		if a.text == played && (a.wins || a.captures() > 0) {
			t.answer, t.answered = a, true
			break
		}
		if a.wins && !t.answer.wins || a.wins == t.answer.wins && a.captures() > t.answer.captures() {
			t.answer = a
		}
	}
	return t, true
}

// actOf returns a move of a position with its effects.
func actOf(x *parker.Search, m games.SearchMove) act {
	b, seat := x.Board(), x.ToAct()
	a := act{text: x.Text(m), end: b.Name(parker.To(m)), enters: slices.Contains(b.Goal(seat), parker.To(m))}
	legs, _ := b.Route(a.text)
	for _, leg := range legs {
		a.canters = a.canters || leg.Kind == parker.Canter
		if leg.Taken != parker.NoSquare {
			a.taken = append(a.taken, b.Name(leg.Taken))
		}
	}
	x.Make(m)
	winner, over := x.Won()
	x.Unmake()
	a.wins = over && (winner == seat || winner != 0 && winner == b.Partner(seat))
	return a
}

// lured returns the pieces that were lost by a forced jump after a move: a quiet answer, the jump,
// and a larger capture in return. It returns 0 if no such thing was played.
func lured(x *parker.Search, moves []review.Move) int {
	if len(moves) < 4 || moves[2].Seat != moves[0].Seat || strings.Contains(moves[1].Text, "x") {
		return 0
	}
	made := 0
	defer func() {
		for range made {
			x.Unmake()
		}
	}()
	var taken [4]int
	forced := false
	for i, m := range moves[:4] {
		parsed, err := x.Parse(m.Text)
		if err != nil {
			return 0
		}
		if i == 2 {
			forced = x.Obliged()
		}
		taken[i] = actOf(x, parsed).captures()
		x.Make(parsed)
		made++
	}
	if !forced || taken[2] == 0 || taken[3] <= taken[2] {
		return 0
	}
	return taken[3]
}
