package clock_test

import (
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tableronde/games"
	"tableronde/games/clock"
	"tableronde/games/effort"
)

// monday is the beginning of a week in which most of the tests play.
var monday = time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)

// at returns an instant so long after that Monday.
func at(d time.Duration) time.Time { return monday.Add(d) }

// pause returns a pause between two distances from that Monday.
func pause(from, until time.Duration) clock.Pause {
	return clock.Pause{From: at(from), Until: at(until)}
}

func seats(list ...games.Seat) []games.Seat { return list }

// decide is a step in which a seat decides.
func decide(when time.Duration, by games.Seat, owing ...games.Seat) clock.Step {
	return clock.Step{At: at(when), Decided: by, Owing: owing}
}

// happen is a step that is nobody's decision.
func happen(when time.Duration, owing ...games.Seat) clock.Step {
	return clock.Step{At: at(when), Owing: owing}
}

// grant is a step that gives time to a seat.
func grant(when time.Duration, to games.Seat, d time.Duration, owing ...games.Seat) clock.Step {
	return clock.Step{At: at(when), Owing: owing, Grant: clock.Grant{Seat: to, Time: d}}
}

// begin starts the clocks of two seats on that Monday; seat 1 owes a decision.
func begin(c clock.Control) clock.Clock { return clock.New(c, monday, 2, seats(1)) }

// fold folds steps without pauses.
func fold(c clock.Clock, steps ...clock.Step) clock.Clock {
	for _, s := range steps {
		c = c.Fold(s, clock.Pauses{})
	}
	return c
}

// reads fails the test unless the clock of a seat reads as wanted: "left vacation",
// then "until" and the distance of the deadline from that Monday if there is one, then
// "fallen" or "vacation".
func reads(t *testing.T, c clock.Clock, when time.Duration, pauses clock.Pauses, seat games.Seat, want string) {
	t.Helper()
	if got := formatReading(c.Read(at(when), pauses)[seat-1]); got != want {
		t.Errorf("seat %d after %v reads %q, want %q", seat, when, got, want)
	}
}

// formatReading formats a reading for comparison with the expected text of reads.
func formatReading(r clock.Reading) string {
	text := fmt.Sprintf("%v %v", r.Left, r.Vacation)
	if r.Deadline != nil {
		text += fmt.Sprintf(" until %v", r.Deadline.Sub(monday))
	}
	if r.FallenSince != nil {
		text += " fallen"
	}
	if r.OnVacation {
		text += " vacation"
	}
	return text
}

// drawSeats returns some of n seats, ascending.
func drawSeats(t *rapid.T, n int, label string) []games.Seat {
	var list []games.Seat
	for s := 1; s <= n; s++ {
		if rapid.Bool().Draw(t, label) {
			list = append(list, games.Seat(s))
		}
	}
	return list
}

// drawStep returns any step at a time.
func drawStep(t *rapid.T, n int, when time.Time, unit time.Duration) clock.Step {
	s := clock.Step{At: when, Owing: drawSeats(t, n, "owing")}
	switch rapid.IntRange(0, 5).Draw(t, "kind") {
	case 0:
	case 1:
		s.Grant = clock.Grant{
			Seat: games.Seat(rapid.IntRange(1, n).Draw(t, "granted")),
			Time: unit * time.Duration(rapid.IntRange(0, 48).Draw(t, "grant")),
		}
	default:
		s.Decided = games.Seat(rapid.IntRange(1, n).Draw(t, "decided"))
	}
	return s
}

// drawGap returns how long after the one before a step comes, sometimes a negative
// time.
func drawGap(t *rapid.T, unit time.Duration) time.Duration {
	return unit * time.Duration(rapid.OneOf(
		rapid.IntRange(0, 2), rapid.IntRange(0, 30), rapid.IntRange(0, 400), rapid.IntRange(-50, 0),
	).Draw(t, "gap"))
}

// drawPauses returns pauses within some months of the Monday of the tests.
func drawPauses(t *rapid.T, unit time.Duration) []clock.Pause {
	var all []clock.Pause
	for range rapid.IntRange(0, 8).Draw(t, "pauses") {
		from := unit * time.Duration(rapid.IntRange(-100, 2000).Draw(t, "pause"))
		all = append(all, pause(from, from+unit*time.Duration(rapid.IntRange(-1, 300).Draw(t, "pause of"))))
	}
	return all
}

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
