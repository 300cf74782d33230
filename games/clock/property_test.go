package clock_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tableronde/games"
	"tableronde/games/clock"
)

// game is a clock after steps at random, to the nanosecond, and what made it.
type game struct {
	control clock.Control
	pauses  clock.Pauses
	list    []clock.Pause
	seats   int
	now     time.Duration // of the last step
	clock   clock.Clock
}

// drawGame returns any clock; each is called with the clocks before and after every
// step.
func drawGame(t *rapid.T, each func(g game, s clock.Step, before clock.Clock)) game {
	unit := rapid.SampledFrom([]time.Duration{hour, 17*time.Minute + 3, time.Minute + 1}).Draw(t, "unit")
	g := game{control: drawControl(t, time.Nanosecond), list: drawPauses(t, unit), seats: rapid.IntRange(1, 5).Draw(t, "seats")}
	g.pauses = clock.NewPauses(g.list...)
	g.clock = clock.New(g.control, monday, g.seats, drawSeats(t, g.seats, "owing at first"))
	for range rapid.IntRange(0, 15).Draw(t, "steps") {
		g.now += drawGap(t, unit)
		s, before := drawStep(t, g.seats, at(g.now), unit), g.clock
		g.clock = before.Fold(s, g.pauses)
		if each != nil {
			each(g, s, before)
		}
	}
	return g
}

// read reads the clock so long after the last step.
func (g game) read(later time.Duration) []clock.Reading {
	return g.clock.Read(at(g.now+later), g.pauses)
}

// owing lists who owes a decision.
func owing(c clock.Clock, now time.Duration) (list []games.Seat) {
	for _, r := range c.Read(at(now), none) {
		if r.Deadline != nil {
			list = append(list, r.Seat)
		}
	}
	return list
}

// tellAll writes readings for comparison.
func tellAll(readings []clock.Reading) (all []string) {
	for _, r := range readings {
		all = append(all, tell(r))
	}
	return all
}

func TestDeadlineIsTheFirstInstantAtWhichAClockHasFallen(t *testing.T) {
	check(t, func(t *rapid.T) {
		g := drawGame(t, nil)
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
					t.Fatalf("%v before the deadline seat %d reads %s", deadline-later, r.Seat, tell(got))
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
		g := drawGame(t, nil)
		for i, r := range g.read(0) {
			if r.RunsOut == nil {
				continue
			}
			out := r.RunsOut.Sub(at(g.now))
			before, then := g.read(out - 1)[i], g.read(out)[i]
			if before.OnVacation || before.Left != 1 || then.Left != 0 || then.OnVacation != (r.Vacation > 0) || then.RunsOut != nil {
				t.Fatalf("an instant before Left runs out it reads %s, then %s", tell(before), tell(then))
			}
		}
	})
}

func TestVacationNeverGrowsAndLeftNeverPassesTheCap(t *testing.T) {
	check(t, func(t *rapid.T) {
		granted := map[games.Seat]time.Duration{} // since the last decision
		g := drawGame(t, func(g game, s clock.Step, before clock.Clock) {
			granted[s.Grant.Seat] += s.Grant.Time
			was := before.Read(at(g.now), g.pauses)
			for i, r := range g.read(0) {
				if s.Decided == r.Seat && was[i].Deadline != nil {
					granted[r.Seat] = 0
				}
				most := g.control.Move
				if g.control.Cap > 0 {
					most = g.control.Cap
				}
				if r.Left < 0 || most > 0 && r.Left > most+granted[r.Seat] {
					t.Fatalf("seat %d has %v left of at most %v and %v granted", r.Seat, r.Left, most, granted[r.Seat])
				}
				if r.Vacation < 0 || r.Vacation > was[i].Vacation {
					t.Fatalf("the vacation of seat %d went from %v to %v", r.Seat, was[i].Vacation, r.Vacation)
				}
			}
		})
		first, then := g.read(drawGap(t, hour)), g.read(400*hour)
		for i := range first {
			if then[i].Vacation > first[i].Vacation || then[i].Left > first[i].Left {
				t.Fatalf("seat %d read %s, and later %s", i+1, tell(first[i]), tell(then[i]))
			}
		}
	})
}

// TestEventsThatChangeNothingChangeNoClock has them at any time before and after a
// clock falls, and in any number.
func TestEventsThatChangeNothingChangeNoClock(t *testing.T) {
	check(t, func(t *rapid.T) {
		g := drawGame(t, nil)
		c, when, owing := g.clock, g.now, owing(g.clock, g.now)
		for range rapid.IntRange(1, 5).Draw(t, "events") {
			when += max(0, drawGap(t, hour))
			c = c.Fold(happen(when, owing...), g.pauses)
		}
		for _, later := range []time.Duration{0, hour + 1, 40 * day} {
			want, got := tellAll(g.clock.Read(at(when+later), g.pauses)), tellAll(c.Read(at(when+later), g.pauses))
			if !slices.Equal(got, want) {
				t.Fatalf("with events in between clocks read %q, want %q", got, want)
			}
		}
	})
}

// TestDecisionsAtOneInstantMayComeInAnyOrder also has grants among them.
func TestDecisionsAtOneInstantMayComeInAnyOrder(t *testing.T) {
	check(t, func(t *rapid.T) {
		g := drawGame(t, nil)
		when := g.now + max(0, drawGap(t, hour))
		ready := owing(g.clock, g.now)
		order := rapid.Permutation(ready).Draw(t, "order")
		granted := rapid.SampledFrom(append(ready, 0)).Draw(t, "granted")
		play := func(order []games.Seat, grantFirst bool) []string {
			c, left := g.clock, ready
			c = c.Fold(happen(when, left...), g.pauses)
			if grantFirst {
				c = c.Fold(grant(when, granted, day, left...), g.pauses)
			}
			for _, s := range order {
				if s == granted {
					continue
				}
				left = slices.DeleteFunc(slices.Clone(left), func(other games.Seat) bool { return other == s })
				c = c.Fold(decide(when, s, left...), g.pauses)
			}
			if !grantFirst {
				c = c.Fold(grant(when, granted, day, left...), g.pauses)
			}
			return tellAll(c.Read(at(when+hour), g.pauses))
		}
		if want, got := play(ready, true), play(order, false); !slices.Equal(got, want) {
			t.Fatalf("in the order %v clocks read %q, want %q", order, got, want)
		}
	})
}

func TestClocksAreValues(t *testing.T) {
	check(t, func(t *rapid.T) {
		type kept struct {
			clock clock.Clock
			told  []string
		}
		var all []kept
		g := drawGame(t, func(g game, _ clock.Step, before clock.Clock) {
			all = append(all, kept{before, tellAll(before.Read(at(10*day), g.pauses))})
		})
		for _, k := range all {
			if got := tellAll(k.clock.Read(at(10*day), g.pauses)); !slices.Equal(got, k.told) {
				t.Fatalf("a clock read %q and now reads %q", k.told, got)
			}
		}
	})
}
