package kutschke

import (
	"slices"
	"strings"
	"testing"

	"tableronde/games"
)

const (
	inOrder = "" // places as in the data file: the Hidden Valley at index 1
	valley2 = "dark-forest hidden-valley"
	valley3 = "dark-forest enchanted-grove hidden-valley"
	valley4 = "dark-forest enchanted-grove misty-marsh hidden-valley"
	open3   = "wild-boar black-knight tree-of-life"
)

func act(t testing.TB, places string, seats ...sketch) *state {
	t.Helper()
	return scene(t, 4, PhaseAct, places, open3, seats...)
}

func TestScenario1_SeedExample(t *testing.T) {
	s := act(t, inOrder, sketch{at: "hidden-valley", picked: "Q", hand: "L1 B2", adventures: "golden-pheasant"})
	s = play(t, s, 1, "Q golden-pheasant L1 B2")
	wantSeat(t, s, 1, 2, "hidden-valley", "")
	if s.pile(Lance) != "L1 L1 L2 L3" || s.pile(Book) != "B1 B1 B2 B3" || s.supply[Quest] != 2 || s.done.list[0].String() != "golden-pheasant" {
		t.Errorf("after the quest:\n%s", s.view(games.Omniscient))
	}
}

func TestScenario2_WithTravel(t *testing.T) {
	s := act(t, valley3, sketch{picked: "P Q", hand: "L1 B2", adventures: "golden-pheasant"})
	wantSeat(t, play(t, s, 1, "P hidden-valley", "Q golden-pheasant L1 B2"), 1, 2, "hidden-valley", "")
	before := snapshot(t, s)
	view, fit, err := s.Stage(1, []string{"Q golden-pheasant L1 B2", "P hidden-valley"})
	if fit != 0 || err.(*games.Illegal).Key != onlyProvince.Key || encode(t, view) != encode(t, s.view(1)) || snapshot(t, s) != before {
		t.Errorf("the other way round: %d fit, %v", fit, err)
	}
}

func TestScenario3_TooFar(t *testing.T) {
	s := act(t, valley4, sketch{picked: "P", hand: "L1 B2", adventures: "golden-pheasant"})
	why := wantRefused(t, s, 1, "P hidden-valley", horseFar)
	if why.Text != "The Hidden Valley is 4 places away, and a horse goes 3 at most." {
		t.Error(why.Text)
	}
	s = act(t, valley4, sketch{picked: "P P Q", hand: "L1 B2", adventures: "golden-pheasant"})
	wantSeat(t, play(t, s, 1, "P enchanted-grove", "P hidden-valley", "Q golden-pheasant L1 B2"), 1, 2, "hidden-valley", "")
}

func TestScenario4_RoundTheOtherWay(t *testing.T) {
	s := act(t, inOrder, sketch{at: "hidden-valley", picked: "P"})
	play(t, s, 1, "P dwarf-caves") // at index 6
	wantRefused(t, s, 1, "P fire-mountain", horseFar)
}

func TestScenario5_SuperfluousPay(t *testing.T) {
	s := act(t, inOrder, sketch{at: "hidden-valley", picked: "Q", hand: "L1 B1 B2", adventures: "golden-pheasant"})
	play(t, s, 1, "Q golden-pheasant L1 B1")
	play(t, s, 1, "Q golden-pheasant L1 B2")
	wantRefused(t, s, 1, "Q golden-pheasant L1 B1 B2", paySurplus)
	wantRefused(t, s, 1, "Q golden-pheasant B1 B2", payShort)
	want := []string{"Q golden-pheasant L1 B1", "Q golden-pheasant L1 B2", "done"}
	if got := s.Legal(1); !slices.Equal(got, want) {
		t.Errorf("Legal = %v, want %v", got, want)
	}
}

func TestScenario6_AddingUp(t *testing.T) {
	in := func(hand string) *state {
		return act(t, inOrder, sketch{at: "dwarf-caves", picked: "Q", hand: hand, adventures: "dwarf-treasure"})
	}
	wantSeat(t, play(t, in("S1 D1 D1"), 1, "Q dwarf-treasure S1 D1 D1"), 1, 4, "dwarf-caves", "")
	wantSeat(t, play(t, in("S1 D3"), 1, "Q dwarf-treasure S1 D3"), 1, 4, "dwarf-caves", "")
	wantRefused(t, in("S1 D1 D2"), 1, "Q dwarf-treasure S1 D1 D2", paySurplus)
}

func TestScenario7_Justice(t *testing.T) {
	for _, p := range Provinces() {
		s := act(t, inOrder, sketch{at: p.String(), picked: "G", hand: "B3"})
		s = play(t, s, 1, "G B3")
		wantSeat(t, s, 1, 2, p.String(), "")
		if s.pile(Book) != "B1 B1 B2 B3" {
			t.Errorf("Books: %s", s.pile(Book))
		}
	}
	wantRefused(t, act(t, inOrder, sketch{picked: "G", hand: "B3"}), 1, "G B3", onlyProvince)
	s := act(t, inOrder, sketch{at: "dark-forest", picked: "G", hand: "S1"})
	wantRefused(t, s, 1, "G B1", noBook)
	facts := s.Tell(games.Spectator, 1, "done")
	if len(facts) != 1 || !slices.Equal(facts[0].Cards, []string{"G"}) {
		t.Errorf("done tells %v", facts)
	}
	s = play(t, s, 1, "done")
	wantSeat(t, s, 1, 0, "dark-forest", "S1")
	if s.supply[Justice] != 2 {
		t.Errorf("supply %v", s.supply)
	}
}

func TestScenario8_ExerciseChoice(t *testing.T) {
	s := act(t, inOrder, sketch{picked: "EL"}, sketch{hand: "L1 L1"})
	after := play(t, s, 1, "EL 3")
	wantSeat(t, after, 1, 0, "camelot", "L3")
	if after.pile(Lance) != "L2" {
		t.Errorf("Lances: %s", after.pile(Lance))
	}
	wantRefused(t, s, 1, "EL 1", notOnPile)
	wantRefused(t, act(t, inOrder, sketch{at: "misty-marsh", picked: "EL"}), 1, "EL 3", onlyCamelot)
}

func TestScenario9_CamelotRideProvince(t *testing.T) {
	s := act(t, inOrder, sketch{picked: "EB P G"}, sketch{hand: "B1 B1"})
	s = play(t, s, 1, "EB 2", "P hidden-valley", "G B2")
	wantSeat(t, s, 1, 2, "hidden-valley", "")
	if s.pile(Book) != "B2 B3" {
		t.Errorf("Books: %s", s.pile(Book))
	}
}

func TestScenario10_BothRoundTables(t *testing.T) {
	s := act(t, inOrder, sketch{picked: "A"}, sketch{picked: "A"})
	s = play(t, s, 1, "A black-knight", "done")
	wantRefused(t, s, 2, "A black-knight", notShown)
	s = play(t, s, 2, "A wild-boar")
	if got := s.view(2).Display; len(got) != 1 || got[0].String() != "tree-of-life" {
		t.Errorf("display %v", got)
	}
	s = play(t, s, 2, "done")
	s = play(t, s, 3, "done")
	s = play(t, s, 4, "done")
	if got := s.view(2).Display; len(got) != 3 || got[0].String() != "tree-of-life" || s.deck != adventureCount-5 {
		t.Errorf("display %v, deck %d", got, s.deck)
	}
}

func TestScenario11_TournamentOnce(t *testing.T) {
	s := begin(t, 4, 5)
	at := func(tent tent) games.Seat { return seatOf(s.seatWithTent(tent)) }
	s = play(t, s, at(1), "pick T")
	for _, n := range []tent{2, 3, 4} {
		s = play(t, s, at(n), "pick P")
	}
	wantRefused(t, s, at(1), "pick T", tournamentOnce)
	s = play(t, s, at(1), "pick A")
	s = play(t, s, at(2), "pick T")
	wantRefused(t, s, at(3), "pick T", noneLeft)
}

func joust(t testing.TB, x, y string) *state {
	t.Helper()
	return scene(t, 4, PhaseTourney, inOrder, open3, sketch{picked: "T", hand: x}, sketch{picked: "T", hand: y})
}

func TestScenario12_TournamentWin(t *testing.T) {
	s := joust(t, "S2 L1", "S3")
	s = play(t, play(t, s, 1, "bid S2 L1"), 2, "bid S3")
	wantSeat(t, s, 1, 1, "camelot", "")
	wantSeat(t, s, 2, 1, "camelot", "")
	if s.piles != s.outfit().virtues {
		t.Errorf("piles %v", s.piles.list())
	}
	s = joust(t, "S3 L1", "L3")
	s = play(t, play(t, s, 1, "bid S3 L1"), 2, "bid L3")
	wantSeat(t, s, 1, 2, "camelot", "")
	wantSeat(t, s, 2, 0, "camelot", "")
	if s.piles != s.outfit().virtues {
		t.Errorf("piles %v", s.piles.list())
	}
}

func TestScenario13_TournamentEmpties(t *testing.T) {
	s := play(t, play(t, joust(t, "S1", "S1"), 2, "bid"), 1, "bid")
	wantSeat(t, s, 1, 0, "camelot", "S1")
	wantSeat(t, s, 2, 0, "camelot", "S1")
	s = play(t, play(t, joust(t, "S1", "S1"), 1, "bid"), 2, "bid S1")
	wantSeat(t, s, 1, 0, "camelot", "S1")
	wantSeat(t, s, 2, 2, "camelot", "")
}

func TestScenario14_LoneEntrant(t *testing.T) {
	in := func(hand string) *state {
		return scene(t, 4, PhaseTourney, inOrder, open3, sketch{picked: "T", hand: hand})
	}
	s := play(t, in("L1 B3"), 1, "bid L1")
	wantSeat(t, s, 1, 2, "camelot", "B3")
	if s.pile(Lance) != "L1 L1 L2 L3" {
		t.Errorf("Lances: %s", s.pile(Lance))
	}
	wantSeat(t, play(t, in("L1"), 1, "bid"), 1, 0, "camelot", "L1")
	wantRefused(t, in("B3"), 1, "bid B3", bidVirtue)
	wantRefused(t, in("S1 S2"), 1, "bid S1 S2", bidLone)
	if got := in("D1 B3").Legal(1); !slices.Equal(got, []string{"bid"}) {
		t.Errorf("Legal without Sword and Lance = %v", got)
	}
	wantSeat(t, play(t, in("D1"), 1, "bid"), 1, 0, "camelot", "D1")
}

func TestScenario15_AbsentKnight(t *testing.T) {
	s := act(t, inOrder, sketch{picked: "T P"}, sketch{picked: "T", hand: "S1"})
	s = play(t, s, 1, "P dark-forest", "done")
	s = play(t, s, 2, "done")
	s = play(t, s, 3, "done")
	facts := s.Tell(games.Spectator, 4, "done")
	if !slices.ContainsFunc(facts, func(f games.Fact) bool {
		return f.Kind == FactAbsent && f.Seat == 1 && f.Word == "dark-forest"
	}) {
		t.Errorf("the last done tells %v", facts)
	}
	s = play(t, s, 4, "done")
	if got := s.ToAct(); !slices.Equal(got, []games.Seat{2}) || s.supply[Tournament] != 1 || s.knights[0].picked.has(Tournament) {
		t.Errorf("to act %v, supply %v", got, s.supply)
	}
	wantRefused(t, s, 2, "bid S1 S1", bidLone)
	wantSeat(t, play(t, s, 2, "bid S1"), 2, 2, "camelot", "")
}

func TestScenario16_BidSecrecy(t *testing.T) {
	s := play(t, joust(t, "S2 L1", "S3"), 1, "bid S2 L1")
	for _, viewer := range []games.Seat{2, 3, games.Spectator} {
		v := s.view(viewer)
		if k := v.Seats[0]; !k.Bid.Placed || !k.Bid.Hidden || k.Bid.Cards != nil || len(k.Hand) != 2 {
			t.Errorf("%d sees %+v", viewer, k)
		}
		if text := encode(t, v); !strings.Contains(text, `"bid":"?"`) || strings.Contains(text, "S2") || strings.Contains(text, "L1") {
			t.Errorf("%d sees %s", viewer, text)
		}
		if got := s.Veil(viewer, 1, joust(t, "S2 L1", "S3"), "bid S2 L1"); got != "bid ?" {
			t.Errorf("%d reads %s", viewer, got)
		}
	}
	after := play(t, s, 2, "bid S3")
	for _, viewer := range []games.Seat{1, 2, 3, games.Spectator} {
		if got := after.Veil(viewer, 1, s, "bid S2 L1"); got != "bid S2 L1" {
			t.Errorf("%d reads %s after the reveal", viewer, got)
		}
	}
}
