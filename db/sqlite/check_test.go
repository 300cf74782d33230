package sqlite

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/dbtest"
	"tableronde/db/internal/sqlstore"
	"tableronde/games"
)

// verifyTexts stands in for a replay: it refuses a text.
func verifyTexts(m db.Match) error {
	for _, e := range m.Events {
		if e.Text == "nonsense" {
			return errors.New("nonsense is played")
		}
	}
	return nil
}

// newFile is a closed database of three matches with 40 events each.
func newFile(t testing.TB) (path string, matches []string) {
	t.Helper()
	madeFile.Do(func() {
		path := filepath.Join(t.TempDir(), "test.db")
		s, err := Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		ada, bo := dbtest.MustPlayer(t, s, "Ada"), dbtest.MustPlayer(t, s, "Bo")
		for range 3 {
			m := dbtest.MustStart(t, s, ada, bo)
			dbtest.MustAppend(t, s, m.ID, func(m db.Match, _ db.Orders) (db.Change, error) {
				events := slices.Repeat([]db.Event{{Seat: 1, Text: strings.Repeat("E6-E8", 20)}}, 40)
				return db.Change{Events: events, ToAct: []games.Seat{2}}, nil
			})
			madeMatches = append(madeMatches, m.ID)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if madeBytes, err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	})
	path = filepath.Join(t.TempDir(), "test.db")
	if err := os.WriteFile(path, madeBytes, 0o600); err != nil {
		t.Fatal(err)
	}
	return path, madeMatches
}

// The file that newFile makes once, and the ids of its matches.
var (
	madeFile    sync.Once
	madeBytes   []byte
	madeMatches []string
)

// alter runs statements on a file that no store has open.
func alter(t testing.TB, path string, statements ...string) {
	t.Helper()
	pool, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	pool.SetMaxOpenConns(1)
	for _, q := range statements {
		if _, err := pool.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
}

// overwrite replaces bytes of a file, from an offset on.
func overwrite(t testing.TB, path string, offset int64, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteAt([]byte(text), offset); err != nil {
		t.Fatal(err)
	}
}

func TestCheck(t *testing.T) {
	path, _ := newFile(t)
	got, err := Check(t.Context(), path, verifyTexts)
	if want := (Checked{Matches: 3, Events: 120}); err != nil || got != want {
		t.Errorf("Check = %+v, %v, want %+v", got, err, want)
	}
	s := openStoreAt(t, path) // in use, and with a write-ahead log
	dbtest.MustPlayer(t, s, "Cy")
	if got, err = Check(t.Context(), path, verifyTexts); err != nil || got.Events != 120 {
		t.Errorf("Check of a file in use = %+v, %v", got, err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*.part")); left != nil {
		t.Errorf("left behind: %v", left)
	}
}

// A file of an older version is checked without being changed.
func TestCheckOfAnOldCopy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "old.db")
	text, err := os.ReadFile("testdata/v42.sql")
	if err != nil {
		t.Fatal(err)
	}
	alter(t, path, string(text))
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := Check(t.Context(), path, verifyTexts); err != nil || got.Matches == 0 {
		t.Errorf("Check = %+v, %v", got, err)
	}
	if after, err := os.ReadFile(path); err != nil || string(before) != string(after) {
		t.Errorf("the file was changed, %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

// damages are done to a file of three matches. The check names the damage, MATCH for the
// second of them.
var damages = map[string]struct {
	do   func(t testing.TB, path string)
	want string
}{
	"a page": {func(t testing.TB, path string) {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		overwrite(t, path, info.Size()/4096/2*4096, strings.Repeat("damage", 600))
	}, ""},
	"cut short": {func(t testing.TB, path string) {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, info.Size()/2); err != nil {
			t.Fatal(err)
		}
	}, ""},
	"the header": {func(t testing.TB, path string) { overwrite(t, path, 0, "no header") }, "not a database"},
	"an event is gone": {func(t testing.TB, path string) {
		alter(t, path, `DELETE FROM events WHERE match = 2 AND ply = 7`)
	}, "match MATCH: it has 39 events instead of 40"},
	"the last event is another": {func(t testing.TB, path string) {
		alter(t, path, `UPDATE matches SET last_text = 'E6-E7' WHERE seq = 2`)
	}, "match MATCH: load match: the last event is"},
	"an event is another": {func(t testing.TB, path string) {
		alter(t, path, `DROP TRIGGER events_stay`, `DELETE FROM folds`, `UPDATE events SET text = 'nonsense' WHERE match = 2 AND ply = 3`)
	}, "match MATCH: nonsense is played"},
	"packed events are damaged": {func(t testing.TB, path string) {
		alter(t, path, `UPDATE folds SET events = x'010203' WHERE match = 2`)
	}, "match MATCH: its packed events are damaged"},
	"packed events are others": {func(t testing.TB, path string) {
		events := sqlstore.PackEvents([]db.Event{{Seat: 1, Text: "E6-E8", At: time.UnixMilli(5)}})
		alter(t, path, fmt.Sprintf(`UPDATE folds SET events = x'%x' WHERE match = 2`, events))
	}, "match MATCH: its packed events differ from its log"},
	"an event is another than when it was packed": {func(t testing.TB, path string) {
		alter(t, path, `DROP TRIGGER events_stay`, `UPDATE events SET text = 'nonsense' WHERE match = 2 AND ply = 3`)
	}, "match MATCH: its packed events differ from its log"},
	"a row cannot be read": {func(t testing.TB, path string) {
		alter(t, path, `PRAGMA ignore_check_constraints = 1`, `UPDATE matches SET options = '{"setup"' WHERE seq = 2`)
	}, ""},
	"a player is gone": {func(t testing.TB, path string) {
		alter(t, path, `PRAGMA foreign_keys = 0`, `DELETE FROM players WHERE name = 'Bo'`)
	}, "a row of seats refers to none of players"},
}

func TestCheckFindsDamage(t *testing.T) {
	for name, tt := range damages {
		t.Run(name, func(t *testing.T) {
			path, matches := newFile(t)
			tt.do(t, path)
			_, err := Check(t.Context(), path, verifyTexts)
			if want := strings.ReplaceAll(tt.want, "MATCH", matches[1]); !errors.Is(err, db.ErrDamaged) || !strings.Contains(err.Error(), want) {
				t.Errorf("Check: %v, want ErrDamaged and %q", err, want)
			}
			if err != nil && (strings.Contains(err.Error(), matches[0]) || strings.Contains(err.Error(), matches[2])) {
				t.Errorf("other matches are named: %v", err)
			}
		})
	}
}
