package puzzles

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tableronde/games/bot/lab/tactics"
	"tableronde/games/effort"
	"tableronde/games/lessons"
	"tableronde/games/parker"
)

// eachPuzzle runs a test with a share of the puzzles of each game, in long runs with all.
func eachPuzzle(t *testing.T, test func(t *testing.T, p Puzzle)) {
	t.Helper()
	for _, game := range Games() {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			all := Of(game)
			if len(all) < 100 {
				t.Fatalf("%d puzzles", len(all))
			}
			stride := max(1, len(all)/effort.N(len(all)))
			for i := 0; i < len(all); i += stride {
				test(t, all[i])
			}
		})
	}
}

// The rules accept the moves of each puzzle, and the last one wins. A search of all lines finds the
// same first move and no other that wins in time.
func TestPuzzlesHaveOneSolution(t *testing.T) {
	eachPuzzle(t, func(t *testing.T, p Puzzle) {
		for done := range p.Moves() {
			step, ok := p.At(done)
			if !ok {
				t.Fatalf("%s puzzle %d has no step %d", p.Game, p.Number, done)
			}
			if v := judge(step.Task, p.Line[2*done]); v.State != lessons.Right {
				t.Errorf("%s puzzle %d: %s is judged %+v", p.Game, p.Number, p.Line[2*done], v)
			}
			if got := step.Answer(); done > 0 && (got != p.Line[2*done-1] || len(step.Reply) == 0) {
				t.Errorf("%s puzzle %d: the answer before step %d is %q, with %d legs", p.Game, p.Number, done, got, len(step.Reply))
			}
			if !step.IsLast() && len(step.Task.Right) != 1 {
				t.Errorf("%s puzzle %d: %d right moves in step %d", p.Game, p.Number, len(step.Task.Right), done)
			}
		}
		if _, ok := p.At(p.Moves()); ok {
			t.Errorf("%s puzzle %d goes on after its end", p.Game, p.Number)
		}
		position, err := parker.ParsePosition(p.Position)
		if err != nil {
			t.Fatal(err)
		}
		x, err := position.Search()
		if err != nil {
			t.Fatal(err)
		}
		if found, ok := tactics.Examine(x); !ok || found.Move != p.Line[0] || found.Within != len(p.Line) {
			t.Errorf("%s puzzle %d: a search of all lines finds %+v, %v", p.Game, p.Number, found, ok)
		}
	})
}

// judge judges a move that is touched square by square.
func judge(task lessons.Lesson, move string) lessons.Verdict {
	squares := strings.FieldsFunc(move, func(r rune) bool { return r == '-' || r == 'x' })
	return task.Judge(squares[0], squares[1:])
}

// Puzzles get harder with their number, and no position comes twice.
func TestOrderOfPuzzles(t *testing.T) {
	for _, game := range Games() {
		seen := make(map[string]bool)
		for i, p := range Of(game) {
			if p.Number != i+1 || i > 0 && p.Rating < Of(game)[i-1].Rating {
				t.Errorf("%s: puzzle %d has number %d and rating %d", game, i+1, p.Number, p.Rating)
			}
			if seen[p.Position] {
				t.Errorf("%s: %s comes twice", game, p.Position)
			}
			seen[p.Position] = true
			if len(p.Tags()) == 0 {
				t.Errorf("%s puzzle %d has no tag", game, p.Number)
			}
		}
	}
	if _, ok := Find("camelot", 0); ok {
		t.Error("there is a puzzle 0")
	}
	if p, ok := Find("camelot", 1); !ok || p.Game != "camelot" || p.Number != 1 {
		t.Errorf("the first puzzle is %+v, %v", p, ok)
	}
	if _, ok := Find("knizia", 1); ok {
		t.Error("a game of cards has a puzzle")
	}
}

// Each day of a year has three puzzles, none of which came in that year before. Mondays are easier
// than Sundays.
func TestPuzzlesOfADay(t *testing.T) {
	seen := make(map[string]int)
	first := DayOf(time.Date(2026, 11, 30, 23, 59, 0, 0, time.UTC)) // a Monday
	for day := first; day < first+364; day++ {
		list := Daily(day)
		if len(list) != 3 || !list[1].IsDaily(day) || list[1].IsDaily(day+1) {
			t.Fatalf("%v: %v", day, list)
		}
		for _, p := range list {
			id := fmt.Sprint(p.Game, p.Number)
			if seen[id]++; seen[id] > 1 {
				t.Errorf("%s comes again", id)
			}
		}
	}
	if monday, sunday := Daily(first), Daily(first+6); monday[0].Rating > sunday[0].Rating {
		t.Errorf("Monday %d, Sunday %d", monday[0].Rating, sunday[0].Rating)
	}
	if first.Monday() != first || (first+6).Monday() != first || (first+7).Monday() != first+7 {
		t.Errorf("the week of %v is wrong", first.Time())
	}
}

func TestStreak(t *testing.T) {
	for name, tt := range map[string]struct {
		solved []Day
		want   int
	}{
		"none":                  {nil, 0},
		"today":                 {[]Day{100}, 1},
		"today is not over":     {[]Day{99, 98}, 2},
		"yesterday was missed":  {[]Day{98, 97}, 2},
		"two days were missed":  {[]Day{97, 96}, 0},
		"one is forgiven":       {[]Day{100, 99, 97, 96}, 4},
		"a second in the week":  {[]Day{100, 98, 97, 95}, 3},
		"a second a week later": {[]Day{100, 98, 97, 96, 95, 94, 93, 92, 90}, 9},
		"two in a row":          {[]Day{100, 97}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			if got := Streak(100, tt.solved); got != tt.want {
				t.Errorf("Streak(100, %v) = %d, want %d", tt.solved, got, tt.want)
			}
		})
	}
}

func TestNear(t *testing.T) {
	list := Of("camelot")
	middle := list[len(list)/2]
	p, ok := Near("camelot", float64(middle.Rating), nil, func(int) bool { return false })
	if !ok || p.Rating != middle.Rating {
		t.Errorf("Near found %+v, %v", p, ok)
	}
	only := func(n int) bool { return n != 2 }
	if p, ok := Near("camelot", 9999, nil, only); !ok || p.Number != 2 {
		t.Errorf("Near found %+v, %v, want number 2", p, ok)
	}
	if p, ok := Near("camelot", 9999, map[int]float64{1: 9000, 3: 9990, 4: 8000}, func(int) bool { return false }); !ok || p.Number != 3 {
		t.Errorf("by other ratings Near found %+v, %v, want number 3", p, ok)
	}
	if _, ok := Near("camelot", 1500, nil, func(int) bool { return true }); ok {
		t.Error("Near found a puzzle that was passed over")
	}
}

// The last step takes every move that wins at once.
func TestAnyWinEndsAPuzzle(t *testing.T) {
	p := Puzzle{Game: "camelot", Position: "camelot 1 F15,G16/A8,KL8", Line: []string{"F15-F16"}}
	step, ok := p.At(0)
	if !ok || !slices.Equal(step.Task.Right, []string{"F15-F16"}) {
		t.Errorf("right are %v, %v", step.Task.Right, ok)
	}
}

// A canter by another way to the same square is the same move.
func TestAnyRouteOfAMoveIsRight(t *testing.T) {
	p := Puzzle{Game: "camelot", Position: "camelot 1 D5,D6,E5,E7,F6/A8,KL8", Line: []string{"D5-D7-F7", "A8-A9", "F7-F8"}}
	step, ok := p.At(0)
	if !ok {
		t.Fatal("there is no first step")
	}
	for move, want := range map[string]lessons.State{
		"D5-D7-F7": lessons.Right, "D5-F5-F7": lessons.Right, "D5-F5": lessons.Begun, "D5-D7": lessons.Begun,
		"D5-C5": lessons.Wrong, "E5-F5": lessons.Wrong,
	} {
		if v := judge(step.Task, move); v.State != want {
			t.Errorf("%s is judged %+v, want state %v", move, v, want)
		}
	}
}
