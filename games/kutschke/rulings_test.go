package kutschke

import (
	"slices"
	"testing"

	"tableronde/games"
)

// The rulings of section 11 of the rules page, by number.

// pickers returns a scene in which seats pick, seat 1 first.
func pickers(t testing.TB, seats ...sketch) *state {
	t.Helper()
	return scene(t, 4, PhasePick, inOrder, open3, seats...)
}

func TestRuling1_PickWhatCannotBeUsed(t *testing.T) {
	s := pickers(t, sketch{at: "dark-forest"})
	want := []string{"pick ES", "pick EL", "pick ED", "pick EB", "pick A", "pick T", "pick G", "pick Q", "pick P"}
	if got := s.Legal(1); !slices.Equal(got, want) {
		t.Errorf("in the Dark Forest one may %v", got)
	}
	play(t, s, 1, "pick ES")
}

func TestRuling2_NoPassingAtPicks(t *testing.T) {
	s := pickers(t)
	wantRefused(t, s, 1, "done", pickNow)
	wantRefused(t, s, 1, "bid", pickNow)
	wantRefused(t, s, 1, "pick", malformed)
}

func TestRuling3_SeveralOfAKind(t *testing.T) {
	s := pickers(t, sketch{picked: "P P"}, sketch{picked: "T P"})
	play(t, s, 1, "pick P")
	s.turn = 2
	wantRefused(t, s, 2, "pick T", tournamentOnce)
}

func TestRuling4_TentOrderInEveryPass(t *testing.T) {
	s := pickers(t, sketch{tent: 3}, sketch{tent: 1}, sketch{tent: 4}, sketch{tent: 2})
	var order []games.Seat
	for s.phase == PhasePick {
		seat := s.ToAct()[0]
		order = append(order, seat)
		s = play(t, s, seat, s.Default(seat))
	}
	if want := []games.Seat{2, 4, 1, 3, 2, 4, 1, 3, 2, 4, 1, 3}; !slices.Equal(order, want) {
		t.Errorf("picked in the order %v, want %v", order, want)
	}
}

func TestRuling5_KnightsStayWhereTheyAre(t *testing.T) {
	s := lastTurn(t, 1, sketch{at: "misty-marsh"}, sketch{}, sketch{at: "ruined-tower"}, sketch{picked: "P"})
	s = play(t, s, 4, "P hidden-valley", "done")
	var at []string
	for _, k := range s.seated() {
		at = append(at, k.at.String())
	}
	if want := []string{"misty-marsh", "camelot", "ruined-tower", "hidden-valley"}; s.round != 3 || !slices.Equal(at, want) {
		t.Errorf("round %d begins at %v, want %v", s.round, at, want)
	}
}

func TestRuling6_ThirdTournament(t *testing.T) {
	s := pickers(t, sketch{}, sketch{picked: "T"}, sketch{picked: "T"})
	wantRefused(t, s, 1, "pick T", noneLeft)
}

func TestRuling7_LoneAtCamelot(t *testing.T) {
	s := scene(t, 4, PhaseTourney, inOrder, open3, sketch{picked: "T", at: "dark-forest", hand: "S3"}, sketch{picked: "T", hand: "S1 L1"})
	if want := []string{"bid", "bid S1", "bid L1"}; !slices.Equal(s.Legal(2), want) || s.Legal(1) != nil {
		t.Errorf("bids %v and %v", s.Legal(2), s.Legal(1))
	}
}

func TestRuling8_LoneStakeIsSwordOrLance(t *testing.T) {
	s := scene(t, 4, PhaseTourney, inOrder, open3, sketch{picked: "T", hand: "S1 D2 B1"})
	wantRefused(t, s, 1, "bid D2", bidVirtue)
	wantRefused(t, s, 1, "bid B1", bidVirtue)
	wantSeat(t, play(t, s, 1, "bid S1"), 1, 2, "camelot", "D2 B1")
}

func TestRuling9_SomethingBeatsNothing(t *testing.T) {
	s := play(t, play(t, joust(t, "S1 S2", "L3"), 2, "bid"), 1, "bid S1")
	wantSeat(t, s, 1, 2, "camelot", "S2")
	wantSeat(t, s, 2, 0, "camelot", "L3")
}

func TestRuling10_NothingAgainstNothing(t *testing.T) {
	s := play(t, play(t, joust(t, "S1", "L3"), 1, "bid"), 2, "bid")
	wantSeat(t, s, 1, 0, "camelot", "S1")
	wantSeat(t, s, 2, 0, "camelot", "L3")
}

func TestRuling11_NothingToTake(t *testing.T) {
	s := act(t, inOrder, sketch{picked: "EB A G", at: "camelot"}, sketch{hand: "B1 B1 B2 B3"})
	wantRefused(t, s, 1, "EB 1", pileEmpty)
	s.useUp(true)
	wantRefused(t, s, 1, "A wild-boar", displayEmpty)
	s.knights[0].at = mustParse(t, "dark-forest", parsePlace)
	wantRefused(t, s, 1, "G B1", noBook)
	s = play(t, s, 1, "done")
	if s.supply != s.outfit().supply {
		t.Errorf("supply %v", s.supply)
	}
}

func TestRuling12_SmallCardsAddUp(t *testing.T) {
	s := act(t, inOrder, sketch{at: "ruined-tower", picked: "Q", hand: "D1 D1 B1 B1", adventures: "evil-wizard"})
	wantSeat(t, play(t, s, 1, "Q evil-wizard D1 D1 B1 B1"), 1, 5, "ruined-tower", "")
}

func TestRuling13_BiggerCardWithoutChange(t *testing.T) {
	s := act(t, inOrder, sketch{at: "hidden-valley", picked: "Q", hand: "L3 B3", adventures: "golden-pheasant"})
	wantSeat(t, play(t, s, 1, "Q golden-pheasant L3 B3"), 1, 2, "hidden-valley", "")
}

func TestRuling14_NothingBeyondNeed(t *testing.T) {
	s := act(t, inOrder, sketch{at: "hidden-valley", picked: "Q", hand: "S1 L1 L2 B1", adventures: "golden-pheasant"})
	why := wantRefused(t, s, 1, "Q golden-pheasant L1 L2 B1", paySurplus)
	if why.Text != "Nothing is paid beyond need for “Catch the golden pheasant”: leave out Lance 1." {
		t.Error(why.Text)
	}
	wantRefused(t, s, 1, "Q golden-pheasant S1 L1 B1", payForeign)
}

func TestRuling15_OneQuestOneAdventure(t *testing.T) {
	s := act(t, inOrder, sketch{at: "ruined-tower", picked: "Q", hand: "S1 L1 D1 D2 B2", adventures: "evil-wizard fair-maiden"})
	s = play(t, s, 1, "Q fair-maiden S1 L1 D1")
	wantRefused(t, s, 1, "Q evil-wizard D2 B2", notPicked)
}

func TestRuling16_TakenAndCompletedInOneTurn(t *testing.T) {
	s := act(t, inOrder, sketch{picked: "A P Q", hand: "S1 D1"})
	wantSeat(t, play(t, s, 1, "A wild-boar", "P dark-forest", "Q wild-boar S1 D1"), 1, 3, "dark-forest", "")
}

func TestRuling17_HorseRidesOneToThree(t *testing.T) {
	s := act(t, inOrder, sketch{picked: "P"})
	want := []string{"P hidden-valley", "P dark-forest", "P enchanted-grove", "P fire-mountain", "P dwarf-caves", "P ruined-tower", "done"}
	if got := s.Legal(1); !slices.Equal(got, want) {
		t.Errorf("Legal = %v, want %v", got, want)
	}
	wantRefused(t, s, 1, "P camelot", horseStays)
	wantRefused(t, s, 1, "P misty-marsh", horseFar)
}

func TestRuling18_TwoHorses(t *testing.T) {
	s := act(t, inOrder, sketch{picked: "P G P", hand: "B1"})
	wantSeat(t, play(t, s, 1, "P hidden-valley", "G B1", "P camelot"), 1, 2, "camelot", "")
}

func TestRuling19_SecondRoundTable(t *testing.T) {
	s := act(t, inOrder, sketch{picked: "A A"})
	s = play(t, s, 1, "A wild-boar")
	if want := []string{"A black-knight", "A tree-of-life", "done"}; !slices.Equal(s.Legal(1), want) {
		t.Errorf("Legal = %v, want %v", s.Legal(1), want)
	}
}

func TestRuling20_RefilledInPhaseThree(t *testing.T) {
	s := lastTurn(t, 1, sketch{}, sketch{}, sketch{}, sketch{picked: "A A"})
	s = play(t, s, 4, "A wild-boar", "A tree-of-life")
	if s.display.n != 1 {
		t.Errorf("display %v", s.display.all())
	}
	next := s.order[adventureCount-s.deck]
	s = play(t, s, 4, "done")
	if got := s.display.all(); len(got) != 3 || got[0].String() != "black-knight" || got[1] != next {
		t.Errorf("display %v, and %s came next", got, next)
	}
}

func TestRuling21_CompletedOnesNeverReturn(t *testing.T) {
	s := lastTurn(t, 1, sketch{}, sketch{}, sketch{}, sketch{at: "hidden-valley", picked: "Q", hand: "L1 B1", adventures: "golden-pheasant"})
	s.useUp(true)
	s = play(t, s, 4, "Q golden-pheasant L1 B1", "done")
	if s.display.n != 0 || s.deck != 0 {
		t.Errorf("display %v", s.display.all())
	}
}

func TestRuling22_NothingIsGivenBack(t *testing.T) {
	s := act(t, inOrder, sketch{picked: "P", hand: "S1", adventures: "golden-pheasant"})
	for _, line := range s.Legal(1) {
		after := play(t, s, 1, line)
		if k := after.knights[0]; k.hand != s.knights[0].hand || k.adventures.n != 1 {
			t.Errorf("%s gives something back", line)
		}
	}
}

func TestRuling23_HorsesAreAlike(t *testing.T) {
	for _, n := range []int{2, 3} {
		if s := begin(t, n, 23); s.supply[Horse] != 3 {
			t.Errorf("%d horses for %d", s.supply[Horse], n)
		}
	}
}

func TestRuling24_ReturnedCardsAreForAnybody(t *testing.T) {
	s := act(t, inOrder, sketch{at: "dark-forest", picked: "G", hand: "B1"}, sketch{picked: "EB"}, sketch{hand: "B1 B2 B3"})
	if why := s.checkUse(&s.knights[1], ExerciseBook); why != &pileEmpty {
		t.Errorf("before the Book is given back: %v", why)
	}
	s = play(t, s, 1, "G B1", "done")
	wantSeat(t, play(t, s, 2, "EB 1"), 2, 0, "camelot", "B1")
}

func TestRuling25_LotsEveryRound(t *testing.T) {
	s := begin(t, 3, 25)
	seen := map[string]bool{}
	for s.round < 12 {
		for _, k := range s.seated() {
			seen[k.tent.String()] = seen[k.tent.String()] || k == s.knights[0]
		}
		seat := s.ToAct()[0]
		s = play(t, s, seat, s.Default(seat))
	}
	if !seen["1"] || !seen["2"] || !seen["3"] {
		t.Errorf("the tents of seat 1 among equals: %v", seen)
	}
}

func TestRuling26_TwoPassTheTarget(t *testing.T) {
	s := lastTurn(t, 1, sketch{points: 15}, sketch{points: 16}, sketch{}, sketch{})
	wantResult(t, play(t, s, 4, "done"), 2, ReasonTarget, 15, 16, 0, 0)
	s = lastTurn(t, 1, sketch{}, sketch{points: 16}, sketch{points: 16}, sketch{})
	s = play(t, s, 4, "done")
	wantResult(t, s, 2, ReasonTarget, 0, 16, 16, 0)
	if want := []games.Seat{2, 3, 1, 4}; !slices.Equal(s.view(0).Ranking, want) {
		t.Errorf("ranking %v, want %v", s.view(0).Ranking, want)
	}
}

func TestRuling27_NoPhaseThreeAfterTheLastRound(t *testing.T) {
	s := lastTurn(t, 1, sketch{points: 15}, sketch{}, sketch{}, sketch{picked: "A"})
	tents := s.knights[3].tent
	s = play(t, s, 4, "A wild-boar", "done")
	if s.display.n != 2 || s.round != 2 || s.knights[3].tent != tents || s.ToAct() != nil || s.view(2).Phase != PhaseOver {
		t.Errorf("after the end\n%s", s.view(games.Omniscient))
	}
}

func TestRuling28_ASeatLeaves(t *testing.T) {
	s := pickers(t, sketch{points: 14}, sketch{points: 3}, sketch{points: 4})
	next, err := s.Resign(1)
	if err != nil {
		t.Fatal(err)
	}
	s = next.(*state)
	none := func(games.Seat) string { return "" }
	p, ok := s.Follow(none)
	if !ok || p.Seat != 1 || p.Action != "pick ES" || p.Interruptible {
		t.Fatalf("posted %+v, %v", p, ok)
	}
	s = play(t, s, p.Seat, p.Action)
	if p, ok := s.Follow(none); ok {
		t.Fatalf("posted %+v for nobody", p)
	}
	_, err = s.Resign(1)
	if why, ok := err.(*games.Illegal); !ok || why.Key != resignedAlready.Key {
		t.Errorf("resigning twice: %v", err)
	}
	s = mustResign(t, s, 2)
	s = mustResign(t, s, 4)
	wantResult(t, s, 3, games.ReasonResignation, 14, 3, 4, 0)
	if want := []games.Seat{3, 1, 2, 4}; !slices.Equal(s.view(0).Ranking, want) {
		t.Errorf("ranking %v, want %v", s.view(0).Ranking, want)
	}
	if _, err := s.Resign(3); err != games.ErrFinished {
		t.Errorf("resigning after the end: %v", err)
	}
}

func mustResign(t testing.TB, s *state, seat games.Seat) *state {
	t.Helper()
	next, err := s.Resign(seat)
	if err != nil {
		t.Fatal(err)
	}
	checkInvariants(t, next.(*state))
	return next.(*state)
}
