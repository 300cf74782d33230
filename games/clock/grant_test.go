package clock_test

import (
	"testing"

	"tableronde/games/clock"
)

func TestGrantMovesARunningDeadline(t *testing.T) {
	c := begin(clock.Control{Move: 2 * day, Vacation: day})
	c = fold(c, grant(hour, 1, day, 1))
	reads(t, c, hour, none, 1, "71h0m0s 24h0m0s until 96h0m0s")
}

func TestGrantIsUsedBeforeTheRestOfTheVacation(t *testing.T) {
	c := begin(clock.Control{Move: 2 * day, Vacation: 2 * day})
	c = fold(c, grant(3*day, 1, day, 1))
	reads(t, c, 3*day, none, 1, "24h0m0s 24h0m0s until 120h0m0s")
}

// TestGrantCountsFromItselfForAFallenSeat gives a whole day, however long ago the
// clock has fallen.
func TestGrantCountsFromItselfForAFallenSeat(t *testing.T) {
	c := fold(begin(clock.Control{Bank: day, Increment: hour}), grant(9*day, 1, day, 1))
	reads(t, c, 9*day, none, 1, "24h0m0s 0s until 240h0m0s")
	reads(t, c, 10*day, none, 1, "0s 0s until 240h0m0s fallen")
	c = fold(c, grant(11*day, 1, day, 1), grant(11*day, 1, day, 1))
	reads(t, c, 11*day, none, 1, "48h0m0s 0s until 312h0m0s")
}

func TestGrantSkipsWeekends(t *testing.T) {
	c := fold(begin(clock.Control{Move: 4 * day, WeekendsOff: true}), grant(3*day, 1, 3*day, 1))
	reads(t, c, 3*day, none, 1, "96h0m0s 0s until 216h0m0s")
}

// TestGrantMayPassTheCapUntilTheDecision does not count against the cap while it
// can be used, and does not stay.
func TestGrantMayPassTheCapUntilTheDecision(t *testing.T) {
	c := fold(begin(clock.Control{Bank: day, Increment: hour, Cap: day}), grant(0, 1, day, 1))
	reads(t, c, 0, none, 1, "48h0m0s 0s until 48h0m0s")
	c = fold(c, decide(hour, 1, 2))
	reads(t, c, hour, none, 1, "24h0m0s 0s")

	c = fold(begin(clock.Control{Move: day}), grant(0, 1, day, 1), decide(0, 1, 2))
	reads(t, c, 0, none, 1, "24h0m0s 0s")
}

func TestGrantToWhoOwesNothingIsNone(t *testing.T) {
	c := fold(begin(clock.Control{Bank: day}), grant(0, 2, day, 1), grant(0, 3, day, 1), grant(0, 1, -day, 1))
	reads(t, c, 0, none, 1, "24h0m0s 0s until 24h0m0s")
	reads(t, c, 0, none, 2, "24h0m0s 0s")
}

// TestTimeLeftHasACeiling adds as much as a log can hold without an overflow.
func TestTimeLeftHasACeiling(t *testing.T) {
	c := begin(clock.Control{Bank: clock.Longest, Increment: clock.Longest, Vacation: clock.Longest, WeekendsOff: true})
	for range 400 {
		c = fold(c, decide(0, 1, 1), grant(0, 1, 1<<63-1, 1))
	}
	r := c.Read(at(hour), none)[0]
	if r.Left < 9*clock.Longest || r.Left > 10*clock.Longest || r.Deadline.Year() < 2040 || r.FallenSince != nil {
		t.Errorf("the clock reads %s", tell(r))
	}
}

// TestRenewedClockIsThatOfTheStart gives a seat to somebody else, who has all of the time
// again but the vacation, and no defaults.
func TestRenewedClockIsThatOfTheStart(t *testing.T) {
	c := fold(begin(clock.Control{Bank: day, Vacation: day}), happen(hour, 1))
	s := decide(4*day, 1, 1)
	s.Default = true
	c = fold(c, s, clock.Step{At: at(4 * day), Owing: seats(1), Renewed: 1})
	reads(t, c, 4*day, none, 1, "24h0m0s 0s until 120h0m0s")
	if r := c.Read(at(4*day), none); r[0].Defaults != 0 || r[1].Left != day {
		t.Errorf("after %d defaults; the other has %v", r[0].Defaults, r[1].Left)
	}
}
