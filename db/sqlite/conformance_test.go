package sqlite

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/dbtest"
)

func TestConformance(t *testing.T) {
	dbtest.Run(t, dbtest.Engine{
		New: func(t testing.TB) string { return filepath.Join(t.TempDir(), "test.db") },
		Open: func(t testing.TB, path string, now func() time.Time) db.Store {
			t.Helper()
			s, err := Open(t.Context(), path)
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
	})
}
