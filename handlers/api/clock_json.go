package api

import (
	"encoding/json"
	"errors"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/clock"
	"tableronde/handlers/club"
)

// matchClock is the clock of a match. It has the control, with the same fields as in a request, and
// the times left in milliseconds.
type matchClock struct {
	control  clock.Control
	Seats    []seatClock `json:"seats"`            // empty before the start
	Vacation int64       `json:"vacation_left_ms"` // of the caller's seat; for spectators, of the seat with the least
}

type seatClock struct {
	Seat     games.Seat `json:"seat"`
	Left     int64      `json:"left_ms"`
	Vacation int64      `json:"vacation_left_ms"`
	Deadline *string    `json:"deadline"`         // null for a seat that owes no decision
	Fallen   bool       `json:"fallen,omitempty"` // the deadline has passed
}

// MarshalJSON adds the fields of the control to the fields of the clock.
func (c matchClock) MarshalJSON() ([]byte, error) {
	type fields matchClock
	control, err := json.Marshal(c.control)
	if err != nil {
		return nil, err
	}
	rest, err := json.Marshal(fields(c))
	if err != nil {
		return nil, err
	}
	control[len(control)-1] = ','
	return append(control, rest[1:]...), nil
}

// newClock returns the clock of a match as a seat sees it, nil for a match without clocks.
func newClock(m db.Match, times []clock.Reading, you games.Seat) *matchClock {
	if m.Clock.IsZero() {
		return nil
	}
	c := &matchClock{control: m.Clock.Control(), Seats: []seatClock{}, Vacation: m.Clock.Control().Vacation.Milliseconds()}
	for _, r := range times {
		s := seatClock{Seat: r.Seat, Left: r.Left.Milliseconds(), Vacation: r.Vacation.Milliseconds(), Fallen: r.FallenSince != nil}
		if r.Deadline != nil {
			text := formatTime(*r.Deadline)
			s.Deadline = &text
		}
		c.Seats = append(c.Seats, s)
		c.Vacation = min(c.Vacation, s.Vacation)
	}
	if int(you) <= len(c.Seats) && you != games.Spectator {
		c.Vacation = c.Seats[you-1].Vacation
	}
	return c
}

// decodeClock reads the clock in a request, nil for none.
func decodeClock(text json.RawMessage) (*clock.Control, error) {
	if len(text) == 0 || string(text) == "null" {
		return nil, nil
	}
	var control clock.Control
	err := json.Unmarshal(text, &control)
	var bad *clock.FieldError
	if errors.As(err, &bad) {
		return nil, club.InvalidField("invalid_clock", "clock", "%s", bad.Error())
	}
	if err != nil {
		return nil, malformed("the field \"clock\" is not a clock")
	}
	return &control, nil
}
