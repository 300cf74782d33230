package kutschke

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"tableronde/games"
	"tableronde/games/effort"
)

// logLine is one line of a record; an empty one is a resignation.
type logLine struct {
	seat games.Seat
	line string
}

// TestRandomGames plays three thousand games for each number of seats, with all
// that holds in every state checked after every step. Each is then replayed from
// its lines, or from what chance decided instead of the seed.
func TestRandomGames(t *testing.T) {
	for n := minSeats; n <= maxSeats; n++ {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(uint64(n), 3))
			reasons := map[string]int{}
			for game := range effort.N(3_000) {
				setup := games.Setup{Seats: n, Seed: seedOf(rng.Uint64())}
				if game%3 == 0 {
					setup.Fixed = map[string]string{tagAdventures: "golden-pheasant white-stag"}
				}
				s, log := randomGame(t, mustStart(t, setup), rng)
				reasons[s.result.Reason]++
				if game%4 == 0 {
					replay(t, setup, s, log)
				} else if game%4 == 1 {
					replay(t, games.Setup{Seats: n, Fixed: s.Decided()}, s, log)
				}
			}
			if reasons[ReasonTarget] == 0 && reasons[ReasonRounds]+reasons[games.ReasonResignation] > 1000 {
				t.Errorf("games end for %v", reasons)
			}
		})
	}
}

// randomGame plays a game to its end. Now and then a seat resigns. Views offer the legal
// lines and no others.
func randomGame(t *testing.T, s *state, rng *rand.Rand) (*state, []logLine) {
	t.Helper()
	var log []logLine
	quits := rng.IntN(20) == 0
	for s.Result() == nil {
		if quits && rng.IntN(200) == 0 {
			seat := games.Seat(1 + rng.IntN(s.seats))
			if next, err := s.Resign(seat); err == nil {
				s = next.(*state)
				checkInvariants(t, s)
				log = append(log, logLine{seat, ""})
				continue
			}
		}
		seat := pickOne(rng, s.ToAct())
		legal := s.Legal(seat)
		line := pickOne(rng, legal)
		if rng.IntN(2000) == 0 {
			onlyLegal(t, s, seat, legal)
		}
		if rng.IntN(20) == 0 {
			if got := linesOf(s.view(seat)); !slices.Equal(got, legal) {
				t.Fatalf("offered %v, legal are %v", got, legal)
			}
		}
		next, canonical, err := s.Apply(seat, line)
		if err != nil || canonical != line {
			t.Fatalf("%d: %s is played as %q, %v", seat, line, canonical, err)
		}
		s = next.(*state)
		checkInvariants(t, s)
		log = append(log, logLine{seat, line})
	}
	return s, log
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

// replay plays a log again and wants it to lead to the same state.
func replay(t *testing.T, setup games.Setup, want *state, log []logLine) {
	t.Helper()
	s := mustStart(t, setup)
	for _, d := range log {
		if d.line == "" {
			s = mustResign(t, s, d.seat)
			continue
		}
		next, _, err := s.Apply(d.seat, d.line)
		if err != nil {
			t.Fatalf("replaying %d: %s: %v", d.seat, d.line, err)
		}
		s = next.(*state)
	}
	if got, want := snapshot(t, s)+encode(t, s.result), snapshot(t, want)+encode(t, want.result); got != want {
		t.Fatalf("replayed to\n%s\nwant\n%s", got, want)
	}
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

// TestStatesAreValues plays on from an old state after a newer one was made.
func TestStatesAreValues(t *testing.T) {
	rng := newRand(5)
	for n := minSeats; n <= maxSeats; n++ {
		s := begin(t, n, 5)
		var states []*state
		var texts []string
		for s.Result() == nil {
			states, texts = append(states, s), append(texts, snapshot(t, s)+fmt.Sprint(s.Decided()))
			s = randomStep(t, s, rng).(*state)
		}
		for i, old := range states {
			if got := snapshot(t, old) + fmt.Sprint(old.Decided()); got != texts[i] {
				t.Fatalf("state %d has become\n%s\nfrom\n%s", i, got, texts[i])
			}
		}
	}
}

// Any text is refused or played as a listed line, which then is played as itself. Any
// orders are refused or read as orders that are read as themselves.
func FuzzText(f *testing.F) {
	for _, line := range []string{"pick Q", "ES 2", "G B2", "Q golden-pheasant L1 B2", "P hidden-valley", "done", "bid S2 L1", "bid ?", "Q  white-stag d1 l1",
		"", "Q P ES", "round 2: Q P ES", "round 3:T", "q,p", ": Q", "round 99999999999999999999: Q", "plan: ES 2\nbid:"} {
		for where := range uint8(3) {
			f.Add(where, line)
		}
	}
	f.Fuzz(func(t *testing.T, where uint8, text string) {
		s := pickers(t)
		switch where % 3 {
		case 1:
			s = act(t, inOrder, sketch{at: "hidden-valley", picked: "Q G P A", hand: "S1 L1 L2 D1 B1 B2", adventures: "golden-pheasant white-stag"})
		case 2:
			s = joust(t, "S1 S2 L1", "S3")
		}
		before, legal := snapshot(t, s), s.Legal(1)
		next, canonical, err := s.Apply(1, text)
		switch {
		case snapshot(t, s) != before:
			t.Fatalf("%q changes the state it is played in", text)
		case err != nil && (slices.Contains(legal, text) || keyOf(err) == ""):
			t.Fatalf("%q is refused: %v", text, err)
		case err == nil:
			checkInvariants(t, next.(*state))
			if _, again, err := s.Apply(1, canonical); err != nil || again != canonical || !slices.Contains(legal, canonical) {
				t.Fatalf("%q is played as %q, that as %q, %v", text, canonical, again, err)
			}
		}
		orders, err := s.ReadOrders(1, text)
		if err != nil {
			if keyOf(err) == "" || orders != "" {
				t.Fatalf("%q is refused: %q, %v", text, orders, err)
			}
			return
		}
		if again, err := s.ReadOrders(1, orders); err != nil || again != orders {
			t.Fatalf("%q is read as %q, that as %q, %v", text, orders, again, err)
		}
		if p, ok := s.Follow(func(games.Seat) string { return orders }); ok {
			next := play(t, s, p.Seat, p.Action)
			if _, err := next.ReadOrders(1, p.Orders); err != nil {
				t.Fatalf("%q leaves %q, which is refused: %v", orders, p.Orders, err)
			}
		}
	})
}
