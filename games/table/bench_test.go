package table_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"tableronde/games/table"
)

// randomMatch plays a number of plies at random, the same ones every time.
func randomMatch(b *testing.B, game string, seats, plies int) table.Match {
	b.Helper()
	for seed := range uint64(100) {
		m := playAtRandom(b, mustNew(b, mustFind(b, game), seats), rand.New(rand.NewPCG(seed, 0)), plies)
		if m.Ply() == plies && !m.Over() {
			return m
		}
	}
	b.Fatalf("no random match of %s lasts for %d plies", game, plies)
	panic("unreachable")
}

// BenchmarkFold replays a stored match, as a process does that serves it for the first time.
func BenchmarkFold(b *testing.B) {
	for _, game := range []string{"camelot", "knizia", "shannon", "kutschke"} {
		b.Run(game, func(b *testing.B) {
			m := randomMatch(b, game, 0, 100)
			b.ReportAllocs()
			for b.Loop() {
				replay(b, m)
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*m.Ply()), "µs/ply")
		})
	}
}

// BenchmarkRestore restores matches of any length, and saves them.
func BenchmarkRestore(b *testing.B) {
	for _, plies := range []int{64, 1000} {
		m := shuttled(b, mustFind(b, "camelot"), plies)
		log, saved := m.Log(), m.Save()
		b.Run(fmt.Sprint("plies=", plies), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := table.Restore(m.Ruleset(), m.Setup(), log, saved); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(saved)), "bytes")
		})
		b.Run(fmt.Sprint("save/plies=", plies), func(b *testing.B) {
			for b.Loop() {
				m.Save()
			}
		})
	}
}

// BenchmarkPlay adds one action to a match of 100, and lists the buttons of its page.
func BenchmarkPlay(b *testing.B) {
	m := randomMatch(b, "camelot", 0, 100)
	seat := m.ToAct()[0]
	action := m.Legal(seat)[0]
	b.ReportAllocs()
	for b.Loop() {
		next, err := m.Play(seat, action, time.Time{})
		if err != nil || len(next.Offers(seat)) == 0 {
			b.Fatal(err)
		}
	}
}

// BenchmarkStory reads the story of a whole match of cards for the first time, and again, as a
// page of its history does.
func BenchmarkStory(b *testing.B) {
	m := randomMatch(b, "knizia", 4, 100)
	b.Run("first", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			b.StopTimer()
			m := replay(b, m)
			b.StartTimer()
			m.Story(1, 0, m.Ply())
		}
	})
	b.Run("again", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			m.Story(1, 0, m.Ply())
		}
	})
}
