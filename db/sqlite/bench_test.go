package sqlite

import (
	"context"
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"

	"tableronde/db"
	"tableronde/db/dbtest"
	"tableronde/games"
)

// The benchmarks of one durable write per operation. BenchmarkRawSQLite is the bare driver
// under the same settings. ns/op of BenchmarkRawSQLite divided by ns/op of BenchmarkAppend is
// the share that the store keeps.

func BenchmarkRawSQLite(b *testing.B) {
	ctx := context.Background()
	bare, err := OpenBare(ctx, filepath.Join(b.TempDir(), "bare.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer bare.Close()
	var n atomic.Int64
	one := func() error { return bare.Insert(ctx, n.Add(1)) }
	b.Run("sequential", func(b *testing.B) {
		for b.Loop() {
			if err := one(); err != nil {
				b.Fatal(err)
			}
		}
		reportCommits(b)
	})
	b.Run("parallel", func(b *testing.B) {
		b.SetParallelism(32)
		b.RunParallel(func(pb *testing.PB) {
			for pb.Next() {
				if err := one(); err != nil {
					b.Error(err)
					return
				}
			}
		})
		reportCommits(b)
	})
}

// BenchmarkAppend plays matches of 100 plies. In parallel each goroutine plays one of its own
// at a time.
func BenchmarkAppend(b *testing.B) {
	ctx := context.Background()
	s := openStore(b)
	white, black := dbtest.MustPlayer(b, s, "White"), dbtest.MustPlayer(b, s, "Black")
	play := func(next func() bool) error {
		for {
			m, err := s.CreateMatch(ctx, db.Once{}, db.NewMatch{Game: "camelot", Version: 1, Seats: 2, Host: white.ID, HostSeat: 1,
				Reserve: map[games.Seat]string{2: black.ID}, ToAct: []games.Seat{1}}, nil)
			if err != nil {
				return err
			}
			for range 100 {
				if !next() {
					return nil
				}
				if _, err := s.Append(ctx, db.Once{}, m.ID, dbtest.Move("E6-E8")); err != nil {
					return err
				}
			}
		}
	}
	b.Run("sequential", func(b *testing.B) {
		if err := play(b.Loop); err != nil {
			b.Fatal(err)
		}
		reportCommits(b)
	})
	b.Run("parallel", func(b *testing.B) {
		b.SetParallelism(32)
		b.RunParallel(func(pb *testing.PB) {
			if err := play(pb.Next); err != nil {
				b.Error(err)
			}
		})
		reportCommits(b)
	})
}

// BenchmarkAppendOnce is BenchmarkAppend with an idempotency key on each move.
func BenchmarkAppendOnce(b *testing.B) {
	ctx := context.Background()
	s := openStore(b)
	m := dbtest.MustStart(b, s, dbtest.MustPlayer(b, s, "White"), dbtest.MustPlayer(b, s, "Black"))
	for i := 0; b.Loop(); i++ {
		if i%100 == 99 {
			b.StopTimer()
			p := m.Seats
			m = dbtest.MustStart(b, s, p[0], p[1])
			b.StartTimer()
		}
		o := db.Once{Caller: m.Host, Key: fmt.Sprint("key ", i), Request: []byte("move")}
		if _, err := s.Append(ctx, o, m.ID, dbtest.Move("E6-E8")); err != nil {
			b.Fatal(err)
		}
	}
	reportCommits(b)
}

func BenchmarkMatch(b *testing.B) {
	ctx := context.Background()
	s := openStore(b)
	m := dbtest.MustStart(b, s, dbtest.MustPlayer(b, s, "White"), dbtest.MustPlayer(b, s, "Black"))
	for range 100 {
		m = dbtest.MustAppend(b, s, m.ID, dbtest.Move("E6-E8"))
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Match(ctx, m.ID); err != nil {
			b.Fatal(err)
		}
	}
}

func reportCommits(b *testing.B) {
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "commits/s")
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N), "µs/op")
}
