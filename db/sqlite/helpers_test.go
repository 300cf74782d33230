package sqlite

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"tableronde/db/internal/sqlstore"
)

// checkIntegrity has SQLite check the whole file.
func checkIntegrity(t testing.TB, s *Store) {
	t.Helper()
	var result string
	if err := s.r.QueryRow(context.Background(), `PRAGMA integrity_check`).Scan(&result); err != nil || result != "ok" {
		t.Errorf("integrity_check: %s %v, want ok", result, err)
	}
	var broken int
	if err := s.r.QueryRow(context.Background(), `SELECT count(*) FROM pragma_foreign_key_check`).Scan(&broken); err != nil || broken != 0 {
		t.Errorf("foreign_key_check: %d rows, %v", broken, err)
	}
}

// occupy keeps the writer busy until release is called, so that writes queue.
func occupy(t testing.TB, s *Store) (release func()) {
	t.Helper()
	begun, end, ended := make(chan struct{}), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		s.w.do(context.Background(), func(context.Context, sqlstore.Tx) error {
			close(begun)
			<-end
			return nil
		})
	}()
	<-begun
	release = sync.OnceFunc(func() {
		close(end)
		<-ended
	})
	t.Cleanup(release)
	return release
}

// queue runs the functions, each of which writes once, such that they share a
// transaction, in the order given.
func queue(t testing.TB, s *Store, writes ...func()) {
	t.Helper()
	release := occupy(t, s)
	var wg sync.WaitGroup
	for i, f := range writes {
		wg.Go(f)
		for s.w.waiting.Load() <= int64(i) {
			runtime.Gosched()
		}
	}
	release()
	wg.Wait()
}

// checkLogs compares every match with its events: they follow each other
// without a gap, and the summary repeats the last.
func checkLogs(t testing.TB, s *Store) {
	t.Helper()
	rows, err := s.r.Query(context.Background(), `SELECT m.id, m.ply, m.moved, m.last_seat, m.last_text,
			count(e.ply), coalesce(max(e.ply) + 1, 0), l.at, l.seat, l.text,
			(SELECT count(*) FROM seats s WHERE s.match = m.seq
				AND s.owes <> (m.started IS NOT NULL AND (m.to_act >> s.seat) & 1)
				OR s.match = m.seq AND s.over <> (m.ended IS NOT NULL)
				OR s.match = m.seq AND s.changed <> max(m.created, coalesce(m.started, 0), coalesce(m.moved, 0), coalesce(m.ended, 0)) AND (m.ended IS NULL OR s.changed < m.ended))
		FROM matches m LEFT JOIN events e ON e.match = m.seq LEFT JOIN events l ON l.match = m.seq AND l.ply = m.ply - 1
		GROUP BY m.seq`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		var ply, count, next, wrongSeats int
		var moved, at, seat, lastSeat sql.NullInt64
		var text, lastText sql.NullString
		if err := rows.Scan(&id, &ply, &moved, &seat, &text, &count, &next, &at, &lastSeat, &lastText, &wrongSeats); err != nil {
			t.Fatal(err)
		}
		if count != ply || next != ply || wrongSeats != 0 || moved != at || seat != lastSeat || text != lastText {
			t.Errorf("match %s: ply %d of %d events up to %d, moved %v at %v, seat %v of %v, text %v of %v, %d seats wrong",
				id, ply, count, next, moved, at, seat, lastSeat, text, lastText, wrongSeats)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

// file is the path of a store's file.
func file(t testing.TB, s *Store) string {
	t.Helper()
	var path string
	if err := s.r.QueryRow(context.Background(), `SELECT file FROM pragma_database_list WHERE name = 'main'`).Scan(&path); err != nil {
		t.Fatal(err)
	}
	return path
}

// openStore opens a store on a new file, closed at the end of the test.
func openStore(t testing.TB) *Store {
	t.Helper()
	return openStoreAt(t, filepath.Join(t.TempDir(), "test.db"))
}

func openStoreAt(t testing.TB, path string) *Store {
	t.Helper()
	createFile(t, path)
	s, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return s
}

// createFile writes an empty store to a file, unless there is one.
func createFile(t testing.TB, path string) {
	t.Helper()
	content, err := emptyFile()
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return // there is one, or the test is about why there cannot be
	}
	if _, err := f.Write(content); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// emptyFile returns the file of an empty store, which takes long to make.
var emptyFile = sync.OnceValues(func() ([]byte, error) {
	dir, err := os.MkdirTemp("", "sqlite")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "empty.db")
	s, err := Open(context.Background(), path)
	if err == nil {
		err = s.Close()
	}
	if err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})
