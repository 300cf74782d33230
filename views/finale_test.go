package views

import (
	"strings"
	"testing"
)

// The change of a rating has its sign, and all of its drawing is on the scale.
func TestRatingChange(t *testing.T) {
	for _, tt := range []struct {
		change RatingChange
		gain   string
	}{
		{RatingChange{Before: 1512, After: 1527, Deviation: 60}, "+15"},
		{RatingChange{Before: 1502, After: 1498.4, Deviation: 60}, "−4"},
		{RatingChange{Before: 1500, After: 1500.2, Deviation: 350}, "+0"},
		{RatingChange{Before: 1900, After: 1700, Deviation: 40}, "−200"},
	} {
		c := tt.change
		if got := c.gain(); got != tt.gain {
			t.Errorf("%+v gains %s, want %s", c, got, tt.gain)
		}
		for _, points := range []float64{c.Before, c.After, c.After - 2*c.Deviation, c.After + 2*c.Deviation} {
			if at := c.place(points); at < 0 || at > 100 {
				t.Errorf("%+v: %v is at %v %%", c, points, at)
			}
		}
		if strings.Contains(c.drawing(), "%!") {
			t.Errorf("%+v is drawn as %s", c, c.drawing())
		}
	}
}
