package shannon

import (
	_ "embed"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/games"
	"tableronde/games/twin"
)

//go:embed explain.go
var explainSource string

// What speaks for an action is what a player sees at the table.
func TestReasonsOfActions(t *testing.T) {
	found := map[string]bool{}
	want := func(s *state, seat games.Seat, line string, want games.Fact) {
		t.Helper()
		found[want.Kind] = true
		ahead, _, err := s.Stage(seat, []string{line})
		if err != nil {
			t.Errorf("%s: %v", line, err)
			return
		}
		got := s.View(seat).(View).Explain(ahead, line)
		for _, f := range got {
			if cmp.Equal(f, want) {
				return
			}
		}
		t.Errorf("%q has %+v, want %+v", line, got, want)
	}
	combat := func() *state { return arrange(t, "S8 S11 X3 T9", "S6 S9 S3 M1", "S12 S5 S7 O4") }
	led := play(t, combat(), "1: play S8")
	two := play(t, combat(), "1: play S8", "2: play S9")
	want(combat(), 1, "play S8", games.Fact{Kind: WhyLower, Word: "S", Number: 7, Before: 13})
	want(combat(), 1, "play S8", games.Fact{Kind: WhyKeepsSuit, Cards: []string{"S11"}})
	want(combat(), 1, "play T9", games.Fact{Kind: WhyVoid, Word: "T"})
	want(combat(), 1, "play T9", games.Fact{Kind: WhyKeeps, Cards: []string{"S11", "S8"}})
	want(combat(), 1, "play S11", games.Fact{Kind: WhyWounds, Number: 10})
	want(led, 2, "play S6", games.Fact{Kind: WhyLowest, Number: 10})
	want(led, 2, "play S9", games.Fact{Kind: WhyAbove, Seat: 1, Number: 8})
	want(two, 3, "play S5", games.Fact{Kind: WhyLoses, Number: 15})
	want(two, 3, "play S12", games.Fact{Kind: WhySpared, Seat: 1, Number: 15})
	want(play(t, arrange(t, "S8", "X8"), "1: play S8"), 2, "play X8", games.Fact{Kind: WhyCarried, Number: 10})
	want(play(t, arrange(t, "S8", "X8", "S9"), "1: play S8"), 2, "play X8", games.Fact{Kind: WhyPairs})
	diverting := play(t, arrange(t, "S8", "S6").empower(2, "redirect"), "1: play S8")
	want(diverting, 2, "play S6 redirect 1", games.Fact{Kind: WhyDiverts, Seat: 1, Number: 10})
	want(diverting, 2, "play S6 redirect 1", games.Fact{Kind: WhySpends, Word: "redirect"})
	want(play(t, arrange(t, "S8", "S9").empower(1, "redirect"), "1: play S8 redirect 2"), 2, "play S9", games.Fact{Kind: WhyReceives, Seat: 1, Number: 10})
	want(play(t, arrange(t, "S8", "S6", "S2").empower(1, "reversal"), "1: play S8 reversal"), 2, "play S6", games.Fact{Kind: WhyBelow, Seat: 1, Number: 8})
	want(play(t, arrange(t, "S8", "O2 T9"), "1: play S8"), 2, "discard T9", games.Fact{Kind: WhyLowerLeft, Number: 1})
	chosen := begin(t, 3, 1, map[string]string{optionHeroes: heroesChosen, optionDealer: "3"})
	want(chosen, 1, "hero arthur", games.Fact{Kind: WhyPower, Word: "arthur"})
	want(chosen, 1, "hero arthur", games.Fact{Kind: WhyUses, Number: 1})
	want(chosen, 1, "hero arthur", games.Fact{Kind: WhyLegend, Word: "excalibur", Number: PowerOf("excalibur").Threshold})
	laterReasons(t, want)
	twin.CheckKindsNamed(t, explainSource, found)
}

// laterReasons tests what speaks for an action outside of combats.
func laterReasons(t *testing.T, want func(s *state, seat games.Seat, line string, want games.Fact)) {
	t.Helper()
	s := countedPiles(t, arrange(t, "", "", "").empower(1, "raven"), "S1 S3", "M1", "")
	want(s, 1, "move S3>2", games.Fact{Kind: WhyMoves, Number: 10})
	want(s, 1, "move S3>2", games.Fact{Kind: WhyHurts, Seat: 2, Number: 35})
	want(s, 1, "move", games.Fact{Kind: WhyStays, Number: 15})
	favors := *play(t, s, "1: move")
	if favors.phase != PhaseFavor {
		t.Fatalf("the phase is %s", favors.phase)
	}
	want(&favors, favors.ToAct()[0], "favour deck", games.Fact{Kind: WhyUnseen, Number: len(favors.favorDeck)})

	prepares := arrange(t, "S1 S3 O9 T2 T12", "", "")
	prepares.phase = PhasePrepare
	k := &prepares.knights[0]
	k.owes[PartLancelot], k.owes[PartTrial] = true, true
	prepares.knights[1].life = 215
	want(prepares, 1, "prepare lancelot T2 trial 2", games.Fact{Kind: WhyUnder, Word: "T", Number: 1})
	want(prepares, 1, "prepare lancelot T2 trial 2", games.Fact{Kind: WhyTarget, Seat: 2, Number: 215})
	many := arrange(t, "S1 S3 S9 S10 S12 O9 O10 O11 O12 T2 T12 X5 X6 X7", "", "")
	many.phase = PhasePrepare
	many.knights[0].owes[PartDiscard] = true
	want(many, 1, "prepare discard S3 T12", games.Fact{Kind: WhySheds, Cards: []string{"S3", "T12"}, Number: 20})
	want(many, 1, "prepare discard S3 T12", games.Fact{Kind: WhyLowLeft, Number: 3})
}

// A moment tells the combat and the place of the viewer in it.
func TestMoment(t *testing.T) {
	s := arrange(t, "S8", "S6", "S2")
	for seat, turn := range map[games.Seat]int{1: 1, 2: 2, 3: 3} {
		if got, want := s.View(seat).(View).Moment(), (games.Moment{Phase: "combat", Round: 1, Step: 1, Turn: turn, Seats: 3}); got != want {
			t.Errorf("seat %d at %+v, want %+v", seat, got, want)
		}
	}
	if got, want := s.View(games.Spectator).(View).Moment(), (games.Moment{Phase: "combat", Round: 1, Step: 1, Seats: 3}); got != want {
		t.Errorf("a spectator at %+v, want %+v", got, want)
	}
}
