package search

import (
	"embed"
	"encoding/json"
	"fmt"

	"tableronde/games/parker"
)

// learnedFiles are what the command learn has written.
//
//go:embed all:weights all:networks
var learnedFiles embed.FS

// Learned is a file of weights or of a network, and how they were made.
type Learned struct {
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
func LearnedFor(game string) (*Learned, error) { return learnedIn("weights", game) }

// NetworkFor returns the network learned for a game, nil if none was.
func NetworkFor(game string) (*Learned, error) { return learnedIn("networks", game) }

// learnedIn reads the file of a game in a folder, nil if there is none.
func learnedIn(folder, game string) (*Learned, error) {
	text, err := learnedFiles.ReadFile(folder + "/" + game + ".json")
	if err != nil {
		return nil, nil
	}
	l := new(Learned)
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
