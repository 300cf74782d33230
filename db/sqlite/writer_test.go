package sqlite

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/dbtest"
	"tableronde/db/internal/secret"
	"tableronde/db/internal/sqlstore"
)

// insertPlayer returns a write that stores a player of that name and then
// returns outcome.
func insertPlayer(name string, outcome error) func(context.Context, sqlstore.Tx) error {
	return func(ctx context.Context, t sqlstore.Tx) error {
		if _, err := t.Exec(ctx, `INSERT INTO players (id, name, created) VALUES (?, ?, 1)`, secret.NewID(), name); err != nil {
			return err
		}
		return outcome
	}
}

func playerNames(t *testing.T, s *Store) string {
	t.Helper()
	var names string
	err := s.r.QueryRow(t.Context(), `SELECT coalesce(group_concat(name, ' ' ORDER BY name), '') FROM players`).Scan(&names)
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestWritesOfABatchFailAlone(t *testing.T) {
	s := openStore(t)
	refused := errors.New("refused")
	errs := make([]error, 5)
	jobs := []func(context.Context, sqlstore.Tx) error{
		insertPlayer("a", nil),
		insertPlayer("b", refused),
		insertPlayer("", nil), // refused by the schema
		func(ctx context.Context, t sqlstore.Tx) error {
			insertPlayer("d", nil)(ctx, t)
			panic(refused)
		},
		insertPlayer("e", nil),
	}
	var writes []func()
	for i, run := range jobs {
		writes = append(writes, func() { errs[i] = s.w.do(t.Context(), run) })
	}
	queue(t, s, writes...)
	var p *db.Panic
	if errs[0] != nil || errs[1] != refused || errs[2] == nil || !errors.As(errs[3], &p) || errs[4] != nil {
		t.Errorf("errors %v, want only b, the nameless and d to fail", errs)
	}
	if got := playerNames(t, s); got != "a e" {
		t.Errorf("stored %q, want %q", got, "a e")
	}
}

func TestPanicIsAnErrorAndTheWriterGoesOn(t *testing.T) {
	s := openStore(t)
	cause := errors.New("a bug")
	err := s.w.do(t.Context(), func(ctx context.Context, tx sqlstore.Tx) error {
		insertPlayer("a", nil)(ctx, tx)
		panic(cause)
	})
	var p *db.Panic
	if !errors.As(err, &p) || p.Value != cause || !errors.Is(err, cause) || !strings.Contains(string(p.Stack), "writer_test.go") {
		t.Errorf("error %v, want a *Panic with its value and stack", err)
	}
	err = s.w.do(t.Context(), func(context.Context, sqlstore.Tx) error { panic("text") })
	if !errors.As(err, &p) || p.Value != "text" || p.Error() != "panic: text" {
		t.Errorf("error %v, want the *Panic of a text", err)
	}
	if err := s.w.do(t.Context(), insertPlayer("b", nil)); err != nil {
		t.Errorf("the next write: %v", err)
	}
	if got := playerNames(t, s); got != "b" {
		t.Errorf("stored %q, want %q", got, "b")
	}
}

func TestCancelledWriteIsDroppedBeforeItIsBegun(t *testing.T) {
	s := openStore(t)
	release := occupy(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	outcome := make(chan error)
	go func() { outcome <- s.w.do(ctx, insertPlayer("a", nil)) }()
	for s.w.waiting.Load() == 0 {
		runtime.Gosched()
	}
	cancel()
	if err := <-outcome; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
	release()
	if err := s.w.do(ctx, insertPlayer("b", nil)); !errors.Is(err, context.Canceled) {
		t.Errorf("a write with a context that has ended: %v, want %v", err, context.Canceled)
	}
	if err := s.w.do(t.Context(), insertPlayer("c", nil)); err != nil {
		t.Error(err)
	}
	if got := playerNames(t, s); got != "c" {
		t.Errorf("stored %q, want %q", got, "c")
	}
}

func TestCancelledWriteIsCarriedThroughOnceBegun(t *testing.T) {
	s := openStore(t)
	ctx, cancel := context.WithCancel(t.Context())
	err := s.w.do(ctx, func(ctx context.Context, tx sqlstore.Tx) error {
		cancel()
		time.Sleep(10 * time.Millisecond) // the caller is likely to have noticed
		return insertPlayer("a", nil)(ctx, tx)
	})
	if err != nil {
		t.Errorf("error %v, want none", err)
	}
	if got := playerNames(t, s); got != "a" {
		t.Errorf("stored %q, want %q", got, "a")
	}
}

func TestFailedCommitIsTheErrorOfAll(t *testing.T) {
	s := openStore(t)
	m := dbtest.MustStart(t, s, dbtest.MustPlayer(t, s, "Ada"), dbtest.MustPlayer(t, s, "Bo"))
	errs := make([]error, 4)
	refused := errors.New("refused")
	orphan := func(ctx context.Context, t sqlstore.Tx) error {
		if _, err := t.Exec(ctx, `PRAGMA defer_foreign_keys = 1`); err != nil {
			return err
		}
		_, err := t.Exec(ctx, `INSERT INTO tokens (hash, player, created) VALUES (?, 'nobody', 1)`, secret.HashToken("x"))
		return err
	}
	queue(t, s,
		func() { errs[0] = s.w.do(t.Context(), insertPlayer("a", nil)) },
		func() { _, errs[1] = s.Append(t.Context(), db.Once{}, m.ID, dbtest.Move("E6-E8")) },
		func() { errs[2] = s.w.do(t.Context(), func(context.Context, sqlstore.Tx) error { return refused }) },
		func() { errs[3] = s.w.do(t.Context(), orphan) },
	)
	for i, err := range errs {
		if !errors.As(err, new(*sqlstore.ReferenceError)) {
			t.Errorf("write %d: %v, want the error of the commit", i, err)
		}
	}
	if err := s.w.do(t.Context(), orphan); !errors.As(err, new(*sqlstore.ReferenceError)) {
		t.Errorf("a write alone: %v, want the error of the commit", err)
	}
	if got := dbtest.MustAppend(t, s, m.ID, dbtest.Move("E6-E7")); got.Ply != 1 || got.Last.Text != "E6-E7" {
		t.Errorf("after the failed commit: ply %d, last %q", got.Ply, got.Last.Text)
	}
	if got := playerNames(t, s); got != "Ada Bo" {
		t.Errorf("stored %q, want %q", got, "Ada Bo")
	}
	checkLogs(t, s)
}

// A full file makes SQLite roll back the whole transaction by itself.
func TestLostTransactionIsTheErrorOfAll(t *testing.T) {
	s := openStore(t)
	var pages int
	full := func(ctx context.Context, tx sqlstore.Tx) error {
		if err := tx.QueryRow(ctx, `PRAGMA page_count`).Scan(&pages); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, fmt.Sprintf(`PRAGMA max_page_count = %d`, pages)).Scan(&pages); err != nil {
			return err
		}
		for range 10_000 {
			if err := insertPlayer("x", nil)(ctx, tx); err != nil {
				return err
			}
		}
		return nil
	}
	errs := make([]error, 3)
	queue(t, s,
		func() { errs[0] = s.w.do(t.Context(), insertPlayer("a", nil)) },
		func() { errs[1] = s.w.do(t.Context(), full) },
		func() { errs[2] = s.w.do(t.Context(), insertPlayer("c", nil)) },
	)
	for i, err := range errs {
		if err == nil || !strings.Contains(err.Error(), "full") {
			t.Errorf("write %d: %v, want that the file is full", i, err)
		}
	}
	if got := playerNames(t, s); got != "" {
		t.Errorf("stored %q, want nothing", got)
	}
	if err := s.w.do(t.Context(), func(ctx context.Context, tx sqlstore.Tx) error {
		return tx.QueryRow(ctx, `PRAGMA max_page_count = 1000000`).Scan(&pages)
	}); err != nil {
		t.Fatal(err)
	}
	if err := s.w.do(t.Context(), insertPlayer("d", nil)); err != nil {
		t.Errorf("a write with room again: %v", err)
	}
}

func TestCloseFinishesWhatIsQueued(t *testing.T) {
	s := openStore(t)
	release := occupy(t, s)
	const n = 20
	errs := make([]error, n)
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() { errs[i] = s.w.do(context.Background(), insertPlayer("a", nil)) })
	}
	for s.w.waiting.Load() < n {
		runtime.Gosched()
	}
	closed := make(chan error)
	go func() { closed <- s.w.shut() }()
	release()
	wg.Wait()
	if err := <-closed; err != nil {
		t.Fatal(err)
	}
	stored := 0
	for _, err := range errs {
		switch err {
		case nil:
			stored++
		case db.ErrClosed:
		default:
			t.Errorf("error %v, want none or %v", err, db.ErrClosed)
		}
	}
	if got := len(strings.Fields(playerNames(t, s))); got != stored {
		t.Errorf("%d stored, %d acknowledged", got, stored)
	}
}

// A move that follows another one reads nothing in its transaction: the earlier one has left
// the rows in memory. It reads if its match or a player's name has changed in between.
func TestMovesReadNothing(t *testing.T) {
	var mu sync.Mutex
	var ran []string
	s, err := OpenWith(t.Context(), filepath.Join(t.TempDir(), "a.db"), Options{Exclusive: true, Trace: func(query string) {
		mu.Lock()
		defer mu.Unlock()
		ran = append(ran, strings.Fields(query)[0])
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ada, bo := dbtest.MustPlayer(t, s, "Ada"), dbtest.MustPlayer(t, s, "Bo")
	m := dbtest.MustStart(t, s, ada, bo)
	ordered := func(text string) db.Decide {
		return func(m db.Match, o db.Orders) (db.Change, error) {
			if o[1] != text {
				t.Errorf("the orders are %q, want %q", o[1], text)
			}
			c, err := dbtest.Move("E6-E8")(m, o)
			c.Orders = db.Orders{1: text + "."}
			if len(text) > 3 {
				c.Orders = db.Orders{1: ""}
			}
			return c, err
		}
	}
	moved := func(decide db.Decide, want string) {
		t.Helper()
		mu.Lock()
		ran = nil
		mu.Unlock()
		dbtest.MustAppend(t, s, m.ID, decide)
		mu.Lock()
		defer mu.Unlock()
		if got := strings.Join(ran, " "); got != want {
			t.Errorf("a move runs %s, want %s", got, want)
		}
	}
	const known, anew = "BEGIN INSERT UPDATE UPDATE COMMIT", "BEGIN SELECT INSERT UPDATE UPDATE COMMIT"
	moved(dbtest.Move("E6-E8"), anew)
	moved(dbtest.Move("E6-E8"), known)
	if err := s.RenamePlayer(t.Context(), bo.ID, "Boris"); err != nil {
		t.Fatal(err)
	}
	moved(func(m db.Match, o db.Orders) (db.Change, error) {
		if m.Seats[1].Name != "Boris" {
			t.Errorf("the player is called %s", m.Seats[1].Name)
		}
		return dbtest.Move("E6-E8")(m, o)
	}, anew)
	moved(dbtest.Move("E6-E8"), known)
	for _, text := range []string{"", ".", "..", "...", "....", "", "."} {
		dbtest.MustAppend(t, s, m.ID, ordered(text))
	}
	moved(dbtest.Move("E6-E8"), anew)
	moved(dbtest.Move("E6-E8"), known)
}
