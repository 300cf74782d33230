package clock

import (
	"fmt"
	"strconv"
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

// choice is a field of the JSON form that is one of some words.
type choice struct {
	name  string
	usual string
	words []word // that say what is not usual
}

// word is a word of a choice, and the field of a Control that it sets.
type word struct {
	text string
	of   func(*Control) *bool
}

var choices = []choice{
	{"weekends", "on", []word{{"off", func(c *Control) *bool { return &c.WeekendsOff }}}},
	{"defaults", "resign", []word{
		{"stay", func(c *Control) *bool { return &c.KeepsSeats }},
		{"bot", func(c *Control) *bool { return &c.BotsTakeOver }},
	}},
}

// Defaults lists what may become of a seat that leaves its decisions to the game, in the
// words of the JSON form, the usual one first.
func Defaults() []string { return choices[1].list() }

// list lists the words of a choice, the usual one first.
func (f choice) list() []string {
	list := []string{f.usual}
	for _, w := range f.words {
		list = append(list, w.text)
	}
	return list
}

// SetDefaults chooses one of Defaults, "" for the usual one. It reports false for any other
// word.
func (c *Control) SetDefaults(text string) bool {
	if text == "" {
		return true
	}
	return choices[1].read(c, []byte(strconv.Quote(text))) == nil
}

// chosen returns the word of a choice that a control has, "" for the usual one.
func (f choice) chosen(c Control) string {
	for _, w := range f.words {
		if *w.of(&c) {
			return w.text
		}
	}
	return ""
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
				if len(c.words) == 1 {
					return fmt.Sprintf("is neither %q nor %q", c.usual, c.words[0].text)
				}
				return fmt.Sprintf("is none of %q", c.list())
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
