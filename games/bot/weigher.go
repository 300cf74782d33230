package bot

import (
	"fmt"
	"slices"

	"tableronde/games/bot/ismcts"
	"tableronde/games/bot/seen"
)

// weighedDeals is in how many imagined deals each action of a decision is tried.
var weighedDeals = map[string]uint64{"knizia": 1000, "kutschke": 200, "shannon": 1000}

// Weigher judges actions at cards after the fact, by what their seat saw.
type Weigher struct {
	search *ismcts.Search
	deals  uint64
}

// NewWeigher returns a Weigher of a game. The error is for a game that is not one of cards.
func NewWeigher(game string, seed uint64) (*Weigher, error) {
	deals, ok := weighedDeals[game]
	if !ok {
		return nil, fmt.Errorf("there is no search of cards for the game %s", game)
	}
	return &Weigher{ismcts.New(cardOptions(game, seed)), deals}, nil
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
