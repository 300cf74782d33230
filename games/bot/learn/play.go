// Package learn finds the weights of evaluations: it lets the search play against
// itself and fits the weights to how the games end.
package learn

import (
	"math"
	"math/rand/v2"

	"tableronde/games"
	"tableronde/games/bot/search"
	"tableronde/games/parker"
)

// Run says what is played to learn from. The same run gives the same weights.
type Run struct {
	Board *parker.Board
	Games int
	Nodes uint64 // searched for a move
	Seed  uint64
	From  *search.Weights // that the players use, and that learning begins with
}

// sample is a quiet position and how its game ended.
type sample struct {
	terms  []search.Term
	target float64 // for the side of seat 1: 1 for a win, 0 for a loss
	game   int
}

const (
	openingPlies = 12   // at most so many moves are random at the start
	straying     = 0.04 // the share of later moves that are
	drawnAfter   = 240  // moves of a game
	ownValue     = 0.4  // the weight of the search's own estimate in a target
)

// scale is the value, in hundredths of a man, at which one side wins e times as often as
// the other.
const scale = 200

func chance(value float64) float64 { return 1 / (1 + math.Exp(-value/scale)) }

// play plays the games and returns their quiet positions. It calls report after each game.
func (r Run) play(report func(game, samples int)) ([]sample, error) {
	var all []sample
	e := search.New(r.Board, search.Options{TableBytes: 1 << 20, Weights: r.From})
	f := search.NewFeatures(r.Board)
	for game := range r.Games {
		e.Forget()
		rng := rand.New(rand.NewPCG(r.Seed, uint64(game)))
		samples, err := r.playGame(e, f, rng)
		if err != nil {
			return nil, err
		}
		for i := range samples {
			samples[i].game = game
		}
		all = append(all, samples...)
		if report != nil {
			report(game+1, len(all))
		}
	}
	return all, nil
}

// playGame plays one game.
func (r Run) playGame(e *search.Engine, f *search.Features, rng *rand.Rand) ([]sample, error) {
	start, _ := r.Board.Setup("")
	s, err := start.State()
	if err != nil {
		return nil, err
	}
	x := s.(games.Searcher).Search().(*parker.Search)
	var samples []sample
	seen := make(map[uint64]int)
	opening := 2 + rng.IntN(openingPlies)
	for ply := 0; ply < drawnAfter; ply++ {
		if _, over := x.Won(); over {
			break
		}
		if seen[x.Key()]++; seen[x.Key()] > 3 {
			break
		}
		if ply < opening || rng.Float64() < straying {
			x.Make(x.At(rng.IntN(x.Len())))
			continue
		}
		found := e.Search(x, search.Limits{Nodes: r.Nodes})
		if _, decided := search.Decided(found.Value); !decided && !x.Obliged() && !parker.Captures(found.Move) {
			value := float64(found.Value)
			if !firstSide(r.Board, x.ToAct()) {
				value = -value
			}
			samples = append(samples, sample{terms: f.Of(x), target: chance(value)})
		}
		x.Make(found.Move)
	}
	result := 0.5
	if winner, over := x.Won(); over && winner != 0 {
		result = 0
		if firstSide(r.Board, winner) {
			result = 1
		}
	}
	for i := range samples {
		samples[i].target = ownValue*samples[i].target + (1-ownValue)*result
	}
	return samples, nil
}

// firstSide reports whether a seat is of the side of seat 1.
func firstSide(b *parker.Board, s games.Seat) bool { return s == 1 || b.Partner(s) == 1 }
