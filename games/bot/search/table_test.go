package search

import (
	"testing"
	"unsafe"

	"tableronde/games"
)

func TestTableIsBounded(t *testing.T) {
	if size := unsafe.Sizeof(entry{}); size != entryBytes {
		t.Errorf("an entry has %d bytes, want %d", size, entryBytes)
	}
	for _, bytes := range []int{0, 100, 1 << 20, 3 << 20} {
		table := newTable(bytes)
		if got := len(table.buckets) * bucketSize * entryBytes; got > max(bytes, bucketSize*entryBytes) || 2*got <= bytes {
			t.Errorf("a table of %d bytes has %d", bytes, got)
		}
	}
}

// keyOf returns a key that falls in the only bucket.
func keyOf(n int) uint64 { return uint64(n) << 32 }

func TestTableKeepsTheDeepest(t *testing.T) {
	table := newTable(1)
	for n := 1; n <= bucketSize; n++ {
		table.store(keyOf(n), games.SearchMove(n), n, n, exactValue)
	}
	table.store(keyOf(9), 9, 9, 9, lowerBound)
	if table.probe(keyOf(1)) != nil || table.probe(keyOf(2)) == nil {
		t.Error("the entry of the smallest depth has not made room")
	}
	e := table.probe(keyOf(9))
	if e == nil || e.move != 9 || e.value != 9 || e.depth != 9 || e.bound() != lowerBound {
		t.Errorf("kept %+v", e)
	}
	table.store(keyOf(9), 0, 7, 10, upperBound)
	if e := table.probe(keyOf(9)); e.move != 9 || e.value != 7 || e.bound() != upperBound {
		t.Errorf("an entry without a move replaced %+v", e)
	}
	table.store(keyOf(9), 5, 3, 1, upperBound)
	if e := table.probe(keyOf(9)); e.depth != 10 {
		t.Errorf("a shallow bound has replaced %+v", e)
	}
}

func TestTableForgetsTheOld(t *testing.T) {
	table := newTable(1)
	for n := 1; n <= bucketSize; n++ {
		table.store(keyOf(n), 1, 0, 9+n, exactValue)
	}
	for range 3 {
		table.age++
	}
	for n := 11; n < 11+bucketSize; n++ {
		table.store(keyOf(n), 1, 0, 1, exactValue)
		if table.probe(keyOf(n)) == nil {
			t.Errorf("entry %d was not kept", n)
		}
	}
	if table.probe(keyOf(4)) != nil {
		t.Error("deep entries of earlier searches stay for ever")
	}
	table.clear()
	if table.probe(keyOf(11)) != nil {
		t.Error("a cleared table has entries")
	}
}

// TestTableValues converts values of decided positions, which depend on the ply.
func TestTableValues(t *testing.T) {
	for _, value := range []int{0, 250, -999, Won - 9, 9 - Won, wonBound - 1} {
		if got := fromTable(toTable(value, 5), 5); got != value {
			t.Errorf("%d comes back as %d", value, got)
		}
	}
	if got := fromTable(toTable(Won-9, 5), 2); got != Won-6 {
		t.Errorf("a win 4 moves on is worth %d at ply 2, want %d", got, Won-6)
	}
}
