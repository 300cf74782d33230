package clock_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"tableronde/games/clock"
)

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
	} {
		t.Run(test.text, func(t *testing.T) {
			var got clock.Control
			if err := json.Unmarshal([]byte(test.text), &got); err != nil {
				t.Fatal(err)
			}
			if got != test.want {
				t.Errorf("read %+v, want %+v", got, test.want)
			}
			if text, err := json.Marshal(got); err != nil || string(text) != test.text {
				t.Errorf("written as %s, %v", text, err)
			}
		})
	}
}

func TestJSONOfOtherForms(t *testing.T) {
	for text, want := range map[string]string{
		` { "move" : "4320m" } `:                           `{"move":"72h"}`,
		`{"bank":"240h"}`:                                  `{"bank":"240h","increment":"0s"}`,
		`{"move":"72h","weekends":"on","vacation":"336h"}`: `{"move":"72h"}`,
		`{"bank":"180s","increment":"0"}`:                  `{"bank":"3m","increment":"0s"}`,
	} {
		var c clock.Control
		if err := json.Unmarshal([]byte(text), &c); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if got, err := json.Marshal(&c); err != nil || string(got) != want {
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

// TestDefaultsAreOfOneKind reads and writes what becomes of seats that leave decisions to
// the game, and takes no other word from a form.
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
