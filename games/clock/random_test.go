package clock_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"tableronde/games/clock"
	"tableronde/games/effort"
)

const (
	hour = time.Hour
	day  = 24 * hour
)

// check is rapid.Check for thousands of cases.
func check(t *testing.T, property func(*rapid.T)) {
	t.Helper()
	for range effort.N(40) {
		rapid.Check(t, property)
	}
}

// drawControl returns any valid control of durations that are multiples of a unit
// of at most an hour.
func drawControl(t *rapid.T, unit time.Duration) clock.Control {
	span := func(least, most time.Duration, label string) time.Duration {
		least = (least + unit - 1) / unit
		return unit * time.Duration(rapid.Int64Range(int64(least), int64(most/unit)).Draw(t, label))
	}
	c := clock.Control{
		Vacation:    rapid.SampledFrom([]time.Duration{0, clock.DefaultVacation, span(0, 20*day, "vacation")}).Draw(t, "vacation of"),
		WeekendsOff: rapid.Bool().Draw(t, "weekends off"),
	}
	if rapid.Bool().Draw(t, "move") {
		c.Move = span(clock.Shortest, 15*day, "time of a move")
		return c
	}
	c.Bank = span(clock.Shortest, 20*day, "bank")
	c.Increment = span(0, 4*day, "increment")
	if rapid.Bool().Draw(t, "capped") {
		c.Cap = c.Bank + span(0, 5*day, "cap above the bank")
	}
	return c
}
