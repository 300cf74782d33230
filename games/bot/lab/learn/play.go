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

// Run describes the games to learn from. The same run gives the same weights.
type Run struct {
	Board  *parker.Board
	Games  int
	Nodes  uint64 // searched for a move
	Seed   uint64
	Rounds int             // of LearnNetwork, each of Games games; at least 1
	Decay  float64         // of LearnNetwork: how strongly parameters are drawn to 0; 0 for not at all
	From   *search.Weights // that the players use, and that learning begins with
}

// sample is a quiet position, with the value that a search gave it and the result of its game.
type sample struct {
	terms  []search.Term
	value  float64 // for the side of seat 1, in hundredths of a man
	result float64 // for the side of seat 1: 1 for a win, 0 for a loss
	game   int
	example
}

const (
	drawnAfter = 240 // moves of a game
	ownValue   = 0.4 // the weight of the search's own estimate in a target
)

// scale is the value, in hundredths of a man, at which one side wins e times as often as
// the other.
const scale = 200

func chance(value float64) float64 { return 1 / (1 + math.Exp(-value/scale)) }

// target returns the estimate to learn, for the side of seat 1, if a value of unit wins e
// times as often as it loses.
func (s *sample) target(unit float64) float64 {
	return ownValue*chance(s.value*scale/unit) + (1-ownValue)*s.result
}

// practice is how games are played to learn from.
type practice struct {
	Run
	opening  int     // the largest number of random moves at the start, after two
	straying float64 // the share of later moves that are
	enough   int     // the value for which a game is won if it lasts; 0 for none
	take     func(*parker.Search) sample
	report   func(game, samples int) // called after each game; may be nil
}

// lasting is how many searches in a row have to find enough. Every tenth game is played to
// its end.
const lasting = 3

// play plays the games of a round and appends their quiet positions to all. Of four games,
// both sides play two with the network, and one side one each; it may be nil.
func (p *practice) play(round int, n *search.Network, all []sample) ([]sample, error) {
	alone := p.player(nil)
	strong := alone
	if n != nil {
		strong = p.player(n)
	}
	for game := round * p.Games; game < (round+1)*p.Games; game++ {
		alone.Forget()
		strong.Forget()
		sides := [2]*search.Engine{strong, strong}
		if game%4 > 1 {
			sides[game%2] = alone
		}
		samples, err := p.playGame(game, sides)
		if err != nil {
			return nil, err
		}
		all = append(all, samples...)
		if p.report != nil {
			p.report(game+1, len(all))
		}
	}
	return all, nil
}

// player returns an engine that plays with the weights of the run and a network.
func (r Run) player(n *search.Network) *search.Engine {
	w := *r.From
	w.Network = n
	return search.New(r.Board, search.Options{TableBytes: 1 << 20, Weights: &w})
}

// playGame plays one game.
func (p *practice) playGame(game int, sides [2]*search.Engine) ([]sample, error) {
	rng := rand.New(rand.NewPCG(p.Seed, uint64(game)))
	start, _ := p.Board.Setup("")
	x, err := start.Search()
	if err != nil {
		return nil, err
	}
	var samples []sample
	seen := make(map[uint64]int)
	opening, lasted, result := 2+rng.IntN(p.opening), 0, 0.5
	for ply := 0; ply < drawnAfter && lasted < lasting; ply++ {
		if winner, over := x.Won(); over {
			result = p.share(winner)
			break
		}
		if seen[x.Key()]++; seen[x.Key()] > 3 {
			break
		}
		if ply < opening || rng.Float64() < p.straying {
			moves := x.Moves(nil)
			x.Make(moves[rng.IntN(len(moves))])
			continue
		}
		e, value := sides[1], -1.
		if firstSide(p.Board, x.ToAct()) {
			e, value = sides[0], 1
		}
		found := e.Search(x, search.Limits{Nodes: p.Nodes})
		value *= float64(found.Value)
		if _, decided := search.Decided(found.Value); !decided && !x.Obliged() && !parker.Captures(found.Move) {
			s := p.take(x)
			s.value, s.game = value, game
			samples = append(samples, s)
		}
		if lasted++; p.enough == 0 || game%10 == 8 || math.Abs(value) <= float64(p.enough) {
			lasted = 0
		} else if lasted == lasting {
			result = (1 + math.Copysign(1, value)) / 2
		}
		x.Make(found.Move)
	}
	for i := range samples {
		samples[i].result = result
	}
	return samples, nil
}

// share returns the result of a game for the side of seat 1.
func (p *practice) share(winner games.Seat) float64 {
	switch {
	case winner == 0:
		return 0.5
	case firstSide(p.Board, winner):
		return 1
	}
	return 0
}

// firstSide reports whether a seat is of the side of seat 1.
func firstSide(b *parker.Board, s games.Seat) bool { return s == 1 || b.Partner(s) == 1 }
