package kutschke

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
)

// A programme is shown step by step, and the first step that does not fit is
// told with its reason.
func TestStageProgramme(t *testing.T) {
	s := act(t, valley2, sketch{picked: "A P Q", hand: "L1 D1"})
	s.display.list[0], s.order[0], s.order[3] = 3, 3, 1 // the white stag lies open
	list := []string{"A white-stag", "P hidden-valley", "Q white-stag L1 D1", "done"}
	for fit := range len(list) + 1 {
		view, n, err := s.Stage(1, list[:fit])
		v := view.(View)
		if n != fit || err != nil {
			t.Fatalf("of %v %d fit: %v", list[:fit], n, err)
		}
		at := play(t, s, 1, list[:fit]...)
		if fit < len(list) && encode(t, v) != encode(t, at.view(1)) {
			t.Errorf("after %v\n%s\nwant\n%s", list[:fit], encode(t, v), encode(t, at.view(1)))
		}
	}
	for _, c := range []struct {
		list []string
		fit  int
		why  refusal
	}{
		{[]string{"P hidden-valley", "A white-stag"}, 1, onlyCamelot},
		{[]string{"A white-stag", "Q white-stag L1 D1"}, 1, onlyProvince},
		{[]string{"A white-stag", "P dark-forest", "Q white-stag L1 D1"}, 2, elsewhere},
		{[]string{"A white-stag", "A wild-boar"}, 1, notPicked},
		{[]string{"done", "P hidden-valley"}, 1, turnOver},
		{[]string{"jump"}, 0, malformed},
		{[]string{"pick Q"}, 0, actNow},
	} {
		_, fit, err := s.Stage(1, c.list)
		if fit != c.fit || keyOf(err) != c.why.Key {
			t.Errorf("Stage(%v): %d fit, %v; want %d, %s", c.list, fit, err, c.fit, c.why.Key)
		}
	}
	if _, fit, err := s.Stage(2, []string{"done"}); fit != 0 || keyOf(err) != notYourTurn.Key {
		t.Errorf("staged out of turn: %d, %v", fit, err)
	}
}

func keyOf(err error) string {
	var why *games.Illegal
	if errors.As(err, &why) {
		return why.Key
	}
	return ""
}

// What the preview offers next is what is legal at that point of the list.
func TestStageOffersWhatIsLegalThere(t *testing.T) {
	s := act(t, inOrder, sketch{picked: "EB P G", at: "camelot"}, sketch{hand: "B1 B1"})
	view, _, _ := s.Stage(1, []string{"EB 2"})
	uses := view.(View).Uses()
	if len(uses) != 2 || uses[0].Kind != Horse || len(uses[0].Steps) != 6 || uses[1].Why == nil || uses[1].Why.Key != onlyProvince.Key {
		t.Errorf("at Camelot: %+v", uses)
	}
	view, _, _ = s.Stage(1, []string{"EB 2", "P hidden-valley"})
	uses = view.(View).Uses()
	if len(uses) != 1 || len(uses[0].Steps) != 1 || uses[0].Steps[0].Line != "G B2" || uses[0].Why != nil {
		t.Errorf("in the valley: %+v", uses)
	}
}

// The last done leads to new adventures and lots: none of that is shown.
func TestStageLeavesOutWhatIsHidden(t *testing.T) {
	s := lastTurn(t, 1, sketch{}, sketch{}, sketch{points: 14}, sketch{points: 13, picked: "A P G", hand: "B1"})
	view, fit, err := s.Stage(4, []string{"A wild-boar", "P dark-forest", "G B1", "done"})
	v := view.(View)
	if fit != 4 || err != nil || len(v.Display) != 2 || v.Round != 2 || v.Phase != PhaseAct || len(v.ToAct) != 0 || v.Seats[3].Points != 15 {
		t.Errorf("%d fit, %v:\n%s", fit, err, v)
	}
	if text := encode(t, v); !strings.Contains(text, `"hand":[]`) || v.Ranking != nil {
		t.Errorf("%s", text)
	}
	if _, fit, err := s.Stage(4, []string{"done", "pick Q"}); fit != 1 || keyOf(err) != turnOver.Key {
		t.Errorf("after the round: %d, %v", fit, err)
	}
}

// A bid is shown as placed, not what comes of it, unless nobody else is in.
func TestStageOfBids(t *testing.T) {
	s := play(t, joust(t, "S2 L1", "S3"), 1, "bid S2 L1")
	view, fit, err := s.Stage(2, []string{"bid S3"})
	v := view.(View)
	if fit != 1 || err != nil || v.Phase != PhaseTourney || len(v.ToAct) != 0 || v.Seats[1].Points != 0 || !v.Seats[0].Bid.Hidden || v.Seats[1].Bid.Hidden {
		t.Errorf("%d fit, %v:\n%s", fit, err, v)
	}
	alone := scene(t, 4, PhaseTourney, inOrder, open3, sketch{picked: "T", hand: "S1"})
	view, fit, err = alone.Stage(1, []string{"bid S1"})
	if v := view.(View); fit != 1 || err != nil || v.Seats[0].Points != 2 || v.Round != 2 {
		t.Errorf("%d fit, %v:\n%s", fit, err, v)
	}
	// The last turn may lead to one's own tournament, and the list on with it.
	last := lastTurn(t, 1, sketch{}, sketch{}, sketch{}, sketch{picked: "T ES"})
	view, fit, err = last.Stage(4, []string{"ES 3", "done", "bid S3"})
	if v := view.(View); fit != 3 || err != nil || v.Seats[3].Points != 2 {
		t.Errorf("%d fit, %v:\n%s", fit, err, v)
	}
}

func TestStageWhenOver(t *testing.T) {
	s := play(t, lastTurn(t, 1, sketch{points: 15}), 4, "done")
	if _, fit, err := s.Stage(1, []string{"done"}); fit != 0 || keyOf(err) != gameOver.Key {
		t.Errorf("%d, %v", fit, err)
	}
	if _, _, err := s.Apply(1, "done"); err != games.ErrFinished {
		t.Errorf("after the end: %v", err)
	}
}

// kindsOf lists the kinds of facts.
func kindsOf(facts []games.Fact) []string {
	var all []string
	for _, f := range facts {
		all = append(all, f.Kind)
	}
	return all
}

func TestTell(t *testing.T) {
	for _, c := range []struct {
		name string
		s    *state
		seat games.Seat
		line string
		want []games.Fact
	}{
		{"pick", pickers(t), 1, "pick Q", []games.Fact{{Kind: FactPick, Seat: 1, Word: "Q", Number: 1}}},
		{"exercise", act(t, inOrder, sketch{picked: "ES"}), 1, "ES 3", []games.Fact{{Kind: FactExercise, Seat: 1, Word: "ES", Cards: []string{"S3"}}}},
		{"adventure", act(t, inOrder, sketch{picked: "A"}), 1, "A wild-boar", []games.Fact{{Kind: FactAdventure, Seat: 1, Word: "wild-boar"}}},
		{"ride", act(t, inOrder, sketch{picked: "P"}), 1, "P enchanted-grove", []games.Fact{{Kind: FactRide, Seat: 1, Word: "enchanted-grove", Number: 3}}},
		{"justice", act(t, inOrder, sketch{points: 4, at: "dark-forest", picked: "G", hand: "B2"}), 1, "G B2",
			[]games.Fact{{Kind: FactJustice, Seat: 1, Cards: []string{"B2"}}, {Kind: FactPoints, Seat: 1, Number: 6, Before: 4, Word: "G"}}},
		{"quest to the target", act(t, inOrder, sketch{points: 13, at: "hidden-valley", picked: "Q", hand: "L1 B2", adventures: "golden-pheasant"}), 1, "Q golden-pheasant L1 B2",
			[]games.Fact{{Kind: FactQuest, Seat: 1, Word: "golden-pheasant", Cards: []string{"L1", "B2"}, Number: 2},
				{Kind: FactPoints, Seat: 1, Number: 15, Before: 13, Word: "Q"}, {Kind: FactReached, Seat: 1, Number: 1}}},
		{"bid", joust(t, "S1", "L2"), 1, "bid S1", []games.Fact{{Kind: FactBid, Seat: 1, Word: "?"}}},
		{"nothing", joust(t, "S1", "L2"), 1, "bid S2", nil},
		{"the last turn", lastTurn(t, 1, sketch{picked: "T"}, sketch{picked: "T", at: "dark-forest"}, sketch{}, sketch{picked: "P"}), 4, "done",
			[]games.Fact{{Kind: FactDone, Seat: 4, Cards: []string{"P"}}, {Kind: FactAbsent, Seat: 2, Word: "dark-forest"},
				{Kind: FactPhase, Seat: 1, Word: "tourney", Number: 2}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.s.Tell(games.Spectator, c.seat, c.line); encode(t, got) != encode(t, c.want) {
				t.Errorf("told\n%+v, want\n%+v", got, c.want)
			}
		})
	}
}

func TestTellTournament(t *testing.T) {
	s := joust(t, "S2 L1", "S3")
	if got := s.Tell(1, 1, "bid S2 L1"); !slices.Equal(got[0].Cards, []string{"S2", "L1"}) || got[0].Word != "" {
		t.Errorf("one's own bid: %+v", got)
	}
	for _, c := range []struct {
		first, second, kind     string
		seat, other             games.Seat
		number, before, scorers int
	}{
		{"bid S2 L1", "bid S3", FactTie, 1, 2, 3, 0, 2},
		{"bid S2", "bid S3", FactWin, 2, 1, 3, 2, 1},
		{"bid S2", "bid", FactWin, 1, 2, 2, 0, 1},
		{"bid", "bid", FactEmpty, 1, 2, 0, 0, 0},
	} {
		facts := play(t, s, 1, c.first).Tell(games.Spectator, 2, c.second)
		kinds := kindsOf(facts)
		i := slices.Index(kinds, c.kind)
		if i < 0 || facts[i].Seat != c.seat || facts[i].Other != c.other || facts[i].Number != c.number || facts[i].Before != c.before {
			t.Errorf("%s, %s: %+v", c.first, c.second, facts)
			continue
		}
		want := []string{FactBid, FactStake, FactStake, c.kind}
		for range c.scorers {
			want = append(want, FactPoints)
		}
		want = append(want, FactTent, FactTent, FactTent, FactTent, FactRound)
		if !slices.Equal(kinds, want) {
			t.Errorf("%s, %s: %v, want %v", c.first, c.second, kinds, want)
		}
	}
	alone := scene(t, 4, PhaseTourney, inOrder, open3, sketch{picked: "T", hand: "S1"})
	if facts := alone.Tell(games.Spectator, 1, "bid"); facts[2].Kind != FactEmpty || facts[2].Other != 0 {
		t.Errorf("alone without a stake: %+v", facts)
	}
	if facts := alone.Tell(games.Spectator, 1, "bid S1"); facts[2].Kind != FactWin || facts[2].Other != 0 {
		t.Errorf("alone: %+v", facts)
	}
}

// TestTellTents tells lots from what the points have decided, and the end.
func TestTellTents(t *testing.T) {
	s := lastTurn(t, 1, sketch{points: 6}, sketch{points: 3}, sketch{}, sketch{points: 3, picked: "A"})
	s = play(t, s, 4, "A wild-boar")
	facts := s.Tell(games.Spectator, 4, "done")
	if want := []string{FactDone, FactRefill, FactTent, FactTent, FactTent, FactTent, FactRound}; !slices.Equal(kindsOf(facts), want) {
		t.Fatalf("told %v, want %v", kindsOf(facts), want)
	}
	for i, want := range []struct {
		word           string
		number, before int
	}{{"", 4, 1}, {"lot", 0, 2}, {"", 1, 3}, {"lot", 0, 4}} {
		if f := facts[i+2]; f.Word != want.word || want.number != 0 && f.Number != want.number || f.Before != want.before {
			t.Errorf("tent of seat %d: %+v", i+1, f)
		}
	}
	s = lastTurn(t, 1, sketch{points: 6}, sketch{points: 17})
	facts = s.Tell(games.Spectator, 4, "done")
	if last := facts[len(facts)-1]; last.Kind != FactOver || last.Seat != 2 || last.Number != 17 || last.Word != ReasonTarget {
		t.Errorf("told %+v", facts)
	}
}
