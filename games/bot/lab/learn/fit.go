package learn

import (
	"math"
	"math/rand/v2"

	"tableronde/games/bot/search"
	"tableronde/games/parker"
)

// Learn plays the games of a run and returns the weights that fit them best. It calls
// report after each game; report may be nil.
func (r Run) Learn(report func(game, samples int)) (search.LearnedFile, error) {
	if r.From == nil {
		r.From = search.WeightsFor(r.Board)
	}
	f := search.NewFeatures(r.Board)
	p := practice{Run: r, opening: 12, straying: 0.04, report: report}
	p.take = func(x *parker.Search) sample { return sample{terms: f.Of(x)} }
	samples, err := p.play(0, nil, nil)
	if err != nil {
		return search.LearnedFile{}, err
	}
	prior := f.Vector(r.From)
	train, test := setApart(samples)
	weights := fit(train, prior, rand.New(rand.NewPCG(r.Seed, 0x666974)))
	learned := search.LearnedFile{
		Game: r.Board.ID(), Seed: r.Seed, Games: r.Games, Positions: len(samples),
		Before: loss(test, prior), After: loss(test, weights),
	}
	rescale(weights, prior, train)
	learned.Weights = f.Weights(weights)
	return learned, nil
}

// setApart divides samples into those to learn from and, of every tenth game, those to test by.
func setApart(samples []sample) (train, test []sample) {
	for _, s := range samples {
		if s.game%10 == 9 {
			test = append(test, s)
		} else {
			train = append(train, s)
		}
	}
	return train, test
}

// Of the fitting.
const (
	epochs     = 30
	batch      = 512
	firstRate  = 1.5 // of change, in hundredths of a man a step
	lastRate   = 0.1
	deviation  = 8  // by which weights without evidence differ from the weights before
	dependence = 20 // positions of one game that have the information of one independent position
)

// estimate adds up the terms.
func estimate(terms []search.Term, w []float64) (value float64) {
	for _, t := range terms {
		value += w[t.Weight] * float64(t.Times)
	}
	return value
}

// loss returns the mean cross-entropy of samples.
func loss(samples []sample, w []float64) (sum float64) {
	for i := range samples {
		s := &samples[i]
		sum += crossEntropy(s.target(scale), estimate(s.terms, w)/scale)
	}
	return sum / float64(max(1, len(samples)))
}

// crossEntropy returns the loss of an estimate, as the logarithm of its odds.
func crossEntropy(target, odds float64) float64 {
	p := min(max(1/(1+math.Exp(-odds)), 1e-9), 1-1e-9)
	return -target*math.Log(p) - (1-target)*math.Log(1-p)
}

// fit returns the weights of the smallest loss by Adam, drawn towards the prior.
func fit(samples []sample, prior []float64, rng *rand.Rand) []float64 {
	w := append([]float64(nil), prior...)
	if len(samples) == 0 {
		return w
	}
	mean, square, gradient := make([]float64, len(w)), make([]float64, len(w)), make([]float64, len(w))
	pull := dependence / (deviation * deviation * float64(len(samples)))
	order := rng.Perm(len(samples))
	steps := epochs * ((len(samples) + batch - 1) / batch)
	step := 0
	for range epochs {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for first := 0; first < len(order); first += batch {
			part := order[first:min(first+batch, len(order))]
			clear(gradient)
			for _, i := range part {
				s := &samples[i]
				slope := (chance(estimate(s.terms, w)) - s.target(scale)) / scale / float64(len(part))
				for _, t := range s.terms {
					gradient[t.Weight] += slope * float64(t.Times)
				}
			}
			step++
			rate := firstRate + (lastRate-firstRate)*float64(step)/float64(steps)
			for i := range w {
				g := gradient[i] + pull*(w[i]-prior[i])
				mean[i] += 0.1 * (g - mean[i])
				square[i] += 0.001 * (g*g - square[i])
				m := mean[i] / (1 - math.Pow(0.9, float64(step)))
				v := square[i] / (1 - math.Pow(0.999, float64(step)))
				w[i] -= rate * m / (math.Sqrt(v) + 1e-9)
			}
		}
	}
	return w
}

// rescale multiplies the weights so that estimates are as large as those by the prior,
// to which the margins of the search are suited.
func rescale(w, prior []float64, samples []sample) {
	var now, before float64
	for _, s := range samples {
		now += math.Abs(estimate(s.terms, w))
		before += math.Abs(estimate(s.terms, prior))
	}
	if now == 0 || before == 0 {
		return
	}
	for i := range w {
		w[i] *= before / now
	}
}
