package solve

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"slices"

	"tableronde/games/parker"
)

// Progress is called before each part of the table is made, read or checked.
type Progress func(what string, done, all int64)

// sizeOf returns the number of entries of some parts.
func sizeOf(order [][]kind) (entries int64) {
	for _, parts := range order {
		for _, k := range parts {
			entries += int64(k.size())
		}
	}
	return entries
}

// Build makes the parts of the table that the store lacks. It needs one byte of memory for each
// entry of the table, and a second one for each entry of the largest part. The workers share it.
// Build calls step every few milliseconds; when step returns an error Build returns it, and another
// call goes on after the last complete part.
func Build(s Store, workers int, step func() error, progress Progress) error {
	return build(s, kinds(), workers, step, progress)
}

// BuildUpTo makes the parts with at most the given number of pieces, 0 for all, with one worker;
// otherwise it works like Build.
func BuildUpTo(s Store, pieces int, step func() error, progress Progress) error {
	return build(s, few(pieces), 1, step, progress)
}

// few returns the parts of the table with at most the given number of pieces on the board; 0
// for all.
func few(pieces int) (order [][]kind) {
	if pieces == 0 {
		return kinds()
	}
	for _, parts := range kinds() {
		if k := parts[0]; k.own>>2+k.own&3+k.enemy>>2+k.enemy&3 <= pieces {
			order = append(order, parts)
		}
	}
	return order
}

// build makes some parts as Build does: parts that captures lead to must come first.
func build(s Store, order [][]kind, workers int, step func() error, progress Progress) error {
	sv := newSolver(workers)
	done, all := int64(0), sizeOf(order)
	for _, parts := range order {
		if err := step(); err != nil {
			return err
		}
		for _, k := range parts {
			progress("part "+k.name(), done, all)
			done += int64(k.size())
		}
		missing, err := sv.t.load(s, parts)
		if err != nil {
			return err
		}
		if !missing {
			continue
		}
		if err := sv.solve(parts, step); err != nil {
			return err
		}
		for _, k := range parts {
			if err := k.write(s, sv.t.part(k)); err != nil {
				return err
			}
		}
	}
	return nil
}

// load reads parts into memory. It reports whether one of them is not in the store.
func (t *tables) load(s Store, parts []kind) (missing bool, err error) {
	for _, k := range parts {
		entries, err := k.read(s)
		if errors.Is(err, ErrAbsent) {
			return true, nil
		}
		if err != nil {
			return false, err
		}
		t[k.own][k.enemy] = entries
	}
	return false, nil
}

// Census counts the positions of the table by their values. Mirror images count once, or twice if
// both sides have the same pieces on either half of the board.
type Census struct {
	Positions, Won, Lost, Drawn int64
	Longest                     int    // moves of the longest win
	Example                     string // a position of it
}

// Check reads the whole table and compares every entry with the value that follows from the
// entries after its moves. The error names the entries that differ.
func Check(s Store, workers int, step func() error, progress Progress) (Census, error) {
	return check(s, kinds(), workers, step, progress)
}

// check checks some parts as Check does.
func check(s Store, order [][]kind, workers int, step func() error, progress Progress) (Census, error) {
	sv := newSolver(workers)
	var c Census
	done, all := int64(0), sizeOf(order)
	for _, parts := range order {
		if missing, err := sv.t.load(s, parts); err != nil || missing {
			return c, errors.Join(err, ErrAbsent)
		}
		for _, k := range parts {
			progress("check "+k.name(), done, all)
			if err := sv.check(k, step); err != nil {
				return c, err
			}
			done += int64(k.size())
		}
	}
	for i := range sv.workers {
		c.add(sv.workers[i].census)
	}
	return c, nil
}

// add adds the counts of another census.
func (c *Census) add(other Census) {
	c.Positions += other.Positions
	c.Won += other.Won
	c.Lost += other.Lost
	c.Drawn += other.Drawn
	if other.Longest > c.Longest || other.Longest == c.Longest && other.Example < c.Example {
		c.Longest, c.Example = other.Longest, other.Example
	}
}

// check compares the entries of a part, and counts them.
func (s *solver) check(k kind, step pace) error {
	entries := s.t.part(k)
	err := s.each(len(entries), step, func(w *worker, i int) {
		want, ok := w.value(k, i)
		if !ok {
			return
		}
		v := decode(entries[i])
		if want != v {
			p, _ := k.position(i)
			w.wrong = errors.New(p.String() + ": the entry is not what follows from its moves")
		}
		w.census.count(k, i, v)
	})
	for i := range s.workers {
		err = errors.Join(err, s.workers[i].wrong)
	}
	return err
}

// position returns the position of an entry, with seat 1 to move; ok is false for an entry without
// a position.
func (k kind) position(i int) (p parker.Position, ok bool) {
	if k.ending != nil {
		s, ok := k.ending.at(k, i)
		if !ok {
			return p, false
		}
		return k.ending.position(s), true
	}
	at, ok := k.at(i)
	if !ok {
		return p, false
	}
	return at.position(), true
}

// count counts a position.
func (c *Census) count(k kind, i int, v Value) {
	c.Positions++
	switch {
	case !v.Decided:
		c.Drawn++
	case v.Loses():
		c.Lost++
	default:
		c.Won++
		if v.Moves < c.Longest {
			return
		}
		p, _ := k.position(i)
		if text := p.String(); v.Moves > c.Longest || text < c.Example {
			c.Longest, c.Example = v.Moves, text
		}
	}
}

// BuildEndings makes the tables of the endings of a game that the store lacks, as Build does
// for Camette.
func BuildEndings(game string, s Store, workers int, step func() error, progress Progress) error {
	e, err := findEnding(game)
	if err != nil {
		return err
	}
	return build(s, e.kinds(), workers, step, progress)
}

// CheckEndings compares every entry of the endings of a game with the value that follows from
// its moves, as Check does for Camette.
func CheckEndings(game string, s Store, workers int, step func() error, progress Progress) (Census, error) {
	e, err := findEnding(game)
	if err != nil {
		return Census{}, err
	}
	return check(s, e.kinds(), workers, step, progress)
}

// Sample returns a random position of Camette that is not over, with seat 1 to move. Half of them
// come from the whole table, in which most positions have all pieces, and half from a random part.
func Sample(rng *rand.Rand) *parker.Search { return sample(rng, kinds(), true) }

// Sample returns a random position of the tables, with seat 1 to move.
func (t *Endings) Sample(rng *rand.Rand) *parker.Search { return sample(rng, t.ending.kinds(), false) }

// sample returns a random position from some parts. It chooses the part at random or, every other
// time if bySize, in proportion to its size.
func sample(rng *rand.Rand, order [][]kind, bySize bool) *parker.Search {
	all := slices.Concat(order...)
	for {
		parts := order[rng.IntN(len(order))]
		k := parts[rng.IntN(len(parts))]
		if bySize && rng.IntN(2) == 0 {
			n := rng.IntN(int(sizeOf(order)))
			k = all[slices.IndexFunc(all, func(k kind) bool { n -= k.size(); return n < 0 })]
		}
		p, ok := k.position(rng.IntN(k.size()))
		if !ok {
			continue
		}
		if x, err := p.Search(); err == nil && x.ToAct() == 1 { // some entries are no positions in the rules
			return x
		}
	}
}

// Forward compares the table with the rules at a position that is not over, independently of how
// the table was made. The value must equal the best move's, and a search of all lines of at most
// depth moves must confirm it. It reports whether the search finds the winner. The error describes
// the difference.
func (t *Table) Forward(x *parker.Search, depth int) (decided bool, err error) {
	return compareForward(x, depth, t.Solve)
}

// compareForward compares as Forward does, by the values of solve.
func compareForward(x *parker.Search, depth int, solve func(*parker.Search) (Value, []Move, error)) (decided bool, err error) {
	value, moves, err := solve(x)
	if err != nil {
		return false, err
	}
	if moves[0].Value != value {
		return false, fmt.Errorf("%s: value %+v, the best move %+v", x.Position(), value, moves[0])
	}
	f := forward{x: x, seen: make(map[proof]bool)}
	for n := 1; n <= depth; n++ {
		found := n%2 == 1 && f.wins(n) || n%2 == 0 && f.loses(n)
		if want := value.Decided && value.Moves == n; found != want {
			return false, fmt.Errorf("%s: value %+v, but a search for an end after %d moves finds %t", x.Position(), value, n, found)
		}
		if found {
			return true, nil
		}
	}
	return false, nil
}

// forward searches for wins with the moves of the ruleset only.
type forward struct {
	x    *parker.Search
	seen map[proof]bool
}

// proof is the question whether the side to act wins, or loses, within a number of moves.
type proof struct {
	key   uint64
	moves int
	wins  bool
}

// wins reports whether the side to act, in a game that goes on, wins within n moves.
func (f *forward) wins(n int) bool {
	return n > 0 && f.prove(proof{f.x.Key(), n, true}, func() bool {
		seat := f.x.ToAct()
		for _, m := range f.x.Moves(nil) {
			f.x.Make(m)
			winner, over := f.x.Won()
			won := over && winner == seat || !over && f.loses(n-1)
			f.x.Unmake()
			if won {
				return true
			}
		}
		return false
	})
}

// loses reports whether the side to act, in a game that goes on, loses within n moves
// whatever it does.
func (f *forward) loses(n int) bool {
	return n > 0 && f.prove(proof{f.x.Key(), n, false}, func() bool {
		for _, m := range f.x.Moves(nil) {
			f.x.Make(m)
			_, over := f.x.Won()
			lost := !over && f.wins(n-1)
			f.x.Unmake()
			if !lost {
				return false
			}
		}
		return true
	})
}

// prove answers a question by a search, once.
func (f *forward) prove(p proof, search func() bool) bool {
	if answer, ok := f.seen[p]; ok {
		return answer
	}
	answer := search()
	f.seen[p] = answer
	return answer
}

// Forward compares the tables with the rules at a position, as Table.Forward does.
func (t *Endings) Forward(x *parker.Search, depth int) (decided bool, err error) {
	return compareForward(x, depth, t.Solve)
}

// Store stores the parts of a table by name.
type Store interface {
	// Open returns a part, and its size; the error is ErrAbsent if there is none.
	Open(name string) (Part, int64, error)
	// Write stores a part, completely or not at all.
	Write(name string, parts ...[]byte) error
}

// Part is a part of a table in a Store.
type Part interface {
	io.ReaderAt
	io.Closer
}

// ErrAbsent means that a table, or a part of it, has not been made.
var ErrAbsent = errors.New("the table is not there")

const (
	magicSize  = 8
	headerSize = 16 // the magic, the checksum of the entries, zeros
)

// name returns the name of a part: camette-14.table has the positions in which the side
// to move has a man and the other a knight.
func (k kind) name() string {
	return fmt.Sprintf("%s-%d%d.table", k.game(), k.own, k.enemy)
}

// game returns the game of the table.
func (k kind) game() string {
	if k.ending != nil {
		return k.ending.game
	}
	return "camette"
}

// magic returns the first bytes of the file of a part.
func (k kind) magic() string {
	if k.ending != nil {
		return "TRENDIN1"
	}
	return "TRCAMET1"
}

// write stores the entries of a part.
func (k kind) write(s Store, entries []byte) error {
	var header [headerSize]byte
	copy(header[:], k.magic())
	binary.LittleEndian.PutUint32(header[magicSize:], crc32.ChecksumIEEE(entries))
	return s.Write(k.name(), header[:], entries)
}

// open opens a part and checks its header.
func (k kind) open(s Store) (part Part, sum uint32, err error) {
	part, size, err := s.Open(k.name())
	if err != nil {
		return nil, 0, err
	}
	var header [headerSize]byte
	if _, err = part.ReadAt(header[:], 0); err == nil && (string(header[:magicSize]) != k.magic() || size != int64(headerSize+k.size())) {
		err = fmt.Errorf("this is not a table of %s", k.game())
	}
	if err != nil {
		part.Close()
		return nil, 0, fmt.Errorf("%s: %w", k.name(), err)
	}
	return part, binary.LittleEndian.Uint32(header[magicSize:]), nil
}

// read returns all entries of a part.
func (k kind) read(s Store) ([]byte, error) {
	part, sum, err := k.open(s)
	if err != nil {
		return nil, err
	}
	defer part.Close()
	entries := make([]byte, k.size())
	if _, err := part.ReadAt(entries, headerSize); err != nil {
		return nil, fmt.Errorf("%s: %w", k.name(), err)
	}
	if crc32.ChecksumIEEE(entries) != sum {
		return nil, fmt.Errorf("%s: the checksum is wrong", k.name())
	}
	return entries, nil
}

// Value is the true value of a position for the side to move. The zero value is a draw:
// neither side can force a win.
type Value struct {
	Decided bool
	Moves   int // to the end of the game with best play on both sides; odd if the side to move wins
}

// Wins reports whether the side to move wins.
func (v Value) Wins() bool { return v.Decided && v.Moves%2 == 1 }

// Loses reports whether the side to move loses.
func (v Value) Loses() bool { return v.Decided && v.Moves%2 == 0 }

// score orders values from the worst to the best for the side to move.
func (v Value) score() int {
	switch {
	case !v.Decided:
		return 0
	case v.Wins():
		return 1_000 - v.Moves
	}
	return v.Moves - 1_000
}

// Entries are one byte: 0 for a draw, else 1 more than the moves to the end.
const maxMoves = 254

func decode(b byte) Value {
	if b == 0 {
		return Value{}
	}
	return Value{true, int(b) - 1}
}

// tables has the parts of the table in memory.
type tables [materials][materials][]byte

func (t *tables) part(k kind) []byte { return t[k.own][k.enemy] }
