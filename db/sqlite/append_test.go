package sqlite

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/games"
)

// finish is a decision that ends a match with a winner.
func finish(winner games.Seat) func(db.Match, db.Orders) (db.Change, error) {
	return func(m db.Match, _ db.Orders) (db.Change, error) {
		return db.Change{
			Events: []db.Event{{Seat: winner, Text: "A1xB2"}},
			ToAct:  []games.Seat{1}, // of no account
			Result: &games.Result{Scores: map[games.Seat]float64{1: 0.5, 2: 0}, Winners: []games.Seat{winner}, Reason: "castle"},
		}, nil
	}
}

func TestAppend(t *testing.T) {
	s := openStore(t)
	c := newClock()
	s.Now = c.now
	m := mustStart(t, s, mustPlayer(t, s, "Ada"), mustPlayer(t, s, "Bo"))
	want := mustMatch(t, s, m.ID)
	check := func(got db.Match) {
		t.Helper()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("Append (-want +got):\n%s", diff)
		}
		for range 2 { // from the file, then from memory
			if diff := cmp.Diff(want, mustMatch(t, s, m.ID)); diff != "" {
				t.Errorf("Match (-want +got):\n%s", diff)
			}
			s.r.log.put(-1, make([]db.Event, eventBudget)) // displaces the rest
		}
		checkLogs(t, s)
	}
	add := func(seat games.Seat, text string, toAct ...games.Seat) {
		want.Last = db.Event{Ply: want.Ply, Seat: seat, Text: text, At: c.now()}
		want.Events, want.Ply, want.Moved, want.ToAct = append(want.Events, want.Last), want.Ply+1, c.now(), toAct
	}

	c.advance(time.Second)
	add(1, "E6-E8", 2)
	check(mustAppend(t, s, m.ID, move("E6-E8")))

	c.advance(1234567 * time.Microsecond)
	want.Moved = c.now().Truncate(time.Millisecond)
	got := mustAppend(t, s, m.ID, func(m db.Match, _ db.Orders) (db.Change, error) {
		if diff := cmp.Diff(want.Events, m.Events); diff != "" {
			t.Errorf("decide sees (-want +got):\n%s", diff)
		}
		return db.Change{Events: []db.Event{{Ply: 77, Seat: 2, Text: "offer draw", At: time.Unix(1, 0)}, {Seat: 0, Text: "timeout"}}, ToAct: []games.Seat{2, 1}}, nil
	})
	c.at = c.now().Truncate(time.Millisecond)
	add(2, "offer draw")
	add(0, "timeout", 1, 2)
	check(got)

	got = mustAppend(t, s, m.ID, func(db.Match, db.Orders) (db.Change, error) { return db.Change{ToAct: []games.Seat{1}}, nil })
	check(got) // nothing has happened

	c.advance(time.Second)
	add(2, "A1xB2")
	want.ToAct, want.Over, want.Ended = nil, true, c.now()
	want.Result = &games.Result{Scores: map[games.Seat]float64{1: 0.5, 2: 0}, Winners: []games.Seat{2}, Reason: "castle"}
	check(mustAppend(t, s, m.ID, finish(2)))

	c.advance(time.Second)
	if _, err := s.Append(t.Context(), db.Once{}, m.ID, finish(1)); err != db.ErrOver {
		t.Errorf("Append after the end: %v, want %v", err, db.ErrOver)
	}
	check(want)
}

func TestAppendRefuses(t *testing.T) {
	s := openStore(t)
	ada, bo := mustPlayer(t, s, "Ada"), mustPlayer(t, s, "Bo")
	open := mustCreate(t, s, db.NewMatch{Seats: 2, Host: ada.ID})
	m := mustStart(t, s, ada, bo)
	mustAppend(t, s, m.ID, move("E6-E8"))
	before := mustMatch(t, s, m.ID)
	refused := errors.New("refused")
	for _, tt := range []struct {
		name   string
		id     string
		decide db.Decide
		want   error // nil: any
	}{
		{"no match", "nothing", move("x"), db.ErrNotFound},
		{"before the start", open.ID, move("x"), db.ErrNotStarted},
		{"by decide", m.ID, func(db.Match, db.Orders) (db.Change, error) { return db.Change{}, refused }, refused},
		{"another ply", m.ID, moveAt(0, "x"), errStale},
		{"an empty text", m.ID, move(""), nil},
		{"a text without end", m.ID, move(strings.Repeat("x", 4001)), nil},
		{"a seat that cannot be", m.ID, func(db.Match, db.Orders) (db.Change, error) {
			return db.Change{Events: []db.Event{{Seat: 1, Text: "x"}}, ToAct: []games.Seat{63}}, nil
		}, db.ErrNoSeat},
		{"the second of two", m.ID, func(db.Match, db.Orders) (db.Change, error) {
			return db.Change{Events: []db.Event{{Seat: 1, Text: "x"}, {Seat: 1}}}, nil
		}, nil},
		{"a panic", m.ID, func(db.Match, db.Orders) (db.Change, error) { panic(refused) }, refused},
		{"a panic in the answer", m.ID, func(m db.Match, _ db.Orders) (db.Change, error) {
			c, err := move("x")(m, nil)
			c.Note = func(db.Match) (int, []byte) { panic(refused) }
			return c, err
		}, refused},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := s.Append(t.Context(), db.Once{Caller: "ada", Key: tt.name}, tt.id, tt.decide)
			if err == nil || tt.want != nil && !errors.Is(err, tt.want) {
				t.Errorf("error %v, want %v", err, tt.want)
			}
			if diff := cmp.Diff(before, mustMatch(t, s, m.ID)); diff != "" {
				t.Errorf("the match was changed:\n%s", diff)
			}
		})
	}
	if got := mustAppend(t, s, m.ID, moveAt(1, "G6-G8")); got.Ply != 2 {
		t.Errorf("ply %d after the refusals, want 2", got.Ply)
	}
	checkLogs(t, s)
}

// Of many who decide about the same ply one is stored; each other one is told
// by its decide, which sees the winner's.
func TestAppendAtTheSameTime(t *testing.T) {
	s := openStore(t)
	m := mustStart(t, s, mustPlayer(t, s, "Ada"), mustPlayer(t, s, "Bo"))
	const rivals = 64
	for ply := range 5 {
		errs := make([]error, rivals)
		seen := make([]db.Event, rivals)
		var wg sync.WaitGroup
		for i := range rivals {
			wg.Go(func() {
				_, errs[i] = s.Append(context.Background(), db.Once{}, m.ID, func(m db.Match, _ db.Orders) (db.Change, error) {
					seen[i] = m.Last
					return moveAt(ply, fmt.Sprint("move ", i))(m, nil)
				})
			})
		}
		wg.Wait()
		winners := 0
		got := mustMatch(t, s, m.ID)
		for i, err := range errs {
			switch {
			case err == nil:
				winners++
				if want := fmt.Sprint("move ", i); got.Last.Text != want {
					t.Errorf("ply %d: stored %q, acknowledged %q", ply, got.Last.Text, want)
				}
			case !errors.Is(err, errStale):
				t.Errorf("ply %d: %v, want %v", ply, err, errStale)
			case seen[i] != got.Last:
				t.Errorf("ply %d: a loser saw %v, want %v", ply, seen[i], got.Last)
			}
		}
		if winners != 1 || got.Ply != ply+1 {
			t.Errorf("ply %d: %d acknowledged, the match is at %d", ply, winners, got.Ply)
		}
	}
	checkLogs(t, s)
}

// Two stores on one file stand for two processes.
func TestAppendThroughTwoStores(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	stores := []*Store{openStoreAt(t, path), openStoreAt(t, path)}
	m := mustStart(t, stores[0], mustPlayer(t, stores[0], "Ada"), mustPlayer(t, stores[0], "Bo"))
	const each = 50
	var wg sync.WaitGroup
	for i, s := range stores {
		wg.Go(func() {
			for n := range each {
				text := fmt.Sprintf("store %d, %d", i, n)
				got, err := s.Append(context.Background(), db.Once{}, m.ID, move(text))
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
	if diff := cmp.Diff(mustMatch(t, stores[0], m.ID), mustMatch(t, stores[1], m.ID)); diff != "" {
		t.Errorf("the stores differ:\n%s", diff)
	}
	if got := mustMatch(t, stores[0], m.ID).Ply; got != 2*each {
		t.Errorf("ply %d, want %d", got, 2*each)
	}
	checkLogs(t, stores[1])
}

// What a batch has written is seen by the rest of the batch, and what a job has
// written that failed is not.
func TestAppendsOfABatchFollowEachOther(t *testing.T) {
	s := openStore(t)
	m := mustStart(t, s, mustPlayer(t, s, "Ada"), mustPlayer(t, s, "Bo"))
	mustAppend(t, s, m.ID, move("0"))
	var writes []func()
	for _, text := range []string{"1", "fails", "2", "fails", "3"} {
		writes = append(writes, func() {
			_, err := s.Append(context.Background(), db.Once{Caller: "ada", Key: text}, m.ID, func(m db.Match, _ db.Orders) (db.Change, error) {
				c, err := move(text)(m, nil)
				c.Note = func(db.Match) (int, []byte) {
					if text == "fails" {
						panic(text)
					}
					return 200, nil
				}
				return c, err
			})
			if (err != nil) != (text == "fails") {
				t.Errorf("%s: %v", text, err)
			}
		})
	}
	queue(t, s, writes...)
	var got []string
	for _, e := range mustMatch(t, s, m.ID).Events {
		got = append(got, e.Text)
	}
	if diff := cmp.Diff([]string{"0", "1", "2", "3"}, got); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	checkLogs(t, s)
}

// A log with a hole is not folded into another game than was played.
func TestMissingEventIsAnError(t *testing.T) {
	s := openStore(t)
	m := mustStart(t, s, mustPlayer(t, s, "Ada"), mustPlayer(t, s, "Bo"))
	for range 3 {
		mustAppend(t, s, m.ID, move("E6-E8"))
	}
	if err := s.w.do(t.Context(), func(ctx context.Context, tx *tx) error {
		_, err := tx.exec(ctx, `DELETE FROM events WHERE ply = 1`)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	other := openStoreAt(t, file(t, s))
	if got, err := other.Match(t.Context(), m.ID); err == nil || !strings.Contains(err.Error(), "2 events instead of 3") {
		t.Errorf("Match = %d events, %v, want an error", len(got.Events), err)
	}
	if _, err := other.Append(t.Context(), db.Once{}, m.ID, move("E6-E8")); err == nil {
		t.Error("Append succeeded")
	}
}

func TestEventLogForgetsTheLeastUsed(t *testing.T) {
	events := func(n int) []db.Event {
		list := make([]db.Event, n)
		for i := range list {
			list[i] = db.Event{Ply: i, Text: "x"}
		}
		return list
	}
	last := func(n int) db.Event { return events(n)[n-1] }
	l := newEventLog(10)
	l.put(1, events(4))
	l.put(2, events(4))
	if l.get(1, 4, last(4)) == nil {
		t.Error("1 is gone too early")
	}
	l.put(3, events(4))
	if l.get(2, 4, last(4)) != nil {
		t.Error("2, used least, is still there")
	}
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
	l.put(4, events(20))
	if l.held != 20 || l.recent.Len() != 1 || len(l.matches) != 1 || l.get(4, 20, last(20)) == nil {
		t.Errorf("%d events of %d matches are held, want the 20 of the last", l.held, l.recent.Len())
	}
}
