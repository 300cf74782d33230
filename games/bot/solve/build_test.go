package solve

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"tableronde/games/effort"
	"tableronde/games/parker"
)

// memory is a Store in memory.
type memory map[string][]byte

func (m memory) Open(name string) (Part, int64, error) {
	text, ok := m[name]
	if !ok {
		return nil, 0, ErrAbsent
	}
	return part{bytes.NewReader(text)}, int64(len(text)), nil
}

func (m memory) Write(name string, parts ...[]byte) error {
	m[name] = bytes.Join(parts, nil)
	return nil
}

type part struct{ *bytes.Reader }

func (part) Close() error { return nil }

func quietly(string, int64, int64) {}
func goOn() error                  { return nil }

// smallTable makes the parts of the table with at most four pieces.
func smallTable(t *testing.T) (memory, *Table) {
	t.Helper()
	m := memory{}
	if err := build(m, few(4), 2, goOn, quietly); err != nil {
		t.Fatal(err)
	}
	table, err := Open(m)
	if err != nil {
		t.Fatal(err)
	}
	return m, table
}

// TestTableIsConsistent checks every entry against those that its moves lead to.
func TestTableIsConsistent(t *testing.T) {
	m, _ := smallTable(t)
	c, err := check(m, few(4), 2, goOn, quietly)
	if err != nil {
		t.Fatal(err)
	}
	if c.Won == 0 || c.Lost == 0 || c.Drawn == 0 || c.Won+c.Lost+c.Drawn != c.Positions || c.Longest < 9 {
		t.Errorf("%+v", c)
	}
	// A wrong entry is found, whichever it is.
	k := kind{2, 1}
	for i := headerSize; i < len(m[k.name()]); i++ {
		if _, ok := k.at(i - headerSize); ok {
			entries := append([]byte(nil), m[k.name()][headerSize:]...)
			entries[i-headerSize] ^= 2
			if err := k.write(m, entries); err != nil {
				t.Fatal(err)
			}
			break
		}
	}
	if _, err := check(m, few(4), 2, goOn, quietly); err == nil {
		t.Error("a wrong entry is not found")
	}
	m[k.name()][headerSize+5] ^= 1
	if _, err := check(m, few(4), 2, goOn, quietly); err == nil {
		t.Error("a damaged part is read")
	}
}

// forced returns whether the side to act wins (1) or loses (-1) within a number of
// moves, by the rules alone, and within how few; 0 if neither.
func forced(x *parker.Search, depth int) (value, moves int) {
	seat := x.ToAct()
	worst, open := 0, false
	for _, m := range x.Moves(nil) {
		x.Make(m)
		v, n := 0, 0
		if winner, over := x.Won(); over {
			v, n = -1, 0
			if winner == seat {
				v = 1
			}
			v = -v // as the other side sees it
		} else if depth > 1 {
			v, n = forced(x, depth-1)
		}
		x.Unmake()
		switch {
		case v < 0 && (value <= 0 || n+1 < moves):
			value, moves = 1, n+1
		case v > 0:
			worst = max(worst, n+1)
		case v == 0:
			open = true
		}
	}
	if value > 0 || open {
		return value, moves
	}
	return -1, worst
}

// TestTableAgreesWithSearch searches random positions by the ruleset.
func TestTableAgreesWithSearch(t *testing.T) {
	_, table := smallTable(t)
	checkBySearch(t, table, few(4), effort.N(12_000), 5)
}

// checkBySearch compares values of the table with those of a search of a depth.
func checkBySearch(t *testing.T, table *Table, order [][]kind, n, depth int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(7, 8))
	decided := 0
	for range n {
		parts := order[rng.IntN(len(order))]
		k := parts[rng.IntN(len(parts))]
		p, ok := k.at(rng.IntN(k.size()))
		if !ok {
			continue
		}
		x := searchOf(t, p)
		if x.ToAct() != 1 {
			continue
		}
		got, moves, err := table.Solve(x)
		if err != nil {
			t.Fatal(err)
		}
		if moves[0].Value != got {
			t.Fatalf("%s: %+v, the best move %+v", p.position(), got, moves[0])
		}
		switch v, length := forced(x, depth); {
		case v == 0 && got.Decided && got.Moves <= depth-1,
			v > 0 && (!got.Wins() || got.Moves != length),
			v < 0 && (!got.Loses() || got.Moves != length):
			t.Fatalf("%s: %+v, the search finds %d in %d", p.position(), got, v, length)
		case v != 0:
			decided++
		}
	}
	if decided < n/20 {
		t.Errorf("of %d positions only %d are decided by a search", n, decided)
	}
}

// TestBuildGoesOn stops the work again and again: what was complete is not made again.
func TestBuildGoesOn(t *testing.T) {
	whole := memory{}
	if err := build(whole, few(3), 1, goOn, quietly); err != nil {
		t.Fatal(err)
	}
	m := memory{}
	stop := errors.New("stop")
	runs := 0
	for budget := 50; ; budget = 50 {
		before := len(m)
		err := build(m, few(3), 2, func() error {
			if budget--; budget < 0 && len(m) > before {
				return stop
			}
			return nil
		}, quietly)
		if runs++; err == nil {
			break
		}
		if !errors.Is(err, stop) || len(m) == before {
			t.Fatalf("run %d: %v, %d parts after %d", runs, err, len(m), before)
		}
	}
	if runs < 2 || len(m) != len(whole) {
		t.Errorf("%d runs, %d parts", runs, len(m))
	}
	for name, text := range whole {
		if !bytes.Equal(m[name], text) {
			t.Errorf("%s differs", name)
		}
	}
	if _, err := Open(memory{}); !errors.Is(err, ErrAbsent) {
		t.Errorf("a table that is not there is opened: %v", err)
	}
	if _, err := Check(m, 2, goOn, quietly); !errors.Is(err, ErrAbsent) {
		t.Errorf("a table that is not whole is checked: %v", err)
	}
	start, _ := parker.BoardOf("camette").Setup("")
	table, err := Open(m)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := table.Solve(searchOf(t, placeOfBoard(start))); !errors.Is(err, ErrAbsent) {
		t.Errorf("a position in no part is solved: %v", err)
	}
}
