package judge

import (
	"cmp"
	"fmt"
	"slices"

	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/review"
)

// mostWeighed is how many actions of a decision at cards are compared with that which was
// taken.
const mostWeighed = 3

// Decision judges an action of a seat at cards by what the seat saw when it took it, in as
// many imagined deals as belong to the usual number of positions, or to nodes unless that
// is 0. The same view, action and seed give the same judgment. It has no options where the
// seat had no choice; what is returned after stop is of no use.
func Decision(game string, s games.State, seat games.Seat, text string, seed, nodes uint64, stop func() bool) (review.Decision, error) {
	d := review.Decision{Seat: seat, Text: text}
	w, err := bot.NewWeigher(game, seed)
	if err != nil {
		return d, err
	}
	if len(s.Legal(seat)) == 1 && slices.Contains(s.ToAct(), seat) {
		return d, nil
	}
	if _, _, err := s.Apply(seat, text); err != nil {
		return d, fmt.Errorf("judge %s: %w", text, err)
	}
	deals := max(1, w.Deals()*cmp.Or(nodes, defaultNodes)/defaultNodes)
	options, err := w.Weigh(bot.Turn{State: s, Seat: seat, Nodes: deals, Stop: stop}, text, mostWeighed)
	if err != nil || len(options) < 2 {
		return d, err
	}
	d.Deals = int(deals)
	for _, o := range options {
		d.Options = append(d.Options, review.Option{Text: o.Action, Share: o.Share})
	}
	return d, nil
}
