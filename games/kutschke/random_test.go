package kutschke

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"tableronde/games"
	"tableronde/games/twin"
)

// TestRandomGames plays games for each number of seats, with all that holds in every state checked
// before every step. Views offer the legal lines and no others.
func TestRandomGames(t *testing.T) {
	plays := twin.Plays{Rules: ruleset{}, Games: 3_000, Sentences: Refusals()}
	plays.Words = strings.Fields("pick ES G Q P A T 1 3 S1 L2 B3 golden-pheasant white-stag hidden-valley camelot done bid x")
	plays.Setup = func(game int) games.Setup {
		if game%3 == 0 {
			return games.Setup{Fixed: map[string]string{tagAdventures: "golden-pheasant white-stag"}}
		}
		return games.Setup{}
	}
	plays.Look = func(t testing.TB, rng *rand.Rand, now games.State, seat games.Seat, line string) {
		s := now.(*state)
		checkInvariants(t, s)
		if line == "" {
			return
		}
		legal := s.Legal(seat)
		if rng.IntN(2000) == 0 {
			onlyLegal(t, s, seat, legal)
		}
		if rng.IntN(20) == 0 {
			if got := linesOf(s.view(seat)); !slices.Equal(got, legal) {
				t.Fatalf("offered %v, legal are %v", got, legal)
			}
		}
	}
	plays.Run(t)
}

// onlyLegal checks the list of legal actions: nothing twice, and no line of the
// game beyond it is taken.
func onlyLegal(t testing.TB, s *state, seat games.Seat, legal []string) {
	t.Helper()
	in := map[string]bool{}
	for _, line := range legal {
		if in[line] {
			t.Fatalf("%s is listed twice", line)
		}
		in[line] = true
	}
	for line := range allLines().action {
		if _, _, err := s.Apply(seat, line); (err == nil) != in[line] {
			t.Fatalf("%s is listed: %v, and played: %v\n%s", line, in[line], err, s.view(games.Omniscient))
		}
	}
	if !in[s.Default(seat)] {
		t.Fatalf("the default %q is not legal", s.Default(seat))
	}
}

// linesOf lists the lines that a view offers, in the order of Legal.
func linesOf(v View) []string {
	var lines []string
	for _, c := range v.Choices() {
		if c.Why == nil {
			lines = append(lines, c.Line)
		}
	}
	if uses := v.Uses(); v.Phase == PhaseAct {
		slices.SortStableFunc(uses, func(a, b Use) int { return int(a.Kind) - int(b.Kind) })
		for _, u := range slices.CompactFunc(uses, func(a, b Use) bool { return a.Kind == b.Kind }) {
			for _, s := range u.Steps {
				lines = append(lines, s.Line)
			}
		}
		lines = append(lines, doneWord)
	}
	if stakes, ok := v.Stakes(); ok {
		hand := setOf(stakes.Cards)
		for _, p := range allLines().bid {
			if hand.has(p.cards) && (!stakes.Lone || p.cards.size() < 2) {
				lines = append(lines, p.line)
			}
		}
	}
	return lines
}

// TestTextRoundTrip takes every line of the game apart, also with its cards in
// other orders, in the other case and with more blanks.
func TestTextRoundTrip(t *testing.T) {
	rng := newRand(4)
	if len(allLines().action) < 300 {
		t.Fatalf("%d lines", len(allLines().action))
	}
	for line, a := range allLines().action {
		got, why := parseTyped(line)
		if why != nil || got != a || a.String() != line {
			t.Errorf("%s is taken for %+v, %v", line, got, why)
		}
		parts := strings.Fields(line)
		list := parts[len(parts)-a.cards.size():]
		rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		other := strings.Map(func(r rune) rune {
			if rng.IntN(2) == 0 {
				return unicode.ToUpper(r)
			}
			return unicode.ToLower(r)
		}, "\t"+strings.Join(parts, "  ")+" ")
		got, canonical, why := parseAction(other)
		if why != nil || got != a || canonical != line {
			t.Errorf("%q is taken for %q, %v", other, canonical, why)
		}
	}
}

func FuzzText(f *testing.F) {
	twin.FuzzText(f, []games.State{
		pickers(f), joust(f, "S1 S2 L1", "S3"),
		act(f, inOrder, sketch{at: "hidden-valley", picked: "Q G P A", hand: "S1 L1 L2 D1 B1 B2",
			adventures: "golden-pheasant white-stag"}),
	}, "pick Q", "ES 2", "Q golden-pheasant L1 B2", "P hidden-valley", "done", "bid ?", "Q  white-stag d1 l1", "",
		"Q P ES", "round 2: Q P ES",
		"round 3:T", "q,p", ": Q", "round 99999999999999999999: Q", "plan: ES 2\nbid:")
}

func BenchmarkState(b *testing.B) {
	s := act(b, inOrder, sketch{at: "hidden-valley", picked: "Q G P", hand: "S1 L1 L2 D1 B1 B2",
		adventures: "golden-pheasant white-stag"})
	twin.Benchmark(b, ruleset{}, s, "G B1", "Q golden-pheasant L1 B2", "P camelot", "done")
}
