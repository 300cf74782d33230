package learn

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"tableronde/games/bot/search"
	"tableronde/games/effort"
	"tableronde/games/parker"
)

// TestFitFindsTheWeights makes samples of known weights.
func TestFitFindsTheWeights(t *testing.T) {
	if testing.Short() {
		t.Skip("fits many positions")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	want := []float64{120, -60, 15}
	var samples []sample
	for range 300_000 {
		s := sample{}
		for i := range want {
			s.terms = append(s.terms, search.Term{Weight: i, Times: float32(rng.IntN(7) - 3)})
		}
		if rng.Float64() < chance(estimate(s.terms, want)) {
			s.target = 1
		}
		samples = append(samples, s)
	}
	prior := []float64{100, 0, 0}
	got := fit(samples, prior, rng)
	for i := range want {
		if math.Abs(got[i]-want[i]) > 10 {
			t.Errorf("weight %d is %.1f, want %.1f", i, got[i], want[i])
		}
	}
	if before, after := loss(samples, prior), loss(samples, got); after >= before {
		t.Errorf("the loss goes from %v to %v", before, after)
	}
	if got := fit(nil, prior, rng); !reflect.DeepEqual(got, prior) {
		t.Errorf("of nothing %v is learned, want %v", got, prior)
	}
}

// TestRunsRepeat learns the same twice, for a table of two and one of teams.
func TestRunsRepeat(t *testing.T) {
	for _, game := range []string{"cam", "grand-cam-93", "chivalry-4-solo"} {
		r := Run{Board: parker.BoardOf(game), Games: max(10, effort.N(20)), Nodes: 60, Seed: 3}
		games := 0
		first, err := r.Learn(func(game, _ int) { games = game })
		if err != nil {
			t.Fatal(err)
		}
		second, err := r.Learn(nil)
		if err != nil || !reflect.DeepEqual(first, second) {
			t.Errorf("%s: %+v, then %+v, %v", game, first, second, err)
		}
		if games != r.Games || first.Positions < 10*r.Games {
			t.Errorf("%s: %d positions of %d games", game, first.Positions, games)
		}
	}
}
