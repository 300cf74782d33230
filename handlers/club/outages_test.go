package club

import (
	"math/rand/v2"
	"testing"
	"time"

	"tableronde/games/clock"
)

// Whatever becomes of the server and of the clock of its machine, nobody is charged more
// time than the server was up while a decision was owed. The clock may be set between a
// beat and a decision, and the server may stop at any time.
func TestOutagesCostNobodyTime(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(16, 10_000))
	c := newClockTable(t, "camelot", 2, clock.Control{Bank: 300 * day})
	left := [2]time.Duration{300 * day, 300 * day} // at least
	owes := func() int { return int(c.loadNow().Acting()[0]) - 1 }
	now := owes()
	run := func(d time.Duration) {
		c.wall, c.up = c.wall.Add(d), c.up+d
		left[now] -= d
	}
	steps := 10_000
	if testing.Short() {
		steps = 300
	}
	for n := range steps {
		run(time.Duration(rng.IntN(20_000)) * time.Millisecond)
		switch rng.IntN(6) {
		case 0:
			c.crash(time.Duration(rng.IntN(14*24*3600)) * time.Second)
		case 1:
			c.wall = c.wall.Add(time.Duration(rng.IntN(400)-100) * time.Hour)
		case 2:
			c.wall = c.wall.Add(-time.Duration(rng.IntN(120_000)) * time.Millisecond)
		case 3:
			c.beat()
		}
		if rng.IntN(4) == 0 {
			run(time.Duration(rng.IntN(3_000)) * time.Millisecond)
		}
		if c.wakeDue().IsOver() {
			t.Fatalf("step %d: the match is over", n)
		}
		for i, r := range c.loadNow().Times() {
			if slack := time.Duration(n+1) * drift; r.Left < left[i]-slack || r.FallenSince != nil {
				t.Fatalf("step %d: seat %d has %v left, want %v at least", n, i+1, r.Left, left[i])
			}
		}
		if rng.IntN(200) == 0 && c.ply() < 60 {
			c.act()
			now = owes()
		}
	}
}

// A beat that waits for the store does not keep others from reading and playing matches
// by the clock: whoever holds the store may be one of them.
func TestPlayWhileABeatWaits(t *testing.T) {
	t.Parallel()
	c := newClockTable(t, "camelot", 2, clock.Control{Move: day})
	c.heart.beating.Lock() // as a beat does until the store has answered
	defer c.heart.beating.Unlock()
	c.act()
	if left := c.left(c.loadNow().Acting()[0]); left != day {
		t.Errorf("%v left, want a day", left)
	}
}
