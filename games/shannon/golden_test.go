package shannon

import (
	"flag"
	"os"
	"strings"
	"testing"

	"tableronde/games"
)

var update = flag.Bool("update", false, "write the golden files anew")

const goldenFile = "testdata/five.golden"

// TestGolden replays a whole tournament of five that was written down once, with
// the state after each round: the same lines give the same states for ever.
func TestGolden(t *testing.T) {
	setUp := func() *state {
		return begin(t, 5, 2026, map[string]string{optionHeroes: heroesChosen, optionDealer: "3"})
	}
	if *update {
		writeGolden(t, setUp())
	}
	text, err := os.ReadFile(goldenFile)
	if err != nil {
		t.Fatal(err)
	}
	s := setUp()
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "{") {
			if got := encode(t, s.View(games.Omniscient)); got != line {
				t.Fatalf("round %d: %s, want %s", s.round, got, line)
			}
			continue
		}
		s = play(t, s, line)
	}
	if s.phase != PhaseOver || s.round < 3 {
		t.Errorf("it stops in phase %v of round %d", s.phase, s.round)
	}
}

func writeGolden(t *testing.T, s *state) {
	t.Helper()
	rng := randomSource(1)
	var b strings.Builder
	for s.phase != PhaseOver {
		seat := s.ToAct()[0]
		v := viewOf(s, seat)
		line := seatText(seat) + ": " + Sensible(v, v.Mine.Legal, rng)
		round := s.round
		s = play(t, s, line)
		b.WriteString(line + "\n")
		if s.round != round || s.phase == PhaseOver {
			b.WriteString(encode(t, s.View(games.Omniscient)) + "\n")
		}
	}
	if err := os.WriteFile(goldenFile, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
