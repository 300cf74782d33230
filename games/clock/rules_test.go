package clock_test

import (
	"testing"
	"time"

	"tableronde/games"
	"tableronde/games/clock"
)

var none clock.Pauses

// "Three days for every move; when they run out, fourteen holidays begin by
// themselves."
func TestThreeDaysForEveryMoveThenFourteenDaysOfVacation(t *testing.T) {
	pace, _ := clock.FindPace("move-3d")
	c := begin(pace.Control)
	reads(t, c, 0, none, 1, "72h0m0s 336h0m0s until 408h0m0s")
	reads(t, c, 2*day, none, 1, "24h0m0s 336h0m0s until 408h0m0s")
	reads(t, c, 3*day, none, 1, "0s 336h0m0s until 408h0m0s vacation")
	reads(t, c, 5*day, none, 1, "0s 288h0m0s until 408h0m0s vacation")
	reads(t, c, 17*day-1, none, 1, "0s 1ns until 408h0m0s vacation")
	reads(t, c, 17*day, none, 1, "0s 0s until 408h0m0s fallen")
	reads(t, c, 20*day, none, 1, "0s 0s until 408h0m0s fallen")
	reads(t, c, 5*day, none, 2, "72h0m0s 336h0m0s")

	c = fold(c, decide(5*day, 1, 2), decide(6*day, 2, 1))
	reads(t, c, 6*day, none, 1, "72h0m0s 288h0m0s until 504h0m0s")
	reads(t, c, 6*day, none, 2, "72h0m0s 336h0m0s")
}

// "Ten days at first; each move gives back 36 hours, never above ten days."
func TestTenDaysAnd36HoursNeverAboveTenDays(t *testing.T) {
	pace, _ := clock.FindPace(clock.DefaultPace)
	c := begin(pace.Control)
	reads(t, c, 0, none, 1, "240h0m0s 336h0m0s until 576h0m0s")

	c = fold(c, decide(100*hour, 1, 2))
	reads(t, c, 100*hour, none, 1, "176h0m0s 336h0m0s")

	c = fold(c, decide(101*hour, 2, 1))
	reads(t, c, 101*hour, none, 2, "240h0m0s 336h0m0s")

	c = fold(c, decide(131*hour, 1, 2), decide(131*hour, 2, 1), decide(131*hour, 1, 2), decide(131*hour, 2, 1))
	reads(t, c, 131*hour, none, 1, "218h0m0s 336h0m0s until 685h0m0s")

	c = fold(c, decide(132*hour, 1, 2))
	reads(t, c, 132*hour, none, 1, "240h0m0s 336h0m0s")
}

// "A fortnight for every move, and no holidays beside it."
func TestAFortnightForEveryMoveWithoutVacation(t *testing.T) {
	pace, _ := clock.FindPace("move-14d")
	c := begin(pace.Control)
	reads(t, c, 14*day-1, none, 1, "1ns 0s until 336h0m0s")
	reads(t, c, 14*day, none, 1, "0s 0s until 336h0m0s fallen")
}

// "Ten minutes each, ten seconds more for every move."
func TestLiveTenMinutesAndTenSecondsMoreForEveryMove(t *testing.T) {
	pace, _ := clock.FindPace("live-10-10")
	c := begin(pace.Control)
	c = fold(c, decide(4*time.Second, 1, 2), decide(64*time.Second, 2, 1))
	reads(t, c, 64*time.Second, none, 1, "10m6s 0s until 11m10s")
	reads(t, c, 64*time.Second, none, 2, "9m10s 0s")
	reads(t, c, 11*time.Minute+10*time.Second, none, 1, "0s 0s until 11m10s fallen")
}

func TestASeatWithNothingLeftFallsAsSoonAsItOwes(t *testing.T) {
	saturday := 5*day + hour
	for _, off := range []bool{false, true} {
		c := fold(begin(clock.Control{Bank: day, WeekendsOff: off}), decide(2*day, 1, 2), decide(saturday, 2, 1))
		reads(t, c, saturday, none, 1, "0s 0s until 121h0m0s fallen")
	}
}

func TestReadingsAreInUTCAndBySeat(t *testing.T) {
	paris := time.FixedZone("", 3600)
	c := clock.New(clock.Control{Move: day}, monday.In(paris), 4, seats(2, 3))
	for i, r := range c.Read(at(hour).In(paris), none) {
		if r.Seat != games.Seat(i+1) {
			t.Errorf("reading %d is of seat %d", i, r.Seat)
		}
		if r.Deadline != nil && (r.Deadline.Location() != time.UTC || !r.Deadline.Equal(at(day))) {
			t.Errorf("the deadline is %v", r.Deadline)
		}
	}
}

func TestAMatchWithoutClocksIsTheZeroClock(t *testing.T) {
	var c clock.Clock
	if got := c.Fold(decide(0, 1, 2), none).Read(monday, none); got != nil {
		t.Errorf("it reads %v", got)
	}
	if got := c.Control(); got != (clock.Control{}) {
		t.Errorf("its control is %v", got)
	}
	control := clock.Control{Move: day}
	if got := fold(begin(control), decide(0, 1, 2)).Control(); got != control {
		t.Errorf("the control is %v", got)
	}
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
		t.Errorf("the clock reads %s", formatReading(r))
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

const (
	friday   = 4 * day
	saturday = 5 * day
	sunday   = 6 * day
	next     = 7 * day // Monday
)

// TestTimeThatEndsWithAFridayIsUpThen does not wait for Monday.
func TestTimeThatEndsWithAFridayIsUpThen(t *testing.T) {
	c := begin(clock.Control{Move: 5 * day, WeekendsOff: true})
	reads(t, c, saturday-1, none, 1, "1ns 0s until 120h0m0s")
	reads(t, c, saturday, none, 1, "0s 0s until 120h0m0s fallen")
}

func TestWeekendsAreThoseOfUTC(t *testing.T) {
	zone := time.FixedZone("", -12*3600)
	start := at(saturday - hour).In(zone) // a Friday there, all of Saturday too
	c := clock.New(clock.Control{Move: 2 * hour, WeekendsOff: true}, start, 1, seats(1))
	reads(t, c, sunday, none, 1, "1h0m0s 0s until 169h0m0s")
}

// TestAPauseMovesADeadlineByItsOverlap has pauses before, in and after the time in
// which a clock runs.
func TestAPauseMovesADeadlineByItsOverlap(t *testing.T) {
	for _, test := range []struct {
		name        string
		from, until time.Duration
		weekendsOff bool
		want        time.Duration
	}{
		{"before the decision", -5 * hour, -hour, false, 4 * day},
		{"up to the decision", -5 * hour, 0, false, 4 * day},
		{"into the decision", -5 * hour, hour, false, 4*day + hour},
		{"in the decision", 5 * hour, 8 * hour, false, 4*day + 3*hour},
		{"in the vacation", 3*day + hour, 3*day + 2*hour, false, 4*day + hour},
		{"up to the deadline", 4*day - hour, 4 * day, false, 4*day + hour},
		{"over the deadline", 4*day - hour, 9 * day, false, 9*day + hour},
		{"from the deadline on", 4 * day, 9 * day, false, 4 * day},
		{"on a weekend that is off", saturday, next, true, 4 * day},
		{"over a weekend that is off", 3 * day, next + day, true, next + 2*day},
		{"from within a weekend that is off", friday - 1, sunday, true, next + 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := begin(clock.Control{Move: 3 * day, Vacation: day, WeekendsOff: test.weekendsOff})
			got := c.Read(monday, clock.NewPauses(pause(test.from, test.until)))[0].Deadline
			if got.Sub(monday) != test.want {
				t.Errorf("the deadline is %v, want %v", got.Sub(monday), test.want)
			}
		})
	}
}

func TestPausesMayOverlapAndComeInAnyOrder(t *testing.T) {
	c := begin(clock.Control{Move: day})
	all := []clock.Pause{pause(8*hour, 9*hour), pause(hour, 4*hour), pause(5*hour, 5*hour), pause(7*hour, 6*hour),
		pause(2*hour, 3*hour), pause(4*hour, 5*hour), pause(8*hour+1, 10*hour)}
	one := clock.Pauses{}
	for _, p := range all {
		one = one.With(p)
	}
	for _, pauses := range []clock.Pauses{clock.NewPauses(all...), one} {
		reads(t, c, 12*hour, pauses, 1, "18h0m0s 0s until 30h0m0s")
	}
	before := clock.NewPauses(all[0])
	before.With(all[1])
	reads(t, c, 12*hour, before, 1, "13h0m0s 0s until 25h0m0s")
}

func TestOutageIsWhatHeartbeatsMissed(t *testing.T) {
	for _, test := range []struct {
		gap  time.Duration
		want bool
	}{{-hour, false}, {0, false}, {10 * time.Second, false}, {10*time.Second + 1, true}, {hour, true}} {
		p, ok := clock.Outage(monday, at(test.gap), 10*time.Second)
		if ok != test.want || ok && p != pause(0, test.gap) {
			t.Errorf("after %v: %v, %v", test.gap, p, ok)
		}
	}
}

func TestTimeNeverRunsBackwards(t *testing.T) {
	c := begin(clock.Control{Bank: day})
	c = fold(c, decide(10*hour, 1, 1), decide(4*hour, 1, 1))
	reads(t, c, 4*hour, none, 1, "14h0m0s 0s until 18h0m0s")
	reads(t, c, 2*hour, none, 1, "14h0m0s 0s until 18h0m0s")
	c = fold(c, decide(5*hour, 1, 1))
	reads(t, c, 5*hour, none, 1, "13h0m0s 0s until 18h0m0s")
	c = fold(c, clock.Step{Owing: seats(1)})
	reads(t, c, 6*hour, none, 1, "12h0m0s 0s until 18h0m0s")
}

// TestTimesFarAwayCountAsTheNearest meets no overflow at the ends of time.
func TestTimesFarAwayCountAsTheNearest(t *testing.T) {
	far := []time.Time{{}, time.Unix(-1<<61, 0), time.Unix(1<<61, 0), time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC), monday}
	for _, a := range far {
		for _, b := range far {
			pauses := clock.NewPauses(clock.Pause{From: b, Until: a}, pause(0, day))
			for _, off := range []bool{false, true} {
				c := clock.New(clock.Control{Move: clock.Longest, Vacation: clock.Longest, WeekendsOff: off}, a, 2, seats(1, 2))
				c = c.Fold(clock.Step{At: b, Decided: 1, Owing: seats(1, 2)}, pauses)
				for _, r := range c.Read(b, pauses) {
					if r.Left < 0 || r.Left > clock.Longest || r.Vacation < 0 || r.Deadline.Year() < 1970 || r.Deadline.Year() > 2250 {
						t.Errorf("from %v to %v seat %d reads %s", a, b, r.Seat, formatReading(r))
					}
				}
			}
		}
	}
}
