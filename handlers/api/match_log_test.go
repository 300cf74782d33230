package api

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"slices"
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
				c.zipped(m.ID, log)
			}
		})
	}
	asking.Wait()
}

// A long log in gzip is what it is without, whatever of it was compressed before: while
// the match goes on, for a look at an earlier ply, and after the log was another one.
func TestZippedLogs(t *testing.T) {
	c, f := newLogCache(1<<20), loggedMatch(t, "a", 900)
	head, tail := []byte(`{"log":[`), []byte(`]}`)
	kept := 0
	check := func(f match.Match, plies int) {
		t.Helper()
		f.Events = f.Events[:plies]
		log := c.since(f, 0, 0)
		z, ok := c.zipped(f.ID, log)
		if !ok {
			return
		}
		kept++
		if rest := len(log) - z.covers; rest < 0 || rest >= zipEvery {
			t.Errorf("at ply %d all but %d of %d bytes are kept", plies, rest, len(log))
		}
		r, err := gzip.NewReader(bytes.NewReader(appendGzip(nil, head, log, tail, z)))
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if want := slices.Concat(head, log, tail); err != nil || !bytes.Equal(text, want) {
			t.Fatalf("at ply %d one reads %v\n%s, want\n%s", plies, err, text, want)
		}
	}
	for plies := 0; plies <= 900; plies += 9 {
		check(f, plies)
	}
	check(f, 899)
	if kept < 80 {
		t.Errorf("only %d answers are made of what is kept", kept)
	}
	check(f, 200) // less than is kept in blocks
	other := loggedMatch(t, "a", 500)
	for i := range other.Events {
		other.Events[i].Seat = 2
	}
	check(other, 500)
	if z, ok := c.zipped("a", c.since(f, 0, 800)); ok {
		t.Errorf("a part of a log is sent as the whole: %d bytes", z.covers)
	}
	if _, ok := c.zipped("b", appendEvents(nil, f.Events)); ok {
		t.Error("a log is sent as that of another match")
	}
}
