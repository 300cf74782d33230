package guides

import (
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/knizia"
	"tableronde/games/kutschke"
	"tableronde/games/shannon"
)

// eachStep runs a test with every step of every guided round.
func eachStep(t *testing.T, test func(t *testing.T, g Guide, step int)) {
	t.Helper()
	for _, g := range All() {
		for i := range g.Steps {
			t.Run(g.Game+" "+strings.Repeat("I", i+1), func(t *testing.T) { test(t, g, i+1) })
		}
	}
}

// The pupil can play the actions of a step, and none of them is wrong on the way.
func TestStepsArePlayed(t *testing.T) {
	eachStep(t, func(t *testing.T, g Guide, step int) {
		s, m := g.Steps[step-1], g.At(step)
		if len(s.Play) == 0 {
			return
		}
		if !slices.Contains(m.ToAct(), Pupil) {
			t.Fatalf("%v has to act", m.ToAct())
		}
		for i := range len(s.Play) + 1 {
			if wrong, key := s.Judge(s.Play[:i], ""); wrong {
				t.Errorf("%v is judged wrong: %s", s.Play[:i], key)
			}
		}
		if _, fit, err := m.State().(games.Stager).Stage(Pupil, s.Play); err != nil || fit != len(s.Play) {
			t.Errorf("%d of %v can be staged: %v", fit, s.Play, err)
		}
	})
}

// Every other legal action is wrong, and each sentence about mistakes is said of one of them.
func TestOtherActionsAreWrong(t *testing.T) {
	eachStep(t, func(t *testing.T, g Guide, step int) {
		s := g.Steps[step-1]
		said := map[string]bool{}
		for _, action := range g.At(step).Legal(Pupil) {
			if len(s.Play) > 0 && action == s.Play[0] {
				continue
			}
			wrong, key := s.Judge([]string{action}, "")
			if said[key] = true; !wrong {
				t.Errorf("%s is right", action)
			}
		}
		for _, slip := range s.Slips {
			if !said[slip.Key] {
				t.Errorf("no action has the sentence %s", slip.Key)
			}
		}
	})
}

// A choice that the meant action begins with is not wrong, another one is.
func TestChoices(t *testing.T) {
	for _, tt := range []struct {
		game         string
		step         int
		staged       []string
		choice, want string // "right", or the key
	}{
		{"knizia", 3, nil, "B4", ""},
		{"knizia", 8, []string{"play R3"}, "", "right"},
		{"knizia", 8, []string{"play R3", "end"}, "B4", ""},
		{"shannon", 6, nil, "M1=A", "right"},
		{"shannon", 6, nil, "T1", ""},
		{"kutschke", 6, nil, "A", "right"},
		{"kutschke", 6, nil, "P", "first"},
		{"kutschke", 6, nil, "EL", "later"},
		{"kutschke", 9, nil, "Q", "right"},
		{"kutschke", 1, nil, "A", ""},
		{"kutschke", 6, nil, " ", "right"},
	} {
		g, _ := Of(tt.game)
		wrong, key := g.Steps[tt.step-1].Judge(tt.staged, strings.TrimSpace(tt.choice))
		if wrong == (tt.want == "right") || wrong && key != tt.want {
			t.Errorf("%s %d: %v %q is judged %v, %q", tt.game, tt.step, tt.staged, tt.choice, wrong, key)
		}
	}
}

// The rounds have the course that their sentences describe.
func TestCourses(t *testing.T) {
	for game, want := range map[string][2]int{"knizia": {8, 9}, "shannon": {6, 7}, "kutschke": {7, 11}} {
		g, ok := Of(game)
		if got := [2]int{g.Points(), len(g.Steps)}; !ok || got != want {
			t.Errorf("%s has %v points and steps, want %v", game, got, want)
		}
	}
	view := func(game string, step int) games.View {
		g, _ := Of(game)
		return g.At(step).State().View(Pupil)
	}
	for step, want := range map[int][3]int{3: {0, 3, 5}, 4: {4, 3, 5}, 5: {6, 3, 5}, 8: {6, 7, 0}} {
		var got [3]int
		for i, seat := range view("knizia", step).(knizia.View).Seats {
			got[i] = seat.Total
		}
		if got != want {
			t.Errorf("the totals at step %d are %v, want %v", step, got, want)
		}
	}
	if tokens := view("knizia", 9).(knizia.View).Seats[0].Tokens; len(tokens) != 1 || tokens[0] != knizia.Red {
		t.Errorf("the pupil has the tokens %v", tokens)
	}
	for step, want := range map[int]int{2: 20, 5: 20 + 15, 7: 20 + 15 + 35} {
		if got := view("shannon", step).(shannon.View).Knights[1].Wounds; got != want {
			t.Errorf("Dagonet has %d wounds at step %d, want %d", got, step, want)
		}
	}
	if seats := view("kutschke", 11).(kutschke.View).Seats; seats[0].Points != 3 || seats[1].Points != 2 || seats[1].Tent != 1 {
		t.Errorf("the knights have %d and %d shields, and the second sleeps in tent %d", seats[0].Points, seats[1].Points, seats[1].Tent)
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]bool{"knizia.1": true, "shannon.1": true, "kutschke.1": true, "knizia.2": false, "camelot.1": false, "": false} {
		if Known(name) != want {
			t.Errorf("Known(%q) = %v", name, !want)
		}
	}
	if _, ok := Of("camelot"); ok {
		t.Error("a game of boards has a guided round")
	}
}
