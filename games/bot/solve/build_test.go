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
	k := kind{own: 2, enemy: 1}
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

// TestTableAgreesWithSearch searches random positions by the ruleset.
func TestTableAgreesWithSearch(t *testing.T) {
	_, table := smallTable(t)
	rng := rand.New(rand.NewPCG(7, 8))
	n, decided := effort.N(4_000), 0
	for range n {
		found, err := table.Forward(sample(rng, few(4), true), 5)
		if err != nil {
			t.Fatal(err)
		}
		if found {
			decided++
		}
	}
	if decided < n/4 {
		t.Errorf("of %d positions only %d are decided by a search", n, decided)
	}
}

// TestForwardFindsErrors searches by a table in which draws are wins in three moves, and
// by one in which wins in three moves are draws.
func TestForwardFindsErrors(t *testing.T) {
	const three = 4 // the entry of a win in three moves
	for _, change := range [][2]byte{{0, three}, {three, 0}} {
		m, _ := smallTable(t)
		for _, text := range m {
			for i := headerSize; i < len(text); i++ {
				if text[i] == change[0] {
					text[i] = change[1]
				}
			}
		}
		table, err := Open(m)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(9, 10))
		wrong := 0
		for range effort.N(4_000) {
			if _, err := table.Forward(sample(rng, few(4), true), 5); err != nil {
				wrong++
			}
		}
		if wrong < effort.N(4_000)/100 {
			t.Errorf("with entries %d changed to %d, errors are found at %d positions", change[0], change[1], wrong)
		}
	}
}

// TestBuildGoesOn stops the work again and again: complete parts are not made again.
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
