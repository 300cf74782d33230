package learn

import (
	"errors"
	"math/rand/v2"
	"slices"

	"tableronde/games/bot/search"
	"tableronde/games/parker"
)

// example is a sample as a network sees it. Odds are logarithms, for the seat to act.
type example struct {
	own, next []uint16 // inputs in the views of the seat to act and of the next
	second    bool     // the seat to act is not of the side of seat 1
	base      float32  // the sum of the terms of the evaluation, in hundredths of a man, then as odds
	hope      float32  // the chance that the seat to act wins
}

var errViews = errors.New("learn: the sides of the board are not alike")

// LearnNetwork plays the games of a run and returns the network that fits them best if it is
// added to the weights they are played with. Its players stray more often than the players of
// Learn: a search asks for estimates of many positions that nobody would play for. From the
// second round on they play with the network of the rounds before, against each other and
// against the weights alone, to try the moves that it likes. LearnNetwork calls report after
// each game; report may be nil.
func (r Run) LearnNetwork(report func(game, samples int)) (learned search.LearnedFile, err error) {
	if r.From == nil {
		r.From = search.WeightsFor(r.Board)
	}
	views, ok := search.NewViews(r.Board)
	if !ok {
		return learned, errViews
	}
	start, _ := r.Board.Setup("")
	p := practice{Run: r, opening: 20, straying: 0.08, enough: 800 * start.Count(1) / 7, take: r.taker(views), report: report}
	var samples []sample
	for round := range max(1, r.Rounds) {
		samples, err = p.play(round, learned.Network, samples)
		if err != nil {
			return learned, err
		}
		learned = r.fitNetwork(views, samples)
	}
	return learned, nil
}

// taker returns a function that makes a sample of a position.
func (r Run) taker(views *search.Views) func(*parker.Search) sample {
	f := search.NewFeatures(r.Board)
	w := f.Vector(r.From)
	return func(x *parker.Search) (s sample) {
		s.own, s.next = views.Of(x)
		s.base = float32(estimate(f.Of(x), w))
		if s.second = !firstSide(r.Board, x.ToAct()); s.second {
			s.base = -s.base
		}
		return s
	}
}

// fitNetwork returns the network that fits samples best.
func (r Run) fitNetwork(views *search.Views, samples []sample) search.LearnedFile {
	unit := unitOf(samples)
	examples := slices.Clone(samples)
	for i := range examples {
		s := &examples[i]
		s.hope = float32(s.target(unit))
		if s.second {
			s.hope = 1 - s.hope
		}
		s.base /= float32(unit)
	}
	train, test := setApart(examples)
	rng := rand.New(rand.NewPCG(r.Seed, 0x6e6574))
	t := newTrainer(views, r.Decay, rng)
	learned := search.LearnedFile{
		Game: r.Board.ID(), Seed: r.Seed, Games: r.Games * max(1, r.Rounds), Positions: len(samples),
	}
	for i := range test {
		learned.Before += crossEntropy(float64(test[i].hope), float64(test[i].base)) / float64(len(test))
	}
	t.train(train, rng)
	learned.After = t.loss(test)
	learned.Network = t.network(unit)
	return learned
}

// unitOf returns the value, in hundredths of a man, that fits the results best as that at
// which one side wins e times as often as the other.
func unitOf(samples []sample) (unit float64) {
	least := 0.
	for candidate := 100.; candidate <= 600; candidate += 25 {
		sum := 0.
		for i := range samples {
			s := &samples[i]
			odds := float64(s.base) / candidate
			if s.second {
				odds = -odds
			}
			sum += crossEntropy(s.result, odds)
		}
		if unit == 0 || sum < least {
			unit, least = candidate, sum
		}
	}
	return unit
}
