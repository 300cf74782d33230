package figures

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"tableronde/games/catalog"
)

// Figures of every family repeat with the same seed, and the parts of a whole add up to it.
func TestFigures(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"camette", "chivalry-4-solo", "knizia", "kutschke", "shannon"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			rules, err := catalog.Find(game, 0)
			if err != nil {
				t.Fatal(err)
			}
			plan := Plan{Rules: rules, Seats: rules.Info().Seats[0], Games: 3, Level: 2, Seed: 7}
			reports := 0
			first, err := plan.Count(func(int) { reports++ })
			if err != nil {
				t.Fatal(err)
			}
			again, err := plan.Count(func(int) {})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(first, again); diff != "" || reports != plan.Games {
				t.Errorf("%d reports, and the second count differs:\n%s", reports, diff)
			}
			sums := make(map[string]float64)
			for _, f := range first {
				if f.Unit != "" {
					whole := f.Name[:strings.LastIndex(f.Name, ", ")]
					sums[whole] += f.Value
				}
			}
			if len(sums) < 3 {
				t.Errorf("the shares are of %v", sums)
			}
			for whole, sum := range sums {
				if math.Abs(sum-100) > 1e-6 {
					t.Errorf("the parts of %q add up to %v", whole, sum)
				}
			}
		})
	}
}

// Shares are parts of 100, and a median is a value that was seen.
func TestCounter(t *testing.T) {
	t.Parallel()
	c := newCounter()
	c.games = 4
	c.share("won by", "seat 1", 3)
	c.share("won by", "seat 2", 1)
	c.mean("actions", 10)
	for _, n := range []int{9, 1, 5} {
		c.median("plies", n)
	}
	want := map[string]float64{"won by, seat 1": 75, "won by, seat 2": 25, "actions": 2.5, "plies, median": 5}
	for _, f := range c.figures() {
		if math.Abs(f.Value-want[f.Name]) > 1e-9 {
			t.Errorf("%v, want %v", f, want[f.Name])
		}
		delete(want, f.Name)
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
}
