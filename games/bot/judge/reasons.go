package judge

import (
	"errors"
	"slices"

	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/games/review"
)

// maxReasons is how many facts speak for a move at most: the weightiest.
const maxReasons = 2

// Advice is a move that is advised, and what speaks for it.
type Advice struct {
	Verdict
	Reasons []review.Reason
}

// ErrNoOther is the error of Advise where a position has fewer moves.
var ErrNoOther = errors.New("there is no other move")

// Advise judges a move of a position by so many positions, and tells what speaks for it: the
// best one for 1, for 2 the next best, and so on.
func (j *Judge) Advise(s games.State, nodes uint64, number int) (Advice, error) {
	x, err := j.position(s)
	if err != nil {
		return Advice{}, err
	}
	if number > len(x.Moves(nil)) {
		return Advice{}, ErrNoOther
	}
	v, err := j.ranked(x, nodes, number)
	if err != nil {
		return Advice{}, err
	}
	m, err := x.Parse(v.Line[0])
	if err != nil {
		return Advice{}, err
	}
	reasons := reasonsFor(x, m, v.Value)
	for i, r := range reasons {
		if number > 1 && (r.Kind == review.Best || r.Kind == review.HoldsOut) {
			reasons[i].Kind = review.Next
		}
	}
	return Advice{v, reasons}, nil
}

// ranked judges the move of a position that comes at a number when the best are first.
func (j *Judge) ranked(x *parker.Search, nodes uint64, number int) (Verdict, error) {
	_, moves, exact, err := j.solve(x)
	if err != nil {
		return Verdict{}, err
	}
	switch {
	case exact && number > len(moves):
		return Verdict{}, ErrNoOther
	case exact:
		line, err := j.solvedLine(x, moves[number-1])
		return Verdict{true, trueValue(moves[number-1].Value), line}, err
	}
	j.engine.Forget()
	f, left := j.search(x, nodes), x.Moves(nil)
	for ; number > 1; number-- {
		last := f.Move
		left = slices.DeleteFunc(left, func(m games.SearchMove) bool { return m == last })
		f = j.search(x, nodes, left...)
	}
	return Verdict{Value: review.Value(f.Value), Line: texts(x, f.Line)}, nil
}

// reasonsFor tells what speaks for a move, which has a value, the weightiest first.
func reasonsFor(x *parker.Search, m games.SearchMove, v review.Value) []review.Reason {
	before := look(x, x.ToAct())
	var all []review.Reason
	add := func(holds bool, r review.Reason) {
		if holds && len(all) < maxReasons {
			all = append(all, r)
		}
	}
	seat, only, obliged, leaving := x.ToAct(), len(x.Moves(nil)) == 1, x.Obliged(), x.Leaving()
	men, knights := taken(x, m)
	x.Make(m)
	defer x.Unmake()
	if winner, over := x.Won(); over && winner == seat {
		return []review.Reason{{Kind: review.Wins}}
	}
	after := look(x, seat)
	moves, decided := v.Decided()
	add(only, review.Reason{Kind: review.Only})
	add(!only && decided && v > 0, review.Reason{Kind: review.WinsIn, Number: (moves + 1) / 2})
	add(!only && leaving, review.Reason{Kind: review.Leaves})
	add(!only && obliged, review.Reason{Kind: review.Compelled})
	add(men+knights > 0, review.Reason{Kind: review.Takes, Men: men, Knights: knights})
	add(slices.Contains(x.Board().Goal(seat), parker.To(m)), review.Reason{Kind: review.Enters})
	add(decided && v < 0, review.Reason{Kind: review.HoldsOut})
	add(before.threats > 0 && after.threats == 0, review.Reason{Kind: review.Parries, Number: before.threats})
	add(before.threats == 0 && after.threats == 0 && men+knights > 0, review.Reason{Kind: review.Safe})
	add(after.attacks > 0, review.Reason{Kind: review.Threatens, Number: after.attacks})
	add(after.run < before.run && after.run <= nearGoal, review.Reason{Kind: review.Runs, Number: after.run})
	add(after.guards > 0 && after.guards >= before.guards && after.danger <= nearGoal, review.Reason{Kind: review.Guards})
	add(before.threats == 0 && after.threats == 0, review.Reason{Kind: review.Safe})
	if len(all) == 0 || len(all) == 1 && (all[0].Kind == review.Compelled || all[0].Kind == review.Leaves) {
		all = append(all, review.Reason{Kind: review.Best})
	}
	return all
}

// nearGoal is up to how many steps from a castle a piece is a danger to it.
const nearGoal = 4

// facts are what one sees on the board for a seat.
type facts struct {
	threats int // own pieces that could be taken
	attacks int // pieces of the only enemy that could be taken
	run     int // steps from the goal of the piece that is nearest to it
	danger  int // steps from the own castle of the enemy that is nearest to it
	guards  int // own pieces beside the own castle or in it
}

// look returns what one sees on the board for a seat.
func look(x *parker.Search, seat games.Seat) facts {
	b := x.Board()
	f := facts{threats: x.Threats(seat), run: far, danger: far}
	if b.Seats() == 2 {
		f.attacks = x.Threats(3 - seat)
	}
	goal, own := stepsTo(b, b.Goal(seat)), stepsTo(b, b.Castle(seat))
	for q := range parker.Square(b.Len()) {
		switch c := x.On(q); {
		case c == 0:
		case c.Seat() == seat:
			f.run = min(f.run, goal[q])
			if own[q] <= 1 {
				f.guards++
			}
		case c.Seat() != b.Partner(seat):
			f.danger = min(f.danger, own[q])
		}
	}
	return f
}

// far is farther than any square.
const far = 1 << 10

// stepsTo returns how many steps each square is from the nearest of some, far where there
// are none.
func stepsTo(b *parker.Board, squares []parker.Square) []int {
	steps := make([]int, b.Len())
	for q := range steps {
		steps[q] = far
	}
	for _, q := range squares {
		steps[q] = 0
	}
	for queue := slices.Clone(squares); len(queue) > 0; queue = queue[1:] {
		for _, q := range b.Near(queue[0]) {
			if steps[q] == far {
				steps[q] = steps[queue[0]] + 1
				queue = append(queue, q)
			}
		}
	}
	return steps
}

// taken counts what a move captures.
func taken(x *parker.Search, m games.SearchMove) (men, knights int) {
	seat := x.ToAct()
	count := func(sign int) {
		for _, c := range x.Placement() {
			switch {
			case c == 0 || c.Seat() == seat:
			case c.Knight():
				knights += sign
			default:
				men += sign
			}
		}
	}
	count(1)
	x.Make(m)
	count(-1)
	x.Unmake()
	return men, knights
}
