package search

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"tableronde/games/effort"
	"tableronde/games/parker"
)

// randomNetwork returns a network for a board, nil for one that has none.
func randomNetwork(b *parker.Board, rng *rand.Rand) *Network {
	v, ok := NewViews(b)
	if !ok {
		return nil
	}
	weight := func(most int) int16 { return int16(rng.IntN(2*most+1) - most) }
	n := new(Network)
	for range v.Inputs * Units {
		n.Inputs = append(n.Inputs, byte(weight(UnitScale/4)))
	}
	for k := range 2 * Units {
		if k < Units {
			n.Biases = append(n.Biases, weight(UnitScale))
		}
		n.Outputs = append(n.Outputs, weight(100*OutputScale))
	}
	return n
}

// TestNetworkAddsUp compares the network's values with sums added up one number at a time.
func TestNetworkAddsUp(t *testing.T) {
	for _, game := range family {
		b := parker.BoardOf(game)
		rng := rand.New(rand.NewPCG(17, 18))
		file := randomNetwork(b, rng)
		if file == nil {
			t.Errorf("%s has no network", game)
			continue
		}
		n, err := newNetwork(b, file)
		if err != nil {
			t.Fatalf("%s: %v", game, err)
		}
		for range effort.N(200) {
			x := wander(t, game, rng.IntN(100), rng)
			sums := n.sum(x)
			own, next := n.Of(x)
			if got, want := n.value(&sums, int(x.ToAct()-1)), slowValue(file, own, next); got != want {
				t.Fatalf("%s: %d, want %d", x.Position(), got, want)
			}
		}
	}
}

// slowValue returns the value of a network for inputs in the views of two seats.
func slowValue(n *Network, views ...[]uint16) int {
	total := 0
	for k, inputs := range views {
		for unit := range Units {
			sum := int(n.Biases[unit])
			for _, input := range inputs {
				sum += int(int8(n.Inputs[int(input)*Units+unit]))
			}
			total += max(0, min(sum, UnitScale)) * int(n.Outputs[k*Units+unit])
		}
	}
	return total / (UnitScale * OutputScale)
}

// TestSeatsSeeTheBoardAlike compares the views that the seats have of the first position, and
// checks that a mirror shows the same one.
func TestSeatsSeeTheBoardAlike(t *testing.T) {
	for _, game := range family {
		b := parker.BoardOf(game)
		v, _ := NewViews(b)
		x := begin(t, game)
		first := v.inSeat(x, 0)
		for seat := range b.Seats() {
			if got := v.inSeat(x, seat); !slices.Equal(got, first) {
				t.Errorf("%s: seat %d sees %v, seat 1 %v", game, seat+1, got, first)
			}
		}
		if (v.Mirror != nil) != (b.Seats() == 2) {
			t.Errorf("%s has a mirror of %d inputs", game, len(v.Mirror))
		}
		if v.Mirror == nil {
			continue
		}
		moved := 0
		for i, input := range first {
			first[i] = v.Mirror[input]
			if first[i] != input {
				moved++
			}
		}
		slices.Sort(first)
		if moved == 0 || !slices.Equal(first, v.inSeat(x, 0)) {
			t.Errorf("%s: a mirror that moves %d pieces shows %v", game, moved, first)
		}
	}
}

// inSeat returns the inputs in the view of a seat, in order.
func (v *Views) inSeat(x *parker.Search, seat int) (inputs []uint16) {
	for q := range parker.Square(v.b.Len()) {
		if c := x.On(q); c != 0 {
			inputs = append(inputs, uint16(v.input(seat, c, q)))
		}
	}
	slices.Sort(inputs)
	return inputs
}

// TestNetworksThatDoNotFit are refused, and not played with.
func TestNetworksThatDoNotFit(t *testing.T) {
	b := parker.BoardOf("cam")
	other := randomNetwork(parker.BoardOf("camelot"), rand.New(rand.NewPCG(1, 2)))
	if _, err := newNetwork(b, other); !errors.Is(err, errNetwork) {
		t.Errorf("a network of Camelot at Cam: %v", err)
	}
	w := *WeightsFor(b)
	w.Network = other
	if e := newEvaluator(geometryOf(b), &w); e.net != nil {
		t.Error("a network of Camelot plays Cam")
	}
}
