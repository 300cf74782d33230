package clock_test

import (
	"testing"
	"time"

	"tableronde/games/clock"
)

const (
	friday   = 4 * day
	saturday = 5 * day
	sunday   = 6 * day
	next     = 7 * day // Monday
)

func TestNoTimeRunsOnWeekendsThatAreOff(t *testing.T) {
	c := fold(begin(clock.Control{Move: 2 * day, WeekendsOff: true}), decide(friday, 1, 2))
	reads(t, c, friday, none, 2, "48h0m0s 0s until 192h0m0s")
	for _, when := range []time.Duration{saturday, sunday, next} {
		reads(t, c, when, none, 2, "24h0m0s 0s until 192h0m0s")
	}
	reads(t, c, next+hour, none, 2, "23h0m0s 0s until 192h0m0s")

	c = fold(begin(clock.Control{Move: 2 * day}), decide(friday, 1, 2))
	reads(t, c, saturday+hour, none, 2, "23h0m0s 0s until 144h0m0s")
}

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

func TestADecisionThatBeginsOnAWeekendRunsFromMonday(t *testing.T) {
	c := fold(begin(clock.Control{Move: 7 * day, WeekendsOff: true}), decide(saturday+hour, 1, 2))
	reads(t, c, next+hour, none, 2, "167h0m0s 0s until 384h0m0s")
}

func TestVacationIsNotUsedOnWeekendsThatAreOff(t *testing.T) {
	c := begin(clock.Control{Move: 4 * day, Vacation: 2 * day, WeekendsOff: true})
	reads(t, c, saturday, none, 1, "0s 24h0m0s until 192h0m0s vacation")
	reads(t, c, sunday, none, 1, "0s 24h0m0s until 192h0m0s vacation")
	reads(t, c, next+hour, none, 1, "0s 23h0m0s until 192h0m0s vacation")
	reads(t, c, next+day, none, 1, "0s 0s until 192h0m0s fallen")
}

func TestAnOutageOfAWeekCostsNothing(t *testing.T) {
	week := clock.NewPauses(pause(day, day+7*day))
	c := begin(clock.Control{Bank: 2 * day, Vacation: day})
	reads(t, c, day, week, 1, "24h0m0s 24h0m0s until 240h0m0s")
	reads(t, c, 8*day, week, 1, "24h0m0s 24h0m0s until 240h0m0s")
	c = c.Fold(decide(8*day+hour, 1, 2), week)
	reads(t, c, 8*day+hour, week, 1, "23h0m0s 24h0m0s")
	reads(t, c, 8*day+hour, week, 2, "48h0m0s 24h0m0s until 265h0m0s")
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
						t.Errorf("from %v to %v seat %d reads %s", a, b, r.Seat, tell(r))
					}
				}
			}
		}
	}
}
