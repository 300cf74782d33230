package dbtest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games"
)

func testAppend(t *testing.T, e Engine) {
	c := NewClock()
	s, other := e.openTwo(t, c.Now)
	m := MustStart(t, s, MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"))
	want := MustMatch(t, s, m.ID)
	check := func(got db.Match) {
		t.Helper()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("Append (-want +got):\n%s", diff)
		}
		for _, reader := range []db.Store{s, other, other} { // other reads from the database first, then from memory
			if diff := cmp.Diff(want, MustMatch(t, reader, m.ID)); diff != "" {
				t.Errorf("Match (-want +got):\n%s", diff)
			}
		}
	}
	add := func(seat games.Seat, text string, toAct ...games.Seat) {
		want.Last = db.Event{Ply: want.Ply, Seat: seat, Text: text, At: c.Now()}
		want.Events, want.Ply, want.Moved, want.ToAct = append(want.Events, want.Last), want.Ply+1, c.Now(), toAct
	}

	c.Advance(time.Second)
	add(1, "E6-E8", 2)
	check(MustAppend(t, s, m.ID, Move("E6-E8")))

	c.Advance(1234567 * time.Microsecond)
	want.Moved = c.Now().Truncate(time.Millisecond)
	earlier := c.Now().Add(-time.Second) // given by the caller, unlike the time of the second event
	got := MustAppend(t, s, m.ID, func(m db.Match, _ db.Orders) (db.Change, error) {
		if diff := cmp.Diff(want.Events, m.Events); diff != "" {
			t.Errorf("decide sees (-want +got):\n%s", diff)
		}
		return db.Change{Events: []db.Event{{Ply: 77, Seat: 2, Text: "offer draw", At: earlier}, {Seat: 0, Text: "timeout"}}, ToAct: []games.Seat{2, 1}}, nil
	})
	c.at = c.Now().Truncate(time.Millisecond)
	add(2, "offer draw")
	want.Events[want.Ply-1].At = earlier.Truncate(time.Millisecond)
	add(0, "timeout", 1, 2)
	check(got)

	got = MustAppend(t, s, m.ID, func(db.Match, db.Orders) (db.Change, error) { return db.Change{ToAct: []games.Seat{1}}, nil })
	check(got) // nothing has happened

	c.Advance(time.Second)
	add(2, "A1xB2")
	want.ToAct, want.Over, want.Ended = nil, true, c.Now()
	want.Result = &games.Result{Scores: map[games.Seat]float64{1: 0.5, 2: 0}, Winners: []games.Seat{2}, Reason: "castle"}
	check(MustAppend(t, s, m.ID, Finish(2)))

	c.Advance(time.Second)
	if _, err := s.Append(t.Context(), db.Once{}, m.ID, Finish(1)); err != db.ErrOver {
		t.Errorf("Append after the end: %v, want %v", err, db.ErrOver)
	}
	check(want)
}

func testAppendRefuses(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	open := MustCreate(t, s, db.NewMatch{Seats: 2, Host: ada.ID})
	m := MustStart(t, s, ada, bo)
	MustAppend(t, s, m.ID, Move("E6-E8"))
	before := MustMatch(t, s, m.ID)
	refused := errors.New("refused")
	for _, tt := range []struct {
		name   string
		id     string
		decide db.Decide
		want   error // nil: any
	}{
		{"no match", "nothing", Move("x"), db.ErrNotFound},
		{"before the start", open.ID, Move("x"), db.ErrNotStarted},
		{"by decide", m.ID, func(db.Match, db.Orders) (db.Change, error) { return db.Change{}, refused }, refused},
		{"another ply", m.ID, MoveAt(0, "x"), ErrStale},
		{"an empty text", m.ID, Move(""), nil},
		{"a text without end", m.ID, Move(strings.Repeat("x", 4001)), nil},
		{"a seat that cannot be", m.ID, func(db.Match, db.Orders) (db.Change, error) {
			return db.Change{Events: []db.Event{{Seat: 1, Text: "x"}}, ToAct: []games.Seat{63}}, nil
		}, db.ErrNoSeat},
		{"the second of two", m.ID, func(db.Match, db.Orders) (db.Change, error) {
			return db.Change{Events: []db.Event{{Seat: 1, Text: "x"}, {Seat: 1}}}, nil
		}, nil},
		{"a panic", m.ID, func(db.Match, db.Orders) (db.Change, error) { panic(refused) }, refused},
		{"a panic in the answer", m.ID, func(m db.Match, _ db.Orders) (db.Change, error) {
			c, err := Move("x")(m, nil)
			c.Note = func(db.Match) (int, []byte) { panic(refused) }
			return c, err
		}, refused},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := s.Append(t.Context(), db.Once{Caller: "ada", Key: tt.name}, tt.id, tt.decide)
			if err == nil || tt.want != nil && !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
			if diff := cmp.Diff(before, MustMatch(t, s, m.ID)); diff != "" {
				t.Errorf("the match was changed:\n%s", diff)
			}
		})
	}
	if got := MustAppend(t, s, m.ID, MoveAt(1, "G6-G8")); got.Ply != 2 {
		t.Errorf("ply %d after the refusals, want 2", got.Ply)
	}
}

// Of many concurrent decisions about the same ply, one is stored. The decide of each other one
// sees the winner's change.
func testAppendAtTheSameTime(t *testing.T, e Engine) {
	s := e.open(t)
	m := MustStart(t, s, MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"))
	const rivals = 64
	for ply := range 5 {
		errs := make([]error, rivals)
		seen := make([]db.Event, rivals)
		var wg sync.WaitGroup
		for i := range rivals {
			wg.Go(func() {
				_, errs[i] = s.Append(context.Background(), db.Once{}, m.ID, func(m db.Match, _ db.Orders) (db.Change, error) {
					seen[i] = m.Last
					return MoveAt(ply, fmt.Sprint("move ", i))(m, nil)
				})
			})
		}
		wg.Wait()
		winners := 0
		got := MustMatch(t, s, m.ID)
		for i, err := range errs {
			switch {
			case err == nil:
				winners++
				if want := fmt.Sprint("move ", i); got.Last.Text != want {
					t.Errorf("ply %d: stored %q, acknowledged %q", ply, got.Last.Text, want)
				}
			case !errors.Is(err, ErrStale):
				t.Errorf("ply %d: %v, want %v", ply, err, ErrStale)
			case seen[i] != got.Last:
				t.Errorf("ply %d: a loser saw %v, want %v", ply, seen[i], got.Last)
			}
		}
		if winners != 1 || got.Ply != ply+1 {
			t.Errorf("ply %d: %d acknowledged, the match is at %d", ply, winners, got.Ply)
		}
	}
}

// Two stores on one file stand for two processes.
func testAppendThroughTwoStores(t *testing.T, e Engine) {
	s, other := e.openTwo(t, time.Now)
	stores := []db.Store{s, other}
	m := MustStart(t, stores[0], MustPlayer(t, stores[0], "Ada"), MustPlayer(t, stores[0], "Bo"))
	const each = 50
	var wg sync.WaitGroup
	for i, s := range stores {
		wg.Go(func() {
			for n := range each {
				text := fmt.Sprintf("store %d, %d", i, n)
				got, err := s.Append(context.Background(), db.Once{}, m.ID, Move(text))
				if err != nil || got.Last.Text != text {
					t.Errorf("Append: last %q, %v, want %q", got.Last.Text, err, text)
				}
				read, err := s.Match(context.Background(), m.ID)
				if err != nil || read.Ply < got.Ply || read.Events[got.Ply-1] != got.Last {
					t.Errorf("Match does not show %q: %v", text, err)
				}
			}
		})
	}
	wg.Wait()
	if diff := cmp.Diff(MustMatch(t, stores[0], m.ID), MustMatch(t, stores[1], m.ID)); diff != "" {
		t.Errorf("the stores differ:\n%s", diff)
	}
	if got := MustMatch(t, stores[0], m.ID).Ply; got != 2*each {
		t.Errorf("ply %d, want %d", got, 2*each)
	}
}
