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
		e := newEvaluator(geometryOf(b), w)
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

// TestLearnedFilesFit reads every file of weights and of networks.
func TestLearnedFilesFit(t *testing.T) {
	read := 0
	for _, game := range family {
		b := parker.BoardOf(game)
		for folder, fits := range map[string]func(*LearnedFile) bool{
			"weights": func(l *LearnedFile) bool { return l.Weights.fits(geometryOf(b)) },
			"networks": func(l *LearnedFile) bool {
				_, err := newNetwork(b, l.Network)
				return err == nil
			},
		} {
			l, err := learnedIn(folder, game)
			if err != nil {
				t.Error(err)
			}
			if l == nil {
				continue
			}
			read++
			if l.Game != game || l.Command == "" || l.Positions == 0 || l.After >= l.Before || !fits(l) {
				text, _ := json.Marshal(l)
				t.Errorf("%s of %s: %.200s", folder, game, text)
			}
		}
	}
	for _, folder := range []string{"weights", "networks"} {
		files, err := learnedFiles.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		read -= len(files) - 1
	}
	if read != 0 {
		t.Errorf("%d files are not read", -read)
	}
}

// A side without castles is hunted when it has few pieces against the pieces of the other, and
// no sooner. A hunted side runs away from a fight that it could win.
func TestFewAreHunted(t *testing.T) {
	teams, camelot := geometryOf(parker.BoardOf("chivalry-4-teams")), geometryOf(parker.BoardOf("camelot"))
	for _, test := range []struct {
		first, second int
		hero, want    int8
	}{
		{8, 9, nobody, nobody},
		{8, 9, 1, nobody},
		{6, 9, nobody, 0},
		{6, 9, 1, 0},
		{6, 9, 0, nobody}, // the side that searches fights on
		{4, 8, 0, 0},
		{9, 6, 0, 1},
		{16, 9, 0, nobody},
	} {
		have := [2]int{test.first, test.second}
		if got := teams.hunted(&have, test.hero); got != test.want {
			t.Errorf("%d against %d, for side %d: side %d is hunted, want %d", test.first, test.second, test.hero, got, test.want)
		}
		if got := camelot.hunted(&have, test.hero); got != nobody {
			t.Errorf("side %d is hunted at Camelot", got)
		}
	}
}
