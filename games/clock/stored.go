package clock

import (
	"encoding/json"
	"errors"
	"time"
)

// storedClock is the form in which the clocks of a match are kept between two steps.
// Durations and instants are in nanoseconds.
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

// MarshalJSON writes all that the clock is, in a form for UnmarshalJSON alone; the zero
// Clock is null.
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

// UnmarshalJSON reads what MarshalJSON has written.
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
