package shannon

import (
	"testing"

	"tableronde/games"
)

// TestLifeCountsByTheEnd compares what a lead of 60 is worth early and late, among two and
// among four.
func TestLifeCountsByTheEnd(t *testing.T) {
	lead := func(seats int, life int16) float64 {
		first, err := ruleset{}.New(games.Setup{Seats: seats, Seed: &games.Seed{7}})
		if err != nil {
			t.Fatal(err)
		}
		r := rollout{state: *first.(*state)}
		for i := range r.knights[:seats] {
			r.knights[i].life = life
		}
		r.knights[1].life += 60
		values := make([]float64, maxSeats)
		r.judgeLives(values)
		return values[1] / values[0]
	}
	for _, seats := range []int{2, 4} {
		if early, late := lead(seats, 340), lead(seats, 40); early <= 1 || late < 1.5*early {
			t.Errorf("among %d a lead is worth %.2f early, %.2f late", seats, early, late)
		}
	}
	if two, four := lead(2, 200), lead(4, 200); two >= four {
		t.Errorf("a lead among two is worth %.2f, among four %.2f", two, four)
	}
}
