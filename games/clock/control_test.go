package clock_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tableronde/games/clock"
)

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

func TestJSONIsThatOfTheAPI(t *testing.T) {
	const fortnight = clock.DefaultVacation
	for _, test := range []struct {
		text string
		want clock.Control
	}{
		{`{"move":"72h"}`, clock.Control{Move: 72 * hour, Vacation: fortnight}},
		{`{"bank":"240h","increment":"36h","cap":"240h"}`, clock.Control{Bank: 240 * hour, Increment: 36 * hour, Cap: 240 * hour, Vacation: fortnight}},
		{`{"bank":"10m","increment":"10s"}`, clock.Control{Bank: 10 * time.Minute, Increment: 10 * time.Second}},
		{`{"bank":"1h30m","increment":"0s","vacation":"1h"}`, clock.Control{Bank: 90 * time.Minute, Vacation: hour}},
		{`{"move":"336h","vacation":"0s"}`, clock.Control{Move: 14 * day}},
		{`{"move":"1m30.5s","weekends":"off"}`, clock.Control{Move: 90500 * time.Millisecond, WeekendsOff: true}},
		{`{"move":"8760h","vacation":"0s"}`, clock.Control{Move: clock.Longest}},
	} {
		t.Run(test.text, func(t *testing.T) {
			var got clock.Control
			if err := json.Unmarshal([]byte(test.text), &got); err != nil || got != test.want {
				t.Errorf("read %+v, %v, want %+v", got, err, test.want)
			}
			if text, err := json.Marshal(got); err != nil || string(text) != test.text {
				t.Errorf("written as %s, %v", text, err)
			}
		})
	}
	for text, want := range map[string]string{
		` { "move" : "4320m" } `:                           `{"move":"72h"}`,
		`{"bank":"240h"}`:                                  `{"bank":"240h","increment":"0s"}`,
		`{"move":"72h","weekends":"on","vacation":"336h"}`: `{"move":"72h"}`,
		`{"bank":"180s","increment":"0"}`:                  `{"bank":"3m","increment":"0s"}`,
	} {
		var c clock.Control
		err := json.Unmarshal([]byte(text), &c)
		if got, err2 := json.Marshal(&c); errors.Join(err, err2) != nil || string(got) != want {
			t.Errorf("%s is written as %s, %v, want %s", text, got, err, want)
		}
	}
}

func TestJSONRefusalsNameFieldAndReason(t *testing.T) {
	for _, test := range []struct{ text, want, words string }{
		{`{}`, "move missing", `clock: "move" or "bank" is missing`},
		{`null`, " form", `clock: not a JSON object`},
		{`[]`, " form", ``},
		{`"72h"`, " form", ``},
		{`{"move":"72h","days":3}`, "days unknown", `clock: "days" is not a field of a clock`},
		{`{"Move":"72h"}`, "Move unknown", ``},
		{`{"move":"72h","seats":[],"deadline":null}`, "deadline unknown", ``},
		{`{"move":72}`, "move form", `clock: "move" is not a duration such as "72h" or "90s"`},
		{`{"move":null}`, "move form", ``},
		{`{"move":""}`, "move form", ``},
		{`{"move":"3d"}`, "move form", ``},
		{`{"move":"72"}`, "move form", ``},
		{`{"move":"59s"}`, "move short", `clock: "move" is shorter than 1m`},
		{`{"move":"0s"}`, "move short", ``},
		{`{"move":"-72h"}`, "move short", ``},
		{`{"move":"8761h"}`, "move long", `clock: "move" is longer than 8760h`},
		{`{"move":"9999999h"}`, "move form", ``},
		{`{"move":"72h","bank":"72h"}`, "bank not_with_move", `clock: "bank" does not go with "move"`},
		{`{"move":"72h","increment":"0s"}`, "increment not_with_move", ``},
		{`{"move":"72h","cap":"72h"}`, "cap not_with_move", ``},
		{`{"increment":"36h"}`, "bank missing", `clock: "bank" is missing`},
		{`{"cap":"24h"}`, "bank missing", ``},
		{`{"vacation":"24h"}`, "move missing", ``},
		{`{"bank":"59s"}`, "bank short", ``},
		{`{"bank":"8760h1ns"}`, "bank long", ``},
		{`{"bank":"24h","increment":"8761h"}`, "increment long", ``},
		{`{"bank":"24h","cap":"8761h"}`, "cap long", ``},
		{`{"move":"24h","vacation":"8761h"}`, "vacation long", ``},
		{`{"bank":"240h","increment":"-1s"}`, "increment short", `clock: "increment" is shorter than 0s`},
		{`{"bank":"240h","cap":"0s"}`, "cap short", ``},
		{`{"bank":"240h","cap":"239h59m"}`, "cap below_bank", `clock: "cap" is less than the bank of 240h`},
		{`{"move":"72h","vacation":"-1h"}`, "vacation short", ``},
		{`{"move":"72h","vacation":14}`, "vacation form", ``},
		{`{"move":"72h","weekends":true}`, "weekends form", `clock: "weekends" is neither "on" nor "off"`},
		{`{"move":"72h","weekends":null}`, "weekends form", ``},
		{`{"move":"72h","defaults":"off"}`, "defaults form", `clock: "defaults" is none of ["resign" "stay" "bot"]`},
	} {
		t.Run(test.text, func(t *testing.T) {
			before := clock.Control{Move: time.Minute}
			c := before
			err := json.Unmarshal([]byte(test.text), &c)
			if got := refusal(err); got != test.want {
				t.Errorf("refused for %q, want %q", got, test.want)
			}
			if err != nil && test.words != "" && err.Error() != test.words {
				t.Errorf("the error says %s, want %s", err, test.words)
			}
			if c != before {
				t.Errorf("a refusal changed the control to %+v", c)
			}
		})
	}
}

func TestJSONKeepsEveryValidControl(t *testing.T) {
	check(t, func(t *rapid.T) {
		want := drawControl(t, time.Nanosecond)
		if err := want.Check(); err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got clock.Control
		if err := json.Unmarshal(text, &got); err != nil || got != want {
			t.Fatalf("%s is read as %+v, %v, want %+v", text, got, err, want)
		}
		if strings.Contains(string(text), `m0s"`) || strings.Contains(string(text), `h0m"`) {
			t.Fatalf("%s has units that are zero", text)
		}
	})
}

// TestDefaultsAreOfOneKind reads and writes each of Defaults, and checks that a form with any
// other word is refused.
func TestDefaultsAreOfOneKind(t *testing.T) {
	for _, text := range clock.Defaults() {
		form := `{"move":"72h","defaults":"` + text + `"}`
		var c, set clock.Control
		if err := json.Unmarshal([]byte(form), &c); err != nil {
			t.Fatal(err)
		}
		set = c
		set.KeepsSeats, set.BotsTakeOver = false, false
		written, err := json.Marshal(c)
		if usual := text == "resign"; err != nil || string(written) != form && !usual || !set.SetDefaults(text) || set != c {
			t.Errorf("%s is %+v, written %s, set %+v, %v", form, c, written, set, err)
		}
	}
	var c clock.Control
	if !c.SetDefaults("") || c.SetDefaults("leave") || c != (clock.Control{}) {
		t.Errorf("a word that is none sets %+v", c)
	}
}

// TestPacesAreThoseOfTheForm fixes the IDs, which forms and links use, and the time of
// each.
func TestPacesAreThoseOfTheForm(t *testing.T) {
	want := []struct{ id, control string }{
		{"move-1d", `{"move":"24h"}`},
		{"move-2d", `{"move":"48h"}`},
		{"move-3d", `{"move":"72h"}`},
		{"move-5d", `{"move":"120h"}`},
		{"move-7d", `{"move":"168h"}`},
		{"move-14d", `{"move":"336h","vacation":"0s"}`},
		{"bank-5d", `{"bank":"120h","increment":"18h","cap":"120h"}`},
		{"bank-10d", `{"bank":"240h","increment":"36h","cap":"240h"}`},
		{"bank-20d", `{"bank":"480h","increment":"72h","cap":"480h"}`},
		{"live-3-2", `{"bank":"3m","increment":"2s"}`},
		{"live-5-5", `{"bank":"5m","increment":"5s"}`},
		{"live-10-10", `{"bank":"10m","increment":"10s"}`},
		{"live-15-15", `{"bank":"15m","increment":"15s"}`},
		{"live-30-30", `{"bank":"30m","increment":"30s"}`},
	}
	paces := clock.Paces()
	if len(paces) != len(want) {
		t.Fatalf("there are %d paces, want %d", len(paces), len(want))
	}
	for i, p := range paces {
		text, err := json.Marshal(p.Control)
		if p.ID != want[i].id || string(text) != want[i].control || err != nil {
			t.Errorf("pace %d is %s %s, %v, want %v", i, p.ID, text, err, want[i])
		}
		if found, ok := clock.FindPace(p.ID); !ok || found != p || p.Control.Check() != nil {
			t.Errorf("FindPace(%q) = %v, %v, refused %v", p.ID, found, ok, p.Control.Check())
		}
	}
	if p, ok := clock.FindPace("none"); ok {
		t.Errorf("FindPace(none) = %v", p)
	}
	if p, ok := clock.FindPace(clock.DefaultPace); !ok || p.Control.Bank != 10*day {
		t.Errorf("the default pace is %v, %v", p, ok)
	}
	if paces[0].ID = "changed"; clock.Paces()[0].ID != "move-1d" {
		t.Error("a caller changed the paces of all")
	}
}
