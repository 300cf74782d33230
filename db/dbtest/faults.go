package dbtest

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
)

// A panic in a function of the caller aborts its transaction and becomes an
// error with the value and the stack.
func testPanic(t *testing.T, e Engine) {
	s := e.open(t)
	m := MustStart(t, s, MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"))
	cause := errors.New("a bug")
	_, err := s.Append(t.Context(), db.Once{}, m.ID, func(db.Match, db.Orders) (db.Change, error) { panic(cause) })
	var p *db.Panic
	if !errors.As(err, &p) || p.Value != cause || !errors.Is(err, cause) || !strings.Contains(string(p.Stack), "faults.go") {
		t.Errorf("error %v, want a *Panic with its value and stack", err)
	}
	_, err = s.Append(t.Context(), db.Once{}, m.ID, func(db.Match, db.Orders) (db.Change, error) { panic("text") })
	if !errors.As(err, &p) || p.Value != "text" || p.Error() != "panic: text" {
		t.Errorf("error %v, want the *Panic of a text", err)
	}
	if db.IsUnavailable(err) {
		t.Error("a panic counts as a failure of the database")
	}
	if got := MustAppend(t, s, m.ID, MoveAt(0, "E6-E8")); got.Ply != 1 {
		t.Errorf("ply %d after the panics, want 1", got.Ply)
	}
}

// If a write returns the error of its context, nothing was written.
func testCancelledContext(t *testing.T, e Engine) {
	s := e.open(t)
	m := MustStart(t, s, MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Append(ctx, db.Once{}, m.ID, Move("E6-E8")); !errors.Is(err, context.Canceled) {
		t.Errorf("Append: %v, want %v", err, context.Canceled)
	}
	if got := MustMatch(t, s, m.ID).Ply; got != 0 {
		t.Errorf("ply %d, want 0", got)
	}
	if _, err := s.Match(ctx, m.ID); err == nil || errors.Is(err, db.ErrNotFound) {
		t.Errorf("Match: %v, want the error of the context", err)
	}
}

// A write that has begun is completed when its context ends, and returns its result.
func testCancelledOnceBegun(t *testing.T, e Engine) {
	s := e.open(t)
	m := MustStart(t, s, MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"))
	ctx, cancel := context.WithCancel(t.Context())
	got, err := s.Append(ctx, db.Once{}, m.ID, func(m db.Match, o db.Orders) (db.Change, error) {
		cancel()
		time.Sleep(10 * time.Millisecond) // time for the caller to notice
		return Move("E6-E8")(m, o)
	})
	if err != nil || got.Ply != 1 || MustMatch(t, s, m.ID).Ply != 1 {
		t.Errorf("Append: ply %d, %v, want 1", got.Ply, err)
	}
}

// Every write that fails because of the database returns Unavailable, is counted, and changes
// nothing.
func testUnavailable(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	m := MustStart(t, s, ada, bo)
	open := MustCreate(t, s, db.NewMatch{Seats: 2, Public: true, Host: ada.ID})
	before := MustMatch(t, s, m.ID)
	if got := s.LastFailure(); got.Number != 0 || got.Err != nil {
		t.Errorf("LastFailure of a new store: %+v", got)
	}
	repair := e.Break(t, s)
	once := db.Once{Caller: "ada", Key: "k"}
	failures := 0
	for name, write := range map[string]func() error{
		"Append": func() error { _, err := s.Append(t.Context(), once, m.ID, Move("E6-E8")); return err },
		"JoinMatch": func() error {
			_, err := s.JoinMatch(t.Context(), once, db.Joining{Match: open.ID, Player: bo.ID}, nil)
			return err
		},
		"CreatePlayer": func() error { _, err := s.CreatePlayer(t.Context(), "Cy"); return err },
		"Remember":     func() error { return s.Remember(t.Context(), once, 200, nil) },
		"Ready":        func() error { return s.Ready(t.Context()) },
	} {
		failures++
		if err := write(); !db.IsUnavailable(err) || db.Reason(err) == "" {
			t.Errorf("%s: %v, want an error of the database", name, err)
		}
		if got := s.LastFailure(); got.Number != failures || !db.IsUnavailable(got.Err) {
			t.Errorf("LastFailure after %s: %+v, want number %d", name, got, failures)
		}
	}
	repair()
	if diff := cmp.Diff(before, MustMatch(t, s, m.ID)); diff != "" || MustMatch(t, s, open.ID).Full() {
		t.Errorf("a failed write left a trace:\n%s", diff)
	}
	if v, err := s.Visit(t.Context(), m.ID, ada.ID); v != (db.Visit{}) || err != nil {
		t.Errorf("Visit = %+v, %v, want none", v, err)
	}
	if _, err := s.Append(t.Context(), once, m.ID, Move("E6-E8")); err != nil {
		t.Errorf("Append after the repair: %v", err)
	}
	if got := s.LastFailure().Number; got != failures {
		t.Errorf("%d failures are counted, want %d", got, failures)
	}
}

// A healthy store says so, and a refusal is no failure.
func testHealth(t *testing.T, e Engine) {
	s := e.open(t)
	if _, err := s.Match(t.Context(), "nothing"); db.IsUnavailable(err) || db.IsDamaged(err) {
		t.Errorf("%v counts as a failure of the database", err)
	}
	if err := s.RevokeToken(t.Context(), "nobody", "x"); db.IsUnavailable(err) {
		t.Errorf("%v counts as a failure of the database", err)
	}
	for name, err := range map[string]error{"Ready": s.Ready(t.Context()), "Present": s.Present(), "QuickCheck": s.QuickCheck(t.Context())} {
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if got := s.LastFailure(); got.Number != 0 || s.Size() <= 0 {
		t.Errorf("LastFailure = %+v, Size = %d", got, s.Size())
	}
}

// EachMatch passes every match with its events, the oldest first.
func testEachMatch(t *testing.T, e Engine) {
	s := e.open(t)
	ada, bo := MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo")
	var want []db.Match
	for i := range db.MaxPage + 3 {
		m := MustStart(t, s, ada, bo)
		if i%50 == 0 {
			m = MustAppend(t, s, m.ID, Move("E6-E8"))
		}
		want = append(want, m)
	}
	var got []db.Match
	err := s.EachMatch(t.Context(), func(id string, m db.Match, err error) error {
		got = append(got, m)
		if id != m.ID {
			t.Errorf("id %s of match %s", id, m.ID)
		}
		return err
	})
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Errorf("EachMatch (-want +got):\n%s%v", diff, err)
	}
	enough, calls := errors.New("enough"), 0
	if err := s.EachMatch(t.Context(), func(string, db.Match, error) error { calls++; return enough }); !errors.Is(err, enough) || calls != 1 {
		t.Errorf("EachMatch: %v after %d calls, want the error of the first", err, calls)
	}
}

func testClose(t *testing.T, e Engine) {
	s := e.Open(t, e.New(t), time.Now)
	ada := MustPlayer(t, s, "Ada")
	for range 2 {
		if err := s.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	}
	if _, err := s.CreatePlayer(t.Context(), "Ada"); !errors.Is(err, db.ErrClosed) || !db.IsUnavailable(err) {
		t.Errorf("CreatePlayer after Close: %v, want %v", err, db.ErrClosed)
	}
	if err := s.Ready(t.Context()); !errors.Is(err, db.ErrClosed) {
		t.Errorf("Ready after Close: %v, want %v", err, db.ErrClosed)
	}
	if _, err := s.Player(t.Context(), ada.ID); err == nil || errors.Is(err, db.ErrNotFound) {
		t.Errorf("Player after Close: %v, want another error", err)
	}
}

// Written data is there when the database is opened again.
func testOpenAgain(t *testing.T, e Engine) {
	place := e.New(t)
	s := e.Open(t, place, time.Now)
	m := MustStart(t, s, MustPlayer(t, s, "Ada"), MustPlayer(t, s, "Bo"))
	want := MustAppend(t, s, m.ID, Move("E6-E8"))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	again := e.openPlace(t, place, time.Now)
	if diff := cmp.Diff(want, MustMatch(t, again, m.ID)); diff != "" {
		t.Errorf("Match (-want +got):\n%s", diff)
	}
	if got := MustAppend(t, again, m.ID, Move("G6-G8")); got.Ply != 2 {
		t.Errorf("ply %d, want 2", got.Ply)
	}
}
