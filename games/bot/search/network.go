package search

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"math/bits"

	"tableronde/games"
	"tableronde/games/parker"
)

// Network is a small network that corrects the evaluation for features that its terms lack.
// Its inputs are the pieces on their squares in the view of a seat; its units are summed up
// for the seat to act and for the next, by the same weights, and have an output each.
type Network struct {
	Inputs  []byte  `json:"inputs"`  // Units weights for each input, as int8; UnitScale is 1
	Biases  []int16 `json:"biases"`  // of the units; UnitScale is 1
	Outputs []int16 `json:"outputs"` // of the units of the seat to act, then of the units of the next seat; OutputScale is a hundredth of a man
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

// value returns the network's correction of the evaluation for a seat that is to act, in
// hundredths of a man.
func (n *network) value(sums *[maxSeats]lanes, actor int) int {
	total := output(&sums[actor&3], (*[Units]int32)(n.outputs[:])) +
		output(&sums[n.after(actor)&3], (*[Units]int32)(n.outputs[Units:]))
	return int(total) / (UnitScale * OutputScale)
}

// output adds up the weighted outputs of a seat's units, each limited to the range from 0 to
// 1.
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

// Views are how the seats of a board see it: each from its own side of the table. An input is
// a piece on a square in the view of a seat, as a number.
type Views struct {
	Inputs int      // how many there are
	Mirror []uint16 // for two seats, each input with left and right exchanged; nil for others
	b      *parker.Board
	seats  int
	square [maxSeats][maxSquares]uint16 // the input of a square, by a man of seat 1
	piece  [maxSeats][16]uint16         // the number that a piece adds to it
}

// NewViews returns the views of a board; ok is false if its sides are not alike.
func NewViews(b *parker.Board) (v *Views, ok bool) {
	v = &Views{b: b, seats: b.Seats(), Inputs: b.Seats() * 2 * b.Len()}
	start, _ := b.Setup("")
	all := symmetries(b)
	for s := range v.seats {
		m, seats, ok := viewOf(all, start, games.Seat(s+1))
		if !ok {
			return nil, false
		}
		for q := range b.Len() {
			v.square[s][q] = uint16(m[q])
		}
		for other := range v.seats {
			for kind := range 2 {
				c := parker.PieceOf(games.Seat(other+1), kind == 1)
				v.piece[s][c&15] = uint16((2*int(seats[other]-1) + kind) * b.Len())
			}
		}
	}
	if v.seats == 2 {
		v.Mirror = mirrored(all, start)
	}
	return v, true
}

// mirrored returns the inputs by a symmetry that leaves each seat its side but moves squares,
// nil if there is none.
func mirrored(all []symmetry, start parker.Position) (inputs []uint16) {
	b := start.Board()
	for _, m := range all[1:] {
		if !takes(m, start, 1, 1) || !takes(m, start, 2, 2) {
			continue
		}
		for kinds := range 2 * b.Seats() {
			for q := range b.Len() {
				inputs = append(inputs, uint16(kinds*b.Len()+int(m[q])))
			}
		}
		return inputs
	}
	return nil
}

// viewOf returns the symmetry that turns the board so that a seat sees it as seat 1 does, its
// partner in the place of the partner of seat 1. It also returns, for each seat, the seat in
// whose place it appears.
func viewOf(all []symmetry, start parker.Position, s games.Seat) (m symmetry, seats [maxSeats]games.Seat, ok bool) {
	b := start.Board()
	for _, m := range all {
		found := 0
		for from := games.Seat(1); int(from) <= b.Seats(); from++ {
			for to := games.Seat(1); int(to) <= b.Seats(); to++ {
				if takes(m, start, from, to) {
					seats[from-1] = to
					found++
					break
				}
			}
		}
		partner := b.Partner(s)
		if found == b.Seats() && seats[s-1] == 1 && (partner == 0 || seats[partner-1] == b.Partner(1)) {
			return m, seats, true
		}
	}
	return m, seats, false
}

// input returns the input of a piece on a square in the view of a seat, counted from 0.
func (v *Views) input(seat int, c parker.Piece, q parker.Square) int {
	return int(v.piece[seat&3][c&15] + v.square[seat&3][q%maxSquares])
}

// Of returns the inputs of a position in the views of the seat to act and of the next.
func (v *Views) Of(x *parker.Search) (own, next []uint16) {
	actor := int(x.ToAct() - 1)
	for q := range parker.Square(v.b.Len()) {
		if c := x.On(q); c != 0 {
			own = append(own, uint16(v.input(actor, c, q)))
			next = append(next, uint16(v.input(v.after(actor), c, q)))
		}
	}
	return own, next
}

// after returns the seat that is next, counted from 0.
func (v *Views) after(seat int) int {
	if seat++; seat == v.seats {
		return 0
	}
	return seat
}

// Weights are the terms that an evaluation adds up, in hundredths of a man.
type Weights struct {
	// Square has the worth of a man (0) and of a knight (1) in a full army (0) and in
	// one that is nearly gone (1), by class of square.
	Square [2][2][]int `json:"square"`

	First  [maxSteps + 1]int `json:"first"`  // by steps of the piece nearest to the goal castle
	Second [maxSteps + 1]int `json:"second"` // and of the next

	Guards   [guardRings][maxGuards + 1]int `json:"guards"`             // by pieces at each distance from one's own castle
	Threats  [maxThreats + 1]int            `json:"threats"`            // by pieces of the seat to act that could be captured
	Tempo    int                            `json:"tempo"`              // of the seat to act
	Lead     int                            `json:"lead"`               // the difference in pieces over their number
	Chase    int                            `json:"chase,omitempty"`    // without castles: of each step from the pieces of a side that has few left to the nearest of the other
	Approach int                            `json:"approach,omitempty"` // half of that, while both sides have many, for the side that searches
	Network  *Network                       `json:"-"`                  // added to all this; may be nil
	Links    [2]int                         `json:"links"`              // of each pair of neighbours in an army, full (0) or nearly gone (1)
}

const (
	maxGuards  = 4
	maxThreats = 4
)

// handmade returns weights that nothing was learned for, from which learning begins.
func handmade(g *geometry) *Weights {
	w := plainWeights(g)
	w.Threats = [maxThreats + 1]int{0, -12, -20, -26, -30}
	w.Tempo = 6
	w.Lead = 300
	w.Links = [2]int{2, 2}
	if !g.castles {
		w.advance(g)
		w.Approach = 3
		if g.b.Partner(1) != 0 {
			w.Chase = 6
		}
	}
	return w
}

// advance makes squares worth more the nearer they are to the middle of the board. Without
// castles nothing else brings armies into contact: both sides would stay at home, and draw.
func (w *Weights) advance(g *geometry) {
	var middle []parker.Square
	for _, file := range [2]int{(g.b.Files() - 1) / 2, g.b.Files() / 2} {
		for _, rank := range [2]int{(g.b.Ranks() - 1) / 2, g.b.Ranks() / 2} {
			if q, ok := g.b.At(file, rank); ok {
				middle = append(middle, q)
			}
		}
	}
	away := distances(g.b, middle)
	for kind := range w.Square {
		for phase := range w.Square[kind] {
			worth := w.Square[kind][phase][0] // the value shared by all squares
			for q := range g.b.Len() {
				w.Square[kind][phase][g.class[0][q]] = worth - worthOfStep*int(away[q])
			}
		}
	}
}

// Worth of pieces in the evaluation that nothing was learned for.
const (
	worthOfMan    = 100
	worthOfKnight = 140
	worthOfStep   = 4
)

// plainWeights are the weights of the player plain: material, steps to the castle, the two
// nearest runners, guards.
func plainWeights(g *geometry) *Weights {
	w := new(Weights)
	for kind, worth := range [2]int{worthOfMan, worthOfKnight} {
		for phase := range w.Square[kind] {
			w.Square[kind][phase] = make([]int, g.classes)
			for q := range g.b.Len() {
				value := worth
				if g.castles {
					value -= worthOfStep * int(g.steps[0][q])
				}
				w.Square[kind][phase][g.class[0][q]] = value
			}
		}
	}
	for d := range maxSteps + 1 {
		w.First[d] = 8 * max(0, 8-d)
		w.Second[d] = 6 * max(0, 8-d)
	}
	for ring := range w.Guards {
		for n := range w.Guards[ring] {
			w.Guards[ring][n] = []int{0, 14, 22, 26, 28}[n] * (guardRings - ring) / guardRings
		}
	}
	return w
}

// learnedFiles has the files that the command learn has written.
//
//go:embed all:weights all:networks
var learnedFiles embed.FS

// LearnedFile is a file of weights or of a network, and how they were made.
type LearnedFile struct {
	Game      string   `json:"game"`
	Command   string   `json:"command"`
	Seed      uint64   `json:"seed"`
	Games     int      `json:"games"`     // that were played
	Positions int      `json:"positions"` // that the weights were fitted to
	Before    float64  `json:"before"`    // mean loss on positions set apart, by the weights that the learning began with
	After     float64  `json:"after"`     // and by the learned weights
	Weights   *Weights `json:"weights,omitempty"`
	Network   *Network `json:"network,omitempty"`
}

// LearnedFor returns the weights learned for a game, nil if there are none.
func LearnedFor(game string) (*LearnedFile, error) { return learnedIn("weights", game) }

// NetworkFor returns the network learned for a game, nil if none was.
func NetworkFor(game string) (*LearnedFile, error) { return learnedIn("networks", game) }

// learnedIn reads the file of a game in a folder, nil if there is none.
func learnedIn(folder, game string) (*LearnedFile, error) {
	text, err := learnedFiles.ReadFile(folder + "/" + game + ".json")
	if err != nil {
		return nil, nil
	}
	l := new(LearnedFile)
	if err := json.Unmarshal(text, l); err != nil {
		return nil, fmt.Errorf("%s of %s: %w", folder, game, err)
	}
	return l, nil
}

// fits reports whether weights are for a board.
func (w *Weights) fits(g *geometry) bool {
	for kind := range w.Square {
		for phase := range w.Square[kind] {
			if len(w.Square[kind][phase]) != g.classes {
				return false
			}
		}
	}
	return true
}

// WeightsFor returns the weights that a board is played with.
func WeightsFor(b *parker.Board) *Weights { return weightsOf(geometryOf(b)) }

// weightsOf returns the weights and the network learned for a board, or else weights made by
// hand and none.
func weightsOf(g *geometry) *Weights {
	w := handmade(g)
	if l, err := LearnedFor(g.b.ID()); err == nil && l != nil && l.Weights != nil && l.Weights.fits(g) {
		w = l.Weights // a test reads every file
	}
	if l, err := NetworkFor(g.b.ID()); err == nil && l != nil {
		w.Network = l.Network
	}
	return w
}
