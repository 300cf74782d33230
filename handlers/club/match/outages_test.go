package match_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"tableronde/games/clock"
	"tableronde/games/effort"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/rooms/roomstest"
)

// Whatever happens to the server and to the clock of its machine, nobody is charged more time than
// the server was up while a decision was owed. The clock may be set between a beat and a decision,
// and the server may stop at any time.
func TestOutagesCostNobodyTime(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(16, 10_000))
	c := roomstest.NewClockTable(t, "camelot", 2, clock.Control{Bank: 300 * roomstest.Day})
	left := [2]time.Duration{300 * roomstest.Day, 300 * roomstest.Day} // at least
	owes := func() int { return int(c.LoadNow().Acting()[0]) - 1 }
	now := owes()
	run := func(d time.Duration) {
		c.Wall, c.Up = c.Wall.Add(d), c.Up+d
		left[now] -= d
	}
	for n := range max(effort.N(10_000), 300) {
		run(time.Duration(rng.IntN(20_000)) * time.Millisecond)
		switch rng.IntN(6) {
		case 0:
			c.Crash(time.Duration(rng.IntN(14*24*3600)) * time.Second)
		case 1:
			c.Wall = c.Wall.Add(time.Duration(rng.IntN(400)-100) * time.Hour)
		case 2:
			c.Wall = c.Wall.Add(-time.Duration(rng.IntN(120_000)) * time.Millisecond)
		case 3:
			c.Beat()
		}
		if rng.IntN(4) == 0 {
			run(time.Duration(rng.IntN(3_000)) * time.Millisecond)
		}
		if c.WakeDue().IsOver() {
			t.Fatalf("step %d: the match is over", n)
		}
		for i, r := range c.LoadNow().Times() {
			if slack := time.Duration(n+1) * match.Drift; r.Left < left[i]-slack || r.FallenSince != nil {
				t.Fatalf("step %d: seat %d has %v left, want %v at least", n, i+1, r.Left, left[i])
			}
		}
		if rng.IntN(200) == 0 && c.Ply() < 60 {
			c.Act()
			now = owes()
		}
	}
}

// A beat that waits for the store does not keep others from reading and playing matches by the
// clock: one of them may hold the store.
func TestPlayWhileABeatWaits(t *testing.T) {
	t.Parallel()
	c := roomstest.NewClockTable(t, "camelot", 2, clock.Control{Move: roomstest.Day})
	c.Match.BeatLock().Lock() // as a beat does until the store has answered
	defer c.Match.BeatLock().Unlock()
	c.Act()
	if left := c.Left(c.LoadNow().Acting()[0]); left != roomstest.Day {
		t.Errorf("%v left, want a day", left)
	}
}
