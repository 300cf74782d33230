package shannon

import (
	"syscall"
	"testing"
	"time"

	"tableronde/games"
)

// BenchmarkPlayout plays tournaments of four at random, from the deal to the end.
func BenchmarkPlayout(b *testing.B) {
	plies, start := 0, cpuTime()
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		rng := randomSource(uint64(n))
		var s games.State = begin(b, 4, uint64(n), nil)
		for s.Result() == nil {
			seat := s.ToAct()[0]
			legal := s.Legal(seat)
			next, _, err := s.Apply(seat, legal[rng.IntN(len(legal))])
			if err != nil {
				b.Fatal(err)
			}
			s = next
			plies++
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
	b.ReportMetric(float64(b.N)/(cpuTime()-start).Seconds(), "games/cpu-s")
	b.ReportMetric(float64(plies)/float64(b.N), "plies/game")
}

// cpuTime returns what the process has used of the processors, which a busy machine
// does not stretch.
func cpuTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// midCombat returns a combat of four with two cards on the table.
func midCombat(b *testing.B) *state {
	b.Helper()
	s := begin(b, 4, 3, nil)
	rng := randomSource(1)
	for s.combat != 5 || s.acted != 2 {
		seat := s.ToAct()[0]
		legal := s.Legal(seat)
		next, _, err := s.apply(seat, legal[rng.IntN(len(legal))], nil)
		if err != nil {
			b.Fatal(err)
		}
		s = next
	}
	return s
}

func BenchmarkApply(b *testing.B) {
	s := midCombat(b)
	seat := s.turn()
	line := s.Legal(seat)[0]
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := s.Apply(seat, line); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLegal(b *testing.B) {
	s := midCombat(b)
	b.ReportAllocs()
	for b.Loop() {
		if len(s.Legal(s.turn())) == 0 {
			b.Fatal("nothing is legal")
		}
	}
}

func BenchmarkView(b *testing.B) {
	s := midCombat(b)
	b.ReportAllocs()
	for b.Loop() {
		if v := s.View(s.turn()).(View); len(v.Knights) != 4 {
			b.Fatal(v)
		}
	}
}

func BenchmarkViewJSON(b *testing.B) {
	v := midCombat(b).View(1).(View)
	b.ReportAllocs()
	for b.Loop() {
		if text, err := v.MarshalJSON(); err != nil || len(text) == 0 {
			b.Fatal(err)
		}
	}
}

func BenchmarkSensible(b *testing.B) {
	s := midCombat(b)
	rng := randomSource(1)
	b.ReportAllocs()
	for b.Loop() {
		v := s.View(s.turn()).(View)
		if Sensible(v, v.Mine.Legal, rng) == "" {
			b.Fatal("no line")
		}
	}
}
