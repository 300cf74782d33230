// Package cards is the kit that the three card games are made with: sets of cards, their
// codes, refusals, facts, and chance that is imagined. It imports package games only, and
// only rulesets import it.
package cards

import (
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"tableronde/games"
)

// CheckSetup returns the number of seats of a setup. The error is for a number that the
// game does not allow, and for options and values that it does not have.
func CheckSetup(info games.Info, setup games.Setup) (seats int, err error) {
	least, most := info.Seats[0], info.Seats[len(info.Seats)-1]
	if seats = cmp.Or(setup.Seats, least); seats < least || seats > most {
		return 0, fmt.Errorf("%s: %d seats, want %d to %d", info.ID, seats, least, most)
	}
	for _, id := range slices.Sorted(maps.Keys(setup.Options)) {
		i := slices.IndexFunc(info.Options, func(o games.Option) bool { return o.ID == id })
		if i < 0 {
			return 0, fmt.Errorf("%s: no option %q", info.ID, id)
		}
		value, values := setup.Options[id], info.Options[i].Values
		if len(values) > 0 && !slices.Contains(values, value) {
			return 0, fmt.Errorf("%s: option %s has no value %q", info.ID, id, value)
		}
	}
	return seats, nil
}

// Parse returns the thing of a list with a code, in letters of either case.
func Parse[T fmt.Stringer](code string, things []T) (thing T, ok bool) {
	for _, t := range things {
		if strings.EqualFold(code, t.String()) {
			return t, true
		}
	}
	return thing, false
}

// Codes lists the codes of things.
func Codes[T fmt.Stringer](things []T) []string {
	codes := make([]string, len(things))
	for i, t := range things {
		codes[i] = t.String()
	}
	return codes
}

// Line joins the codes of things by blanks; it returns a text for none.
func Line[T fmt.Stringer](things []T, none string) string {
	if len(things) == 0 {
		return none
	}
	return strings.Join(Codes(things), " ")
}

// Add returns a list with one more thing; it leaves the list itself as it was.
func Add[T any](list []T, thing T) []T { return append(slices.Clip(list), thing) }

// Remove returns a list without the first of equal things; it leaves the list itself as
// it was.
func Remove[T comparable](list []T, thing T) []T {
	i := slices.Index(list, thing)
	return slices.Concat(list[:i], list[i+1:])
}

// Recorder collects the facts that a viewer may see. A nil Recorder collects none.
type Recorder struct {
	Viewer games.Seat
	Facts  []games.Fact
}

// Add adds a fact.
func (r *Recorder) Add(f games.Fact) {
	if r != nil {
		r.Facts = append(r.Facts, f)
	}
}

// AddIf adds a fact of a kind and a number if it holds.
func (r *Recorder) AddIf(holds bool, kind string, number int) {
	if holds {
		r.Add(games.Fact{Kind: kind, Number: number})
	}
}

// Sees reports whether the viewer may see facts that are open to these seats alone.
func (r *Recorder) Sees(seats ...games.Seat) bool {
	return r != nil && (r.Viewer == games.Omniscient || slices.Contains(seats, r.Viewer))
}

// Pause is the option to make decisions without a choice after a pause. It implements
// games.Delayer for a game that makes none.
type Pause bool

// Delays implements games.Delayer.
func (p Pause) Delays() bool { return bool(p) }

// Forced implements games.Delayer.
func (Pause) Forced(games.Seat) (action string, ok bool) { return "", false }

// Shuffle puts hidden cards into a random order that depends on them and on rng alone.
func Shuffle[C cmp.Ordered](cards []C, rng *rand.Rand) {
	slices.Sort(cards)
	rng.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
}

// ImagineChance returns the chance of an imagined state, whose seed takes the next bytes of
// a source.
func ImagineChance(next func() byte) games.Chance {
	var seed games.Seed
	for i := range seed {
		seed[i] = next()
	}
	chance, _ := games.NewChance(games.Setup{Seed: &seed}) // never refused: it fixes nothing
	return chance
}
