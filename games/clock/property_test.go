package clock_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tableronde/games/clock"
)

// game is a clock after random steps, to the nanosecond, with the steps and pauses behind it.
type game struct {
	pauses clock.Pauses
	now    time.Duration // of the last step
	clock  clock.Clock
}

// drawGame returns any clock.
func drawGame(t *rapid.T) game {
	unit := rapid.SampledFrom([]time.Duration{hour, 17*time.Minute + 3, time.Minute + 1}).Draw(t, "unit")
	control, seats := drawControl(t, time.Nanosecond), rapid.IntRange(1, 5).Draw(t, "seats")
	g := game{pauses: clock.NewPauses(drawPauses(t, unit)...)}
	g.clock = clock.New(control, monday, seats, drawSeats(t, seats, "owing at first"))
	for range rapid.IntRange(0, 15).Draw(t, "steps") {
		g.now += drawGap(t, unit)
		g.clock = g.clock.Fold(drawStep(t, seats, at(g.now), unit), g.pauses)
	}
	return g
}

// read reads the clock so long after the last step.
func (g game) read(later time.Duration) []clock.Reading {
	return g.clock.Read(at(g.now+later), g.pauses)
}

func TestDeadlineIsTheFirstInstantAtWhichAClockHasFallen(t *testing.T) {
	check(t, func(t *rapid.T) {
		g := drawGame(t)
		for i, r := range g.read(0) {
			if r.Deadline == nil {
				continue
			}
			deadline := r.Deadline.Sub(at(g.now))
			if r.FallenSince != nil && deadline > 0 {
				continue // the machine's clock went back after it had fallen
			}
			for later, want := range map[time.Duration]bool{0: deadline <= 0, deadline / 3: deadline/3 >= deadline,
				deadline - 1: false, deadline: true, deadline + 1: true, deadline + 99*day: true} {
				got := g.read(max(later, 0))[i]
				if later >= 0 && (got.FallenSince != nil) != want {
					t.Fatalf("%v before the deadline seat %d reads %s", deadline-later, r.Seat, formatReading(got))
				}
				if !got.Deadline.Equal(*r.Deadline) || got.FallenSince != nil && got.FallenSince != got.Deadline {
					t.Fatalf("the deadline was %v, and %v before it %v", r.Deadline, deadline-later, got.Deadline)
				}
			}
		}
	})
}

func TestRunsOutIsTheFirstInstantOfTheVacation(t *testing.T) {
	check(t, func(t *rapid.T) {
		g := drawGame(t)
		for i, r := range g.read(0) {
			if runs := r.Deadline != nil && r.FallenSince == nil && r.Left > 0; (r.RunsOut != nil) != runs {
				t.Fatalf("seat %d reads %s, and runs out at %v", r.Seat, formatReading(r), r.RunsOut)
			} else if !runs {
				continue
			}
			out := r.RunsOut.Sub(at(g.now))
			before, then := g.read(out - 1)[i], g.read(out)[i]
			if before.OnVacation || before.Left != 1 || then.Left != 0 || then.OnVacation != (r.Vacation > 0) || then.RunsOut != nil {
				t.Fatalf("an instant before Left runs out it reads %s, then %s", formatReading(before), formatReading(then))
			}
		}
	})
}

func TestStoredClockIsTheSame(t *testing.T) {
	check(t, func(t *rapid.T) {
		g := drawGame(t)
		text, err := json.Marshal(g.clock)
		var back clock.Clock
		if err := errors.Join(err, json.Unmarshal(text, &back)); err != nil || !back.Equal(g.clock) {
			t.Fatalf("%s is read as %+v, %v", text, back, err)
		}
	})
}
