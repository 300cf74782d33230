package puzzles

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"tableronde/games"
	"tableronde/games/bot/lab/tactics"
	"tableronde/games/effort"
	"tableronde/games/lessons"
	"tableronde/games/parker"
)

// eachPuzzle runs a test with a share of the puzzles of each game, in long runs with all: those to win,
// or the defences.
func eachPuzzle(t *testing.T, defence bool, least int, test func(t *testing.T, p Puzzle)) {
	t.Helper()
	for _, game := range Games() {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			all := slices.DeleteFunc(slices.Clone(Of(game)), func(p Puzzle) bool { return p.Defence != defence })
			if len(all) < least {
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
	eachPuzzle(t, false, 300, func(t *testing.T, p Puzzle) {
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
		if found, ok := tactics.Examine(searchOf(t, p)); !ok || found.Move != p.Line[0] || found.Within != len(p.Line) {
			t.Errorf("%s puzzle %d: a search of all lines finds %+v, %v", p.Game, p.Number, found, ok)
		}
	})
}

// searchOf returns a search at the position of a puzzle.
func searchOf(t *testing.T, p Puzzle) *parker.Search {
	t.Helper()
	position, err := parker.ParsePosition(p.Position)
	if err != nil {
		t.Fatal(err)
	}
	x, err := position.Search()
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// The rules accept the move of each defence. A search of all lines finds that the other side wins
// within two moves after every other one, and not within three after this one.
func TestDefencesHaveOneMove(t *testing.T) {
	eachPuzzle(t, true, 5, func(t *testing.T, p Puzzle) {
		step, ok := p.At(0)
		if !ok || !step.IsLast() || len(step.Task.Right) != 1 {
			t.Fatalf("%s puzzle %d has the step %+v, %v", p.Game, p.Number, step, ok)
		}
		if v := judge(step.Task, p.Line[0]); v.State != lessons.Right {
			t.Errorf("%s puzzle %d: %s is judged %+v", p.Game, p.Number, p.Line[0], v)
		}
		x := searchOf(t, p)
		found, why, ok := tactics.ExamineDefence(x)
		if !ok || found.Move != p.Line[0] {
			t.Errorf("%s puzzle %d: a search of all lines finds %+v, %s", p.Game, p.Number, found, why)
		}
		for _, m := range x.Moves(nil) {
			move := x.Text(m)
			answer, within, ok := p.Refutation(move)
			if ok == (move == p.Line[0]) {
				t.Errorf("%s puzzle %d: %s is refuted: %v", p.Game, p.Number, move, ok)
			}
			onward := strings.HasPrefix(move, p.Line[0]) // the right answer stands before the move ends
			if v := judge(step.Task, move); ok && !onward && v.State == lessons.Right {
				t.Errorf("%s puzzle %d: %s is judged %+v", p.Game, p.Number, move, v)
			}
			if ok {
				checkRefutation(t, p, move, answer, within)
			}
		}
	})
}

// checkRefutation plays a move and its refutation by the rules, then every answer. The other side wins
// at once, or with its next move.
func checkRefutation(t *testing.T, p Puzzle, move, answer string, within int) {
	t.Helper()
	position, err := parker.ParsePosition(p.Position)
	if err != nil {
		t.Fatal(err)
	}
	start, err := position.State()
	if err != nil {
		t.Fatal(err)
	}
	s := mustApply(t, mustApply(t, start, move), answer)
	if within == 1 {
		if r := s.Result(); r == nil || !slices.Equal(r.Winners, []games.Seat{2}) {
			t.Errorf("%s puzzle %d: after %s %s the result is %+v", p.Game, p.Number, move, answer, r)
		}
		return
	}
	if s.Result() != nil {
		t.Errorf("%s puzzle %d: %s %s ends the game", p.Game, p.Number, move, answer)
		return
	}
	for _, reply := range s.Legal(1) {
		next := mustApply(t, s, reply)
		if !slices.ContainsFunc(next.Legal(2), func(last string) bool {
			r := mustApply(t, next, last).Result()
			return r != nil && slices.Equal(r.Winners, []games.Seat{2})
		}) {
			t.Errorf("%s puzzle %d: %s holds after %s %s", p.Game, p.Number, reply, move, answer)
		}
	}
}

func mustApply(t *testing.T, s games.State, move string) games.State {
	t.Helper()
	next, _, err := s.Apply(s.ToAct()[0], move)
	if err != nil {
		t.Fatalf("%s: %v", move, err)
	}
	return next
}

// judge judges a move that is touched square by square.
func judge(task lessons.Lesson, move string) lessons.Verdict {
	squares := strings.FieldsFunc(move, func(r rune) bool { return r == '-' || r == 'x' })
	return task.Judge(squares[0], squares[1:])
}

// Puzzles get harder with their number, first those to win, then the defences. No position comes twice.
func TestOrderOfPuzzles(t *testing.T) {
	for _, game := range Games() {
		seen := make(map[string]bool)
		for i, p := range Of(game) {
			if p.Number != i+1 {
				t.Errorf("%s: puzzle %d has number %d", game, i+1, p.Number)
			}
			if i > 0 && !(p.Defence && !Of(game)[i-1].Defence) && (p.Rating < Of(game)[i-1].Rating || p.Defence != Of(game)[i-1].Defence) {
				t.Errorf("%s: puzzle %d is a defence: %v, with rating %d", game, i+1, p.Defence, p.Rating)
			}
			if seen[p.Position] {
				t.Errorf("%s: %s comes twice", game, p.Position)
			}
			seen[p.Position] = true
			if tags := p.Tags(); len(tags) == 0 || p.Defence != slices.Contains(tags, Defence) || p.Defence && slices.Contains(tags, Castle) {
				t.Errorf("%s puzzle %d has tags %v", game, p.Number, tags)
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

// The numbers of the puzzles to win, and the puzzles of the days, stay as they were before there were
// defences: answers are kept by number.
func TestNumbersStay(t *testing.T) {
	for game, want := range map[string]string{
		"camelot": "b10f0faf234ca9c7", "cam": "2c101af5d2dcf621", "camette": "f68e51af9b8ae5a4", "chivalry": "905ca9fb4da0ab47",
	} {
		h := sha256.New()
		for _, p := range load()[game].all[:load()[game].wins] {
			fmt.Fprintf(h, "%d\t%s\t%s\n", p.Number, p.Position, strings.Join(p.Line, " "))
		}
		if got := fmt.Sprintf("%.8x", h.Sum(nil)); got != want {
			t.Errorf("the puzzles of %s have the checksum %s, want %s", game, got, want)
		}
	}
	h := sha256.New()
	for day := Day(20785); day < 20785+364; day++ {
		for _, p := range Daily(day) {
			fmt.Fprintln(h, int(day), p.Game, p.Number)
		}
	}
	if got := fmt.Sprintf("%.8x", h.Sum(nil)); got != "becc2d4a09042a5c" {
		t.Errorf("the puzzles of the days have the checksum %s", got)
	}
}

func TestAfter(t *testing.T) {
	all := Of("cam")
	seen, defences := make(map[int]bool), 0
	for p, ok := After("cam", 0); !seen[p.Number]; p, ok = After("cam", p.Number) {
		if !ok || len(seen) == 0 && p.Rating > all[0].Rating {
			t.Fatalf("the first puzzle is %+v, %v", p, ok)
		}
		seen[p.Number] = true
		if len(seen) <= len(all)/2 && p.Defence {
			defences++
		}
		if next, _ := After("cam", p.Number); next.Rating < p.Rating && len(seen) < len(all) {
			t.Errorf("after %d points come %d", p.Rating, next.Rating)
		}
	}
	if len(seen) != len(all) || defences == 0 {
		t.Errorf("%d of %d puzzles come after one another, %d defences in the first half", len(seen), len(all), defences)
	}
	if p, ok := After("knizia", 0); ok {
		t.Errorf("a game of cards has %+v", p)
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
