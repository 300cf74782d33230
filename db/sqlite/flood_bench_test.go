package sqlite

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"testing"

	"tableronde/db/dbtest"
)

// BenchmarkLookingBack asks stores of a thousand and of a million matches that have ended.
func BenchmarkLookingBack(b *testing.B) {
	for _, matches := range []int{1_000, 1_000_000} {
		path := filepath.Join(b.TempDir(), fmt.Sprint(matches, ".db"))
		s, err := Open(b.Context(), path)
		if err != nil {
			b.Fatal(err)
		}
		raw, err := sql.Open("sqlite", path)
		if err != nil {
			b.Fatal(err)
		}
		f := dbtest.Flood{
			Matches: matches,
			Series:  `(WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < %d) SELECT n FROM s)`,
			Pad:     `substr('00000000000' || %s, -11)`,
			Exec:    func(query string) error { _, err := raw.Exec(query); return err },
		}
		f.Fill(b)
		raw.Close()
		f.Bench(b, s)
		s.Close()
	}
}
