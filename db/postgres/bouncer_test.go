package postgres_test

import (
	"fmt"
	"sync"
	"testing"

	"tableronde/db"
	"tableronde/db/dbtest"
	"tableronde/db/postgres/pgtest"
)

// A store works behind PgBouncer, where each transaction may run on another session.
func TestBehindPgBouncer(t *testing.T) {
	t.Parallel()
	s := pgtest.OpenURL(t, pgtest.NewBouncer(t, pgtest.NewDatabase(t)), nil) // which it migrates
	ada, bo := dbtest.MustPlayer(t, s, "Ada"), dbtest.MustPlayer(t, s, "Bo")
	var work sync.WaitGroup
	for range 4 {
		m := dbtest.MustStart(t, s, ada, bo)
		work.Go(func() {
			for i := range 25 {
				if _, err := s.Append(t.Context(), db.Once{Caller: m.ID, Key: fmt.Sprint("key ", i), Request: []byte("move")}, m.ID, dbtest.Move("E6-E8")); err != nil {
					t.Error(err)
				}
				if found, err := s.Match(t.Context(), m.ID); err != nil || found.Ply != i+1 {
					t.Errorf("match at ply %d, want %d: %v", found.Ply, i+1, err)
				}
			}
		})
	}
	work.Wait()
	if list, err := s.Feed().Changes(t.Context(), 0, 1000); err != nil || len(list) < 100 {
		t.Errorf("%d changes, %v", len(list), err)
	}
}
