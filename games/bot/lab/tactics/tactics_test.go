package tactics

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/effort"
	"tableronde/games/parker"
)

// read returns the problems of a board.
func read(t *testing.T, game string) []Problem {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", game+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	var problems []Problem
	for line := range strings.Lines(string(text)) {
		p, err := Parse(strings.TrimSuffix(line, "\n"))
		if err != nil {
			t.Fatal(err)
		}
		problems = append(problems, p)
	}
	if len(problems) != 100 {
		t.Errorf("%s: %d problems", game, len(problems))
	}
	return problems
}

var boards = []string{"camelot", "chivalry", "cam", "camette"}

// searchOf returns a search at the position of a problem.
func searchOf(t *testing.T, p Problem) (games.State, *parker.Search) {
	t.Helper()
	s, err := p.Position.State()
	if err != nil {
		t.Fatal(err)
	}
	return s, s.(games.Searcher).Search().(*parker.Search)
}

// solvingNodes is the number of positions that are searched for a problem.
const solvingNodes = 40_000

// TestProblemsAreSolved lets the highest level solve the problems of each board.
func TestProblemsAreSolved(t *testing.T) {
	for _, game := range boards {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			problems := read(t, game)
			problems = problems[:min(len(problems), effort.N(len(problems)))]
			var missed []string
			for _, p := range problems {
				level, err := bot.NewLevel(game, bot.Levels, 0)
				if err != nil {
					t.Fatal(err)
				}
				s, x := searchOf(t, p)
				c, err := level.Choose(bot.Turn{State: s, Seat: x.ToAct(), Nodes: solvingNodes})
				if err != nil {
					t.Fatal(err)
				}
				if c.Action != p.Move {
					missed = append(missed, p.String()+": "+c.Action)
				}
			}
			t.Logf("%d of %d are solved with %d positions each", len(problems)-len(missed), len(problems), solvingNodes)
			if len(missed) > 3 {
				t.Errorf("%d of %d are not solved:\n%s", len(missed), len(problems), strings.Join(missed, "\n"))
			}
		})
	}
}

// TestProblemsAreWhatTheySay examines the problems of each board again.
func TestProblemsAreWhatTheySay(t *testing.T) {
	for _, game := range boards {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			seen := make(map[string]bool)
			for i, p := range read(t, game) {
				if line := p.String(); seen[line] {
					t.Errorf("%s is there twice", line)
				} else {
					seen[line] = true
				}
				if i%4 != 0 && !effort.Full() {
					continue
				}
				_, x := searchOf(t, p)
				if got, ok := Examine(x); !ok || got.String() != p.String() {
					t.Errorf("%s: %v, %t", p, got, ok)
				}
			}
		})
	}
}

// TestExamine refuses positions in which several moves win, one wins at once, or none does.
func TestExamine(t *testing.T) {
	for position, want := range map[string]string{
		"camette 1 C6/B2":                     "", // at once
		"camette 1 KC2,B3,C3,D3/KC6,B5,C5,D5": "", // drawn
		"camette 1 B3/D6":                     "", // by several moves
		"camette 1 C1,A3,D3,KA4/KE4,A5,C6,C7": "", // in 65 moves
	} {
		p, err := parker.ParsePosition(position)
		if err != nil {
			t.Fatal(err)
		}
		_, x := searchOf(t, Problem{Position: p})
		if got, ok := Examine(x); ok != (want != "") {
			t.Errorf("%s: %v, %t", position, got, ok)
		}
	}
}

// TestFindRepeats finds the same problems twice, and others with another seed.
func TestFindRepeats(t *testing.T) {
	find := func(seed uint64) string {
		problems, err := Find(parker.BoardOf("camette"), 3, seed, func(int, int) {})
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		for _, p := range problems {
			text.WriteString(p.String() + "\n")
		}
		return text.String()
	}
	seed := rand.Uint64()
	if first := find(seed); first != find(seed) || first == find(seed+1) {
		t.Errorf("seed %d: %s", seed, first)
	}
	if _, err := Parse("camette 1 C6/B2 C6-C7"); err == nil {
		t.Error("a line without a number is parsed")
	}
}
