package clock_test

import (
	"encoding/json"
	"testing"
	"time"

	"tableronde/games/clock"
)

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
		if err := p.Control.Check(); err != nil {
			t.Errorf("%s: %v", p.ID, err)
		}
	}
}

func TestPacesAreFoundByIDAndControl(t *testing.T) {
	for _, p := range clock.Paces() {
		if got, ok := clock.FindPace(p.ID); !ok || got != p {
			t.Errorf("FindPace(%q) = %v, %v", p.ID, got, ok)
		}
		c := p.Control
		c.WeekendsOff, c.Vacation = true, c.Vacation+time.Hour
		if got, ok := clock.PaceOf(c); !ok || got != p {
			t.Errorf("PaceOf(%+v) = %v, %v, want %v", c, got, ok, p)
		}
	}
	if got, ok := clock.FindPace("none"); ok {
		t.Errorf("FindPace(none) = %v", got)
	}
	if got, ok := clock.PaceOf(clock.Control{Move: 4 * day}); ok {
		t.Errorf("PaceOf(4 days) = %v", got)
	}
	if p, ok := clock.FindPace(clock.DefaultPace); !ok || p.Control.Bank != 10*day {
		t.Errorf("the default pace is %v, %v", p, ok)
	}
	clock.Paces()[0].ID = "changed"
	if clock.Paces()[0].ID != "move-1d" {
		t.Error("a caller changed the paces of all")
	}
}
