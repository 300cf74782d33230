package search

import (
	"embed"
	"encoding/json"
	"fmt"

	"tableronde/games/parker"
)

// Weights are what an evaluation adds up, in hundredths of a man.
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
			worth := w.Square[kind][phase][0] // that of all squares
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

// plainWeights are those of the player plain: material, steps to the castle, the two
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

// learnedFiles are what the command learn has written.
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
	After     float64  `json:"after"`     // and by those learned
	Weights   *Weights `json:"weights,omitempty"`
	Network   *Network `json:"network,omitempty"`
}

// LearnedFor returns what was learned for a game, nil if nothing was.
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
