package bot

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"tableronde/games"
	"tableronde/games/bot/ismcts"
	"tableronde/games/bot/seen"
)

// weighedDeals is in how many imagined deals each action of a decision is tried.
var weighedDeals = map[string]uint64{"knizia": 1000, "kutschke": 200, "shannon": 1000}

// Weigher judges actions at cards after the fact, by what their seat saw, and what the cards
// of all seats promised.
type Weigher struct {
	search  *ismcts.Search
	playout func(games.State, *rand.Rand, []float64)
	deals   uint64
	seed    uint64
}

// NewWeigher returns a Weigher of a game. The error is for a game that is not one of cards.
func NewWeigher(game string, seed uint64) (*Weigher, error) {
	deals, ok := weighedDeals[game]
	if !ok {
		return nil, fmt.Errorf("there is no search of cards for the game %s", game)
	}
	return &Weigher{ismcts.New(cardOptions(game, seed)), cardSearches[game].playout, deals, seed}, nil
}

// Deals returns the usual number of deals for each action.
func (w *Weigher) Deals() uint64 { return w.deals }

// Weigh compares a legal action of the seat of a turn with the most promising others, at
// most so many. Each is tried in Nodes imagined deals; the best comes first, "" where the
// seat might have let things pass.
func (w *Weigher) Weigh(t Turn, action string, most int) ([]Option, error) {
	seat := seen.From(t.State, t.Seat)
	f, err := w.search.Choose(seat, ismcts.Limits{Iterations: 2 * t.Nodes, Stop: t.Stop})
	if err != nil {
		return nil, fmt.Errorf("seat %d: %w", t.Seat, err)
	}
	among := []string{action}
	add := func(other string) {
		if len(among) <= most && !slices.Contains(among, other) {
			among = append(among, other)
		}
	}
	add(f.Action)
	for _, o := range f.Options {
		add(o.Action)
	}
	var list []Option
	for _, o := range w.search.Compare(seat, among, ismcts.Limits{Iterations: t.Nodes * uint64(len(among)), Stop: t.Stop}) {
		list = append(list, Option{o.Action, int(100*o.Value + 0.5)})
	}
	return list, nil
}

// Open returns the part of the game that each of so many seats can expect, by seat-1, in
// hundredths, with all hands as they are: the mean of games that are played on quickly with
// the deck in any order.
func (w *Weigher) Open(s games.State, seats int, deals uint64, stop func() bool) []int {
	return w.expect(seats, deals, stop, func(rng *rand.Rand) games.State {
		if r, ok := s.(games.Reshuffler); ok {
			return r.Reshuffle(rng)
		}
		return s
	})
}

// Average is Open with hands that are dealt anew, as far as the viewer has not seen them.
func (w *Weigher) Average(s games.State, viewer games.Seat, seats int, deals uint64, stop func() bool) []int {
	return w.expect(seats, deals, stop, func(rng *rand.Rand) games.State { return s.Determinize(viewer, rng) })
}

// expect returns the mean of what seats win in games that are played on quickly.
func (w *Weigher) expect(seats int, deals uint64, stop func() bool, imagine func(*rand.Rand) games.State) []int {
	source := rand.NewPCG(0, 0)
	rng := rand.New(source)
	values, sums := make([]float64, seats), make([]float64, seats)
	for n := range deals {
		if stop != nil && stop() {
			break
		}
		source.Seed(w.seed, n)
		clear(values)
		w.playout(imagine(rng), rng, values)
		for i, v := range values {
			sums[i] += v
		}
	}
	shares := make([]int, seats)
	for i, sum := range sums {
		shares[i] = int(100*sum/float64(deals) + 0.5)
	}
	return shares
}
