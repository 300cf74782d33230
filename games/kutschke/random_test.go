package kutschke

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime/debug"
	"slices"
	"testing"

	"tableronde/games"
	"tableronde/games/effort"
)

// TestMain lets garbage lie: the tests make far more of it than they keep.
func TestMain(m *testing.M) {
	debug.SetGCPercent(800)
	os.Exit(m.Run())
}

// logLine is one line of a record.
type logLine struct {
	seat games.Seat
	line string
}

// TestRandomGames plays three thousand games for each number of seats, with all
// that holds in every state checked after every step. Each is then replayed from
// its lines, and from what chance decided instead of the seed.
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

// randomGame plays a game to its end. Now and then a seat resigns.
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
		points := s.points()
		next, canonical, err := s.Apply(seat, line)
		if err != nil || canonical != line {
			t.Fatalf("%d: %s is played as %q, %v", seat, line, canonical, err)
		}
		s = next.(*state)
		checkInvariants(t, s)
		if gain := s.points() - points; gain < 0 || gain > 6 {
			t.Fatalf("%s is worth %d", line, gain)
		}
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
	if got, want := snapshot(t, s), snapshot(t, want); got != want {
		t.Fatalf("replayed to\n%s\nwant\n%s", got, want)
	}
	if got, want := encode(t, s.result), encode(t, want.result); got != want {
		t.Fatalf("replayed to %s, want %s", got, want)
	}
}

// TestTextRoundTrip takes every line of the game apart, also with its cards in
// other orders, in the other case and with more blanks.
func TestTextRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	if len(allLines().action) < 300 {
		t.Fatalf("%d lines", len(allLines().action))
	}
	for line, a := range allLines().action {
		if a.String() != line {
			t.Errorf("%s is written %s", line, a)
		}
		got, why := parseTyped(line)
		if why != nil || got != a {
			t.Errorf("%s is taken for %+v, %v", line, got, why)
		}
		other := scramble(line, a, rng)
		got, canonical, why := parseAction(other)
		if why != nil || got != a || canonical != line {
			t.Errorf("%q is taken for %q, %v", other, canonical, why)
		}
	}
}

// scramble writes a line in another way.
func scramble(line string, a action, rng *rand.Rand) string {
	parts := fieldsOf(line)
	cards := len(parts) - a.cards.size()
	list := parts[cards:]
	rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	text := "\t"
	for _, part := range parts {
		for _, r := range part {
			if rng.IntN(2) == 0 && r >= 'a' && r <= 'z' {
				r -= 'a' - 'A'
			} else if rng.IntN(2) == 0 && r >= 'A' && r <= 'Z' {
				r += 'a' - 'A'
			}
			text += string(r)
		}
		text += "  "
	}
	return text
}

// TestStatesAreValues plays on from an old state after a newer one was made.
func TestStatesAreValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
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
		if slices.Contains(texts, snapshot(t, s)) {
			t.Error("the end equals an earlier state")
		}
	}
}

func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, seed)) }

// points adds up those of all seats.
func (s *state) points() int {
	n := 0
	for _, k := range s.seated() {
		n += int(k.points)
	}
	return n
}
