package sqlite

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"tableronde/db"
	"tableronde/db/dbtest"
)

func TestConformance(t *testing.T) {
	dbtest.Run(t, engineWith(Options{}))
}

// A store that keeps rows in memory answers as one that does not.
func TestConformanceOfKeptRows(t *testing.T) {
	if testing.Short() {
		t.Skip("the whole suite once more")
	}
	e := engineWith(Options{Exclusive: true})
	e.Alone = true
	check := e.Check
	e.Check = func(t testing.TB, s db.Store) {
		t.Helper()
		check(t, s)
		compareWithFile(t, s.(*Store))
	}
	dbtest.Run(t, e)
}

func engineWith(o Options) dbtest.Engine {
	return dbtest.Engine{
		New: func(t testing.TB) string { return filepath.Join(t.TempDir(), "test.db") },
		Open: func(t testing.TB, path string, now func() time.Time) db.Store {
			t.Helper()
			createFile(t, path)
			s, err := OpenWith(t.Context(), path, o)
			if err != nil {
				t.Fatal(err)
			}
			s.Now = now
			return s
		},
		Check: func(t testing.TB, s db.Store) {
			t.Helper()
			checkIntegrity(t, s.(*Store))
			checkLogs(t, s.(*Store))
		},
		Break: func(t testing.TB, s db.Store) func() {
			t.Helper()
			path := file(t, s.(*Store))
			move := func(from, to string) {
				t.Helper()
				if err := os.Rename(from, to); err != nil {
					t.Fatal(err)
				}
			}
			move(path, path+".away")
			return func() { move(path+".away", path) }
		},
	}
}

// compareWithFile fails the test if a store answers anything else than another one on
// the same file that has kept nothing.
func compareWithFile(t testing.TB, s *Store) {
	t.Helper()
	if err := s.StoreVisits(context.Background()); err != nil {
		t.Error(err)
	}
	fresh, err := Open(context.Background(), file(t, s))
	if err != nil {
		t.Fatal(err)
	}
	fresh.Now = s.Now
	defer fresh.Close()
	ctx := context.Background()
	compare := func(what string, got, want any, gotErr, wantErr error) {
		t.Helper()
		if diff := cmp.Diff(want, got); diff != "" || (gotErr == nil) != (wantErr == nil) {
			t.Errorf("%s (-stored +kept), %v, %v:\n%s", what, wantErr, gotErr, diff)
		}
	}
	players := make(map[string]bool)
	var matches []string
	err = fresh.EachMatch(ctx, func(id string, m db.Match, err error) error {
		matches = append(matches, id)
		for _, p := range m.Seats {
			players[p.ID] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range matches {
		got, gotErr := s.Match(ctx, id)
		want, wantErr := fresh.Match(ctx, id)
		compare("match "+id, got, want, gotErr, wantErr)
		for player := range players {
			got, gotErr := s.Visit(ctx, id, player)
			want, wantErr := fresh.Visit(ctx, id, player)
			compare("visit of "+player, got, want, gotErr, wantErr)
		}
	}
	for player := range players {
		got, gotErr := s.Player(ctx, player)
		want, wantErr := fresh.Player(ctx, player)
		compare("player "+player, got, want, gotErr, wantErr)
		turns, gotErr := s.Turns(ctx, player)
		wantTurns, wantErr := fresh.Turns(ctx, player)
		compare("turns of "+player, turns, wantTurns, gotErr, wantErr)
	}
}
