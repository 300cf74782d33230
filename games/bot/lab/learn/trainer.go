package learn

import (
	"math"
	"math/rand/v2"

	"tableronde/games/bot/search"
)

// Of the training of networks.
const (
	netEpochs    = 5
	netBatch     = 512
	netFirstRate = 0.002
	netLastRate  = 0.00002
	mostWeight   = 127. / search.UnitScale // of an input
	caution      = 0.5                     // the part of a network that is used: search asks for estimates of positions unlike those that are played for, and its margins are suited to small ones
)

// trainer is a network under training. Its parameters are the weights of inputs, biases and
// outputs, in a row; an output adds to the logarithm of the odds.
type trainer struct {
	p, gradient, mean, square []float32
	bias, out                 int // where they begin
	step                      int
	decay                     float32                  // for each unit of a parameter, the amount that every step adds to its gradient
	sums                      [2][search.Units]float32 // of the units, for both views
	mirror                    []uint16
}

func newTrainer(views *search.Views, decay float64, rng *rand.Rand) *trainer {
	t := &trainer{bias: views.Inputs * search.Units, mirror: views.Mirror, decay: float32(decay)}
	t.out = t.bias + search.Units
	n := t.out + 2*search.Units
	t.p, t.gradient, t.mean, t.square = make([]float32, n), make([]float32, n), make([]float32, n), make([]float32, n)
	for i := range t.bias {
		t.p[i] = float32(rng.NormFloat64() * 0.1)
	}
	for i := range search.Units {
		t.p[t.bias+i] = 0.5
		w := float32(rng.NormFloat64() * 0.1)
		t.p[t.out+i], t.p[t.out+search.Units+i] = w, -w
	}
	return t
}

// forward returns the odds that the network adds to an example.
func (t *trainer) forward(own, next []uint16) (odds float32) {
	for k, list := range [2][]uint16{own, next} {
		sum := &t.sums[k]
		copy(sum[:], t.p[t.bias:t.out])
		for _, input := range list {
			row := (*[search.Units]float32)(t.p[int(input)*search.Units:])
			for i := range sum {
				sum[i] += row[i]
			}
		}
		out := (*[search.Units]float32)(t.p[t.out+k*search.Units:])
		for i, x := range sum {
			odds += out[i] * max(0, min(x, 1))
		}
	}
	return odds
}

// backward adds the gradient of the example that forward has seen, whose loss has a slope.
func (t *trainer) backward(own, next []uint16, slope float32) {
	for k, list := range [2][]uint16{own, next} {
		at := t.out + k*search.Units
		out, change := (*[search.Units]float32)(t.p[at:]), (*[search.Units]float32)(t.gradient[at:])
		var back [search.Units]float32
		for i, x := range &t.sums[k] {
			change[i] += slope * max(0, min(x, 1))
			if x > 0 && x < 1 {
				back[i] = slope * out[i]
			}
		}
		bias := (*[search.Units]float32)(t.gradient[t.bias:])
		for i, b := range &back {
			bias[i] += b
		}
		for _, input := range list {
			row := (*[search.Units]float32)(t.gradient[int(input)*search.Units:])
			for i, b := range &back {
				row[i] += b
			}
		}
	}
}

// update makes a step of Adam at a rate, and empties the gradient.
func (t *trainer) update(rate float64) {
	t.step++
	first := float32(rate / (1 - math.Pow(0.9, float64(t.step))))
	second := float32(1 / (1 - math.Pow(0.999, float64(t.step))))
	for i, g := range t.gradient {
		g += t.decay * t.p[i]
		t.mean[i] += 0.1 * (g - t.mean[i])
		t.square[i] += 0.001 * (g*g - t.square[i])
		t.p[i] -= first * t.mean[i] / (float32(math.Sqrt(float64(second*t.square[i]))) + 1e-8)
	}
	for i, w := range t.p[:t.bias] {
		t.p[i] = max(-mostWeight, min(w, mostWeight))
	}
	clear(t.gradient)
}

// train trains the network. Every other time it sees an example as a mirror shows it, if the
// board has one.
func (t *trainer) train(examples []sample, rng *rand.Rand) {
	order := rng.Perm(len(examples))
	steps := float64(netEpochs * ((len(examples) + netBatch - 1) / netBatch))
	var own, next []uint16
	for range netEpochs {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for first := 0; first < len(order); first += netBatch {
			part := order[first:min(first+netBatch, len(order))]
			for _, i := range part {
				s := &examples[i]
				own, next = append(own[:0], s.own...), append(next[:0], s.next...)
				if t.mirror != nil && rng.Uint64()&1 != 0 {
					mirrored(own, t.mirror)
					mirrored(next, t.mirror)
				}
				odds := float64(t.forward(own, next) + s.base)
				t.backward(own, next, (float32(1/(1+math.Exp(-odds)))-s.hope)/float32(len(part)))
			}
			wave := (1 + math.Cos(math.Pi*float64(t.step)/steps)) / 2
			t.update(netLastRate + (netFirstRate-netLastRate)*wave)
		}
	}
}

// mirrored exchanges left and right in inputs.
func mirrored(inputs, mirror []uint16) {
	for i, input := range inputs {
		inputs[i] = mirror[input]
	}
}

// loss returns the mean cross-entropy of examples.
func (t *trainer) loss(examples []sample) (sum float64) {
	for i := range examples {
		s := &examples[i]
		sum += crossEntropy(float64(s.hope), float64(t.forward(s.own, s.next)+s.base))
	}
	return sum / float64(max(1, len(examples)))
}

// network rounds the parameters; at a value of unit one side wins e times as often as the
// other.
func (t *trainer) network(unit float64) *search.Network {
	n := new(search.Network)
	for _, w := range t.p[:t.bias] {
		n.Inputs = append(n.Inputs, byte(rounded(w, search.UnitScale)))
	}
	for _, w := range t.p[t.bias:t.out] {
		n.Biases = append(n.Biases, rounded(w, search.UnitScale))
	}
	for _, w := range t.p[t.out:] {
		n.Outputs = append(n.Outputs, rounded(w, caution*unit*search.OutputScale))
	}
	return n
}

// rounded returns a weight in parts of a scale.
func rounded(w float32, scale float64) int16 {
	return int16(math.Round(max(-math.MaxInt16, min(float64(w)*scale, math.MaxInt16))))
}
