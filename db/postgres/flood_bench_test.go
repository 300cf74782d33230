package postgres_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"

	"tableronde/db/dbtest"
	"tableronde/db/postgres"
	"tableronde/db/postgres/pgtest"
)

// BenchmarkLookingBack runs the benchmark of the same name in db/sqlite on PostgreSQL.
func BenchmarkLookingBack(b *testing.B) {
	for _, matches := range []int{1_000, 1_000_000} {
		url := pgtest.NewStore(b)
		s, err := postgres.OpenWith(b.Context(), url, postgres.Options{Connections: 4})
		if err != nil {
			b.Fatal(err)
		}
		raw, err := pgx.Connect(b.Context(), url)
		if err != nil {
			b.Fatal(err)
		}
		exec := func(query string) error { _, err := raw.Exec(context.Background(), query); return err }
		f := dbtest.Flood{Matches: matches, Series: `generate_series(1, %d) AS s(n)`, Pad: `lpad((%s)::text, 11, '0')`, Exec: exec}
		f.Fill(b)
		if err := exec("ANALYZE"); err != nil {
			b.Fatal(err)
		}
		raw.Close(context.Background())
		f.Bench(b, s)
		s.Close()
	}
}
