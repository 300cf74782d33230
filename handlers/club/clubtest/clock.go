package clubtest

import (
	"slices"
	"sync"
	"testing"
	"time"
)

// Clock is a time that moves only when it is told to, and that rings.
type Clock struct {
	mu    sync.Mutex
	at    time.Time
	rings []ring
	asked chan struct{} // tells that somebody waits, or does no more
}

type ring struct {
	at time.Time
	c  chan time.Time
}

func NewClock() *Clock {
	return &Clock{at: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC), asked: make(chan struct{}, 100)}
}

func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *Clock) After(d time.Duration) <-chan time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := ring{c.at.Add(d), make(chan time.Time, 1)}
	c.rings = append(c.rings, r)
	c.strike()
	c.asked <- struct{}{}
	return r.c
}

func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
	c.strike()
}

func (c *Clock) strike() {
	c.rings = slices.DeleteFunc(c.rings, func(r ring) bool {
		if r.at.After(c.at) {
			return false
		}
		r.c <- c.at
		return true
	})
}

// Settled waits until the alarms wait for the clock again.
func (clock *Clock) Settled(t *testing.T) {
	t.Helper()
	select {
	case <-clock.asked:
	case <-time.After(10 * time.Second):
		t.Fatal("the alarms do not set a timer")
	}
}
