package kutschke

import (
	_ "embed"
	"testing"

	"tableronde/games"
	"tableronde/games/twin"
)

//go:embed explain.go
var explainSource string

// The reasons for an action are facts that a player sees at the table.
func TestReasonsOfActions(t *testing.T) {
	found := twin.Reasons{}
	want := func(s *state, line string, facts ...games.Fact) {
		t.Helper()
		found.Want(t, s, 1, line, facts...)
	}
	pick := func(own, other sketch) *state { return scene(t, 2, PhasePick, valley2, "white-stag", own, other) }
	poor, ready := sketch{hand: "S1 B2", adventures: "golden-pheasant"},
		sketch{hand: "L1 B2 S2", adventures: "golden-pheasant"}
	shields := mustParse(t, "golden-pheasant", Adventures())[0].Shields()
	stag := mustParse(t, "white-stag", Adventures())[0].Shields()
	want(pick(poor, sketch{}), "pick A", games.Fact{Kind: WhyOpen, Word: "white-stag", Number: stag})
	want(scene(t, 2, PhasePick, valley2, ""), "pick A", games.Fact{Kind: WhyNoneOpen})
	want(pick(poor, sketch{picked: "T"}), "pick T", games.Fact{Kind: WhyRivals, Number: 1})
	want(pick(poor, sketch{}), "pick T", games.Fact{Kind: WhyStrength, Number: 1})
	want(pick(poor, sketch{}), "pick G", games.Fact{Kind: WhyBooks, Number: 1})
	want(pick(poor, sketch{}), "pick Q", games.Fact{Kind: WhyNoQuest})
	want(pick(ready, sketch{}), "pick Q", games.Fact{Kind: WhyPayable, Word: "golden-pheasant", Number: shields})
	want(pick(ready, sketch{}), "pick P", games.Fact{Kind: WhyErrand, Word: "golden-pheasant", Number: 1})
	want(pick(poor, sketch{}), "pick P", games.Fact{Kind: WhyErrand, Word: "golden-pheasant"})
	want(pick(sketch{}, sketch{}), "pick P", games.Fact{Kind: WhyNoErrand})
	want(pick(poor, sketch{}), "pick EL", games.Fact{Kind: WhyLacks, Word: "golden-pheasant", Cards: []string{"L1"}},
		games.Fact{Kind: WhyPile, Word: "L", Cards: []string{"L3"}})
	want(pick(poor, sketch{}), "pick EL", games.Fact{Kind: WhyLeft,
		Number: int(pick(poor, sketch{}).supply[ExerciseLance]) - 1})

	turn := func(own sketch) *state { return scene(t, 2, PhaseAct, valley2, "white-stag", own) }
	poor.picked = "EL A P T"
	want(turn(poor), "EL 1", games.Fact{Kind: WhyCompletes, Word: "golden-pheasant", Number: shields},
		games.Fact{Kind: WhyStrength, Number: 2})
	want(turn(sketch{picked: "EL"}), "EL 1", games.Fact{Kind: WhyTotal, Word: "L", Number: 1})
	want(turn(poor), "A white-stag", games.Fact{Kind: WhyWorth, Word: "white-stag", Number: stag},
		games.Fact{Kind: WhyRide, Number: 2})
	want(turn(poor), "done", games.Fact{Kind: WhyUnused, Number: 3})
	want(turn(poor), "P hidden-valley", games.Fact{Kind: WhyMisses}, games.Fact{Kind: WhyWaits, Word: "golden-pheasant"},
		games.Fact{Kind: WhyDistance, Number: 2})
	riding := sketch{hand: "L1 B2", adventures: "golden-pheasant", picked: "P G Q"}
	want(turn(riding), "P hidden-valley", games.Fact{Kind: WhyThere, Word: "golden-pheasant", Number: shields},
		games.Fact{Kind: WhyJustice})
	want(turn(sketch{picked: "P"}), "P hidden-valley", games.Fact{Kind: WhyNothing})
	want(turn(sketch{picked: "P", at: "hidden-valley"}), "P camelot", games.Fact{Kind: WhyCamelot})
	riding.at = "hidden-valley"
	want(turn(riding), "G B2", games.Fact{Kind: WhyPoints, Number: 2},
		games.Fact{Kind: WhySpoils, Word: "golden-pheasant", Number: shields})
	want(turn(riding), "Q golden-pheasant L1 B2", games.Fact{Kind: WhyOver, Number: 1})
	riding.hand = "L1 B1 B2"
	want(turn(riding), "Q golden-pheasant L1 B1", games.Fact{Kind: WhyExact},
		games.Fact{Kind: WhyHolds, Cards: []string{"B2"}})
	want(turn(riding), "G B2", games.Fact{Kind: WhySpares})

	joust := scene(t, 2, PhaseTourney, valley2, "white-stag", sketch{hand: "S1 L2", picked: "T"},
		sketch{hand: "S1", picked: "T"})
	want(joust, "bid S1 L2", games.Fact{Kind: WhyStakes, Number: 3})
	want(joust, "bid S1", games.Fact{Kind: WhyKeeps, Number: 1})
	want(joust, "bid", games.Fact{Kind: WhyRivals, Number: 1})
	twin.CheckKindsNamed(t, explainSource, found)
}

// A moment has the round, and the pass of picking.
func TestMoment(t *testing.T) {
	s := scene(t, 2, PhasePick, valley2, "white-stag")
	s.pass = 3
	if got, want := s.View(1).(View).Moment(), (games.Moment{Phase: "pick", Round: 2, Step: 3}); got != want {
		t.Errorf("at %+v, want %+v", got, want)
	}
}
