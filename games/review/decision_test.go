package review

import (
	"slices"
	"testing"
)

// Costly lists the decisions of a seat with the largest costs, the largest first. It omits
// costs no larger than the effect of chance on the figures, and decisions without a choice.
func TestCostliestDecisions(t *testing.T) {
	d := func(seat int, best, played int) Decision {
		out := Decision{Seat: 1, Text: "played", Options: []Option{{"best", best}, {"played", played}}}
		if seat == 2 {
			out.Seat = 2
		}
		return out
	}
	r := Review{Decisions: []Decision{
		d(1, 60, 50), d(2, 90, 10), d(1, 60, 56), d(1, 71, 38), {Seat: 1, Text: "forced"}, d(1, 55, 50),
		{Seat: 1, Text: "played", Options: []Option{{"played", 60}, {"other", 20}}},
	}}
	got, choices := r.Costly(1)
	if want := []int{3, 0, 5}; !slices.Equal(got, want) || choices != 5 {
		t.Errorf("Costly = %v of %d, want %v of 5", got, choices, want)
	}
	if n := r.Decisions[3].Cost(); n != 33 {
		t.Errorf("Cost = %d", n)
	}
	if got := r.Judged(); got != 7 {
		t.Errorf("Judged = %d", got)
	}
}
