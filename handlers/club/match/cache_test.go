package match

import (
	"math/rand/v2"
	"runtime"
	"strconv"
	"testing"
	"time"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/table"
)

func TestPositionCacheKeepsWithinItsBytes(t *testing.T) {
	t.Parallel()
	short, long := playedAtRandom(t, "camelot", 1), playedAtRandom(t, "camelot", 2)
	cache := newPositionCache(int64(10 * sizeOf(long)))
	for i := range 1000 {
		cache.put(strconv.Itoa(i), short)
		if size := cache.matches.WeightedSize(); size > cache.matches.GetMaximum() {
			t.Fatalf("%d bytes are kept of %d matches", size, i+1)
		}
	}
	if n := cache.matches.EstimatedSize(); n < 10 {
		t.Errorf("only %d matches are kept", n)
	}
}

func TestPositionCacheKeepsTheLongerReplay(t *testing.T) {
	t.Parallel()
	short, long := playedAtRandom(t, "camelot", 1), playedAtRandom(t, "camelot", 2)
	cache := newPositionCache(int64(10 * sizeOf(long)))
	cache.put("a", short)
	cache.put("a", long)
	cache.put("a", short)
	if kept, ok := cache.get("a"); !ok || kept.Ply() != long.Ply() {
		t.Errorf("%d events are kept, %v, want %d", kept.Ply(), ok, long.Ply())
	}
	if got, want := cache.matches.WeightedSize(), uint64(sizeOf(long)); got != want {
		t.Errorf("counted as %d bytes, want %d", got, want)
	}
	cache.drop("a")
	if _, ok := cache.get("a"); ok || cache.matches.WeightedSize() != 0 {
		t.Error("a dropped match is kept")
	}
}

// playedAtRandom plays a game for at most the given number of plies.
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

// heapInUse returns the size of all live objects. Objects that earlier tests have left in pools
// and to finalizers take more than one collection.
func heapInUse() int {
	for range 3 {
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// A match weighs about the memory it takes on the heap, with the answers to its seats.
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
