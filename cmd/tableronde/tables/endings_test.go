package tables

import (
	"errors"
	"path/filepath"
	"testing"

	"tableronde/games/bot"
	"tableronde/games/bot/judge"
	"tableronde/games/bot/solve"
	"tableronde/games/review"
)

// TestEndingsAreReadOnFirstUse asks for an ending of Cam as a search does: its tables are read
// once they are made, by another server, too.
func TestEndingsAreReadOnFirstUse(t *testing.T) {
	if testing.Short() {
		t.Skip("searches backwards in another process")
	}
	t.Parallel()
	const longest = 43 // moves, as games/bot/MEASUREMENTS.md says
	folder := Folder(filepath.Join(t.TempDir(), "tables"))
	m := newMaker(t, folder, theProgram(t))
	x, full := searchAt(t, "cam 1 B5,G6/D6"), searchAt(t, "cam 1 KC4,D4,B5,G6/KC10,D10,D6")
	if _, _, err := m.Solve(full); !errors.Is(err, solve.ErrAbsent) {
		t.Fatalf("a position with many pieces: %v", err)
	}
	if moves, ok := bot.EndingsOf(m, "cam").Ending(x); ok {
		t.Fatalf("an ending is known before the tables are made: %d", moves)
	}
	m.make("cam")
	if moves, ok := bot.EndingsOf(m, "cam").Ending(x); !ok || moves != longest {
		t.Errorf("the longest ending takes %d moves, %t, want %d", moves, ok, longest)
	}
	second := newMaker(t, folder, "/nowhere")
	if v, _, err := second.Solve(x); err != nil || v.Moves != longest {
		t.Errorf("with the tables there, the first search finds %+v, %v", v, err)
	}
	state, err := x.Position().State()
	if err != nil {
		t.Fatal(err)
	}
	j, err := judge.New("cam", judge.Options{Bytes: 1 << 16, Solver: second})
	if err != nil {
		t.Fatal(err)
	}
	if v, err := j.Position(state, 100); err != nil || !v.Exact || v.Value != review.Won-longest {
		t.Errorf("the judge says %+v, %v", v, err)
	}
	if bot.EndingsOf(m, "camette") != nil || bot.EndingsOf(m, "grand-camelot") != nil {
		t.Error("there are endings of games that have no tables")
	}
}
