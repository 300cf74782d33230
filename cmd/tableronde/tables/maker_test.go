package tables

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"tableronde/games"
	"tableronde/games/bot/solve"
	"tableronde/games/parker"
)

// fewPieces is the number of pieces up to which the tests make a table, in a second.
const fewPieces = 4

// searchAt returns a search at a position.
func searchAt(t *testing.T, text string) *parker.Search {
	t.Helper()
	p, err := parker.ParsePosition(text)
	if err != nil {
		t.Fatal(err)
	}
	s, err := p.State()
	if err != nil {
		t.Fatal(err)
	}
	return s.(games.Searcher).Search().(*parker.Search)
}

// newMaker returns a maker of a small table.
func newMaker(t *testing.T, folder Folder, program string) *Maker {
	t.Helper()
	m := NewMaker(folder, fewPieces, program, slog.New(slog.NewTextHandler(io.Discard, nil)))
	t.Cleanup(m.Close)
	return m
}

// theProgram returns the program as a command that tests can run.
func theProgram(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("tableronde")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// A request for a position never makes a table. The maker makes the table, which then has the
// answer.
func TestSolveMakesNothing(t *testing.T) {
	t.Parallel()
	folder := Folder(filepath.Join(t.TempDir(), "tables"))
	m := newMaker(t, folder, theProgram(t))
	x := searchAt(t, "camette 1 C2/B4")
	for _, game := range []*parker.Search{x, searchAt(t, "cam 1 B5,G6/D6")} {
		if _, _, err := m.Solve(game); !errors.Is(err, solve.ErrAbsent) {
			t.Fatalf("the first answer is %v", err)
		}
	}
	m.work.Wait()
	if _, err := os.Stat(string(folder)); !errors.Is(err, os.ErrNotExist) {
		t.Fatalf("a question makes a folder: %v", err)
	}
	m.make("camette")
	if v, moves, err := m.Solve(x); err != nil || v != (solve.Value{Decided: true, Moves: 6}) || len(moves) == 0 {
		t.Errorf("%+v, %v, %v", v, moves, err)
	}
	if _, _, err := m.Solve(searchAt(t, "camette 1 KC2,B3,C3,D3/KC6,B5,C5,D5")); !errors.Is(err, solve.ErrAbsent) {
		t.Errorf("the first position: %v", err)
	}
	m.Close()
	if _, _, err := m.Solve(x); !errors.Is(err, solve.ErrAbsent) {
		t.Errorf("after the end: %v", err)
	}
}

// Work on a table goes on after the last complete part, which stays.
func TestTableGoesOn(t *testing.T) {
	t.Parallel()
	folder := Folder(t.TempDir())
	if err := solve.BuildUpTo(folder, 2, func() error { return nil }, func(string, int64, int64) {}); err != nil {
		t.Fatal(err)
	}
	old := time.Unix(1_000_000_000, 0)
	first := filepath.Join(string(folder), "camette-11.table")
	if err := os.Chtimes(first, old, old); err != nil {
		t.Fatal(err)
	}
	m := newMaker(t, folder, theProgram(t))
	m.make("camette")
	if !m.table.Whole(fewPieces) || m.table.Whole(0) {
		t.Errorf("whole to %d pieces: %t, altogether: %t", fewPieces, m.table.Whole(fewPieces), m.table.Whole(0))
	}
	if info, err := os.Stat(first); err != nil || !info.ModTime().Equal(old) {
		t.Errorf("the part that was there is made again: %v, %v", info, err)
	}
	var log bytes.Buffer
	m = NewMaker(folder, fewPieces, "/nowhere", slog.New(slog.NewTextHandler(&log, nil)))
	t.Cleanup(m.Close)
	if m.make("camette"); log.Len() > 0 {
		t.Errorf("a whole table is made again: %s", &log)
	}
}

// TestTableMakerEnds closes the maker while a process holds the lock and while another makes
// tables. No process may be left. A program that cannot make a table is not a failure.
func TestTableMakerEnds(t *testing.T) {
	t.Parallel()
	folder := Folder(t.TempDir())
	unlock, err := folder.Lock("camette")
	if err != nil {
		t.Fatal(err)
	}
	m := newMaker(t, folder, theProgram(t))
	m.make("camette") // the process finds the lock
	if parts, _ := filepath.Glob(string(folder) + "/*.table"); len(parts) > 0 {
		t.Errorf("%v are made by a second process", parts)
	}
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{theProgram(t), "/nowhere"} {
		m := newMaker(t, folder, program)
		m.pieces = 0 // the whole table takes half an hour
		m.MakeAll("chrt", "--idle", "0")
		m.Close()
	}
	if unlock, err = folder.Lock("camette"); err != nil {
		t.Fatalf("a process is left: %v", err)
	}
	if err := unlock(); err != nil {
		t.Error(err)
	}
}
