package clock

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
)

// MarshalJSON writes the control as API.md has it: {"move":"72h"}, or
// {"bank":"240h","increment":"36h","cap":"240h"}, without a cap if there is none.
// "vacation", "weekends" and "defaults" follow only where they are not the default.
func (c Control) MarshalJSON() ([]byte, error) {
	var out struct {
		Move      string `json:"move,omitempty"`
		Bank      string `json:"bank,omitempty"`
		Increment string `json:"increment,omitempty"`
		Cap       string `json:"cap,omitempty"`
		Vacation  string `json:"vacation,omitempty"`
		Weekends  string `json:"weekends,omitempty"`
		Defaults  string `json:"defaults,omitempty"`
	}
	if c.Move > 0 {
		out.Move = formatDuration(c.Move)
	} else {
		out.Bank, out.Increment = formatDuration(c.Bank), formatDuration(c.Increment)
	}
	if c.Cap > 0 {
		out.Cap = formatDuration(c.Cap)
	}
	if c.Vacation != c.defaultVacation() {
		out.Vacation = formatDuration(c.Vacation)
	}
	out.Weekends, out.Defaults = choices[0].chosen(c), choices[1].chosen(c)
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON writes, durations in any form that
// time.ParseDuration knows. An increment that is absent is 0; absent are further no
// cap, the default vacation (DefaultVacation, none for live controls), weekends
// "on", so that time runs on them, and defaults "resign". The error is a *FieldError for a field that is
// unknown, malformed or not valid; the control is then unchanged.
func (c *Control) UnmarshalJSON(data []byte) error {
	var given map[string]json.RawMessage
	if err := json.Unmarshal(data, &given); err != nil || given == nil {
		return &FieldError{Reason: BadForm}
	}
	isGiven := func(f field) bool { return given[f.name] != nil }
	var read Control
	for _, f := range fields {
		if !isGiven(f) {
			continue
		}
		d, err := parseDuration(given[f.name])
		if err != nil {
			return &FieldError{Field: f.name, Reason: BadForm}
		}
		if err := f.check(d); err != nil {
			return err
		}
		*f.of(&read) = d
	}
	for _, c := range choices {
		if err := c.read(&read, given[c.name]); err != nil {
			return err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !slices.ContainsFunc(choices, func(c choice) bool { return c.name == name }) &&
			!slices.ContainsFunc(fields, func(f field) bool { return f.name == name }) {
			return &FieldError{Field: name, Reason: Unknown}
		}
	}
	if err := read.checkTogether(isGiven); err != nil {
		return err
	}
	if !isGiven(fieldVacation) {
		read.Vacation = read.defaultVacation()
	}
	*c = read
	return nil
}

// read sets the field from its JSON value, nil for one that is absent.
func (f choice) read(c *Control, value json.RawMessage) error {
	if text := string(value); text == "" || text == strconv.Quote(f.usual) {
		return nil
	}
	for _, w := range f.words {
		if string(value) == strconv.Quote(w.text) {
			*w.of(c) = true
			return nil
		}
	}
	return &FieldError{Field: f.name, Reason: BadForm}
}

// defaultVacation returns the vacation of a table that says nothing about it.
func (c Control) defaultVacation() time.Duration {
	if c.Live() {
		return 0
	}
	return DefaultVacation
}

// parseDuration reads a JSON string with a Go duration.
func parseDuration(value json.RawMessage) (time.Duration, error) {
	var text *string
	if err := json.Unmarshal(value, &text); err != nil {
		return 0, err
	}
	if text == nil {
		return 0, &FieldError{Reason: BadForm}
	}
	return time.ParseDuration(*text)
}

// formatDuration writes a Go duration without units that are zero at its end: 72h,
// not 72h0m0s.
func formatDuration(d time.Duration) string {
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}
