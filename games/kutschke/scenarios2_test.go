package kutschke

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
)

func TestScenario17_SetupCounts(t *testing.T) {
	for _, c := range []struct {
		seats, actions int
		supply, piles  string
		hands          string
		passes, target int
	}{
		{2, 13, "ES×1 EL×1 ED×1 EB×1 A×1 T×2 G×1 Q×2 P×3", "S1 S2 S3 L2 L3 D1 D2 D3 B2 B3", "S1 L1 D1 B1", 4, 25},
		{3, 13, "ES×1 EL×1 ED×1 EB×1 A×1 T×2 G×1 Q×2 P×3", "S2 S3 L2 L3 D2 D3 B2 B3", "S1 S1 L1 D1 D1 B1", 3, 20},
		{4, 16, "ES×1 EL×1 ED×1 EB×1 A×2 T×2 G×2 Q×2 P×4", "S1 S2 S3 L2 L3 D1 D2 D3 B2 B3", "S1 S1 L1 L1 D1 D1 B1 B1", 3, 15},
	} {
		v := begin(t, c.seats, 7).view(games.Omniscient)
		var supply []string
		actions := 0
		for _, k := range Kinds() {
			supply = append(supply, fmt.Sprintf("%s×%d", k, v.Supply[k]))
			actions += v.Supply[k]
		}
		if got := strings.Join(supply, " "); got != c.supply || actions != c.actions {
			t.Errorf("%d: supply %s", c.seats, got)
		}
		var piles []string
		for _, virtue := range Virtues() {
			for _, value := range v.Piles[virtue] {
				piles = append(piles, fmt.Sprint(virtue.String(), value))
			}
		}
		if got := strings.Join(piles, " "); got != c.piles {
			t.Errorf("%d: piles %s, want %s", c.seats, got, c.piles)
		}
		var hands []Card
		for i, k := range v.Seats {
			hands = append(hands, k.Hand...)
			if len(k.Hand) != 2 || k.At != Camelot || k.Points != 0 {
				t.Errorf("%d: seat %d begins with %+v", c.seats, i+1, k)
			}
		}
		slices.Sort(hands)
		if got := strings.Join(codesOf(hands), " "); got != c.hands {
			t.Errorf("%d: hands %s, want %s", c.seats, got, c.hands)
		}
		if v.Passes != c.passes || v.Target != c.target || len(v.Display) != 3 || v.Deck != 11 || v.Round != 1 || v.Pass != 1 {
			t.Errorf("%d: %+v", c.seats, v)
		}
	}
}

// TestScenario18_Conservation returns a sample; TestRandomGames checks every step of
// many games.
func TestScenario18_Conservation(t *testing.T) {
	rng := rand.New(rand.NewPCG(18, 18))
	for n := minSeats; n <= maxSeats; n++ {
		for range 20 {
			var s games.State = begin(t, n, rng.Uint64())
			for s.Result() == nil {
				checkInvariants(t, s.(*state))
				s = randomStep(t, s, rng)
			}
			checkInvariants(t, s.(*state))
		}
	}
}

// randomStep plays a random action of a seat that owes one.
func randomStep(t testing.TB, s games.State, rng *rand.Rand) games.State {
	t.Helper()
	seat := pickOne(rng, s.ToAct())
	line := pickOne(rng, s.Legal(seat))
	next, canonical, err := s.Apply(seat, line)
	if err != nil || canonical != line {
		t.Fatalf("%d: %s is played as %q, %v", seat, line, canonical, err)
	}
	return next
}

func pickOne[T any](rng *rand.Rand, list []T) T { return list[rng.IntN(len(list))] }

func TestScenario19_Tents(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(40) {
		s := lastTurn(t, seed, sketch{points: 6, tent: 1}, sketch{points: 3, tent: 2}, sketch{tent: 3}, sketch{points: 3, tent: 4})
		s = play(t, s, 4, "done")
		var tents []tent
		for _, k := range s.seated() {
			tents = append(tents, k.tent)
		}
		seen[tentText(tents)]++
		if got := s.Decided()["Deck.tents.3"]; got != tentText(tents) {
			t.Errorf("decided %q, want %q", got, tentText(tents))
		}
	}
	if len(seen) != 2 || seen["4 2 1 3"] < 5 || seen["4 3 1 2"] < 5 {
		t.Errorf("tents after 6, 3, 0, 3 points: %v", seen)
	}
}

// lastTurn returns a scene in which the seat with the last tent has its turn, under a
// seed of its own.
func lastTurn(t testing.TB, seed uint64, seats ...sketch) *state {
	t.Helper()
	s := act(t, inOrder, seats...)
	s.turn = tent(s.seats)
	chance, err := games.NewChance(games.Setup{Seed: seedOf(seed)})
	if err != nil {
		t.Fatal(err)
	}
	s.chance = &chance
	return s
}

func TestScenario20_RoundFinished(t *testing.T) {
	s := act(t, inOrder,
		sketch{points: 13, at: "hidden-valley", picked: "Q", hand: "L1 B1", adventures: "golden-pheasant"},
		sketch{},
		sketch{points: 12, at: "dark-forest", picked: "G G", hand: "B2 B3"},
		sketch{picked: "T", hand: "S1"})
	s = play(t, s, 1, "Q golden-pheasant L1 B1", "done")
	if s.knights[0].arrival != 1 || s.Result() != nil {
		t.Fatalf("the round does not go on:\n%s", s.view(games.Omniscient))
	}
	s = play(t, s, 2, "done")
	s = play(t, s, 3, "G B2", "G B3", "done")
	s = play(t, s, 4, "done")
	if s.phase != PhaseTourney {
		t.Fatalf("no tournament:\n%s", s.view(games.Omniscient))
	}
	s = play(t, s, 4, "bid S1")
	wantResult(t, s, 3, ReasonTarget, 15, 0, 16, 2)
}

func wantResult(t testing.TB, s *state, winner games.Seat, reason string, scores ...float64) {
	t.Helper()
	r := s.Result()
	if r == nil || len(r.Winners) != 1 || r.Winners[0] != winner || r.Reason != reason || len(r.Scores) != len(scores) {
		t.Fatalf("result %+v, want %d to win by %s", r, winner, reason)
	}
	for i, want := range scores {
		if r.Scores[seatOf(i)] != want {
			t.Errorf("scores %v, want %v", r.Scores, scores)
		}
	}
}

func TestScenario21_TieFirstToReach(t *testing.T) {
	s := act(t, inOrder, sketch{points: 13, at: "dark-forest", picked: "G", hand: "B1"}, sketch{}, sketch{}, sketch{points: 13, at: "dark-forest", picked: "G", hand: "B1"})
	s = play(t, s, 1, "G B1", "done")
	s = play(t, s, 2, "done")
	s = play(t, s, 3, "done")
	s = play(t, s, 4, "G B1", "done")
	wantResult(t, s, 1, ReasonTarget, 15, 0, 0, 15)

	s = scene(t, 4, PhaseTourney, inOrder, open3, sketch{tent: 4, points: 14, picked: "T", hand: "S1"}, sketch{tent: 2, points: 14, picked: "T", hand: "L1"}, sketch{}, sketch{tent: 1})
	s = play(t, play(t, s, 1, "bid S1"), 2, "bid L1")
	wantResult(t, s, 2, ReasonTarget, 15, 15, 0, 0)

	s = act(t, inOrder,
		sketch{points: 13, picked: "P T G", hand: "B1 S1", at: "dark-forest"},
		sketch{points: 14, picked: "G", hand: "B1", at: "dark-forest"},
		sketch{picked: "T", hand: "L1"})
	s = play(t, s, 1, "G B1", "P camelot", "done")
	s = play(t, s, 2, "G B1", "done")
	s = play(t, s, 3, "done")
	s = play(t, s, 4, "done")
	s = play(t, play(t, s, 3, "bid L1"), 1, "bid S1")
	wantResult(t, s, 1, ReasonTarget, 16, 16, 1, 0)
}

func TestScenario22_EmptyDeck(t *testing.T) {
	s := act(t, inOrder, sketch{}, sketch{}, sketch{}, sketch{picked: "A"})
	s.turn = 4
	s.useUp(false)
	s2 := play(t, s, 4, "done")
	if s2.display.n != 1 || s2.phase != PhasePick {
		t.Fatalf("the next round begins with\n%s", s2.view(games.Omniscient))
	}
	s.useUp(true)
	wantRefused(t, s, 4, "A wild-boar", displayEmpty)
	s = play(t, s, 4, "done")
	if s.supply[RoundTable] != 2 || s.knights[3].adventures.n != 0 || s.display.n != 0 {
		t.Errorf("after done\n%s", s.view(games.Omniscient))
	}
}

func TestScenario23_TwoQuestsOnePlace(t *testing.T) {
	holding := sketch{at: "hidden-valley", picked: "Q Q", hand: "L1 L1 D1 B1", adventures: "white-stag golden-pheasant"}
	s := act(t, inOrder, holding)
	s = play(t, s, 1, "Q white-stag L1 D1")
	wantSeat(t, s, 1, 3, "hidden-valley", "L1 B1")
	wantSeat(t, play(t, s, 1, "Q golden-pheasant L1 B1"), 1, 5, "hidden-valley", "")
	holding.picked = "Q"
	s = play(t, act(t, inOrder, holding), 1, "Q white-stag L1 D1")
	wantRefused(t, s, 1, "Q golden-pheasant L1 B1", notPicked)
}

func TestScenario24_UnlistedCard(t *testing.T) {
	s := act(t, inOrder, sketch{picked: "ES EL P"})
	s = play(t, s, 1, "ES 2")
	facts := s.Tell(games.Spectator, 1, "done")
	if len(facts) != 1 || facts[0].Kind != FactDone || !slices.Equal(facts[0].Cards, []string{"EL", "P"}) {
		t.Errorf("done tells %v", facts)
	}
	s = play(t, s, 1, "done")
	s = play(t, s, 2, "done")
	s = play(t, s, 3, "done")
	s = play(t, s, 4, "done")
	if s.phase != PhasePick || s.supply != s.outfit().supply {
		t.Errorf("supply %v", s.supply)
	}
}

func TestScenario25_Redaction(t *testing.T) {
	s := act(t, inOrder, sketch{hand: "S3 L3"}, sketch{hand: "D2"}, sketch{hand: "B3 L2"}, sketch{hand: "S2"})
	text := encode(t, s.view(2))
	for _, hidden := range []string{"S3", "L3", "B3", "L2", "S2", s.chance.Decided()[tagAdventures], "seed"} {
		if strings.Contains(text, hidden) {
			t.Errorf("seat 2 sees %q in %s", hidden, text)
		}
	}
	if !strings.Contains(text, `"hand":["D2"]`) || !strings.Contains(text, `"hand":["?","?"]`) {
		t.Errorf("seat 2 sees %s", text)
	}
	for _, a := range s.order[adventureCount-s.deck:] {
		if strings.Contains(text, a.String()) {
			t.Errorf("seat 2 sees %s of the deck", a)
		}
	}
	var keys map[string]any
	if err := json.Unmarshal([]byte(text), &keys); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"phase", "round", "pass", "places", "supply", "piles", "display", "deck", "done", "seats"} {
		if _, ok := keys[key]; !ok {
			t.Errorf("no %q in %s", key, text)
		}
	}
}

func TestScenario26_TwoPlayerPasses(t *testing.T) {
	s := begin(t, 2, 26)
	var order []tent
	for s.phase == PhasePick {
		seat := s.ToAct()[0]
		order = append(order, s.knights[seat-1].tent)
		s = play(t, s, seat, s.Legal(seat)[0])
	}
	if want := []tent{1, 2, 1, 2, 1, 2, 1, 2}; !slices.Equal(order, want) || s.phase != PhaseAct || s.pass != 4 {
		t.Errorf("tents pick in the order %v, pass %d", order, s.pass)
	}
}

func TestScenario27_WrongPlaceForQuest(t *testing.T) {
	s := act(t, inOrder, sketch{at: "dark-forest", picked: "Q", hand: "S2 D3", adventures: "fire-dragon"})
	why := wantRefused(t, s, 1, "Q fire-dragon S2 D3", elsewhere)
	if why.Text != "“Slay the fire dragon!” is completed in one place only: The Mountain of Fire." || why.Args["place"] != "fire-mountain" {
		t.Errorf("%q, %v", why.Text, why.Args)
	}
}

func TestScenario28_TakenAndDoneAtOnce(t *testing.T) {
	s := scene(t, 4, PhaseAct, valley2, "white-stag wild-boar tree-of-life", sketch{picked: "A P Q", hand: "L1 D1"})
	s = play(t, s, 1, "A white-stag", "P hidden-valley", "Q white-stag L1 D1")
	wantSeat(t, s, 1, 3, "hidden-valley", "")
	if s.display.n != 2 {
		t.Errorf("display %v", s.display.all())
	}
	s = play(t, s, 1, "done")
	s = play(t, s, 2, "done")
	s = play(t, s, 3, "done")
	if s.display.n != 2 {
		t.Errorf("display %v before phase III", s.display.all())
	}
	if s = play(t, s, 4, "done"); s.display.n != 3 {
		t.Errorf("display %v after the round", s.display.all())
	}
}
