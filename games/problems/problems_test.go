package problems

import (
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/bot/lab/bestplay"
	"tableronde/games/effort"
)

// eachProblem runs a test with every problem, and the state in which its seat decides.
func eachProblem(t *testing.T, test func(t *testing.T, p Problem, s games.State)) {
	t.Helper()
	for _, game := range Games() {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			if len(Of(game)) == 0 {
				t.Fatal("there is no problem")
			}
			for _, p := range Of(game) {
				m, err := p.Match()
				if err != nil {
					t.Fatal(err)
				}
				test(t, p, m.State())
			}
		})
	}
}

// The rules accept the actions that lead to each problem. Its seat alone owes a decision, with at
// least three legal actions, and the best one is far better than the others.
func TestProblemsFollowTheRules(t *testing.T) {
	if Deals != bestplay.Deals || Searches != bestplay.Searches {
		t.Errorf("pages name %d deals and %d searches", Deals, Searches)
	}
	eachProblem(t, func(t *testing.T, p Problem, s games.State) {
		if got := s.ToAct(); !slices.Equal(got, []games.Seat{p.Seat}) {
			t.Errorf("problem %d: %v have to act, want %d", p.Number, got, p.Seat)
		}
		legal := s.Legal(p.Seat)
		if len(legal) < 3 || len(p.Plays) < 2 {
			t.Errorf("problem %d has %d legal actions, %d compared", p.Number, len(legal), len(p.Plays))
		}
		if p.Agreed < bestplay.LeastAgreed || p.Agreed > Searches || float64(p.lead()) < bestplay.LeastLead {
			t.Errorf("problem %d: %d searches agree, and the lead is %d", p.Number, p.Agreed, p.lead())
		}
		for i, play := range p.Plays {
			if !slices.Contains(legal, play.Action) || play.Share < 0 || play.Share > p.Best().Share {
				t.Errorf("problem %d: %+v is no play below the best", p.Number, play)
			}
			if got, right, ok := p.Judge(s, play.Action); !ok || right != (i == 0) || got != play {
				t.Errorf("problem %d: %s is judged %+v, %v, %v", p.Number, play.Action, got, right, ok)
			}
		}
	})
}

// Problems are clear at first and close at last, and none comes twice.
func TestOrderOfProblems(t *testing.T) {
	for _, game := range Games() {
		seen := make(map[string]bool)
		for i, p := range Of(game) {
			if got, ok := Find(game, i+1); !ok || got.Number != i+1 || i > 0 && p.Rating() < Of(game)[i-1].Rating() {
				t.Errorf("%s: problem %d has number %d and rating %d", game, i+1, got.Number, p.Rating())
			}
			if id := p.Setup.Seed.Hex() + string(rune(len(p.Past))); seen[id] {
				t.Errorf("%s: problem %d comes twice", game, i+1)
			} else {
				seen[id] = true
			}
		}
	}
	for _, number := range []int{0, -1, len(Of("knizia")) + 1} {
		if _, ok := Find("knizia", number); ok {
			t.Errorf("there is a problem %d", number)
		}
	}
	if _, ok := Find("camelot", 1); ok {
		t.Error("a game of boards has a problem")
	}
}

// New searches agree with the solution, and in other games played to the end it wins more often than
// the second play.
func TestSamplingAgrees(t *testing.T) {
	if testing.Short() {
		t.Skip("it searches for seconds")
	}
	for _, game := range Games() {
		list := Of(game)
		for _, p := range list[:min(len(list), effort.N(len(list)/2))] {
			m, err := p.Match()
			if err != nil {
				t.Fatal(err)
			}
			e, err := bestplay.NewExaminer(game, m.State(), p.Seat, 4711)
			if err != nil {
				t.Fatal(err)
			}
			if got := e.Agreed(p.Best().Action); got < bestplay.LeastAgreed {
				t.Errorf("%s problem %d: %d searches agree", game, p.Number, got)
			}
			if got := e.Compare([]string{p.Plays[1].Action, p.Best().Action}, 100); got[0].Action != p.Best().Action {
				t.Errorf("%s problem %d: played on, the shares are %v", game, p.Number, got)
			}
		}
	}
}

// Answers are counted once each. Text that is no legal action counts for nothing.
func TestAttempts(t *testing.T) {
	eachProblem(t, func(t *testing.T, p Problem, s games.State) {
		best, other := p.Best().Action, p.Plays[1].Action
		for answers, want := range map[string]Attempt{
			"":                                  {},
			"x":                                 {},
			other + "|" + best:                  {Last: p.Best(), Right: true, Wrong: []string{other}},
			other + "|" + other:                 {Last: p.Plays[1], Wrong: []string{other}},
			other + "|" + Show:                  {Shown: true, Wrong: []string{other}},
			Show + "|" + other + "|x|" + "x; y": {Wrong: []string{other}},
		} {
			if got := p.Attempt(s, answers); got.Last != want.Last || got.Right != want.Right || got.Shown != want.Shown || !slices.Equal(got.Wrong, want.Wrong) {
				t.Errorf("problem %d: %q is %+v, want %+v", p.Number, answers, got, want)
			}
		}
	})
}

// Every action that leaves the seat in the same view is right, and has the share of the best.
func TestEquivalentActionsAreRight(t *testing.T) {
	eachProblem(t, func(t *testing.T, p Problem, s games.State) {
		for _, action := range s.Legal(p.Seat) {
			play, right, ok := p.Judge(s, action)
			listed := slices.ContainsFunc(p.Plays, func(q Play) bool { return q.Action == action })
			if !ok || right && play != p.Best() || !right && play.Action != action || !right && listed == (play.Share < 0) {
				t.Errorf("problem %d: %s is judged %+v, %v, %v", p.Number, action, play, right, ok)
			}
		}
	})
}

func TestParse(t *testing.T) {
	if _, err := parse("2\tx\t1 a\t1\t20\t50 a"); err == nil {
		t.Error("a line with a wrong seed is read")
	}
	for _, line := range []string{"x\tSEED\t1 a\t1\t20\t50 a", "2\tSEED\tx a\t1\t20\t50 a", "2\tSEED\t1 a\t1\t20\tx a"} {
		if _, err := parse(strings.Replace(line, "SEED", new(games.Seed).Hex(), 1)); err == nil {
			t.Errorf("%q is read", line)
		}
	}
	if _, err := parse("2\t1"); err == nil {
		t.Error("a line with two fields is read")
	}
}
