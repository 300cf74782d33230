package search

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"tableronde/games/effort"
	"tableronde/games/parker"
)

// TestFeaturesAddUp compares evaluations with the sums of their terms.
func TestFeaturesAddUp(t *testing.T) {
	for _, game := range family {
		b := parker.BoardOf(game)
		f := NewFeatures(b)
		w := randomWeights(f)
		v := f.Vector(w)
		if !reflect.DeepEqual(f.Weights(v), w) {
			t.Fatalf("%s: weights change on their way through a vector", game)
		}
		e := newEvaluator(newGeometry(b), w)
		sides := sidesFor(b, 1)
		rng := rand.New(rand.NewPCG(13, 14))
		for range effort.N(400) {
			x := wander(t, game, rng.IntN(100), rng)
			sums := e.sumsOf(x)
			got, want := float64(e.weigh(x, &sides, &sums, nobody)), 0.
			for _, term := range f.Of(x) {
				want += v[term.Weight] * float64(term.Times)
			}
			if math.Abs(got-want) > 8 {
				t.Fatalf("%s: %v, the terms add up to %v", x.Position(), got, want)
			}
		}
	}
}

// randomWeights returns weights that are all different.
func randomWeights(f *Features) *Weights {
	rng := rand.New(rand.NewPCG(15, 16))
	v := f.Vector(f.Handmade())
	for i := range v {
		v[i] = float64(rng.IntN(201) - 100)
	}
	return f.Weights(v)
}

// TestLearnedWeightsFit reads every file of weights.
func TestLearnedWeightsFit(t *testing.T) {
	files, err := learnedFiles.ReadDir("weights")
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for _, game := range family {
		l, err := LearnedFor(game)
		if err != nil {
			t.Error(err)
		}
		if l == nil {
			continue
		}
		read++
		g := newGeometry(parker.BoardOf(game))
		if l.Game != game || l.Command == "" || l.Positions == 0 || l.After >= l.Before || !l.Weights.fits(g) {
			text, _ := json.Marshal(l)
			t.Errorf("weights of %s: %.200s", game, text)
		}
	}
	if read != len(files)-1 {
		t.Errorf("%d files, of which %d are read", len(files), read)
	}
}
