package postgres_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/dbtest"
	"tableronde/db/internal/sqlstore"
	"tableronde/db/postgres"
	"tableronde/db/postgres/pgtest"
	"tableronde/games/effort"
)

// Writers commit in any order, with slow transactions among them. Every reader sees each
// change exactly once, in ascending order. There are a quarter of a million changes of eight
// writers unless effort says otherwise.
func TestFeedMissesNothing(t *testing.T) {
	const writers, largest, readers = 8, 200, 3
	each := effort.N(250_000) / writers
	url := pgtest.NewStore(t)
	stores := make([]*postgres.Store, readers)
	for i := range stores {
		stores[i] = pgtest.OpenURL(t, url, nil)
	}
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			random := rand.New(rand.NewPCG(1, uint64(w)))
			for written := 0; written < each; {
				n := min(1+random.IntN(largest), each-written)
				pause := time.Duration(0)
				if random.IntN(20) == 0 {
					pause = time.Duration(random.IntN(100)) * time.Millisecond
				}
				if err := writeChanges(t.Context(), stores[w%readers], fmt.Sprint("writer ", w), written, n, pause); err != nil {
					t.Error(err)
					return
				}
				written += n
			}
		})
	}
	for _, s := range stores {
		wg.Go(func() { readAllChanges(t, s.Feed(), writers, each) })
	}
	wg.Wait()
}

// writeChanges stores n changes in two halves, with a pause between, so that changes of other
// transactions come in between.
func writeChanges(ctx context.Context, s *postgres.Store, match string, from, n int, pause time.Duration) error {
	const insert = `INSERT INTO changes (match, ply, players, listed, due, at, origin)
		SELECT CAST(? AS TEXT), ply, '[]', 0, 0, 0, '' FROM generate_series(CAST(? AS BIGINT), CAST(? AS BIGINT) - 1) AS ply`
	return s.Write(ctx, func(ctx context.Context, tx sqlstore.Tx) error {
		half := from + n/2
		if _, err := tx.Exec(ctx, insert, match, from, half); err != nil {
			return err
		}
		time.Sleep(pause)
		_, err := tx.Exec(ctx, insert, match, half, from+n)
		return err
	})
}

// readAllChanges reads the feed until each of the writers' changes has come once.
func readAllChanges(t *testing.T, f db.Feed, writers, each int) {
	seen := make(map[string][]bool)
	var last int64
	for left := writers * each; left > 0; {
		list, err := f.Changes(t.Context(), last, db.MaxChanges)
		if err != nil {
			t.Error(err)
			return
		}
		for _, c := range list {
			if c.Number <= last {
				t.Errorf("change %d comes after %d", c.Number, last)
				return
			}
			last = c.Number
			if seen[c.Match] == nil {
				seen[c.Match] = make([]bool, each)
			}
			if seen[c.Match][c.Ply] {
				t.Errorf("change %d of %s came twice", c.Ply, c.Match)
				return
			}
			seen[c.Match][c.Ply] = true
			left--
		}
		if len(list) == 0 {
			time.Sleep(time.Millisecond)
		}
	}
	if last != int64(writers*each) {
		t.Errorf("the last change has number %d, want %d", last, writers*each)
	}
}

// BenchmarkFeed measures how long after its commit a move is seen by another
// process that reads the feed every 50 ms: the median and the 99th percentile.
func BenchmarkFeed(b *testing.B) {
	url := pgtest.NewStore(b)
	s, other := pgtest.OpenURL(b, url, nil), pgtest.OpenURL(b, url, nil)
	m := dbtest.MustStart(b, s, dbtest.MustPlayer(b, s, "White"), dbtest.MustPlayer(b, s, "Black"))
	last, err := other.Feed().LastChange(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	var mu sync.Mutex
	committed := map[int]time.Time{}
	done := make(chan []time.Duration)
	go func() {
		var late []time.Duration
		for len(late) < b.N {
			time.Sleep(50 * time.Millisecond)
			list, err := other.Feed().Changes(b.Context(), last, db.MaxChanges)
			if err != nil {
				b.Error(err)
				break
			}
			now := time.Now()
			mu.Lock()
			for _, c := range list {
				last = c.Number
				if at, ok := committed[c.Ply]; ok {
					late = append(late, now.Sub(at))
				} else if c.Match == m.ID && c.Ply > 0 {
					late = append(late, 0) // seen before the writer has returned
				}
			}
			mu.Unlock()
		}
		done <- late
	}()
	for i := range b.N {
		m = dbtest.MustAppend(b, s, m.ID, dbtest.Move("E6-E8"))
		mu.Lock()
		committed[i+1] = time.Now()
		mu.Unlock()
	}
	reportLateness(b, <-done)
}
