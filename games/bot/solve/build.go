package solve

import (
	"errors"

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

// Build makes the parts of the table that the store lacks. The memory that it takes is a
// byte for each entry of the table and, for the largest part, one more. So many workers
// share it. step is called every few milliseconds; when it returns an error the work ends
// with it, and goes on after the last complete part another time.
func Build(s Store, workers int, step func() error, progress Progress) error {
	return build(s, kinds(), workers, step, progress)
}

// BuildUpTo is Build for the positions with at most so many pieces, 0 for all, by one worker.
func BuildUpTo(s Store, pieces int, step func() error, progress Progress) error {
	return build(s, few(pieces), 1, step, progress)
}

// few returns the parts of the table with at most so many pieces on the board; 0 for all.
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

// build is Build for some parts: those that captures lead to come first.
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

// Census counts the positions of the table by their values, mirror images once or, if
// both sides have the same on either half of the board, twice.
type Census struct {
	Positions, Won, Lost, Drawn int64
	Longest                     int    // moves of the longest win
	Example                     string // a position of it
}

// Check reads the whole table and compares every entry with what follows from the entries
// that its moves lead to. The error says which differ.
func Check(s Store, workers int, step func() error, progress Progress) (Census, error) {
	return check(s, kinds(), workers, step, progress)
}

// check is Check for some parts.
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

// position returns the position of an entry, with seat 1 to move; ok is false for one that is
// no position.
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

// CheckEndings compares every entry of the endings of a game with what follows from its
// moves, as Check does for Camette.
func CheckEndings(game string, s Store, workers int, step func() error, progress Progress) (Census, error) {
	e, err := findEnding(game)
	if err != nil {
		return Census{}, err
	}
	return check(s, e.kinds(), workers, step, progress)
}
