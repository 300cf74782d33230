package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tableronde/db"
	"tableronde/db/internal/sqlstore"
)

// A write that finds no room is an error of the disk, undoes nothing else, and
// succeeds once there is room.
func TestFullDisk(t *testing.T) {
	s := openStore(t)
	limit := func(pages int) {
		t.Helper()
		err := s.w.do(t.Context(), func(ctx context.Context, t sqlstore.Tx) error {
			var got int
			return t.(*tx).conn.QueryRowContext(ctx, fmt.Sprintf(`PRAGMA max_page_count = %d`, pages)).Scan(&got)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	limit(1) // SQLite makes it as many as there are
	var err error
	stored := 0
	for err == nil && stored < 10_000 {
		if _, err = s.CreatePlayer(t.Context(), "Ada"); err == nil {
			stored++
		}
	}
	if !db.IsUnavailable(err) || db.Reason(err) != "the disk is full" {
		t.Fatalf("after %d players: %v, %q", stored, err, db.Reason(err))
	}
	if f := s.LastFailure(); f.Number != 1 || !errors.Is(f.Err, err) {
		t.Errorf("the last failure is %+v", f)
	}
	limit(1 << 20)
	if _, err := s.CreatePlayer(t.Context(), "Ada"); err != nil {
		t.Error(err)
	}
	var n int
	if err := s.r.QueryRow(t.Context(), `SELECT count(*) FROM players`).Scan(&n); err != nil || n != stored+1 {
		t.Errorf("%d players are stored, %v, want %d", n, err, stored+1)
	}
	checkIntegrity(t, s)
}

// A write into a file that nobody can find again is not acknowledged.
func TestFileThatIsGone(t *testing.T) {
	path, _ := newFile(t)
	s := openStoreAt(t, path)
	other, _ := newFile(t)
	aside := filepath.Join(t.TempDir(), "aside.db")
	rename := func(from, to string) {
		t.Helper()
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
	}
	check := func(when string, gone bool) {
		t.Helper()
		_, err := s.CreatePlayer(t.Context(), "Ada")
		if errors.Is(err, db.ErrGone) != gone || errors.Is(s.Present(), db.ErrGone) != gone || !gone && err != nil {
			t.Errorf("%s: %v, %v", when, err, s.Present())
		}
	}
	check("before", false)
	rename(path, aside)
	check("moved away", true)
	rename(other, path)
	check("replaced", true)
	rename(aside, path)
	check("put back", false)
}

// A connection that is opened while the file is away makes no empty one: it would be read
// from after the file is back.
func TestConnectionsWaitForTheFile(t *testing.T) {
	path, _ := newFile(t)
	s := openStoreAt(t, path)
	all := s.r.pool.Stats().MaxOpenConnections
	readers := func() (n int) {
		for range all {
			c, err := s.r.pool.Conn(t.Context())
			if err != nil {
				continue
			}
			defer c.Close()
			if _, err := c.ExecContext(t.Context(), `SELECT count(*) FROM players`); err == nil {
				n++
			}
		}
		return n
	}
	if err := os.Rename(path, path+".aside"); err != nil {
		t.Fatal(err)
	}
	if n := readers(); n == all {
		t.Fatalf("%d connections were open before", n)
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("where the file was there is another: %v", err)
	}
	if err := os.Rename(path+".aside", path); err != nil {
		t.Fatal(err)
	}
	if n := readers(); n != all {
		t.Errorf("%d of %d connections have the tables", n, all)
	}
}

func TestQuickCheck(t *testing.T) {
	path, _ := newFile(t)
	if err := openStoreAt(t, path).QuickCheck(t.Context()); err != nil {
		t.Error(err)
	}
	path, _ = newFile(t)
	s := openStoreAt(t, path)
	var page int64 // one that is not needed to open the file
	if err := s.r.QueryRow(t.Context(), `SELECT rootpage FROM sqlite_schema WHERE name = 'visits'`).Scan(&page); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	overwrite(t, path, (page-1)*4096, strings.Repeat("damage", 600))
	s = openStoreAt(t, path)
	if err := s.QuickCheck(t.Context()); !errors.Is(err, db.ErrDamaged) || !db.IsUnavailable(err) {
		t.Errorf("QuickCheck of a damaged file: %v", err)
	}
}

func TestOtherErrorsAreNotOfTheDisk(t *testing.T) {
	s := openStore(t)
	_, err := s.CreatePlayer(t.Context(), "") // refused by the schema
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, canceled := s.CreatePlayer(ctx, "Ada")
	for _, err := range []error{nil, err, canceled, db.ErrNotFound, db.ErrTaken} {
		if db.IsUnavailable(err) {
			t.Errorf("%v is taken for an error of the disk: %s", err, db.Reason(err))
		}
	}
	if f := s.LastFailure(); f.Number != 0 {
		t.Errorf("the last failure is %+v", f)
	}
}
