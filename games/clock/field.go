package clock

import (
	"fmt"
	"time"
)

// field is a duration of a Control in its JSON form.
type field struct {
	name  string
	of    func(*Control) *time.Duration
	least time.Duration
}

var (
	fieldMove      = field{"move", func(c *Control) *time.Duration { return &c.Move }, Shortest}
	fieldBank      = field{"bank", func(c *Control) *time.Duration { return &c.Bank }, Shortest}
	fieldIncrement = field{"increment", func(c *Control) *time.Duration { return &c.Increment }, 0}
	fieldCap       = field{"cap", func(c *Control) *time.Duration { return &c.Cap }, Shortest}
	fieldVacation  = field{"vacation", func(c *Control) *time.Duration { return &c.Vacation }, 0}

	fields = []field{fieldMove, fieldBank, fieldIncrement, fieldCap, fieldVacation}
)

// choice is a field of the JSON form that is one of two words; the second one says what
// is not usual.
type choice struct {
	name          string
	usual, chosen string
	of            func(*Control) *bool
}

var choices = []choice{
	{"weekends", "on", "off", func(c *Control) *bool { return &c.WeekendsOff }},
	{"defaults", "resign", "stay", func(c *Control) *bool { return &c.KeepsSeats }},
}

// check returns a *FieldError for a duration that is out of the field's range.
func (f field) check(d time.Duration) error {
	switch {
	case d < f.least:
		return &FieldError{Field: f.name, Reason: TooShort, Limit: f.least}
	case d > Longest:
		return &FieldError{Field: f.name, Reason: TooLong, Limit: Longest}
	}
	return nil
}

// Reason is why a field of a Control is refused.
type Reason string

// The reasons of a FieldError.
const (
	BadForm     Reason = "form"          // not a Go duration, none of its words; without a field: not an object
	Unknown     Reason = "unknown"       // no field of that name
	Missing     Reason = "missing"       // neither "move" nor "bank", or no "bank" for an increment or a cap
	NotWithMove Reason = "not_with_move" // belongs to a bank
	TooShort    Reason = "short"         // less than Limit
	TooLong     Reason = "long"          // more than Limit
	BelowBank   Reason = "below_bank"    // a cap of less than the bank starts with, which is Limit
)

// FieldError is the refusal of a Control: the field, as it is called in JSON, and
// why.
type FieldError struct {
	Field  string // empty if the whole is not an object
	Reason Reason
	Limit  time.Duration // of TooShort, TooLong and BelowBank
}

func (e *FieldError) Error() string {
	if e.Field == "" {
		return "clock: not a JSON object"
	}
	return fmt.Sprintf("clock: %q %s", e.Field, e.why())
}

// why returns the reason in words that follow the name of the field.
func (e *FieldError) why() string {
	switch e.Reason {
	case BadForm:
		for _, c := range choices {
			if e.Field == c.name {
				return fmt.Sprintf("is neither %q nor %q", c.usual, c.chosen)
			}
		}
		return `is not a duration such as "72h" or "90s"`
	case Unknown:
		return "is not a field of a clock"
	case Missing:
		if e.Field == fieldMove.name {
			return `or "bank" is missing`
		}
		return "is missing"
	case NotWithMove:
		return `does not go with "move"`
	case TooShort:
		return "is shorter than " + formatDuration(e.Limit)
	case TooLong:
		return "is longer than " + formatDuration(e.Limit)
	case BelowBank:
		return "is less than the bank of " + formatDuration(e.Limit)
	}
	return string(e.Reason)
}
