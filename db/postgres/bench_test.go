package postgres_test

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/dbtest"
	"tableronde/db/postgres"
	"tableronde/db/postgres/pgtest"
	"tableronde/games"
)

// BenchmarkAppend plays matches of 100 plies on a server that syncs every commit to disk. In
// parallel each goroutine plays one match at a time. Compare with the benchmark of the same
// name in db/sqlite.
func BenchmarkAppend(b *testing.B) {
	ctx := context.Background()
	server := pgtest.StartServer(b)
	s, err := postgres.OpenWith(ctx, server.URL("postgres"), postgres.Options{Connections: 32})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	white, black := dbtest.MustPlayer(b, s, "White"), dbtest.MustPlayer(b, s, "Black")
	var keys atomic.Int64
	play := func(next func() bool, keyed bool) error {
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
				var o db.Once
				if keyed {
					o = db.Once{Caller: m.ID, Key: fmt.Sprint("key ", keys.Add(1)), Request: []byte("move")}
				}
				if _, err := s.Append(ctx, o, m.ID, dbtest.Move("E6-E8")); err != nil {
					return err
				}
			}
		}
	}
	b.Run("sequential", func(b *testing.B) {
		if err := play(b.Loop, false); err != nil {
			b.Fatal(err)
		}
		reportCommits(b)
	})
	for name, keyed := range map[string]bool{"parallel": false, "parallel once": true} {
		b.Run(name, func(b *testing.B) {
			b.SetParallelism(32)
			b.RunParallel(func(pb *testing.PB) {
				if err := play(pb.Next, keyed); err != nil {
					b.Error(err)
				}
			})
			reportCommits(b)
		})
	}
}

func reportCommits(b *testing.B) {
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "commits/s")
	b.ReportMetric(0, "ns/op")
}

func reportLateness(b *testing.B, late []time.Duration) {
	slices.Sort(late)
	b.ReportMetric(float64(late[len(late)/2].Milliseconds()), "ms-median")
	b.ReportMetric(float64(late[len(late)*99/100].Milliseconds()), "ms-p99")
	b.ReportMetric(0, "ns/op")
}
