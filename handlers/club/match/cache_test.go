package match

import (
	"strconv"
	"testing"
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
