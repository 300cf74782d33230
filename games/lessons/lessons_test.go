package lessons

import (
	"slices"
	"strings"
	"testing"

	"tableronde/games/parker"
)

// eachLesson runs a test with every lesson.
func eachLesson(t *testing.T, test func(t *testing.T, l Lesson)) {
	t.Helper()
	if got := len(Games()); got != 9 {
		t.Errorf("%d games have lessons, want all 9 boards", got)
	}
	for _, game := range Games() {
		for _, l := range Of(game) {
			t.Run(l.Name(), func(t *testing.T) { test(t, l) })
		}
	}
}

// touches splits a move into the piece and its landings.
func touches(move string) (from string, to []string) {
	squares := strings.FieldsFunc(move, func(r rune) bool { return r == '-' || r == 'x' })
	return squares[0], squares[1:]
}

// judge judges a move that is touched square by square.
func judge(l Lesson, move string) Verdict {
	from, to := touches(move)
	return l.Judge(from, to)
}

// answers are the right answers of the lessons, as they were agreed.
var answers = map[string]string{
	"camelot.1": "E15-F16", "camelot.2": "F4-F6-H8", "camelot.3": "E8xG10xG12", "camelot.4": "D12xF14",
	"camelot.5": "C6-E8xE10xG12", "camelot.6": "F5-F6 F7-F6 F7-E6 F7-G6 F7-G7",
	"chivalry.1": "C6-C8 C6-E8 D6-B8 D6-D8 D6-F8 K6-I8 K6-K8 K6-M8 L6-J8 L6-L8", "chivalry.2": "F6-H8xH10",
	"cam.1": "D12-D13", "camette.1": "C5xC7",
	"grand-camelot.1": "H15-H16 H15-I16", "grand-camelot.2": "H5-H7 I5-G7", "grand-camelot.3": "C8xA8",
	"grand-cam-97.1": "G12-G13", "grand-cam-93.1": "G12-G13",
	"chivalry-4-teams.1": "F6-H8", "chivalry-4-teams.2": "F6-H8xH10", "chivalry-4-solo.1": "F6xH8xH10",
}

// The right answers are legal and are the agreed ones, the first to be shown first. Touched square
// by square, each goes on until its end.
func TestRightAnswers(t *testing.T) {
	eachLesson(t, func(t *testing.T, l Lesson) {
		want := strings.Fields(answers[l.Name()])
		got := slices.Clone(l.Right)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("the right answers are %v, want %v", got, want)
		}
		legal := l.state.Legal(1)
		for _, right := range l.Right {
			if !slices.Contains(legal, right) {
				t.Errorf("%s is not legal: %v", right, legal)
			}
			from, to := touches(right)
			for n := range to {
				if v := l.Judge(from, to[:n]); v.State != Begun {
					t.Errorf("%s after %d squares is judged %+v", right, n, v)
				}
			}
			if v := l.Judge(from, to); v.State != Right || v.Stage.Route != right || !v.Stage.Complete {
				t.Errorf("%s is judged %+v", right, v)
			}
		}
		if v := l.Shown(); v.State != Right || v.Stage.Route != l.Right[0] {
			t.Errorf("the shown answer is %+v", v)
		}
		if v := l.Judge("", nil); v.State != Asked || v.Stage.From != parker.NoSquare {
			t.Errorf("no answer is judged %+v", v)
		}
	})
}

// Every legal move is judged right or wrong, and each wrong one has a sentence of the lesson.
func TestEveryLegalMoveIsJudged(t *testing.T) {
	used := map[string]bool{}
	eachLesson(t, func(t *testing.T, l Lesson) {
		for _, move := range l.state.Legal(1) {
			v := judge(l, move)
			begins := slices.ContainsFunc(l.Right, func(right string) bool { return strings.HasPrefix(move, right) })
			switch {
			case begins && v.State == Right:
			case slices.Contains(l.Right, move) || v.State == Right:
				t.Errorf("%s is judged %+v", move, v)
			case v.State == Begun: // a move may end there, and the answer goes on
				if _, to := touches(move); l.again(move, to[len(to)-1]).Key == "" {
					t.Errorf("an end after %s has no sentence", move)
				}
			case v.State != Wrong || v.Key == "" || v.Key == Other:
				t.Errorf("%s is judged %+v", move, v)
			}
			used[l.Name()+" "+v.Key] = true
		}
	})
}

// again judges a move after whose end its last square is touched once more.
func (l Lesson) again(move, last string) Verdict {
	from, to := touches(move)
	return l.Judge(from, append(slices.Clone(to), last))
}

// Each touch, and each pair of a touch and a further square, has a verdict with words: a key, or the
// reason of the rules. Each entry of a lesson is the verdict on one of them.
func TestEveryTouchIsJudged(t *testing.T) {
	eachLesson(t, func(t *testing.T, l Lesson) {
		found := map[string]bool{}
		check := func(v Verdict, what ...string) {
			t.Helper()
			if v.State == Wrong && v.Key == "" && v.Why == nil {
				t.Errorf("%v has no sentence", what)
			}
			if v.State == Wrong && v.At == parker.NoSquare {
				t.Errorf("%v is wrong nowhere", what)
			}
			found[v.Key] = true
		}
		b := l.view.Board()
		for q := range parker.Square(b.Len()) {
			v := l.Judge(b.Name(q), nil)
			check(v, b.Name(q))
			if v.State != Begun {
				continue
			}
			for to := range parker.Square(b.Len()) {
				v := l.Judge(b.Name(q), []string{b.Name(to)})
				check(v, b.Name(q), b.Name(to))
				if v.State == Begun {
					check(l.Judge(b.Name(q), []string{b.Name(to), b.Name(to)}), b.Name(q), b.Name(to), "again")
				}
			}
		}
		for _, m := range l.Mistakes {
			if !found[m.Key] {
				t.Errorf("no answer has the sentence %s", m.Key)
			}
		}
	})
}

// The mistakes of the lessons for beginners have the sentences that were written for them.
func TestMistakesOfBeginners(t *testing.T) {
	for _, tt := range []struct {
		step       int
		move, want string
	}{
		{1, "E15-E14", "corner"}, {1, "E15-D15", "corner"}, {1, "G16", "home"}, {1, "D12", Theirs}, {1, "F16", Empty},
		{2, "F4-F6-F6", "stop"}, {2, "F4-F6-F7", "stop"}, {2, "F4-E4", "step"}, {2, "F5", "springboard"}, {2, "G7", "springboard"},
		{3, "E8-C8", "canter"}, {3, "E8-E9", "step"}, {3, "E8xG10-G10", "stop"}, {3, "E8xG10-H10", "stop"}, {3, "D8", "alone"}, {3, "F9", Theirs}, {3, "E8-F9", Theirs},
		{4, "F15-F16", "wins"}, {4, "F15-E15", "first"}, {4, "G16-F16", "first"}, {4, "D12-D13", "step"},
		{5, "C6-E8-E8", "stop"}, {5, "C6-E8xE10-E10", "stop"}, {5, "D7", "man"}, {5, "G7", "man"}, {5, "C6-C7", "step"},
		{6, "F5-E6", "answer"}, {6, "H6-H7", "answer"}, {6, "F7-F8", Theirs}, {6, "F5-C10", ""}, {6, "A1", ""},
	} {
		if v := judge(Of("camelot")[tt.step-1], tt.move); v.Key != tt.want || (v.Key == "") != (v.Why != nil || v.State == Asked) {
			t.Errorf("step %d: %s is judged %+v, want %q", tt.step, tt.move, v, tt.want)
		}
	}
}

// After each wrong answer of the sixth lesson the rules give the longest capture, and after each
// right one they give none.
func TestTheThreatIsComputed(t *testing.T) {
	l := Of("camelot")[5]
	for move, want := range map[string]string{"F5-E6": "F8xF6xD6", "F7-E7": "F8xD6", "F7-E8": "F9xD7", "F7-G8": "F9xH7xH5"} {
		if v := judge(l, move); v.Answer != want {
			t.Errorf("Black answers %s by %q, want %s", move, v.Answer, want)
		}
	}
	for _, move := range l.state.Legal(1) {
		captures := strings.Count(l.answer(move), "x")
		switch right := slices.Contains(l.Right, move); {
		case right && captures > 0:
			t.Errorf("after %s Black captures by %s", move, l.answer(move))
		case !right && captures == 0:
			t.Errorf("after %s Black captures nothing", move)
		case strings.HasPrefix(move, "H6") && captures < 2:
			t.Errorf("after %s Black answers %s, want two captures at least", move, l.answer(move))
		}
	}
}

// The part that a lesson shows has at most seven squares each way, with all squares of its right
// answers, and every piece that those pass.
func TestPartsShowTheAnswers(t *testing.T) {
	eachLesson(t, func(t *testing.T, l Lesson) {
		low, high := corner(l.From), corner(l.To)
		if wide, tall := high[0]-low[0]+1, high[1]-low[1]+1; wide < 5 || wide > 7 || tall < 5 || tall > 7 {
			t.Errorf("%d by %d squares are shown", wide, tall)
		}
		for _, leg := range l.Shown().Stage.Legs {
			for _, q := range []parker.Square{leg.From, leg.To} {
				at := corner(l.view.Board().Name(q))
				if at[0] < low[0] || at[0] > high[0] || at[1] < low[1] || at[1] > high[1] {
					t.Errorf("%s is not shown", l.view.Board().Name(q))
				}
			}
		}
	})
}

// corner returns the file and the rank of a square by its name, whether or not the board has it.
func corner(name string) [2]int {
	rank := 0
	for _, digit := range name[1:] {
		rank = 10*rank + int(digit-'0')
	}
	return [2]int{int(name[0] - 'A'), rank}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]bool{"camelot.1": true, "camelot.6": true, "camelot.7": false, "camelot.0": false, "camelot.01": false, "camelot": false, "knizia.1": false, "": false} {
		if Known(name) != want {
			t.Errorf("Known(%q) = %v", name, !want)
		}
	}
	if Of("knizia") != nil {
		t.Error("a game of cards has lessons")
	}
}
