package judge

import (
	"reflect"
	"slices"

	"tableronde/games"
)

// Explain lists for each of some actions of a seat at cards what speaks for or against it, the
// weightiest facts first, two at most. They come from what the seat sees, and are those that tell
// the actions from each other, as long as an action has any. The action "" stands for letting pass what the
// seat could prevent. There are none where the game has no cards.
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
	shared := sharedFacts(all)
	for i, facts := range all {
		own := slices.DeleteFunc(slices.Clone(facts), func(f games.Fact) bool { return contains(shared, f) })
		if len(own) == 0 {
			own = facts
		}
		all[i] = own[:min(len(own), maxReasons)]
	}
	return all
}

// sharedFacts lists the facts that all of several actions have in common.
func sharedFacts(all [][]games.Fact) (shared []games.Fact) {
	if len(all) < 2 {
		return nil
	}
	for _, f := range all[0] {
		if !slices.ContainsFunc(all, func(facts []games.Fact) bool { return !contains(facts, f) }) {
			shared = append(shared, f)
		}
	}
	return shared
}

func contains(facts []games.Fact, f games.Fact) bool {
	return slices.ContainsFunc(facts, func(other games.Fact) bool { return reflect.DeepEqual(f, other) })
}

// Moment returns the moment at which a seat decides, by its own view; the zero Moment where the
// game has no cards.
func Moment(view games.View) games.Moment {
	if v, ok := view.(games.Explainer); ok {
		return v.Moment()
	}
	return games.Moment{}
}
