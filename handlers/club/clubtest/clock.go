package clubtest

import (
	"slices"
	"sync"
	"testing"
	"time"
)

// Clock is a clock with timers that a test advances.
type Clock struct {
	mu      sync.Mutex
	at      time.Time
	timers  []timer
	started chan struct{} // a timer was started
}

// timer sends the time to c when the clock reaches at.
type timer struct {
	at time.Time
	c  chan time.Time
}

// NewClock returns a clock that stands at noon of a day in November 2026.
func NewClock() *Clock {
	return &Clock{at: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC), started: make(chan struct{}, 100)}
}

// Now returns the time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

// After works like time.After.
func (c *Clock) After(d time.Duration) <-chan time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := timer{c.at.Add(d), make(chan time.Time, 1)}
	c.timers = append(c.timers, r)
	c.fire()
	select {
	case c.started <- struct{}{}:
	default: // no test waits for a timer
	}
	return r.c
}

// Advance moves the clock forward and fires the timers that have run out.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
	c.fire()
}

// Pass moves the clock forward, second by second, until happened returns true.
func (c *Clock) Pass(t *testing.T, happened func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !happened(); c.Advance(time.Second) {
		if time.Now().After(deadline) {
			t.Fatal("waited in vain")
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// fire sends to the timers that have run out and removes them.
func (c *Clock) fire() {
	c.timers = slices.DeleteFunc(c.timers, func(r timer) bool {
		if r.at.After(c.at) {
			return false
		}
		r.c <- c.at
		return true
	})
}

// Settled waits until the code under test has started a timer.
func (c *Clock) Settled(t *testing.T) {
	t.Helper()
	select {
	case <-c.started:
	case <-time.After(10 * time.Second):
		t.Fatal("the alarms do not set a timer")
	}
}
