package clock

import (
	"time"

	"tableronde/games"
)

// Reading is the clock of a seat at some instant.
type Reading struct {
	Seat     games.Seat
	Left     time.Duration // of the bank or for the decision, without Vacation; where none is owed, for the next one
	Vacation time.Duration // left

	RunsOut     *time.Time // when Left is used up and the vacation begins, if nothing happens; nil if it is, or no decision is owed
	Deadline    *time.Time // when the clock falls, if nothing happens, or fell; nil if no decision is owed
	FallenSince *time.Time // the Deadline once it has come, else nil
	OnVacation  bool       // Left is used up, and the vacation is being used
	Defaults    int        // decisions in a row, the last ones, that were made by default
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
