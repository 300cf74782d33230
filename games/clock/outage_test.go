package clock_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tableronde/games"
	"tableronde/games/clock"
	"tableronde/games/effort"
)

// beats is how far the heartbeats of a machine are apart.
const beats = 10 * time.Second

// machine is a server in the tests. True time passes only by run and down; the clock of the
// machine may jump.
type machine struct {
	wall   time.Duration // since the Monday of the tests
	beat   time.Duration // when its last heartbeat was, on the same clock
	beaten time.Duration // how long it has been up since, by a monotonic clock
	pauses clock.Pauses
	log    []clock.Step
	clock  clock.Clock
	truth  []trueSeat
}

// trueSeat is the clock of a seat had nothing ever failed: only the time in which the
// server was up counts.
type trueSeat struct {
	left, vacation time.Duration
	owes           bool
}

func newMachine(c clock.Control, n int, owing []games.Seat) *machine {
	m := &machine{clock: clock.New(c, monday, n, owing)}
	for s := range n {
		m.truth = append(m.truth, trueSeat{
			left: c.Move + c.Bank, vacation: c.Vacation, owes: slices.Contains(owing, games.Seat(s+1)),
		})
	}
	return m
}

// run lets the machine work for some time.
func (m *machine) run(d time.Duration) {
	for i := range m.truth {
		if s := &m.truth[i]; s.owes {
			used := min(d, s.left)
			s.left -= used
			s.vacation -= min(d-used, s.vacation)
		}
	}
	for d > 0 {
		step := min(d, beats-m.beaten)
		m.wall, m.beaten, d = m.wall+step, m.beaten+step, d-step
		if m.beaten == beats {
			m.heartbeat()
		}
	}
}

// heartbeat is due every ten seconds, before every step, and after a start.
func (m *machine) heartbeat() {
	if p, ok := clock.Outage(at(m.beat), at(m.wall), m.beaten); ok {
		m.pauses = m.pauses.With(p)
	}
	m.beat, m.beaten = m.wall, 0
}

// down stops the machine for d, while its clock jumps by jump in addition.
func (m *machine) down(d, jump time.Duration) {
	m.wall, m.beaten = m.wall+d+jump, 0
	m.heartbeat()
}

// step stores a step.
func (m *machine) step(s clock.Step) {
	m.heartbeat()
	s.At = at(m.wall)
	m.log = append(m.log, s)
	m.clock = m.clock.Fold(s, m.pauses)
	c := m.clock.Control()
	for i := range m.truth {
		seat, n := &m.truth[i], games.Seat(i+1)
		owes := slices.Contains(s.Owing, n)
		switch ends := seat.owes && (s.Decided == n || !owes); {
		case ends && c.Move > 0:
			seat.left = c.Move
		case ends && s.Decided == n && c.Cap > 0:
			seat.left = min(seat.left+c.Increment, c.Cap)
		case ends && s.Decided == n:
			seat.left += c.Increment
		}
		seat.owes = owes
	}
}

// checkNobodyLoses compares the clocks, as they are and as the whole log gives them
// with the pauses known by now, with the truth.
func (m *machine) checkNobodyLoses(t *rapid.T, again clock.Clock) {
	t.Helper()
	m.heartbeat()
	for _, s := range m.log {
		again = again.Fold(s, m.pauses)
	}
	for _, c := range []clock.Clock{m.clock, again} {
		for i, r := range c.Read(at(m.wall), m.pauses) {
			truth := m.truth[i]
			if r.Left < truth.left || r.Vacation < truth.vacation || r.FallenSince != nil && truth.left+truth.vacation > 0 {
				t.Fatalf("seat %d reads %s, but has %v and %v", r.Seat, formatReading(r), truth.left, truth.vacation)
			}
		}
	}
}

// TestOutagesAndClockStepsCostNobodyTime simulates 10,000 of them: a server that is
// down for up to weeks, whose clock jumps back and forth while it is up and while it is
// down, in matches of all kinds.
func TestOutagesAndClockStepsCostNobodyTime(t *testing.T) {
	disturbances := 0
	for disturbances < effort.N(10_000) {
		rapid.Check(t, func(t *rapid.T) {
			control, n := drawControl(t, time.Second), rapid.IntRange(1, 4).Draw(t, "seats")
			control.WeekendsOff = false // a jump may turn a Monday into a Sunday, and back
			owing := drawSeats(t, n, "owing at first")
			m, first := newMachine(control, n, owing), clock.New(control, monday, n, owing)
			seconds := func(least, most int, label string) time.Duration {
				return time.Duration(rapid.IntRange(least, most).Draw(t, label)) * time.Second
			}
			for range 25 {
				m.run(seconds(0, 3000, "up"))
				switch rapid.IntRange(0, 3).Draw(t, "disturbance") {
				case 0:
					m.down(seconds(0, 2_000_000, "down"), 0)
				case 1:
					m.wall += seconds(-40_000, 40_000, "jump")
				case 2:
					m.down(seconds(0, 40_000, "down"), seconds(-80_000, 80_000, "jump"))
				default:
					m.wall += seconds(-60, 60, "small jump")
				}
				disturbances++
				if s := drawStep(t, n, monday, time.Second); rapid.Bool().Draw(t, "step") {
					s.Grant = clock.Grant{}
					m.step(s)
				}
				m.checkNobodyLoses(t, first)
			}
		})
	}
}

// TestOutagesForgiveNoMoreThanTheyLasted has outages but no jumps, so that the wall clock is
// right. A clock spares at most the outages and the time since the last heartbeat before each.
func TestOutagesForgiveNoMoreThanTheyLasted(t *testing.T) {
	check(t, func(t *rapid.T) {
		m := newMachine(clock.Control{Bank: 300 * day}, 1, seats(1))
		outages := rapid.IntRange(0, 20).Draw(t, "outages")
		for range outages {
			m.run(time.Duration(rapid.IntRange(0, 500_000).Draw(t, "up")) * time.Millisecond)
			m.down(time.Duration(rapid.IntRange(0, 1_000_000).Draw(t, "down"))*time.Second, 0)
		}
		m.checkNobodyLoses(t, m.clock)
		left, truth := m.clock.Read(at(m.wall), m.pauses)[0].Left, m.truth[0].left
		if most := truth + time.Duration(outages)*beats; left > most {
			t.Fatalf("%v are left after %d outages, want at most %v", left, outages, most)
		}
	})
}
