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
		s.value = -1e9
		if rng.Float64() < chance(estimate(s.terms, want)) {
			s.value, s.result = 1e9, 1
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

// TestNetworksRepeat learns the same network twice, for a table of two and one of teams.
func TestNetworksRepeat(t *testing.T) {
	for _, game := range []string{"cam", "grand-cam-93"} {
		r := Run{Board: parker.BoardOf(game), Games: 20, Nodes: 40, Rounds: 2, Seed: 3}
		first, err := r.LearnNetwork(nil)
		if err != nil {
			t.Fatal(err)
		}
		second, err := r.LearnNetwork(nil)
		if err != nil || !reflect.DeepEqual(first, second) {
			t.Errorf("%s: %d positions, then %d, %v", game, first.Positions, second.Positions, err)
		}
		if first.Positions < 20*r.Games || first.Games != 2*r.Games || first.Network == nil || first.Before <= 0 || first.After <= 0 {
			t.Errorf("%s: %d positions of %d games, losses %v and %v", game, first.Positions, first.Games, first.Before, first.After)
		}
	}
}

// TestNetworkFindsWhatTermsDoNotSee trains a network on samples in which a side wins if it has
// both of two pieces. No other term shows this.
func TestNetworkFindsWhatTermsDoNotSee(t *testing.T) {
	views, _ := search.NewViews(parker.BoardOf("camette"))
	rng := rand.New(rand.NewPCG(1, 2))
	var samples []sample
	for range 50_000 {
		a, b := rng.IntN(2), rng.IntN(2)
		s := sample{example: example{own: []uint16{uint16(2 * a), uint16(10 + b)}, next: []uint16{50}}}
		s.hope = float32(a & b)
		samples = append(samples, s)
	}
	tr := newTrainer(views, 0, rng)
	tr.mirror = nil
	before := tr.loss(samples)
	if tr.train(samples, rng); before < 0.5 || tr.loss(samples) > 0.2 {
		t.Errorf("the loss goes from %v to %v", before, tr.loss(samples))
	}
}

// TestDecayKeepsANetworkFromLearningChance trains on results that are drawn by lot, and tests
// on others.
func TestDecayKeepsANetworkFromLearningChance(t *testing.T) {
	views, _ := search.NewViews(parker.BoardOf("camette"))
	draw := func(rng *rand.Rand) (samples []sample) {
		for range 2_000 {
			s := sample{example: example{next: []uint16{50}, hope: float32(rng.IntN(2))}}
			for range 6 {
				s.own = append(s.own, uint16(rng.IntN(views.Inputs)))
			}
			samples = append(samples, s)
		}
		return samples
	}
	train, test := draw(rand.New(rand.NewPCG(1, 2))), draw(rand.New(rand.NewPCG(3, 4)))
	losses := [2]float64{}
	for i, decay := range []float64{0, 0.01} {
		rng := rand.New(rand.NewPCG(5, 6))
		tr := newTrainer(views, decay, rng)
		for range 10 {
			tr.step = 0
			tr.train(train, rng)
		}
		losses[i] = tr.loss(test)
	}
	if losses[1] >= losses[0] || losses[1] > 0.71 {
		t.Errorf("the losses are %v without decay and %v with it", losses[0], losses[1])
	}
}
