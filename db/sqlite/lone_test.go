package sqlite

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"tableronde/db"
	"tableronde/db/dbtest"
	"tableronde/db/internal/sqlstore"
)

// A write that nobody is before is run by its caller; one that must wait is not.
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
	var outcome error
	release := occupy(t, s)
	closed := make(chan error)
	go func() { closed <- s.w.shut() }()
	<-s.w.stopped
	select {
	case err := <-closed:
		t.Errorf("closed during a write: %v", err)
	default:
	}
	if outcome = s.w.do(t.Context(), insertPlayer("late", nil)); !errors.Is(outcome, db.ErrClosed) {
		t.Errorf("a write while the store closes: %v, want %v", outcome, db.ErrClosed)
	}
	release()
	if err := <-closed; err != nil {
		t.Error(err)
	}
	if outcome = s.w.do(t.Context(), insertPlayer("later", nil)); !errors.Is(outcome, db.ErrClosed) {
		t.Errorf("a write after the end: %v, want %v", outcome, db.ErrClosed)
	}
}

// A move writes the pages of its match, its seats and its event, and of the indexes by
// which seats are found: no others, as that of live matches.
func TestMoveWritesFewPages(t *testing.T) {
	s := openStore(t)
	m := dbtest.MustStart(t, s, dbtest.MustPlayer(t, s, "Ada"), dbtest.MustPlayer(t, s, "Bo"))
	const frame = 24 + 4096
	written := func() int64 {
		t.Helper()
		info, err := os.Stat(filepath.Join(filepath.Dir(s.w.file.path), "test.db-wal"))
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
