package table_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/table"
)

// camelotOf100 plays Camelot at random, but alike every time, for 100 plies.
func camelotOf100(b *testing.B) table.Match {
	b.Helper()
	rules, err := catalog.Find("camelot", 0)
	if err != nil {
		b.Fatal(err)
	}
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 0))
		m := mustNew(b, rules, 0)
		for m.Ply() < 100 && !m.Over() {
			seat := m.ToAct()[0]
			legal := m.Legal(seat)
			if m, err = m.Play(seat, legal[rng.IntN(len(legal))], time.Time{}); err != nil {
				b.Fatal(err)
			}
		}
		if m.Ply() == 100 && !m.Over() {
			return m
		}
	}
	b.Fatal("no random match lasts for 100 plies")
	panic("unreachable")
}

// BenchmarkFold replays a stored match: what a process does that sees it first.
func BenchmarkFold(b *testing.B) {
	m := camelotOf100(b)
	b.ReportAllocs()
	for b.Loop() {
		freshFold(b, m)
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*m.Ply()), "µs/ply")
}

// BenchmarkFoldLong replays matches of any length.
func BenchmarkFoldLong(b *testing.B) {
	for _, plies := range []int{10, 1000} {
		b.Run(fmt.Sprint("plies=", plies), func(b *testing.B) {
			m := shuttled(b, camelot(b), plies)
			b.ReportAllocs()
			for b.Loop() {
				freshFold(b, m)
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*plies), "µs/ply")
		})
	}
}

// BenchmarkRestore restores matches of any length, and saves them.
func BenchmarkRestore(b *testing.B) {
	for _, plies := range []int{64, 1000} {
		m := shuttled(b, camelot(b), plies)
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

// BenchmarkFoldCards replays matches of cards.
func BenchmarkFoldCards(b *testing.B) {
	for _, game := range []string{"knizia", "shannon", "kutschke"} {
		b.Run(game, func(b *testing.B) {
			m := cardMatch(b, game, 200)
			b.ReportAllocs()
			for b.Loop() {
				freshFold(b, m)
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*m.Ply()), "µs/ply")
		})
	}
}

// cardMatch plays a game of cards at random, but alike every time, for at most so many
// plies.
func cardMatch(b *testing.B, game string, plies int) table.Match {
	b.Helper()
	rules, err := catalog.Find(game, 0)
	if err != nil {
		b.Fatal(err)
	}
	m, err := table.New(rules, games.Setup{Seats: 4, Seed: &games.Seed{1}})
	if err != nil {
		b.Fatal(err)
	}
	for rng := rand.New(rand.NewPCG(1, 0)); m.Ply() < plies && !m.Over(); {
		seat := m.ToAct()[0]
		legal := m.Legal(seat)
		if m, err = m.Play(seat, legal[rng.IntN(len(legal))], time.Time{}); err != nil {
			b.Fatal(err)
		}
	}
	return m
}

// BenchmarkPlay adds one action to a match of 100.
func BenchmarkPlay(b *testing.B) {
	m := camelotOf100(b)
	seat := m.ToAct()[0]
	action := m.Legal(seat)[0]
	b.ReportAllocs()
	for b.Loop() {
		if _, err := m.Play(seat, action, time.Time{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkOffers is what a match page asks for its buttons.
func BenchmarkOffers(b *testing.B) {
	m := camelotOf100(b)
	b.ReportAllocs()
	for b.Loop() {
		if len(m.Offers(1)) == 0 {
			b.Fatal("no offers")
		}
	}
}

// BenchmarkAt looks back from the end of a long log.
func BenchmarkAt(b *testing.B) {
	m := mustPlay(b, mustNew(b, nim{}, 2), "1: take 1")
	for range 5000 {
		m = mustPlay(b, m, "1: offer undo 0", "2: decline undo")
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if ply := i * 7919 % m.Ply(); m.At(ply).Ply() != ply {
			b.Fatal("another ply")
		}
	}
}

// BenchmarkLog lists the events of a match of 100 plies.
func BenchmarkLog(b *testing.B) {
	m := camelotOf100(b)
	b.ReportAllocs()
	var log []table.Event
	for b.Loop() {
		log = m.Log()
	}
	if log[0].Seat != games.Seat(1) {
		b.Fatal(log[0])
	}
}

// BenchmarkStory tells all of a match of cards, as a page of its history does: for the
// first time, and again.
func BenchmarkStory(b *testing.B) {
	m := cardMatch(b, "knizia", 100)
	b.Run("first", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			b.StopTimer()
			m := freshFold(b, m)
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
