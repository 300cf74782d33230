package match

import (
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/table"
)

// playedAtRandom plays a game for at most so many plies.
func playedAtRandom(t *testing.T, game string, plies int) table.Match {
	t.Helper()
	rules, err := catalog.Find(game, 0)
	if err != nil {
		t.Fatal(err)
	}
	m, err := table.New(rules, games.Setup{Seats: rules.Info().Seats[0], Seed: &games.Seed{1}})
	if err != nil {
		t.Fatal(err)
	}
	for rng := rand.New(rand.NewPCG(7, 8)); m.Ply() < plies && !m.Over(); {
		seat := m.ToAct()[0]
		legal := m.Legal(seat)
		if m, err = m.Play(seat, legal[rng.IntN(len(legal))], time.Time{}); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// heapInUse returns the size of all live objects. What earlier tests have left in pools
// and to finalizers takes more than one collection.
func heapInUse() int {
	for range 3 {
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// A match weighs about what it takes on the heap, with what its seats have been told.
func TestMatchesWeighWhatTheyTake(t *testing.T) {
	for _, game := range []string{"camelot", "knizia", "shannon", "kutschke"} {
		m := playedAtRandom(t, game, 100)
		copies := 32 << 20 / sizeOf(m) // far more than the rest of the heap
		kept := make([]table.Match, copies)
		before := heapInUse()
		for i := range kept {
			var err error
			if kept[i], err = table.New(m.Ruleset(), m.Setup()); err != nil {
				t.Fatal(err)
			}
			for _, e := range m.Log() {
				if kept[i], err = kept[i].Replay(e); err != nil {
					t.Fatal(err)
				}
			}
			for seat := games.Seat(1); m.Ruleset().Info().Hidden && int(seat) <= m.Setup().Seats; seat++ {
				kept[i].Story(seat, 0, m.Ply())
			}
		}
		takes, weighs := (heapInUse()-before)/copies, sizeOf(m)
		if weighs < takes/2 || weighs > 2*takes {
			t.Errorf("%s: a match of %d plies takes %d bytes and weighs %d", game, m.Ply(), takes, weighs)
		}
		runtime.KeepAlive(kept)
	}
}
