package clock_test

import (
	"errors"
	"testing"
	"time"

	"tableronde/games/clock"
)

func TestControlIsMoveOrBank(t *testing.T) {
	type control = clock.Control
	for _, test := range []struct {
		name    string
		control control
		want    string // field and reason
	}{
		{"a move", control{Move: 72 * hour}, ""},
		{"a minute", control{Move: time.Minute}, ""},
		{"a year", control{Move: 365 * day}, ""},
		{"a bank", control{Bank: 240 * hour, Increment: 36 * hour, Cap: 240 * hour}, ""},
		{"a bank without increment and cap", control{Bank: time.Minute}, ""},
		{"seconds of increment", control{Bank: 3 * time.Minute, Increment: 2 * time.Second}, ""},
		{"a cap above the bank", control{Bank: day, Cap: 2 * day}, ""},
		{"options", control{Move: day, Vacation: hour, WeekendsOff: true}, ""},
		{"nothing", control{}, "move missing"},
		{"only options", control{Vacation: hour}, "move missing"},
		{"both", control{Move: day, Bank: day}, "bank not_with_move"},
		{"a move with an increment", control{Move: day, Increment: 1}, "increment not_with_move"},
		{"a move with a cap", control{Move: day, Cap: day}, "cap not_with_move"},
		{"an increment alone", control{Increment: day}, "bank missing"},
		{"a cap alone", control{Cap: day}, "bank missing"},
		{"a cap below the bank", control{Bank: day, Cap: day - 1}, "cap below_bank"},
		{"a short move", control{Move: time.Minute - 1}, "move short"},
		{"a short bank", control{Bank: time.Second}, "bank short"},
		{"a negative move", control{Move: -day}, "move short"},
		{"a negative increment", control{Bank: day, Increment: -1}, "increment short"},
		{"a negative vacation", control{Move: day, Vacation: -1}, "vacation short"},
		{"a long move", control{Move: 365*day + 1}, "move long"},
		{"a long bank", control{Bank: 1 << 62}, "bank long"},
		{"a long increment", control{Bank: day, Increment: 366 * day}, "increment long"},
		{"a long cap", control{Bank: day, Cap: 366 * day}, "cap long"},
		{"a long vacation", control{Move: day, Vacation: 366 * day}, "vacation long"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := refusal(test.control.Check()); got != test.want {
				t.Errorf("Check() refuses %q, want %q", got, test.want)
			}
		})
	}
}

// refusal returns the field and the reason of a *clock.FieldError, nothing for nil.
func refusal(err error) string {
	var e *clock.FieldError
	switch {
	case err == nil:
		return ""
	case !errors.As(err, &e):
		return "not a FieldError: " + err.Error()
	}
	return e.Field + " " + string(e.Reason)
}

func TestControlIsLiveBelowFourHours(t *testing.T) {
	for _, test := range []struct {
		control clock.Control
		want    bool
	}{
		{clock.Control{Bank: 3 * time.Minute, Increment: 2 * time.Second}, true},
		{clock.Control{Bank: 30 * time.Minute, Increment: 30 * time.Second}, true},
		{clock.Control{Move: 5 * time.Minute}, true},
		{clock.Control{Move: 4*hour - 1}, true},
		{clock.Control{Move: 4 * hour}, false},
		{clock.Control{Bank: hour, Increment: day}, false},
		{clock.Control{Bank: 240 * hour, Increment: 36 * hour, Cap: 240 * hour}, false},
		{clock.Control{Bank: time.Minute, Vacation: 14 * day}, true},
	} {
		if got := test.control.Live(); got != test.want {
			t.Errorf("%+v.Live() = %v, want %v", test.control, got, test.want)
		}
	}
}

func TestAllowanceIsMoveOrFullBankAndVacation(t *testing.T) {
	for _, test := range []struct {
		control clock.Control
		want    time.Duration
	}{
		{clock.Control{Move: 72 * hour, Vacation: 14 * day}, 17 * day},
		{clock.Control{Bank: 240 * hour, Increment: 36 * hour, Cap: 240 * hour}, 10 * day},
		{clock.Control{Bank: day, Increment: hour, Cap: 3 * day, Vacation: day}, 4 * day},
		{clock.Control{Bank: 10 * time.Minute, Increment: 10 * time.Second}, 10 * time.Minute},
	} {
		if got := test.control.Allowance(); got != test.want {
			t.Errorf("%+v.Allowance() = %v, want %v", test.control, got, test.want)
		}
	}
}

// TestLowIsATenthOrTheLastHour has the clocks of the drawings: 42 minutes of some six
// hours are low, 5 h 20 min of a day are not.
func TestLowIsATenthOrTheLastHour(t *testing.T) {
	for _, test := range []struct {
		left, allowance time.Duration
		want            bool
	}{
		{42 * time.Minute, 350 * time.Minute, true},
		{5*hour + 20*time.Minute, day, false},
		{2*hour + 24*time.Minute, day, true},
		{2*hour + 24*time.Minute + 1, day, false},
		{hour, 10 * hour, true},
		{hour, 9 * hour, true},
		{hour + 1, 9 * hour, false},
		{hour, 4 * hour, true},
		{hour, 4*hour - 1, false},
		{24 * hour, 240 * hour, true},
		{24*hour + 1, 240 * hour, false},
		{time.Minute, 10 * time.Minute, true},
		{time.Minute + 1, 10 * time.Minute, false},
		{10 * time.Minute, 10 * time.Minute, false},
		{0, 10 * time.Minute, true},
		{0, 0, true},
	} {
		if got := clock.IsLow(test.left, test.allowance); got != test.want {
			t.Errorf("IsLow(%v, %v) = %v, want %v", test.left, test.allowance, got, test.want)
		}
	}
}
