package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"tableronde/db/dbtest"
	"tableronde/db/internal/sqlstore"

	"github.com/google/go-cmp/cmp"
)

func TestOpenAgainKeepsWhatWasStored(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a b?c#d%41.db")
	s := openStoreAt(t, path)
	a := dbtest.MustPlayer(t, s, "Ada")
	m := dbtest.MustStart(t, s, a, dbtest.MustPlayer(t, s, "Bo"))
	want := dbtest.MustAppend(t, s, m.ID, dbtest.Move("E6-E8"))
	before := schema(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("the file is not where it was asked for: %v", err)
	}
	for range 2 {
		s := openStoreAt(t, path)
		if diff := cmp.Diff(before, schema(t, s)); diff != "" {
			t.Errorf("opening changed the schema (-want +got):\n%s", diff)
		}
		if diff := cmp.Diff(want, dbtest.MustMatch(t, s, m.ID)); diff != "" {
			t.Errorf("Match after opening again (-want +got):\n%s", diff)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// schema returns the schema of a store without its comments and however it was typeset.
func schema(t *testing.T, s *Store) []string {
	t.Helper()
	comment, space := regexp.MustCompile(`--[^\n]*`), regexp.MustCompile(`\s+`)
	rows, err := s.r.Query(t.Context(), `SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var lines []string
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		line = space.ReplaceAllString(comment.ReplaceAllString(line, ""), " ")
		lines = append(lines, strings.NewReplacer(" ,", ",", "( ", "(", " )", ")", `"`, "").Replace(line))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return slices.Sorted(slices.Values(lines))
}

func TestFilesAreTheOwnersAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	s := openStoreAt(t, path)
	dbtest.MustPlayer(t, s, "Ada")
	for _, name := range []string{path, path + "-wal", path + "-shm", path + ".key"} {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := info.Mode().Perm(); got != 0o600 {
			t.Errorf("%s has mode %o, want 600", filepath.Base(name), got)
		}
	}
}

// writeText returns a function that writes a text file.
func writeText(content string) func(t *testing.T, path string) {
	return func(t *testing.T, path string) {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// runQueries returns a function that runs queries on a database, which is created
// if there is none.
func runQueries(queries ...string) func(t *testing.T, path string) {
	return func(t *testing.T, path string) {
		pool, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		defer pool.Close()
		for _, q := range queries {
			if _, err := pool.Exec(q); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// ofVersion makes a database that says it is of a version.
func ofVersion(version int) func(t *testing.T, path string) {
	return func(t *testing.T, path string) {
		s, err := Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		runQueries(`DELETE FROM goose_db_version WHERE version_id > 0`, fmt.Sprint(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (`, version, `, 1)`))(t, path)
	}
}

func TestOpenRefuses(t *testing.T) {
	for _, tt := range []struct {
		name string
		make func(t *testing.T, path string)
		want string
	}{
		{"a directory", func(t *testing.T, path string) {
			if err := os.Mkdir(path, 0o700); err != nil {
				t.Fatal(err)
			}
		}, "not a regular file"},
		{"a path below a file", nil, "not a directory"},
		{"a path in no directory", nil, "no such file or directory"},
		{"a short text", writeText("hello"), "not a database"},
		{"a long text", writeText(strings.Repeat("Camelot ", 5000)), "not a database"},
		{"a database of another program", runQueries(`CREATE TABLE songs (id INTEGER)`), "belongs to another program"},
		{"a database marked by another program", runQueries(`PRAGMA application_id = 42`), "belongs to another program"},
		{"a database of a newer version", ofVersion(99), "made by a newer program"},
		{"a database of a version before the last", ofVersion(41), "an older program that supports version 42"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "test.db")
			switch tt.want {
			case "not a directory":
				writeText("a file")(t, path)
				path = filepath.Join(path, "test.db")
			case "no such file or directory":
				path = filepath.Join(t.TempDir(), "no", "test.db")
			}
			var before []byte
			if tt.make != nil {
				tt.make(t, path)
				before, _ = os.ReadFile(path)
			}
			s, err := Open(t.Context(), path)
			if err == nil {
				s.Close()
				t.Fatal("Open succeeded")
			}
			if !strings.Contains(err.Error(), tt.want) || !strings.Contains(err.Error(), path) {
				t.Errorf("Open: %v, want it to name the path and say %q", err, tt.want)
			}
			if after, _ := os.ReadFile(path); tt.name != "a database of a newer version" && string(after) != string(before) {
				t.Error("the file was changed")
			}
		})
	}
}

// TestOpenRefusesWhatItCannotWrite runs itself as the user nobody if root runs it. Root can
// write every file.
func TestOpenRefusesWhatItCannotWrite(t *testing.T) {
	if path := os.Getenv("TABLERONDE_TEST_UNWRITABLE"); path != "" {
		for _, p := range []string{path, filepath.Join(filepath.Dir(path), "new.db")} {
			s, err := Open(t.Context(), p)
			if err == nil {
				s.Close()
				t.Fatalf("Open(%s) succeeded", p)
			}
			if !regexp.MustCompile(`permission denied|readonly|unable to open`).MatchString(err.Error()) {
				t.Errorf("Open: %v, want it to say that it cannot write", err)
			}
		}
		return
	}
	dir, err := os.MkdirTemp("", "tableronde")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	path := filepath.Join(dir, "test.db")
	if s, err := Open(t.Context(), path); err != nil {
		t.Fatal(err)
	} else if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	self, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "program")
	if err := os.WriteFile(program, self, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o444); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(dir, 0o755) })
	cmd := exec.CommandContext(t.Context(), program, "-test.run=^TestOpenRefusesWhatItCannotWrite$")
	cmd.Dir = "/"
	cmd.Env = append(os.Environ(), "TABLERONDE_TEST_UNWRITABLE="+path)
	if os.Getuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func TestOpenTwiceAtOnce(t *testing.T) {
	rounds := 5
	if testing.Short() {
		rounds = 1
	}
	for range rounds {
		path := filepath.Join(t.TempDir(), "test.db")
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				s, err := Open(context.Background(), path)
				if err != nil {
					t.Errorf("Open: %v", err)
					return
				}
				if err := s.Ready(context.Background()); err != nil {
					t.Errorf("Ready: %v", err)
				}
				if err := s.Close(); err != nil {
					t.Errorf("Close: %v", err)
				}
			})
		}
		wg.Wait()
	}
}

func TestPragmasHoldOnEveryConnection(t *testing.T) {
	s := openStore(t)
	ctx := t.Context()
	check := func(t *testing.T, conn *sql.Conn, queryOnly int) {
		t.Helper()
		for pragma, want := range map[string]any{
			"busy_timeout":   int64(5000),
			"journal_mode":   "wal",
			"synchronous":    int64(2),
			"foreign_keys":   int64(1),
			"trusted_schema": int64(0),
			"secure_delete":  int64(1 - queryOnly),
			"query_only":     int64(queryOnly),
		} {
			var got any
			if err := conn.QueryRowContext(ctx, "PRAGMA "+pragma).Scan(&got); err != nil {
				t.Fatal(err)
			}
			if got != want {
				t.Errorf("%s = %v, want %v", pragma, got, want)
			}
		}
	}
	t.Run("writer", func(t *testing.T) {
		check(t, s.w.tx.conn, 0)
		if got := s.w.pool.Stats().MaxOpenConnections; got != 1 {
			t.Errorf("%d connections may write, want 1", got)
		}
	})
	t.Run("readers", func(t *testing.T) {
		n := s.r.pool.Stats().MaxOpenConnections
		if n < 4 {
			t.Errorf("%d readers, want 4 at least", n)
		}
		for range n { // all held at once, so each is another one
			conn, err := s.r.pool.Conn(ctx)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			check(t, conn, 1)
			if _, err := conn.ExecContext(ctx, `DELETE FROM players`); err == nil {
				t.Error("a reader may write")
			}
		}
	})
}

func TestSchemaIsStrictAndWhole(t *testing.T) {
	s := openStore(t)
	var loose int
	if err := s.r.QueryRow(t.Context(), `SELECT count(*) FROM pragma_table_list
		WHERE schema = 'main' AND type = 'table' AND NOT strict
			AND name NOT LIKE 'sqlite\_%' ESCAPE '\' AND name <> 'goose_db_version'`).Scan(&loose); err != nil {
		t.Fatal(err)
	}
	if loose != 0 {
		t.Errorf("%d tables are not STRICT", loose)
	}
	checkIntegrity(t, s)
}

func TestEventsAreNeverChanged(t *testing.T) {
	s := openStore(t)
	m := dbtest.MustStart(t, s, dbtest.MustPlayer(t, s, "Ada"), dbtest.MustPlayer(t, s, "Bo"))
	dbtest.MustAppend(t, s, m.ID, dbtest.Move("E6-E8"))
	for _, q := range []string{
		`UPDATE events SET text = 'E6-E7'`,
		`INSERT INTO events SELECT match, ply, seat, 'E6-E7', at FROM events`,
		`DELETE FROM matches`,
	} {
		err := s.w.do(t.Context(), func(ctx context.Context, tx sqlstore.Tx) error {
			_, err := tx.Exec(ctx, q)
			return err
		})
		if err == nil {
			t.Errorf("%s succeeded", q)
		}
	}
	if got := dbtest.MustMatch(t, s, m.ID).Events[0].Text; got != "E6-E8" {
		t.Errorf("the event is %s now", got)
	}
}

func TestReady(t *testing.T) {
	s := openStore(t)
	if err := s.Ready(t.Context()); err != nil {
		t.Errorf("Ready: %v", err)
	}
	release := occupy(t, s)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Ready(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Ready of a store that hangs: %v, want %v", err, context.Canceled)
	}
	release()
}
