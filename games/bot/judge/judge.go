// Package judge gives values to positions and moves of the board games. They come from the
// tables of Camette and of endings, or from a search. A number of positions bounds the search,
// so that it gives the same result each time.
package judge

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/bot/search"
	"tableronde/games/bot/solve"
	"tableronde/games/parker"
	"tableronde/games/review"
)

// defaultNodes bounds each of the two searches of a move: of the position, and of the played
// move. If the move seems to be a mistake, both are done again with again times the positions.
const (
	defaultNodes = 100_000
	again        = 4
)

// maxLine is how many moves of a line are kept.
const maxLine = 8

// Judge judges positions of one board. It is for one goroutine at a time.
type Judge struct {
	board  *parker.Board
	engine *search.Engine
	solver bot.Solver // of the game, nil for none
	stop   func() bool
	nodes  uint64
}

// Options say how a judge works.
type Options struct {
	Bytes  int         // of memory for positions that were searched
	Nodes  uint64      // positions for each search of Move, 0 for the usual number
	Solver bot.Solver  // has the true values of positions of Camette and, if bot.EndingsOf has them, of endings; nil for none
	Stop   func() bool // is asked every thousand positions whether to end; nil never. What is returned after that is of no use
}

// New returns a judge of a game. The error is for a game without a board.
func New(game string, o Options) (*Judge, error) {
	b := parker.BoardOf(game)
	if b == nil {
		return nil, fmt.Errorf("the game %s has no search", game)
	}
	endings := bot.EndingsOf(o.Solver, game)
	if game != "camette" && endings == nil {
		o.Solver = nil
	}
	return &Judge{b, search.New(b, search.Options{TableBytes: o.Bytes, Endings: endings}), o.Solver, o.Stop, cmp.Or(o.Nodes, defaultNodes)}, nil
}

// Verdict is the value of a position for the seat to act.
type Verdict struct {
	Exact bool
	Value review.Value
	Line  []string // the best move first
}

// position returns the position of a state of the judge's game to search from.
func (j *Judge) position(s games.State) (*parker.Search, error) {
	x, ok := parker.SearchOf(s)
	switch {
	case !ok || x.ToAct() == 0:
		return nil, errors.New("nobody is to act on a board")
	case x.Board() != j.board:
		return nil, fmt.Errorf("the position is not one of the game %s", j.board.ID())
	}
	return x, nil
}

// Position judges a position in which a seat is to act, by a search of nodes positions.
func (j *Judge) Position(s games.State, nodes uint64) (Verdict, error) {
	x, err := j.position(s)
	if err != nil {
		return Verdict{}, err
	}
	return j.ranked(x, nodes, 1)
}

// Knows reports whether a solver has the true value of a position.
func Knows(solver bot.Solver, s games.State) bool {
	x, ok := parker.SearchOf(s)
	if !ok || x.ToAct() == 0 {
		return false
	}
	_, _, err := solver.Solve(x)
	return err == nil
}

// Scored is a move and its value for the seat that makes it.
type Scored struct {
	Text  string
	Value review.Value
}

// Moves judges the moves of a position, the best first, and returns no more than most of them.
// Their values are true ones where the tables have them, else from a search of nodes positions
// each.
func (j *Judge) Moves(s games.State, nodes uint64, most int) ([]Scored, error) {
	x, err := j.position(s)
	if err != nil {
		return nil, err
	}
	_, solved, exact, err := j.solve(x)
	if err != nil {
		return nil, err
	}
	var list []Scored
	if exact {
		for _, m := range solved[:min(most, len(solved))] {
			list = append(list, Scored{m.Text, trueValue(m.Value)})
		}
		return list, nil
	}
	j.engine.Forget()
	left := x.Moves(nil)
	for len(list) < most && len(left) > 0 && !j.stopped() {
		f := j.search(x, nodes, left...)
		list = append(list, Scored{x.Text(f.Move), review.Value(f.Value)})
		for i, m := range left {
			if m == f.Move {
				left = append(left[:i], left[i+1:]...)
				break
			}
		}
	}
	return list, nil
}

// Move judges a move that was played.
func (j *Judge) Move(s games.State, text string) (m review.Move, exact bool, err error) {
	x, err := j.position(s)
	if err != nil {
		return m, false, err
	}
	played, err := x.Parse(text)
	if err != nil {
		return m, false, fmt.Errorf("judge %s: %w", text, err)
	}
	m = review.Move{Seat: x.ToAct(), Text: text}
	value, moves, exact, err := j.solve(x)
	switch {
	case err != nil:
		return m, false, err
	case exact:
		err = j.compare(x, &m, x.Text(played), value, moves)
		return m, true, err
	}
	j.estimate(x, &m, played)
	return m, false, nil
}

// estimate judges a move by searches, and one that seems to be a mistake by longer ones.
func (j *Judge) estimate(x *parker.Search, m *review.Move, played games.SearchMove) {
	for _, nodes := range [2]uint64{j.nodes, again * j.nodes} {
		j.engine.Forget()
		best := j.search(x, nodes)
		m.Value, m.Played = review.Value(best.Value), review.Value(best.Value)
		m.Best, m.Line = "", nil
		if best.Move == played || j.stopped() {
			return
		}
		m.Played = review.Value(j.search(x, nodes, played).Value)
		if m.Played >= m.Value {
			m.Value = m.Played
			return
		}
		m.Line = texts(x, best.Line)
		m.Best = m.Line[0]
		if !m.Swings() {
			return
		}
		if nodes > j.nodes {
			m.Only = j.isOnly(x, m.Value, best.Move, nodes)
		}
	}
}

// isOnly reports whether every move but the best one is a swing.
func (j *Judge) isOnly(x *parker.Search, value review.Value, best games.SearchMove, nodes uint64) bool {
	others := slices.DeleteFunc(x.Moves(nil), func(m games.SearchMove) bool { return m == best })
	next := review.Move{Value: value, Played: review.Value(j.search(x, nodes, others...).Value), Best: "other"}
	return next.Swings()
}

// compare judges a move by the true values of all.
func (j *Judge) compare(x *parker.Search, m *review.Move, played string, value solve.Value, moves []solve.Move) error {
	m.Value, m.Played = trueValue(value), trueValue(value)
	holding := 0
	for _, one := range moves {
		if one.Text == played {
			m.Played = trueValue(one.Value)
		}
		if trueValue(one.Value).Result() == m.Value.Result() {
			holding++
		}
	}
	if m.Played >= m.Value {
		return nil
	}
	line, err := j.solvedLine(x, moves[0])
	m.Best, m.Line = moves[0].Text, line
	m.Only = holding == 1 && m.Played.Result() < m.Value.Result()
	return err
}

// search searches a position, or some of its moves.
func (j *Judge) search(x *parker.Search, nodes uint64, among ...games.SearchMove) search.Finding {
	return j.engine.Search(x, search.Limits{Nodes: nodes, Stop: j.stop, Among: among, Single: true})
}

func (j *Judge) stopped() bool { return j.stop != nil && j.stop() }

// solve returns the true value of a position and of its moves; exact is false where they
// are not known.
func (j *Judge) solve(x *parker.Search) (v solve.Value, moves []solve.Move, exact bool, err error) {
	if j.solver == nil {
		return v, nil, false, nil
	}
	v, moves, err = j.solver.Solve(x)
	if errors.Is(err, solve.ErrAbsent) {
		return v, nil, false, nil
	}
	return v, moves, err == nil, err
}

// solvedLine returns the moves that follow the best one by the table.
func (j *Judge) solvedLine(x *parker.Search, best solve.Move) ([]string, error) {
	line := []string{best.Text}
	made := 0
	defer func() {
		for range made {
			x.Unmake()
		}
	}()
	for decided := best.Value.Decided; decided && len(line) < maxLine; {
		x.Make(best.Move)
		made++
		if _, over := x.Won(); over {
			break
		}
		_, moves, exact, err := j.solve(x)
		if !exact || err != nil {
			return line, err
		}
		best = moves[0]
		line = append(line, best.Text)
	}
	return line, nil
}

// trueValue returns a value of the table as reviews have it.
func trueValue(v solve.Value) review.Value {
	switch {
	case v.Wins():
		return review.Won - review.Value(v.Moves)
	case v.Loses():
		return review.Value(v.Moves) - review.Won
	}
	return 0
}

// texts returns a line from a position as text, cut to maxLine moves.
func texts(x *parker.Search, moves []games.SearchMove) []string {
	moves = moves[:min(maxLine, len(moves))]
	line := make([]string, len(moves))
	for i, m := range moves {
		line[i] = x.Text(m)
		x.Make(m)
	}
	for range moves {
		x.Unmake()
	}
	return line
}

// maxReasons is how many facts speak for a move at most: the weightiest.
const maxReasons = 2

// Advice is a suggested move with the reasons for it.
type Advice struct {
	Verdict
	Reasons []review.Reason
}

// ErrNoOther is the error of Advise where a position has fewer moves.
var ErrNoOther = errors.New("the position has no other move")

// Advise judges a move of a position by a search of nodes positions and lists the reasons for
// it. The argument number chooses the move: 1 is the best one, 2 the next best.
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

// reasonsFor lists the reasons for a move, which has a value, the weightiest first.
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

// facts are features of the board for a seat.
type facts struct {
	threats int // own pieces that could be taken
	attacks int // pieces of the only enemy that could be taken
	run     int // steps from the goal of the piece that is nearest to it
	danger  int // steps from the own castle of the enemy that is nearest to it
	guards  int // own pieces beside the own castle or in it
}

// look returns the features of the board for a seat.
func look(x *parker.Search, seat games.Seat) facts {
	b := x.Board()
	f := facts{threats: x.Threats(seat), run: parker.Apart, danger: parker.Apart}
	if b.Seats() == 2 {
		f.attacks = x.Threats(3 - seat)
	}
	goal, own := b.Steps(b.Goal(seat)), b.Steps(b.Castle(seat))
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

// taken counts the men and knights that a move captures.
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
