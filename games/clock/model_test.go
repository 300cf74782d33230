package clock_test

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tableronde/games"
	"tableronde/games/clock"
)

// model computes the clocks of a match hour by hour, without arithmetic of weekends and
// pauses: it asks for each hour whether time runs in it.
type model struct {
	control clock.Control
	pauses  []clock.Pause
	now     int // hours since the Monday of the tests
	seats   []modelSeat
}

// modelSeat has hours.
type modelSeat struct {
	left, vacation int
	owes           bool
	fell           *int

	used, gained, granted, lost int // in all, to see that nothing disappears
}

func newModel(c clock.Control, pauses []clock.Pause, seats int, owing []games.Seat) *model {
	m := &model{control: c, pauses: pauses}
	for i := range seats {
		m.seats = append(m.seats, modelSeat{
			left:     hours(c.Move + c.Bank),
			vacation: hours(c.Vacation),
			owes:     slices.Contains(owing, games.Seat(i+1)),
		})
		m.seats[i].look(m.now)
	}
	return m
}

func hours(d time.Duration) int { return int(d / hour) }

// runs reports whether time runs in the hour that begins now.
func (m *model) runs() bool {
	now := at(time.Duration(m.now) * hour)
	if d := now.Weekday(); m.control.WeekendsOff && (d == time.Saturday || d == time.Sunday) {
		return false
	}
	return !slices.ContainsFunc(m.pauses, func(p clock.Pause) bool { return !now.Before(p.From) && now.Before(p.Until) })
}

// pass lets an hour pass.
func (m *model) pass() {
	runs := m.runs()
	m.now++
	for i := range m.seats {
		s := &m.seats[i]
		if !runs || !s.owes || s.fell != nil {
			continue
		}
		s.used++
		if s.left > 0 {
			s.left--
		} else {
			s.vacation--
		}
		s.look(m.now)
	}
}

// look sees whether the clock falls.
func (s *modelSeat) look(now int) {
	if s.owes && s.fell == nil && s.left+s.vacation == 0 {
		s.fell = &now
	}
}

// goTo lets time pass until an hour, or goes back to it at no cost.
func (m *model) goTo(now int) {
	for m.now < now {
		m.pass()
	}
	m.now = now
}

func (m *model) fold(s clock.Step) {
	m.goTo(hours(s.At.Sub(monday)))
	for i := range m.seats {
		seat, n := &m.seats[i], games.Seat(i+1)
		if g := s.Grant; g.Seat == n && seat.owes && g.Time > 0 {
			seat.granted += hours(g.Time)
			seat.left += hours(g.Time)
			seat.fell = nil
		}
		owes := slices.Contains(s.Owing, n)
		if seat.owes && (s.Decided == n || !owes) {
			m.end(seat, s.Decided == n)
		}
		seat.owes = owes
		seat.look(m.now)
	}
}

// end ends the decision that a seat owed, by its decision or not.
func (m *model) end(s *modelSeat, decided bool) {
	before := s.left
	if m.control.Move > 0 {
		s.left = hours(m.control.Move)
	} else if decided {
		s.left += hours(m.control.Increment)
		if most := hours(m.control.Cap); most > 0 && s.left > most {
			s.left = most
		}
	}
	s.gained += max(s.left-before, 0)
	s.lost += max(before-s.left, 0)
	s.fell = nil
}

// deadline looks into the future of a seat for the hour in which its clock falls.
func (m *model) deadline(i int) int {
	future := *m
	future.seats = slices.Clone(m.seats)
	for future.seats[i].fell == nil {
		future.pass()
	}
	return *future.seats[i].fell
}

// TestClocksAreThoseOfTheModel plays logs at random, with steps that go back in time,
// and compares every reading.
func TestClocksAreThoseOfTheModel(t *testing.T) {
	check(t, func(t *rapid.T) {
		control := drawControl(t, hour)
		pauses, n := drawPauses(t, hour), rapid.IntRange(1, 4).Draw(t, "seats")
		owing := drawSeats(t, n, "owing at first")
		c, m, all := clock.New(control, monday, n, owing), newModel(control, pauses, n, owing), clock.NewPauses(pauses...)
		now := time.Duration(0)
		for range rapid.IntRange(1, 25).Draw(t, "steps") {
			now += drawGap(t, hour)
			s := drawStep(t, n, at(now), hour)
			before, was := c, c.Read(at(now), all)
			c = c.Fold(s, all)
			if is := before.Read(at(now), all); !reflect.DeepEqual(is, was) {
				t.Fatalf("a step changed the clock that it was folded into: %+v, was %+v", is, was)
			}
			m.fold(s)
			m.compare(t, c.Read(at(now), all))
		}
		m.goTo(m.now + rapid.IntRange(0, 500).Draw(t, "hours after"))
		m.compare(t, c.Read(at(time.Duration(m.now)*hour), all))
		m.checkNothingDisappears(t)
	})
}

// compare fails the test unless the readings equal the readings of the model.
func (m *model) compare(t *rapid.T, readings []clock.Reading) {
	t.Helper()
	for i, s := range m.seats {
		want := clock.Reading{
			Left:       time.Duration(s.left) * hour,
			Vacation:   time.Duration(s.vacation) * hour,
			OnVacation: s.owes && s.left == 0 && s.vacation > 0,
		}
		if s.owes {
			deadline := at(time.Duration(m.deadline(i)) * hour)
			want.Deadline = &deadline
		}
		if s.fell != nil {
			want.FallenSince, want.OnVacation = want.Deadline, false
		}
		if got := formatReading(readings[i]); got != formatReading(want) {
			t.Fatalf("in hour %d seat %d reads %q, want %q", m.now, i+1, got, formatReading(want))
		}
	}
}

// checkNothingDisappears holds that all time a seat ever had was used or lost, or is
// left.
func (m *model) checkNothingDisappears(t *rapid.T) {
	for i, s := range m.seats {
		had := hours(m.control.Move+m.control.Bank+m.control.Vacation) + s.gained + s.granted
		if has := s.used + s.lost + s.left + s.vacation; has != had {
			t.Fatalf("seat %d had %d hours, of which %d are accounted for", i+1, had, has)
		}
	}
}

// BenchmarkFold folds a step of six seats with a thousand pauses.
func BenchmarkFold(b *testing.B) {
	var all []clock.Pause
	for i := range 1000 {
		all = append(all, pause(time.Duration(i)*hour, time.Duration(i)*hour+time.Minute))
	}
	pauses := clock.NewPauses(all...)
	c := clock.New(clock.Control{Move: day, Vacation: day, WeekendsOff: true}, monday, 6, seats(1, 2, 3, 4, 5, 6))
	s := decide(100*hour, 1, 1, 2, 3, 4, 5, 6)
	b.ReportAllocs()
	for b.Loop() {
		c.Fold(s, pauses)
	}
}
