package shannon

import (
	"flag"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/effort"
	"tableronde/games/twin"
)

// TestT38_RandomGames plays tournaments at random to the end and checks in each state the
// conditions that must always hold.
func TestT38_RandomGames(t *testing.T) {
	var inForce [maxSeats + 1]powerSet // at any time, by the number of knights
	plays := twin.Plays{Rules: ruleset{}, Games: 3_000, Sentences: Refusals()}
	plays.Words = strings.Fields(`hero prepare play discard move favour lancelot sight trade trial deck S8 O13 X3 M1 M1=3 M1=O3 P1=99
		S8=3 T9>2 S1>9 raven arthur +3 will-3 will+9 fox redirect hunt challenge 1 2 3 9 reversal shapeshift x`)
	plays.Setup = func(game int) games.Setup { return games.Setup{Options: mixed(uint64(game), 5)} }
	plays.Look = func(t testing.TB, rng *rand.Rand, now games.State, seat games.Seat, line string) {
		s := now.(*state)
		checkInvariants(t, s)
		for _, k := range s.each {
			inForce[s.seats] |= k.inForce
		}
		if line != "" && rng.IntN(150) == 0 {
			checkOffers(t, rng, s, seat)
		}
	}
	t.Run("seats", plays.Run)
	for seats, met := range inForce {
		for i := range allPowers {
			if p := &allPowers[i]; seats > 1 && !met.has(p) && !(seats == 2 && p.notWithTwo) && effort.Full() {
				t.Errorf("among %d %s was never in force", seats, p.ID)
			}
		}
	}
}

// checkOffers wants the lines of a combat at their cards in the view, the worthwhile ones
// among them, and orders of a sensible knight that can be read.
func checkOffers(t testing.TB, rng *rand.Rand, s *state, seat games.Seat) {
	t.Helper()
	v, count := viewOf(s, seat), 0
	for _, h := range v.Mine.Hand {
		if count += len(h.Lines); s.phase == PhaseCombat && (len(h.Lines) == 0) != (h.Why != nil) {
			t.Fatalf("%v: lines %v, why %v", h.Card, h.Lines, h.Why)
		}
	}
	if s.phase == PhaseCombat && count != len(v.Mine.Legal) || v.String() == "" {
		t.Fatalf("%d lines at the cards, %d legal", count, len(v.Mine.Legal))
	}
	for _, worthwhile := range s.Worthwhile(seat) {
		if !slices.Contains(v.Mine.Legal, worthwhile) {
			t.Fatalf("%s is worthwhile, and not legal", worthwhile)
		}
	}
	if _, err := s.ReadOrders(seat, SensibleOrders(v, "", rng)); err != nil {
		t.Fatalf("orders of a sensible knight: %v", err)
	}
}

// checkInvariants checks the invariants of every state (§11 T38).
func checkInvariants(t testing.TB, s *state) {
	t.Helper()
	all, n := s.stock, s.stock.Len()
	add := func(cards ...Card) {
		for _, c := range cards {
			all.Add(c)
		}
		n += len(cards)
	}
	favors, size := len(s.favors.deck)+len(s.favors.shown)+len(s.favors.discard), -1
	for seat, k := range s.each {
		add(k.hand.List()...)
		add(k.dropped.List()...)
		add(k.pile...)
		if k.placed != Unknown {
			add(k.placed)
		}
		favors += len(k.favorList())
		if k.life < 0 || k.life > 400 || k.life%5 != 0 {
			t.Fatalf("a life of %d", k.life)
		}
		if s.combat.acted == 0 && s.phase != PhasePrepare && s.phase != PhaseOver {
			if size >= 0 && k.hand.Len() != size {
				t.Fatalf("hands of %d and %d cards", size, k.hand.Len())
			}
			size = k.hand.Len()
		}
		if !k.hand.And(k.lacks).Empty() {
			t.Fatalf("seat %d holds cards that it is said to lack: %v", seat, k.hand.And(k.lacks).List())
		}
	}
	for _, p := range s.combat.table[:s.combat.cards] {
		add(p.card)
		v, sum := p.view(), int(p.base)
		for _, m := range v.Modifiers {
			sum += m.Plus
		}
		if max(sum, 0) != v.Value {
			t.Fatalf("%s is worth %d, %d by its modifiers", p.card, v.Value, sum)
		}
	}
	add(s.carry...)
	add(s.discard...)
	if deck := deckOf(s.seats); all != deck || n != deck.Len() {
		t.Fatalf("%d cards, %d of them different; want %d\n%s", n, all.Len(), deck.Len(), s.View(games.Omniscient))
	}
	if want := len(favorsInPlay(s.seats)); favors != want {
		t.Fatalf("%d favors, want %d", favors, want)
	}
	if s.facts.Recorder != nil || s.staged {
		t.Fatal("a state that listens or looks ahead")
	}
}

var update = flag.Bool("update", false, "write the golden file anew")

// TestGolden replays a whole tournament of five that was written down once, with
// the state after each round: the same lines give the same states for ever.
func TestGolden(t *testing.T) {
	const file = "testdata/five.golden"
	start := begin(t, 5, 2026, map[string]string{optionHeroes: heroesChosen, optionDealer: "3"})
	if *update {
		rng := randomSource(1)
		var b strings.Builder
		for s := start; s.phase != PhaseOver; {
			v, round := viewOf(s, s.ToAct()[0]), s.round
			line := seatText(v.Viewer) + ": " + Sensible(v, v.Mine.Legal, rng)
			b.WriteString(line + "\n")
			if s = play(t, s, line); s.round != round || s.phase == PhaseOver {
				b.WriteString(twin.Encode(t, s.View(games.Omniscient)) + "\n")
			}
		}
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s := start
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line[0] != '{' {
			s = play(t, s, line)
		} else if got := twin.Encode(t, s.View(games.Omniscient)); got != line {
			t.Fatalf("round %d: %s, want %s", s.round, got, line)
		}
	}
	if s.phase != PhaseOver || s.round < 3 {
		t.Errorf("it stops in phase %v of round %d", s.phase, s.round)
	}
}

func FuzzText(f *testing.F) {
	prepares := begin(f, 3, 1, map[string]string{optionDealer: "3"}).empower(1, "lancelot", "second-sight", "forced-trade",
		"trial")
	if err := prepares.deal(); err != nil {
		f.Fatal(err)
	}
	twin.FuzzText(f, []games.State{
		begin(f, 4, 1, map[string]string{optionHeroes: heroesChosen}), prepares,
		arrange(f, "S8 M1 X3", "O3 X9 M2 S2", "T9 O4").empower(1, "arthur", "divine-will", "challenge", "redirect"),
		play(f, arrange(f, "S8 T1", "O3 T5", "T9 S4").empower(2, "shapeshift"), "1: play S8"),
		choosingFavors(f, "raven antidote riposte trial standard", ""),
		countedPiles(f, threeKnights(f).empower(1, "raven"), "S1 M1 S3", "", ""),
	}, "play S8 +3 will-3 fox redirect 2 challenge 3", "prepare discard S1 lancelot T9 sight 2 trade 3 X4 trial 2",
		"favours raven divine-will deck", "if S play S3\n1.3: if lead play M1=O4 +3", "2: move T8>3 worst>2",
		"if SAOTX discard T4", ";;1: move")
}
