package sqlstore

import (
	"testing"

	"tableronde/db"
)

func TestEventLog(t *testing.T) {
	events := func(n int) []db.Event {
		list := make([]db.Event, n)
		for i := range list {
			list[i] = db.Event{Ply: i, Text: "x"}
		}
		return list
	}
	last := func(n int) db.Event { return events(n)[n-1] }
	l := newEventLog(100 * eventSize)
	for seq := range int64(1000) {
		l.put(seq, events(4))
		if size := l.matches.WeightedSize(); size > l.matches.GetMaximum() {
			t.Fatalf("%d bytes are kept of %d matches", size, seq+1)
		}
	}
	l = newEventLog(100 * eventSize)
	l.put(1, events(4))
	got := l.get(1, 3, last(3))
	if len(got) != 3 || cap(got) != 3 {
		t.Errorf("the first 3 of 4 events: %d with room for %d, want 3 and 3", len(got), cap(got))
	}
	l.put(1, events(2))
	if l.get(1, 4, last(4)) == nil {
		t.Error("a shorter log replaced a longer one")
	}
	if l.get(1, 4, db.Event{Ply: 3, Text: "y"}) != nil || l.get(1, 5, last(5)) != nil {
		t.Error("events were given that do not agree with the row")
	}
}
