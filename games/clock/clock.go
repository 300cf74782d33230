// Package clock keeps the time that players of a match have: a time for each
// decision, or a bank with an increment. It is pure: every time comes in as an
// argument, and the clocks of a match are a fold of its log.
//
// # How time is used
//
// The clock of a seat runs while the seat owes a decision, even if other seats owe one at the
// same time or something else happens in the match. It stands still on Saturdays and Sundays
// (UTC) if the table has weekends off, and in Pauses, when the server was down. The remaining
// time is used first, then the vacation of the seat, without a request. Once both are used up
// the clock has fallen. This package does not decide the consequence (a claim, a grant, a
// default), and the seat may still decide.
//
// A decision ends the use. With a time for each decision the next one has the whole
// time again; with a bank the increment is added, up to the cap, for a decision
// that was owed. Vacation that was used does not come back.
//
// # Where the rules are
//
// The API describes the forms of a Control under "clock". The form for a new table offers the
// paces with a name.
package clock

import (
	"encoding/json"
	"errors"
	"slices"
	"sort"
	"time"

	"tableronde/games"
)

// Clock is the clocks of all seats of a match after the steps folded so far. It is an
// immutable value of about 32 bytes a seat: copies are independent, and any number of
// goroutines may read it. The zero Clock belongs to a match without clocks: Fold returns it
// unchanged, and Read returns nothing.
type Clock struct {
	control *Control
	at      nanos  // time of the last step
	seats   []seat // by games.Seat - 1; never changed
}

// seat is the clock of one seat at the last step.
type seat struct {
	left     time.Duration // of the bank or for the decision, or for the next decision if none is owed
	vacation time.Duration // left
	fell     nanos         // when the clock fell, if it has fallen
	fallen   bool
	owes     bool // a decision: the clock runs
	defaults int  // number of the latest decisions in a row that were defaults
}

// Step is one event of the log with the parts that clocks use.
type Step struct {
	At      time.Time    // the time of the event; zero stands for the time of the step before
	Decided games.Seat   // the seat that decided, also by default; 0 for offers, grants and the like
	Default bool         // the decision was made for the seat, whose clock had fallen
	Owing   []games.Seat // the seats that owe a decision after the event; none once the match is over
	Grant   Grant
	Renewed games.Seat // a seat that goes to another player, who gets the time of the start; 0 for none
}

// Grant is time given to a seat that owes a decision. The other seats keep their times.
type Grant struct {
	Seat games.Seat // 0 for none
	Time time.Duration
}

// Of returns the clocks of a match that has not begun: nothing runs before New starts
// them.
func Of(control Control) Clock { return Clock{control: &control} }

// New starts the clocks of a match with the given number of seats. The control must be valid;
// owing lists the seats that owe a decision from the start on.
func New(control Control, start time.Time, seats int, owing []games.Seat) Clock {
	c := Clock{control: &control, at: nanosOf(start), seats: make([]seat, seats)}
	for i := range c.seats {
		c.seats[i] = seat{
			left:     control.Move + control.Bank,
			vacation: control.Vacation,
			owes:     slices.Contains(owing, games.Seat(i+1)),
		}
	}
	return c
}

// IsZero reports whether the match has no clocks.
func (c Clock) IsZero() bool { return c.control == nil }

// Equal reports whether two clocks are the same.
func (c Clock) Equal(d Clock) bool {
	return c.Control() == d.Control() && c.IsZero() == d.IsZero() && c.at == d.at && slices.Equal(c.seats, d.seats)
}

// Control returns the control that the clocks were made with, the zero Control for
// the zero Clock.
func (c Clock) Control() Control {
	if c.control == nil {
		return Control{}
	}
	return *c.control
}

// Fold returns the clocks after one more step; the length of the log does not matter to
// its cost. The pauses must be all that begin before the step; later ones make no
// difference. A step that is earlier than the one before, since the clock of a machine
// was set back, took no time, and time goes on from it.
func (c Clock) Fold(s Step, pauses Pauses) Clock {
	if c.control == nil {
		return c
	}
	at := c.at
	if !s.At.IsZero() {
		at = nanosOf(s.At)
	}
	past := c.spell(at, pauses)
	next := Clock{control: c.control, at: at, seats: make([]seat, len(c.seats))}
	for i, now := range c.seats {
		n := games.Seat(i + 1)
		decided, owes := s.Decided == n, slices.Contains(s.Owing, n)
		now = now.run(past)
		if given := s.Grant.Time; s.Grant.Seat == n && now.owes && given > 0 {
			now.left += min(given, ceiling-min(now.left, ceiling))
			now.fallen, now.fell = false, 0 // the clock runs again from now on
		}
		if decided {
			now.defaults++
			if !s.Default {
				now.defaults = 0
			}
		}
		if now.owes && (decided || !owes) {
			now.fallen, now.fell = false, 0
			switch {
			case c.control.Move > 0:
				now.left = c.control.Move
			case decided && c.control.Cap > 0:
				now.left = min(now.left+c.control.Increment, c.control.Cap)
			case decided:
				now.left = min(now.left+c.control.Increment, ceiling)
			}
		}
		now.owes = owes
		if s.Renewed == n {
			now = seat{left: c.control.Move + c.control.Bank, vacation: now.vacation, owes: owes}
		}
		next.seats[i] = now
	}
	return next
}

// spell is a stretch of time since a step.
type spell struct {
	line   timeline
	from   nanos
	length time.Duration // of the time that ran
}

func (c Clock) spell(to nanos, pauses Pauses) spell {
	line := timeline{weekendsOff: c.control.WeekendsOff, pauses: pauses}
	return spell{line: line, from: c.at, length: line.between(c.at, to)}
}

// run lets the clock of a seat run if it owes a decision.
func (s seat) run(t spell) seat {
	if !s.owes {
		return s
	}
	if t.length >= s.left+s.vacation {
		s.fallen, s.fell = true, s.deadline(t)
	}
	used := min(t.length, s.left)
	s.left -= used
	s.vacation -= min(t.length-used, s.vacation)
	return s
}

// deadline returns when the clock of a seat that owes a decision falls, or fell.
func (s seat) deadline(t spell) nanos {
	if s.fallen {
		return s.fell
	}
	return t.line.after(t.from, s.left+s.vacation)
}

// Reading is the clock of a seat at some instant.
type Reading struct {
	Seat     games.Seat
	Left     time.Duration // of the bank or for the decision, without Vacation; or for the next decision if none is owed
	Vacation time.Duration // left

	RunsOut     *time.Time // when Left is used up and the vacation begins, if nothing happens; nil if it is, or no decision is owed
	Deadline    *time.Time // when the clock falls, if nothing happens, or fell; nil if no decision is owed
	FallenSince *time.Time // the Deadline once it has come, else nil
	OnVacation  bool       // Left is used up, and the vacation is being used
	Defaults    int        // number of the latest decisions in a row that were made by default
}

// Read returns the clocks of all seats, by seat, at an instant after the last step;
// an earlier one stands for the time of that step. The pauses are those that Fold
// would get for a step at that instant. Deadlines consider later ones as well.
func (c Clock) Read(now time.Time, pauses Pauses) []Reading {
	if c.control == nil {
		return nil
	}
	past := c.spell(nanosOf(now), pauses)
	readings := make([]Reading, len(c.seats))
	for i, s := range c.seats {
		readings[i] = s.read(games.Seat(i+1), past)
	}
	return readings
}

// read returns the clock of seat n at the end of a spell.
func (s seat) read(n games.Seat, t spell) Reading {
	now := s.run(t)
	r := Reading{Seat: n, Left: now.left, Vacation: now.vacation, Defaults: now.defaults}
	if !s.owes {
		return r
	}
	deadline := s.deadline(t).time()
	r.Deadline = &deadline
	if now.fallen {
		r.FallenSince = &deadline
		return r
	}
	if now.left == 0 {
		r.OnVacation = true
		return r
	}
	runsOut := t.line.after(t.from, s.left).time()
	r.RunsOut = &runsOut
	return r
}

// storedClock is the form in which the clocks of a match are stored between two steps. Durations
// and instants are in nanoseconds.
type storedClock struct {
	Control Control      `json:"control"`
	At      nanos        `json:"at,omitempty"`
	Seats   []storedSeat `json:"seats,omitempty"`
}

type storedSeat struct {
	Left     time.Duration `json:"left"`
	Vacation time.Duration `json:"vacation,omitempty"`
	Fell     *nanos        `json:"fell,omitempty"`
	Owes     bool          `json:"owes,omitempty"`
	Defaults int           `json:"defaults,omitempty"`
}

// MarshalJSON writes the whole clock in a form for UnmarshalJSON only; the zero Clock is null.
func (c Clock) MarshalJSON() ([]byte, error) {
	if c.IsZero() {
		return []byte("null"), nil
	}
	out := storedClock{Control: *c.control, At: c.at}
	for _, s := range c.seats {
		kept := storedSeat{Left: s.left, Vacation: s.vacation, Owes: s.owes, Defaults: s.defaults}
		if s.fallen {
			kept.Fell = &s.fell
		}
		out.Seats = append(out.Seats, kept)
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads the form that MarshalJSON writes.
func (c *Clock) UnmarshalJSON(data []byte) error {
	var in *storedClock
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	if in == nil {
		*c = Clock{}
		return nil
	}
	read := Clock{control: &in.Control, at: in.At}
	for _, kept := range in.Seats {
		s := seat{left: kept.Left, vacation: kept.Vacation, owes: kept.Owes, defaults: kept.Defaults}
		if kept.Left < 0 || kept.Vacation < 0 || kept.Defaults < 0 {
			return errors.New("clock: a time below zero")
		}
		if kept.Fell != nil {
			s.fell, s.fallen = *kept.Fell, true
		}
		read.seats = append(read.seats, s)
	}
	*c = read
	return nil
}

// Pause is an interval in which no clock runs because the server was down: from an instant up to,
// but not including, another.
type Pause struct {
	From, Until time.Time
}

// Outage returns the pause between two consecutive heartbeats of the server. Between them the
// server was up for the time up. ok is false if they are no further apart than that. up is zero
// after a start of the server. Otherwise it is the time by a monotonic clock, or the interval of
// the beats if that is less. A clock that jumps ahead also produces a pause, so players lose no
// time by it. A caller that stores a step or reads clocks beats first, so that no step falls
// between a jump and the beat that finds it.
func Outage(last, beat time.Time, up time.Duration) (p Pause, ok bool) {
	return Pause{From: last, Until: beat}, beat.Sub(last) > up
}

// Pauses is the set of all pauses of a server. It is an immutable value; the zero
// Pauses is empty. A server only ever adds to it: removing a pause would take time
// from players.
type Pauses struct {
	spans []span     // ascending, disjoint and not touching
	spent [][2]nanos // spent[i] is the time in spans[:i]: the whole, and without weekends
}

// span is an interval of instants, from <= t < until.
type span struct{ from, until nanos }

// NewPauses makes a set of pauses in any order; they may overlap, and those that end
// before they begin are left out.
func NewPauses(pauses ...Pause) (all Pauses) {
	for _, p := range pauses {
		all = all.With(p)
	}
	return all
}

// With returns the set with one more pause.
func (p Pauses) With(pause Pause) Pauses {
	next := span{nanosOf(pause.From), nanosOf(pause.Until)}
	if next.from >= next.until {
		return p
	}
	first := sort.Search(len(p.spans), func(i int) bool { return p.spans[i].until >= next.from })
	last := first
	for ; last < len(p.spans) && p.spans[last].from <= next.until; last++ {
		next.from, next.until = min(next.from, p.spans[last].from), max(next.until, p.spans[last].until)
	}
	spans := slices.Concat(p.spans[:first], []span{next}, p.spans[last:])
	spent := make([][2]nanos, len(spans)+1)
	known := copy(spent, p.spent[:min(first+1, len(p.spent))])
	for i := max(known, 1); i <= len(spans); i++ {
		s := spans[i-1]
		spent[i] = [2]nanos{spent[i-1][0] + s.until - s.from, spent[i-1][1] + weekdays(s.until) - weekdays(s.from)}
	}
	return Pauses{spans: spans, spent: spent}
}

// nanos is an instant, in nanoseconds since the beginning of 1970 (UTC), or a
// distance between two, which may leave out weekends and pauses.
type nanos int64

// The first and the last instant of clocks; an instant outside counts as the nearer one.
var (
	earliest = time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC)
	latest   = time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC)
)

func nanosOf(t time.Time) nanos {
	switch {
	case t.Before(earliest):
		t = earliest
	case t.After(latest):
		t = latest
	}
	return nanos(t.UnixNano())
}

func (t nanos) time() time.Time { return time.Unix(0, int64(t)).UTC() }

// timeline separates the time during which clocks run from all other time.
type timeline struct {
	weekendsOff bool
	pauses      Pauses
}

// position returns the amount of time that has run up to an instant, counted from a fixed instant.
// It never decreases, and is constant in weekends that are off and in pauses.
func (l timeline) position(t nanos) nanos {
	n := sort.Search(len(l.pauses.spans), func(i int) bool { return l.pauses.spans[i].from >= t })
	if n == 0 {
		return l.run(t)
	}
	last := l.pauses.spans[n-1]
	return l.run(t) - l.spent(n-1) - l.run(min(t, last.until)) + l.run(last.from)
}

// reach returns the first instant with a position.
func (l timeline) reach(position nanos) nanos {
	behind := sort.Search(len(l.pauses.spans), func(i int) bool {
		return l.run(l.pauses.spans[i].from)-l.spent(i) >= position
	})
	position += l.spent(behind)
	if l.weekendsOff {
		return afterWeekdays(position)
	}
	return position
}

// run returns position without regard to pauses.
func (l timeline) run(t nanos) nanos {
	if l.weekendsOff {
		return weekdays(t)
	}
	return t
}

// spent returns the amount of time that would have run in the first n pauses.
func (l timeline) spent(n int) nanos {
	switch {
	case n == 0:
		return 0
	case l.weekendsOff:
		return l.pauses.spent[n][1]
	}
	return l.pauses.spent[n][0]
}

// between returns the amount of time that runs between two instants, 0 if the second is the earlier
// one: time never runs backwards.
func (l timeline) between(from, to nanos) time.Duration {
	if to <= from {
		return 0
	}
	return time.Duration(l.position(to) - l.position(from))
}

// after returns the first instant, not before from, at which clocks have run for d since then.
func (l timeline) after(from nanos, d time.Duration) nanos {
	if d <= 0 {
		return from
	}
	return l.reach(l.position(from) + nanos(d))
}

const (
	week    = nanos(7 * day)
	working = nanos(5 * day) // from Monday to Friday
	monday  = nanos(4 * day) // 5 January 1970, on which weeks are counted from
)

// weekdays returns the amount of time up to an instant that was not on Saturdays and Sundays,
// counted from monday.
func weekdays(t nanos) nanos {
	weeks := floorDivide(t-monday, week)
	return weeks*working + min(t-monday-weeks*week, working)
}

// afterWeekdays returns the first instant at which weekdays has a value: this is the end of a week,
// not the beginning of the next one.
func afterWeekdays(value nanos) nanos {
	weeks := floorDivide(value-1, working)
	return monday + weeks*week + value - weeks*working
}

// floorDivide returns the greatest integer not above a/b, for a positive b.
func floorDivide(a, b nanos) nanos {
	q := a / b
	if a < q*b {
		q--
	}
	return q
}
