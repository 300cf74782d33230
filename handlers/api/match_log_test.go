package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/games/catalog"
	"tableronde/handlers/club/match"
)

func loggedMatch(t testing.TB, id string, plies int) match.Match {
	t.Helper()
	rules, err := catalog.Find("camelot", 0)
	if err != nil {
		t.Fatal(err)
	}
	m := db.Match{ID: id, Ply: plies}
	for ply := range plies {
		m.Events = append(m.Events, db.Event{Ply: ply, Seat: 1, Text: fmt.Sprintf("<%d> é \"\\\u2028", ply), At: time.UnixMilli(int64(1_700_000_000_000 + 37*ply))})
	}
	return match.Match{Match: m, Rules: rules}
}

// Events are written as encoding/json writes them, whatever is in their texts.
func TestEventsAreJSON(t *testing.T) {
	for _, e := range append(loggedMatch(t, "", 3).Events, db.Event{Seat: 62, Text: "E6-E8", At: time.UnixMilli(-5)}, db.Event{Text: "a\x00\xff"}) {
		want, err := json.Marshal(loggedEvent{e.Ply, e.Seat, e.Text, formatTime(e.At)})
		if got := appendEvent(nil, e); err != nil || !bytes.Equal(got, want) {
			t.Errorf("got  %s, want %s", got, want)
		}
	}
}

// What is kept of a log is right for any length and any part of it, also where it was
// kept for a match that is another one now, and stays within its bytes.
func TestLogCache(t *testing.T) {
	c := newLogCache(100 << 10)
	check := func(f match.Match, plies, since int) {
		t.Helper()
		f.Events = f.Events[:plies]
		if got, want := c.since(f, 0, since), appendEvents(nil, f.Events[min(since, plies):]); !bytes.Equal(got, want) {
			t.Errorf("of %d events since %d:\n%s, want\n%s", plies, since, got, want)
		}
	}
	f := loggedMatch(t, "a", 300)
	for _, plies := range []int{10, 100, 99, 300, 64, 200, 0} {
		for _, since := range []int{0, 1, plies / 2, plies, plies + 9} {
			check(f, plies, since)
		}
	}
	if _, ok := c.logs.GetIfPresent("a"); !ok {
		t.Error("nothing is kept")
	}
	other := loggedMatch(t, "a", 300)
	for i := range other.Events {
		other.Events[i].Seat = 2
	}
	check(other, 100, 0)
	check(other, 300, 0)
	check(f, 300, 0)
	for i := range 50 {
		check(loggedMatch(t, fmt.Sprint(i), 100), 100, 0)
		if size := c.logs.WeightedSize(); size > c.logs.GetMaximum() {
			t.Fatalf("%d bytes are kept of %d matches", size, i+1)
		}
	}
}

// Many may ask while the log grows.
func TestLogCacheAtTheSameTime(t *testing.T) {
	c, f := newLogCache(1<<20), loggedMatch(t, "a", 500)
	var asking sync.WaitGroup
	for i := range 8 {
		asking.Go(func() {
			for plies := 64 + i; plies <= 500; plies += 7 {
				m := f
				m.Events = f.Events[:plies]
				log := c.since(m, 0, 0)
				if !bytes.Equal(log, appendEvents(nil, m.Events)) {
					t.Errorf("%d events are told wrongly", plies)
				}
			}
		})
	}
	asking.Wait()
}
