package search

import (
	"errors"
	"math/bits"

	"tableronde/games"
	"tableronde/games/parker"
)

// Network is a small network that adds to the evaluation what its terms do not see. Its
// inputs are the pieces on their squares in the view of a seat; its units are summed up for
// the seat to act and for the next, by the same weights, and have an output each.
type Network struct {
	Inputs  []byte  `json:"inputs"`  // Units weights for each input, as int8; UnitScale is 1
	Biases  []int16 `json:"biases"`  // of the units; UnitScale is 1
	Outputs []int16 `json:"outputs"` // of the units of the seat to act, then of those of the next; OutputScale is a hundredth of a man
}

const (
	Units       = 16  // of a network
	UnitScale   = 128 // 1 in the weights of units
	OutputScale = 16  // a hundredth of a man in the weights of outputs
)

// lanes has the sums of units, four in each word, each with laneBase added so that none
// is negative: so whole words can be added.
type lanes [Units / 4]uint64

const laneBase = 1 << 15

// network is a Network that is ready to be used on a board.
type network struct {
	rows    []lanes // of each input
	bias    lanes
	outputs [2 * Units]int32
	*Views
}

var errNetwork = errors.New("search: a network that does not fit the board")

// newNetwork prepares a network for a board.
func newNetwork(b *parker.Board, n *Network) (*network, error) {
	v, ok := NewViews(b)
	if !ok || len(n.Inputs) != v.Inputs*Units || len(n.Biases) != Units || len(n.Outputs) != 2*Units {
		return nil, errNetwork
	}
	p := &network{Views: v, rows: make([]lanes, v.Inputs)}
	for i := range p.rows {
		for k := range Units {
			p.rows[i].add(k, int16(int8(n.Inputs[i*Units+k])))
		}
	}
	for k, weight := range n.Biases {
		p.bias.add(k, weight)
		p.bias[k/4] += laneBase << (k % 4 * 16)
	}
	for i, w := range n.Outputs {
		p.outputs[i] = int32(w)
	}
	return p, nil
}

// add adds a weight to the sum of a unit.
func (l *lanes) add(unit int, weight int16) { l[unit/4] += uint64(int64(weight)) << (unit % 4 * 16) }

// sum adds up the pieces of a position, for each seat.
func (n *network) sum(x *parker.Search) (sums [maxSeats]lanes) {
	for s := range n.seats {
		sums[s] = n.bias
		for seat := range n.seats {
			for w, word := range x.Army(games.Seat(seat + 1)) {
				for ; word != 0; word &= word - 1 {
					q := parker.Square(w<<6 | bits.TrailingZeros64(word))
					row := &n.rows[n.input(s, x.On(q), q)]
					for i := range row {
						sums[s][i] += row[i]
					}
				}
			}
		}
	}
	return sums
}

// move brings sums up to date with a piece that goes from one square to another.
func (n *network) move(sums *[maxSeats]lanes, c parker.Piece, from, to parker.Square) {
	for s := range n.seats {
		base := n.piece[s&3][c&15]
		square := &n.square[s&3]
		old, now := &n.rows[base+square[from%maxSquares]], &n.rows[base+square[to%maxSquares]]
		sum := &sums[s&3]
		for i := range sum {
			sum[i] += now[i] - old[i]
		}
	}
}

// remove brings sums up to date with a piece that is taken off the board.
func (n *network) remove(sums *[maxSeats]lanes, c parker.Piece, q parker.Square) {
	for s := range n.seats {
		row := &n.rows[n.input(s, c, q)]
		for i := range row {
			sums[s&3][i] -= row[i]
		}
	}
}

// value returns what the network adds to the evaluation for a seat that is to act.
func (n *network) value(sums *[maxSeats]lanes, actor int) int {
	total := output(&sums[actor&3], (*[Units]int32)(n.outputs[:])) +
		output(&sums[n.after(actor)&3], (*[Units]int32)(n.outputs[Units:]))
	return int(total) / (UnitScale * OutputScale)
}

// output adds up the outputs of a seat's units, each as far as it is between 0 and 1.
func output(l *lanes, w *[Units]int32) (total int32) {
	for i := range l {
		v := l[i]
		a := max(0, min(int32(v&0xffff)-laneBase, UnitScale))
		b := max(0, min(int32(v>>16&0xffff)-laneBase, UnitScale))
		c := max(0, min(int32(v>>32&0xffff)-laneBase, UnitScale))
		d := max(0, min(int32(v>>48)-laneBase, UnitScale))
		total += a*w[4*i] + b*w[4*i+1] + c*w[4*i+2] + d*w[4*i+3]
	}
	return total
}
