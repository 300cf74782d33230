package kutschke

import (
	"slices"
	"testing"

	"tableronde/games"
)

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
		{"the end", lastTurn(t, 1, sketch{points: 6}, sketch{points: 17}), 4, "done",
			[]games.Fact{{Kind: FactDone, Seat: 4}, {Kind: FactOver, Seat: 2, Number: 17, Word: ReasonTarget}}},
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
		t.Errorf("the viewer's own bid: %+v", got)
	}
	for _, c := range []struct {
		first, second string
		want          games.Fact
		scorers       int
	}{
		{"bid S2 L1", "bid S3", games.Fact{Kind: FactTie, Seat: 1, Other: 2, Number: 3}, 2},
		{"bid S2", "bid S3", games.Fact{Kind: FactWin, Seat: 2, Other: 1, Number: 3, Before: 2}, 1},
		{"bid S2", "bid", games.Fact{Kind: FactWin, Seat: 1, Other: 2, Number: 2}, 1},
		{"bid", "bid", games.Fact{Kind: FactEmpty, Seat: 1, Other: 2}, 0},
	} {
		facts := play(t, s, 1, c.first).Tell(games.Spectator, 2, c.second)
		want := append([]string{FactBid, FactStake, FactStake, c.want.Kind}, slices.Repeat([]string{FactPoints}, c.scorers)...)
		want = append(want, FactTent, FactTent, FactTent, FactTent, FactRound)
		if !slices.Equal(kindsOf(facts), want) || encode(t, facts[3]) != encode(t, c.want) {
			t.Errorf("%s, %s: %+v, want %+v", c.first, c.second, facts, c.want)
		}
	}
	alone := joust(t, "S1")
	for line, want := range map[string]games.Fact{"bid": {Kind: FactEmpty, Seat: 1}, "bid S1": {Kind: FactWin, Seat: 1, Number: 1}} {
		if facts := alone.Tell(games.Spectator, 1, line); encode(t, facts[2]) != encode(t, want) {
			t.Errorf("alone: %+v", facts)
		}
	}
}

func kindsOf(facts []games.Fact) (all []string) {
	for _, f := range facts {
		all = append(all, f.Kind)
	}
	return all
}

// Of the tents only those of equal points are told as lots.
func TestTellTents(t *testing.T) {
	s := play(t, lastTurn(t, 1, sketch{points: 6}, sketch{points: 3}, sketch{}, sketch{points: 3, picked: "A"}), 4, "A wild-boar")
	facts := s.Tell(games.Spectator, 4, "done")
	if want := []string{FactDone, FactRefill, FactTent, FactTent, FactTent, FactTent, FactRound}; !slices.Equal(kindsOf(facts), want) {
		t.Fatalf("told %v, want %v", kindsOf(facts), want)
	}
	for i, want := range []games.Fact{{Number: 4, Before: 1}, {Word: "lot", Before: 2}, {Number: 1, Before: 3}, {Word: "lot", Before: 4}} {
		if f := facts[i+2]; f.Word != want.Word || want.Number != 0 && f.Number != want.Number || f.Before != want.Before {
			t.Errorf("tent of seat %d: %+v", i+1, f)
		}
	}
}
