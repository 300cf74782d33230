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

func TestWhatIsLeftOfAMoveIsLost(t *testing.T) {
	c := fold(begin(clock.Control{Move: day}), decide(hour, 1, 2), decide(2*hour, 2, 1))
	reads(t, c, 2*hour, none, 1, "24h0m0s 0s until 26h0m0s")
}

// TestEachDecisionOfATurnStartsAnew has a turn of several actions.
func TestEachDecisionOfATurnStartsAnew(t *testing.T) {
	c := fold(begin(clock.Control{Move: day}), decide(20*hour, 1, 1), decide(30*hour, 1, 1))
	reads(t, c, 30*hour, none, 1, "24h0m0s 0s until 54h0m0s")
	c = fold(begin(clock.Control{Bank: day, Increment: hour}), decide(20*hour, 1, 1), decide(21*hour, 1, 1))
	reads(t, c, 21*hour, none, 1, "5h0m0s 0s until 26h0m0s")
}

func TestClocksOfAllWhoOweRunAtOnce(t *testing.T) {
	c := clock.New(clock.Control{Bank: 2 * day}, monday, 3, seats(1, 2, 3))
	c = fold(c, decide(10*hour, 2, 1, 3), decide(15*hour, 1, 3))
	reads(t, c, 20*hour, none, 1, "33h0m0s 0s")
	reads(t, c, 20*hour, none, 2, "38h0m0s 0s")
	reads(t, c, 20*hour, none, 3, "28h0m0s 0s until 48h0m0s")
}

func TestEventsOfOthersLeaveARunningClock(t *testing.T) {
	for _, control := range []clock.Control{{Move: day, Vacation: hour}, {Bank: day, Increment: hour, Vacation: hour}} {
		c := fold(begin(control), happen(5*hour, 1), decide(6*hour, 2, 1), happen(23*hour+30*time.Minute, 1))
		reads(t, c, 6*hour, none, 1, "30m0s 1h0m0s until 25h0m0s")
		c = fold(c, happen(24*hour+30*time.Minute, 1))
		reads(t, c, 25*hour-1, none, 1, "0s 1ns until 25h0m0s vacation")
		c = fold(c, happen(26*hour, 1), happen(40*hour, 1))
		reads(t, c, 50*hour, none, 1, "0s 0s until 25h0m0s fallen")
	}
}

// TestAnInterruptThatNobodyOwesGivesNoTime keeps seats from filling their banks by
// what they may do at any time.
func TestAnInterruptThatNobodyOwesGivesNoTime(t *testing.T) {
	c := fold(begin(clock.Control{Bank: day, Increment: hour}), decide(hour, 2, 1), decide(2*hour, 2, 1))
	reads(t, c, 2*hour, none, 2, "24h0m0s 0s")
}

// TestADecisionThatIsNoLongerOwedGivesNothing has an undo, or somebody else's end of
// the game, take a decision away.
func TestADecisionThatIsNoLongerOwedGivesNothing(t *testing.T) {
	c := fold(begin(clock.Control{Bank: day, Increment: hour}), happen(5*hour, 2), happen(6*hour, 1))
	reads(t, c, 6*hour, none, 1, "19h0m0s 0s until 25h0m0s")
	c = fold(begin(clock.Control{Move: day}), happen(5*hour, 2), happen(6*hour, 1))
	reads(t, c, 6*hour, none, 1, "24h0m0s 0s until 30h0m0s")
}

func TestClocksStopWhenTheMatchIsOver(t *testing.T) {
	c := fold(begin(clock.Control{Bank: day}), happen(5*hour))
	for _, seat := range seats(1, 2) {
		r := c.Read(at(90*day), none)[seat-1]
		if r.Deadline != nil || r.RunsOut != nil || r.FallenSince != nil || r.OnVacation {
			t.Errorf("seat %d reads %+v", seat, r)
		}
	}
	reads(t, c, 90*day, none, 1, "19h0m0s 0s")
}

// TestAFallenSeatMayDecide plays late, or has the default played for it.
func TestAFallenSeatMayDecide(t *testing.T) {
	c := fold(begin(clock.Control{Bank: day, Increment: 2 * hour, Cap: day, Vacation: hour}), decide(30*hour, 1, 2), decide(31*hour, 2, 1))
	reads(t, c, 31*hour, none, 1, "2h0m0s 0s until 33h0m0s")
	c = fold(begin(clock.Control{Move: day}), decide(30*hour, 1, 1))
	reads(t, c, 30*hour, none, 1, "24h0m0s 0s until 54h0m0s")
}

func TestASeatWithNothingLeftFallsAsSoonAsItOwes(t *testing.T) {
	saturday := 5*day + hour
	for _, off := range []bool{false, true} {
		c := fold(begin(clock.Control{Bank: day, WeekendsOff: off}), decide(2*day, 1, 2), decide(saturday, 2, 1))
		reads(t, c, saturday, none, 1, "0s 0s until 121h0m0s fallen")
	}
}

func TestRunsOutIsWhenVacationBegins(t *testing.T) {
	c := begin(clock.Control{Move: 3 * day, Vacation: 14 * day})
	if got := c.Read(at(day), none)[0].RunsOut; got == nil || !got.Equal(at(3*day)) {
		t.Errorf("it runs out at %v", got)
	}
	for _, when := range []time.Duration{3 * day, 17 * day} {
		if got := c.Read(at(when), none)[0].RunsOut; got != nil {
			t.Errorf("after %v it runs out at %v", when, got)
		}
	}
	if got := c.Read(at(day), none)[1].RunsOut; got != nil {
		t.Errorf("that of a seat that owes nothing runs out at %v", got)
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
