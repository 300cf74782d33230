package judge

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"

	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/knizia"
	"tableronde/games/kutschke"
	"tableronde/games/review"
	"tableronde/games/shannon"
)

// mostWeighed is the number of other actions that a decision at cards is compared with, at
// most.
const mostWeighed = 3

// quickly divides the deals of an option: the chances of all seats take that part of them.
const quickly = 4

// Decision judges an action of a seat at cards from the seat's view when it took it. The
// number of imagined deals belongs to the usual number of positions, or to nodes unless that
// is 0. The text "" stands for doing nothing where the seat could have prevented something.
// The same view, action and seed give the same judgment, except its Chances, which come from
// all hands. It has no options where the seat had no choice. A judgment returned after stop is
// of no use.
func Decision(game string, s games.State, seat games.Seat, text string, seed, nodes uint64, stop func() bool) (review.Decision, error) {
	d := review.Decision{Seat: seat, Text: text}
	w, err := bot.NewWeigher(game, seed)
	if err != nil {
		return d, err
	}
	if text == "" && !MayPrevent(s, seat) {
		err = games.ErrNotYourTurn
	} else if text != "" {
		_, _, err = s.Apply(seat, text)
	}
	if err != nil {
		return d, fmt.Errorf("judge %q: %w", text, err)
	}
	if len(s.Legal(seat)) == 1 && slices.Contains(s.ToAct(), seat) {
		return d, nil
	}
	deals := dealsOf(w, nodes)
	options, err := w.Weigh(bot.Turn{State: s, Seat: seat, Nodes: deals, Stop: stop}, text, mostWeighed)
	if err != nil || len(options) < 2 {
		return d, err
	}
	seats, _ := round(s)
	d.Deals, d.Chances = int(deals), w.Open(s, seats, max(1, deals/quickly), stop)
	for _, o := range options {
		d.Options = append(d.Options, review.Option{Text: o.Action, Share: o.Share})
	}
	return d, nil
}

// MayPrevent reports whether a seat may prevent the next event, which needs no decision: its
// legal actions are interrupts.
func MayPrevent(s games.State, seat games.Seat) bool {
	acting := s.ToAct()
	return len(acting) == 1 && acting[0] != seat && len(s.Legal(seat)) > 0 && len(s.Legal(acting[0])) == 1
}

// round returns the number of seats of a card game, and the number of a state's round, or
// tournament of the game, from 1; 0 before the first.
func round(s games.State) (seats, number int) {
	switch v := s.View(games.Spectator).(type) {
	case knizia.View:
		return len(v.Seats), v.Tournament
	case kutschke.View:
		return len(v.Seats), v.Round
	case shannon.View:
		return len(v.Knights), v.Round
	}
	return 0, 0
}

// dealsEachRound are the games in which all hands are dealt again in each round; in others
// they are dealt once.
var dealsEachRound = map[string]bool{"shannon": true}

// Hand returns the codes of the cards that a seat at cards holds by its own view, in the
// order of that; none outside games with hands.
func Hand(view games.View, seat games.Seat) []string {
	var codes []string
	switch v := view.(type) {
	case knizia.View:
		for _, h := range v.Hand {
			codes = append(codes, h.Card.String())
		}
	case kutschke.View:
		for _, c := range v.Seats[seat-1].Hand {
			codes = append(codes, c.String())
		}
	case shannon.View:
		for _, h := range v.Mine.Hand {
			codes = append(codes, h.Card.String())
		}
	}
	return codes
}

// Start judges a state at cards that begins a round, or a tournament of the game, with a
// number after last. It returns nil for other states. Seed, nodes and stop are as in Decision.
func Start(game string, s games.State, last int, seed, nodes uint64, stop func() bool) (*review.Start, error) {
	seats, number := round(s)
	if number <= last {
		return nil, nil
	}
	w, err := bot.NewWeigher(game, seed)
	if err != nil {
		return nil, err
	}
	deals := dealsOf(w, nodes)
	start := &review.Start{Number: number, Deals: int(deals), Chances: w.Open(s, seats, deals, stop)}
	if number == 1 || dealsEachRound[game] {
		start.Average = w.Average(s, games.Spectator, seats, deals, stop)
		for seat := range games.Seat(seats) {
			start.Hands = append(start.Hands, w.Average(s, seat+1, seats, deals, stop)[seat])
		}
	}
	return start, nil
}

// dealsOf returns the number of deals that belongs to a number of positions.
func dealsOf(w *bot.Weigher, nodes uint64) uint64 {
	return max(1, w.Deals()*cmp.Or(nodes, defaultNodes)/defaultNodes)
}

// Explain lists, for each of some actions of a seat at cards, facts for or against it, the
// weightiest first, two at most. They come from the seat's view and distinguish the actions
// from each other, unless an action has no such fact. The action "" stands for doing nothing
// where the seat could prevent something. Explain lists none where the game has no cards.
func Explain(s games.State, seat games.Seat, actions []string) [][]games.Fact {
	all := make([][]games.Fact, len(actions))
	view := s.View(seat)
	now, explains := view.(games.Explainer)
	stager, stages := s.(games.Stager)
	if !explains || !stages {
		return all
	}
	for i, action := range actions {
		if ahead, fit, _ := stager.Stage(seat, []string{action}); action == "" && MayPrevent(s, seat) {
			all[i] = now.Explain(view, action)
		} else if fit == 1 {
			all[i] = now.Explain(ahead, action)
		}
	}
	contains := func(facts []games.Fact, f games.Fact) bool {
		return slices.ContainsFunc(facts, func(other games.Fact) bool { return reflect.DeepEqual(f, other) })
	}
	given := slices.Clone(all)
	for i, facts := range given {
		own := slices.DeleteFunc(slices.Clone(facts), func(f games.Fact) bool { // the facts that all actions have in common
			lacks := func(other []games.Fact) bool { return !contains(other, f) }
			return len(given) > 1 && !slices.ContainsFunc(given, lacks)
		})
		if len(own) == 0 {
			own = facts
		}
		all[i] = own[:min(len(own), maxReasons)]
	}
	return all
}

// Moment returns the moment at which a seat decides, by its own view; the zero Moment where the
// game has no cards.
func Moment(view games.View) games.Moment {
	if v, ok := view.(games.Explainer); ok {
		return v.Moment()
	}
	return games.Moment{}
}
