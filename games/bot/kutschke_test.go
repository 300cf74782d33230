package bot

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"tableronde/games"
	"tableronde/games/kutschke"
)

func kutschkeGame(t *testing.T, seats int, seed *games.Seed) games.State {
	t.Helper()
	s, err := kutschke.Rulesets()[0].New(games.Setup{Seats: seats, Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func seedOf(n uint64) *games.Seed {
	var seed games.Seed
	binary.BigEndian.PutUint64(seed[:], n)
	return &seed
}

func apply(t *testing.T, s games.State, seat games.Seat, line string) games.State {
	t.Helper()
	next, _, err := s.Apply(seat, line)
	if err != nil {
		t.Fatalf("%d: %s: %v", seat, line, err)
	}
	return next
}

func choose(s games.State, seat games.Seat, rng *rand.Rand) string {
	return Kutschke(s.View(seat).(kutschke.View), s.Legal(seat), rng)
}

// TestKutschkeRecords wants the lines of the records in testdata, which
// these players have played.
func TestKutschkeRecords(t *testing.T) {
	for seats := 2; seats <= 4; seats++ {
		file, err := os.Open(fmt.Sprintf("testdata/kutschke-%d.txt", seats))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		n := uint64(seats)
		s, rng := kutschkeGame(t, seats, seedOf(n)), rand.New(rand.NewPCG(n, n))
		lines := bufio.NewScanner(file)
		for lines.Scan() {
			text, _, _ := strings.Cut(lines.Text(), " ; ")
			if _, _, ok := strings.Cut(text, ": "); !ok || strings.HasPrefix(text, ";") {
				continue
			}
			seat := s.ToAct()[0]
			if got := fmt.Sprintf("%d: %s", seat, choose(s, seat, rng)); got != text {
				t.Fatalf("%d seats: %q, the record has %q", seats, got, text)
			}
			_, line, _ := strings.Cut(text, ": ")
			s = apply(t, s, seat, line)
		}
		if s.Result() == nil {
			t.Errorf("the record of %d seats is not played to its end", seats)
		}
	}
}

// TestKutschkeBeatsChance checks that planning players finish far ahead of random players.
func TestKutschkeBeatsChance(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 14))
	for seats := 2; seats <= 4; seats++ {
		wins := 0
		const played = 40
		for game := range played {
			planning := games.Seat(1 + game%seats)
			s := kutschkeGame(t, seats, seedOf(uint64(game)))
			for s.Result() == nil {
				act := s.ToAct()
				seat := act[rng.IntN(len(act))]
				legal := s.Legal(seat)
				line := legal[rng.IntN(len(legal))]
				if seat == planning {
					line = choose(s, seat, rng)
				}
				s = apply(t, s, seat, line)
			}
			if s.Result().Winners[0] == planning {
				wins++
			}
		}
		if wins < played*9/10 {
			t.Errorf("among %d one who plans wins %d of %d", seats, wins, played)
		}
	}
}
