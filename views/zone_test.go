package views

import (
	"testing"
	"time"
)

// Times follow the visitor's clock, or are marked as UTC where it is unknown. Today ends at the
// visitor's midnight, even if the clocks change in between.
func TestTimesAreLocal(t *testing.T) {
	t.Parallel()
	paris, err := time.LoadLocation("Europe/Paris")
	if err != nil {
		t.Skip("no time zones on this machine")
	}
	now := time.Date(2026, 10, 24, 20, 30, 0, 0, time.UTC) // the clocks go back in the night
	for _, tt := range []struct {
		zone *time.Location
		in   time.Duration
		want string
	}{
		{nil, time.Hour, "today 21:30 UTC"},
		{paris, time.Hour, "today 23:30"},
		{paris, 2 * time.Hour, "tomorrow 00:30"},
		{paris, 26 * time.Hour, "tomorrow 23:30"},
		{paris, 27 * time.Hour, "26 October, 00:30"},
		{nil, 27 * time.Hour, "tomorrow 23:30 UTC"},
	} {
		p := Page{Lang: English, Now: now, Zone: tt.zone}
		if got := p.When(now.Add(tt.in)); got != tt.want {
			t.Errorf("in %s, %v: %q, want %q", tt.in, tt.zone, got, tt.want)
		}
	}
}
