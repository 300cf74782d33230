package sqlite

import (
	"context"
	"errors"
	"os"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/dbtest"
	"tableronde/db/internal/sqlstore"
)

// A write with no other before it is run by its caller. A write that must wait is not.
func TestLoneWriteIsRunByItsCaller(t *testing.T) {
	s := openStore(t)
	var byCaller bool
	write := func(context.Context, sqlstore.Tx) error {
		byCaller = !strings.Contains(string(debug.Stack()), "(*writer).loop")
		return nil
	}
	call := func() error { return s.w.do(t.Context(), write) }
	for range 3 {
		if err := call(); err != nil || !byCaller {
			t.Errorf("a lone write: %v, run by its caller: %v", err, byCaller)
		}
	}
	queue(t, s, func() {
		if err := call(); err != nil || byCaller {
			t.Errorf("a write behind another one: %v, run by its caller: %v", err, byCaller)
		}
	})
}

// The store is closed only after a write that its caller runs, and takes no other one.
func TestCloseWaitsForALoneWrite(t *testing.T) {
	s := openStore(t)
	begun, end, outcome, closed := make(chan struct{}), make(chan struct{}), make(chan error), make(chan error)
	go func() {
		outcome <- s.w.do(context.Background(), func(ctx context.Context, tx sqlstore.Tx) error {
			close(begun)
			<-end
			return insertPlayer("lone", nil)(ctx, tx)
		})
	}()
	<-begun
	go func() { closed <- s.w.shut() }()
	<-s.w.stopped
	if err := s.w.do(t.Context(), insertPlayer("late", nil)); !errors.Is(err, db.ErrClosed) {
		t.Errorf("a write while the store closes: %v, want %v", err, db.ErrClosed)
	}
	select {
	case err := <-closed:
		t.Fatalf("closed during a write: %v", err)
	case <-time.After(20 * time.Millisecond): // in which it would be
	}
	close(end)
	if err := <-outcome; err != nil {
		t.Errorf("the write under way: %v", err)
	}
	if err := <-closed; err != nil {
		t.Error(err)
	}
	if err := s.w.do(t.Context(), insertPlayer("later", nil)); !errors.Is(err, db.ErrClosed) {
		t.Errorf("a write after the end: %v, want %v", err, db.ErrClosed)
	}
}

// A move writes the pages of its match, its seats and its event, and of the indexes by which
// seats are found. It writes no other index, such as the one of live matches.
func TestMoveWritesFewPages(t *testing.T) {
	s := openStore(t)
	m := dbtest.MustStart(t, s, dbtest.MustPlayer(t, s, "Ada"), dbtest.MustPlayer(t, s, "Bo"))
	const frame = 24 + 4096
	written := func() int64 {
		t.Helper()
		info, err := os.Stat(s.w.file.path + "-wal")
		if err != nil {
			t.Fatal(err)
		}
		return info.Size() / frame
	}
	for ply := range 5 {
		before := written()
		dbtest.MustAppend(t, s, m.ID, dbtest.Move("E6-E8"))
		if n := written() - before; n < 1 || n > 6 {
			t.Errorf("move %d wrote %d pages, want 6 at most", ply, n)
		}
	}
}
