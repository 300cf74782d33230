package clock

import (
	"slices"
	"time"

	"tableronde/games"
)

// Clock is the clocks of all seats of a match after the steps folded so far. It is
// an immutable value of about 32 bytes a seat: copies are independent, and any number
// of goroutines may read it. The zero Clock is that of a match without clocks: Fold
// returns it, and Read nothing.
type Clock struct {
	control *Control
	at      nanos  // of the last step
	seats   []seat // by games.Seat - 1; never changed
}

// seat is the clock of one seat at the last step.
type seat struct {
	left     time.Duration // of the bank or for the decision; where none is owed, for the next one
	vacation time.Duration // left
	fell     nanos         // when, if it has fallen
	fallen   bool
	owes     bool // a decision: the clock runs
	defaults int  // decisions in a row, the last ones, that were defaults
}

// Step is one event of the log as far as clocks are concerned.
type Step struct {
	At      time.Time    // of an event without a time (zero) that of the step before
	Decided games.Seat   // whose decision the event is, a default's too; 0 for offers, grants and whatever is not a decision
	Default bool         // the decision was made for the seat, whose clock had fallen
	Owing   []games.Seat // who owes a decision after the event; nobody once the match is over
	Grant   Grant
	Renewed games.Seat // goes to another player, who has the time of the start; 0 for none
}

// Grant is time given to a seat that owes a decision. Others keep what they have.
type Grant struct {
	Seat games.Seat // 0 for none
	Time time.Duration
}

// Of returns the clocks of a match that has not begun: nothing runs before New starts
// them.
func Of(control Control) Clock { return Clock{control: &control} }

// New starts the clocks of so many seats. The control must be valid; owing lists the
// seats that owe a decision from the start on.
func New(control Control, start time.Time, seats int, owing []games.Seat) Clock {
	c := Clock{control: &control, at: nanosOf(start), seats: make([]seat, seats)}
	for i := range c.seats {
		c.seats[i] = seat{
			left:     control.start(),
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
		now = now.run(past)
		if s.Grant.Seat == n {
			now = now.grant(s.Grant.Time)
		}
		if s.Decided == n {
			now = now.count(s.Default)
		}
		if next.seats[i] = now.settle(*c.control, s.Decided == n, slices.Contains(s.Owing, n)); s.Renewed == n {
			next.seats[i] = seat{left: c.control.start(), vacation: now.vacation, owes: next.seats[i].owes}
		}
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

// grant adds to the time of a seat that owes a decision. A clock that has fallen
// runs again, from now on.
func (s seat) grant(d time.Duration) seat {
	if !s.owes || d <= 0 {
		return s
	}
	s.left += min(d, ceiling-min(s.left, ceiling))
	s.fallen, s.fell = false, 0
	return s
}

// count counts the defaults in a row of a seat that has decided.
func (s seat) count(byDefault bool) seat {
	s.defaults++
	if !byDefault {
		s.defaults = 0
	}
	return s
}

// settle tells a seat whether the step was its decision and whether it owes one now.
func (s seat) settle(control Control, decided, owes bool) seat {
	if s.owes && (decided || !owes) {
		s.fallen, s.fell = false, 0
		if decided || control.Move > 0 {
			s.left = control.afterDecision(s.left)
		}
	}
	s.owes = owes
	return s
}
