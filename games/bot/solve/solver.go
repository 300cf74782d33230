package solve

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"tableronde/games"
	"tableronde/games/parker"
)

// solver finds the values of the positions of two parts of the table, that quiet moves
// lead between, once all parts that captures lead to are known.
//
// It goes by the number of moves to the end. An entry is marked with the number at which
// it may be decided: by captures, which are known, or because an entry was decided that
// a move might lead to. When the number is up it is evaluated by its moves.
type solver struct {
	t       *tables
	marks   [materials][materials][]byte
	workers []worker
}

// worker is the data of one goroutine; several goroutines evaluate entries side by side.
type worker struct {
	t       *tables
	walk    walker
	endings endingWalker
	deepest int // the largest number of moves that it has marked
	census  Census
	wrong   error
}

func newSolver(workers int) *solver {
	s := &solver{t: new(tables), workers: make([]worker, max(1, workers))}
	for i := range s.workers {
		s.workers[i].t = s.t
	}
	return s
}

// pace is called now and then during long work; an error that it returns ends the work.
type pace func() error

// each calls f with every number below n, from all workers at once.
func (s *solver) each(n int, step pace, f func(w *worker, i int)) error {
	var next atomic.Int64
	var stopped atomic.Bool
	work := func(w *worker, step pace) error {
		for !stopped.Load() {
			first := int(next.Add(everyEntries)) - everyEntries
			if first >= n {
				break
			}
			if err := step(); err != nil {
				stopped.Store(true)
				return err
			}
			for i := first; i < min(first+everyEntries, n); i++ {
				f(w, i)
			}
		}
		return nil
	}
	var others sync.WaitGroup
	for i := range s.workers[1:] {
		others.Go(func() { work(&s.workers[1+i], func() error { return nil }) })
	}
	err := work(&s.workers[0], step)
	others.Wait()
	return err
}

// deepest returns the largest number of moves that the workers have marked since the last
// call.
func (s *solver) deepest() (deepest int) {
	for i := range s.workers {
		deepest = max(deepest, s.workers[i].deepest)
		s.workers[i].deepest = 0
	}
	return deepest
}

// errDeep reports a position whose distance does not fit into the table.
var errDeep = errors.New("a game takes longer than the table can hold")

const everyEntries = 1 << 16 // number of entries between two calls of pace

// solve fills the parts.
func (s *solver) solve(parts []kind, step pace) error {
	for _, k := range parts {
		s.t[k.own][k.enemy] = make([]byte, k.size())
		s.marks[k.own][k.enemy] = make([]byte, k.size())
	}
	defer func() {
		for _, k := range parts {
			s.marks[k.own][k.enemy] = nil
		}
	}()
	for _, k := range parts { // mark the entries that only the end of the game and captures decide
		marks := s.marks[k.own][k.enemy]
		if err := s.each(len(marks), step, func(w *worker, i int) { w.mark(&marks[i], k, i) }); err != nil {
			return err
		}
	}
	last := s.deepest()
	for moves := 0; moves <= last; moves++ {
		if moves >= maxMoves-1 {
			return errDeep
		}
		for _, k := range parts {
			decided, err := s.round(k, moves, step)
			if err != nil {
				return err
			}
			if last = max(last, s.deepest()); decided {
				last = max(last, moves+1)
			}
		}
	}
	return nil
}

// mark sets the mark of an entry to the number of moves of its value plus one, or to 0 for an open
// value.
func (w *worker) mark(mark *byte, k kind, i int) {
	*mark = 0
	if v, ok := w.value(k, i); ok && v.Decided {
		*mark = byte(v.Moves + 1)
		w.deepest = max(w.deepest, v.Moves)
	}
}

// round decides the entries that are marked with a number of moves, and marks the entries that may
// follow from them. First the workers find the entries to decide; no entry changes until they are
// done.
func (s *solver) round(k kind, moves int, step pace) (decided bool, err error) {
	marks, entries := s.marks[k.own][k.enemy], s.t.part(k)
	err = s.each(len(marks), step, func(w *worker, i int) {
		if int(marks[i]) == moves+1 && entries[i] == 0 {
			w.mark(&marks[i], k, i)
		}
	})
	if err != nil {
		return false, err
	}
	for i, mark := range marks {
		if i%everyEntries == 0 {
			if err := step(); err != nil {
				return false, err
			}
		}
		if int(mark) == moves+1 && entries[i] == 0 {
			decided = true
			entries[i] = mark
			s.markBefore(k, i, moves+1)
		}
	}
	return decided, nil
}

// value evaluates an entry; ok is false for an entry that is not a position.
func (w *worker) value(k kind, i int) (v Value, ok bool) {
	if k.ending != nil {
		return w.endings.evaluate(w.t, k, i)
	}
	p, ok := k.at(i)
	if !ok {
		return Value{}, false
	}
	w.walk.walk(p)
	if w.walk.ends {
		return Value{true, 1}, true
	}
	var found best
	for _, next := range w.walk.next {
		k, i := next.turned().index()
		found.add(decode(w.t.part(k)[i]))
	}
	return found.value(), true
}

// markBefore marks the entries of the positions from which a quiet move might lead to the
// position of an entry.
func (s *solver) markBefore(k kind, i, moves int) {
	if k.ending != nil {
		k.ending.before(k, i, func(k kind, i int) { s.markEntry(k, i, moves) })
		return
	}
	p, _ := k.at(i)
	before(p, func(old place) { s.mark(old, moves) })
}

// mark marks an undecided entry with a number of moves, unless it has a smaller one, and the
// entry of the mirror image if it is another.
func (s *solver) mark(p place, moves int) {
	k, i := p.index()
	s.markEntry(k, i, moves)
	if p.own == p.own.mirrored() && p.enemy != p.enemy.mirrored() {
		_, i := place{p.own, p.enemy.mirrored()}.index()
		s.markEntry(k, i, moves)
	}
}

func (s *solver) markEntry(k kind, i, moves int) {
	if s.t.part(k)[i] != 0 {
		return
	}
	if m := &s.marks[k.own][k.enemy][i]; *m == 0 || int(*m) > moves+1 {
		*m = byte(moves + 1)
	}
}

// best gathers the values of the positions that the moves of a position lead to.
type best struct {
	win, loss int  // moves to the shortest win, 0 for none, and to the longest loss
	open      bool // some move leads to a position that is not decided
}

// add adds the value of a position for the side that moves there.
func (b *best) add(v Value) {
	switch {
	case !v.Decided:
		b.open = true
	case v.Loses() && (b.win == 0 || v.Moves+1 < b.win):
		b.win = v.Moves + 1
	case v.Wins():
		b.loss = max(b.loss, v.Moves+1)
	}
}

// value returns the value of the position itself: lost at once without any move.
func (b *best) value() Value {
	switch {
	case b.win > 0:
		return Value{true, b.win}
	case b.open:
		return Value{}
	}
	return Value{true, b.loss}
}

// Table is a table in a store, from which single entries are read.
type Table struct {
	parts [materials][materials]Part
}

// Open returns the table of a store with the parts made so far. The error is ErrAbsent if
// there are none. The table must be closed.
func Open(s Store) (*Table, error) {
	t, found := new(Table), false
	for _, parts := range kinds() {
		for _, k := range parts {
			part, _, err := k.open(s)
			if errors.Is(err, ErrAbsent) {
				continue
			}
			if err != nil {
				t.Close()
				return nil, err
			}
			t.parts[k.own][k.enemy], found = part, true
		}
	}
	if !found {
		return nil, ErrAbsent
	}
	return t, nil
}

// Whole reports whether the table has all positions with at most the given number of pieces, 0
// for all.
func (t *Table) Whole(pieces int) bool {
	for _, parts := range few(pieces) {
		for _, k := range parts {
			if t.parts[k.own][k.enemy] == nil {
				return false
			}
		}
	}
	return true
}

// Close closes the parts of the table.
func (t *Table) Close() error {
	for _, row := range t.parts {
		for _, part := range row {
			if part != nil {
				part.Close()
			}
		}
	}
	return nil
}

// exists reports whether an army can occur in a match from the usual beginning: it has at most
// three men and a knight.
func (a army) exists() bool { return a.men.count() <= 3 && a.knight.count() <= 1 && a.all() != 0 }

// value returns the value of a position that is not over.
func (t *Table) value(p place) (Value, error) {
	k, i := p.index()
	if t.parts[k.own][k.enemy] == nil {
		return Value{}, ErrAbsent
	}
	var b [1]byte
	if _, err := t.parts[k.own][k.enemy].ReadAt(b[:], int64(headerSize+i)); err != nil {
		return Value{}, fmt.Errorf("%s: %w", k.name(), err)
	}
	return decode(b[0]), nil
}

// Move is a move and its value for the side that makes it: the moves to the end include it.
type Move struct {
	Move  games.SearchMove
	Text  string
	Value Value
}

// Solve returns the value of a position of Camette that is not over, and its moves, the
// best first: the shortest way to win, the longest to lose. The error is ErrAbsent for a
// position in a part that has not been made, or with armies larger than the game has.
func (t *Table) Solve(x *parker.Search) (Value, []Move, error) {
	if x.Board().ID() != "camette" || x.ToAct() == 0 {
		return Value{}, nil, fmt.Errorf("%s: this position has no table", x.Position())
	}
	if p := placeOf(x); !p.own.exists() || !p.enemy.exists() {
		return Value{}, nil, ErrAbsent
	}
	return solveBy(x, func(x *parker.Search) (Value, error) { return t.value(placeOf(x)) })
}

// Endings are the true values of the positions of a game with at most three pieces, in
// memory. They are safe for use by several goroutines.
type Endings struct {
	ending *ending
	t      tables
}

// ReadEndings reads the endings of a game into memory. The error is ErrAbsent if they have
// not been made, or not all.
func ReadEndings(game string, s Store) (*Endings, error) {
	e, err := findEnding(game)
	if err != nil {
		return nil, err
	}
	all := &Endings{ending: e}
	for _, parts := range e.kinds() {
		missing, err := all.t.load(s, parts)
		if err != nil {
			return nil, err
		}
		if missing {
			return nil, ErrAbsent
		}
	}
	return all, nil
}

// findEnding returns the endings of a game.
func findEnding(game string) (*ending, error) {
	if e := endingOf(game); e != nil {
		return e, nil
	}
	return nil, fmt.Errorf("the endings of %s have no tables", game)
}

// Ending returns the number of moves to the end of the game with best play on both sides, negative
// if the side to act loses, 0 for a draw. ok is false for a position in no table.
func (t *Endings) Ending(x *parker.Search) (moves int, ok bool) {
	v, err := t.value(x)
	switch {
	case err != nil:
		return 0, false
	case v.Loses():
		return -v.Moves, true
	}
	return v.Moves, true
}

// value returns the value of a position; the error is ErrAbsent for one in no table.
func (t *Endings) value(x *parker.Search) (Value, error) {
	s, ok := t.ending.sceneOf(x, x.ToAct())
	if !ok {
		return Value{}, ErrAbsent
	}
	k, i := t.ending.index(s)
	return decode(t.t[k.own][k.enemy][i]), nil
}

// Solve returns the value of a position that is not over, and its moves, as Table.Solve
// does.
func (t *Endings) Solve(x *parker.Search) (Value, []Move, error) {
	if x.Board() != t.ending.board || x.ToAct() == 0 {
		return Value{}, nil, fmt.Errorf("%s: this position has no table", x.Position())
	}
	return solveBy(x, t.value)
}

// solveBy returns the value of a position and its moves by a function that values positions. The
// best move comes first, and equally good ones are in the order of their texts.
func solveBy(x *parker.Search, value func(*parker.Search) (Value, error)) (Value, []Move, error) {
	v, err := value(x)
	if err != nil {
		return v, nil, err
	}
	seat := x.ToAct()
	var moves []Move
	for _, m := range x.Moves(nil) {
		text := x.Text(m)
		x.Make(m)
		var after Value
		switch winner, over := x.Won(); {
		case over && winner == seat:
			after = Value{true, 1}
		case over && winner != 0:
			after = Value{true, 2}
		case !over:
			if after, err = value(x); after.Decided {
				after.Moves++
			}
		}
		x.Unmake()
		if err != nil {
			return v, nil, err
		}
		moves = append(moves, Move{m, text, after})
	}
	slices.SortFunc(moves, func(a, b Move) int {
		return cmp.Or(cmp.Compare(b.Value.score(), a.Value.score()), cmp.Compare(a.Text, b.Text))
	})
	return v, moves, nil
}
