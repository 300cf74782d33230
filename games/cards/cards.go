// Package cards has the common parts of the three card games: sets of cards, their codes, refusals,
// facts, and imagined chance. It imports package games only, and only rulesets import it.
package cards

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"math/bits"
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

// Line joins the codes of things with spaces; it returns none for an empty list.
func Line[T fmt.Stringer](things []T, none string) string {
	if len(things) == 0 {
		return none
	}
	return strings.Join(Codes(things), " ")
}

// Add returns a list with one more thing; the list itself does not change.
func Add[T any](list []T, thing T) []T { return append(slices.Clip(list), thing) }

// Remove returns a list without the first thing that equals the given one; the list itself does not
// change.
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

// AddIf adds a fact of a kind with a number if the condition holds.
func (r *Recorder) AddIf(holds bool, kind string, number int) {
	if holds {
		r.Add(games.Fact{Kind: kind, Number: number})
	}
}

// Sees reports whether the viewer may see facts that are known to these seats only.
func (r *Recorder) Sees(seats ...games.Seat) bool {
	return r != nil && (r.Viewer == games.Omniscient || slices.Contains(seats, r.Viewer))
}

// Pause is the option to answer forced decisions after a pause. It implements games.Delayer for a
// game that has no such answers.
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

// ImagineChance returns the chance of an imagined state, with a seed from the next bytes of a
// source.
func ImagineChance(next func() byte) games.Chance {
	var seed games.Seed
	for i := range seed {
		seed[i] = next()
	}
	chance, _ := games.NewChance(games.Setup{Seed: &seed}) // never refused, since it fixes no results
	return chance
}

// Set is a set of cards, or of other things, with numbers from 0 to 127. It never has a thing
// with another number.
type Set[C ~uint8 | ~int8] struct{ low, high uint64 }

// SetOf returns the set of some cards.
func SetOf[C ~uint8 | ~int8](list ...C) (s Set[C]) {
	for _, c := range list {
		s.Add(c)
	}
	return s
}

// Add adds a card.
func (s *Set[C]) Add(c C) {
	if i := uint8(c); i < 64 {
		s.low |= 1 << i
	} else {
		s.high |= 1 << (i - 64)
	}
}

// Remove removes a card.
func (s *Set[C]) Remove(c C) {
	if i := uint8(c); i < 64 {
		s.low &^= 1 << i
	} else {
		s.high &^= 1 << (i - 64)
	}
}

// Has reports whether a card is in the set.
func (s Set[C]) Has(c C) bool {
	if i := uint8(c); i < 64 {
		return s.low>>i&1 != 0
	}
	return s.high>>(uint8(c)-64)&1 != 0
}

// And returns the cards of both sets.
func (s Set[C]) And(o Set[C]) Set[C] { return Set[C]{s.low & o.low, s.high & o.high} }

// Or returns the cards of either set.
func (s Set[C]) Or(o Set[C]) Set[C] { return Set[C]{s.low | o.low, s.high | o.high} }

// Without returns the cards that are not in the other set.
func (s Set[C]) Without(o Set[C]) Set[C] { return Set[C]{s.low &^ o.low, s.high &^ o.high} }

// Empty reports whether the set has no card.
func (s Set[C]) Empty() bool { return s.low|s.high == 0 }

// Len returns the number of cards.
func (s Set[C]) Len() int { return bits.OnesCount64(s.low) + bits.OnesCount64(s.high) }

// First returns the first card of a set that is not empty.
func (s Set[C]) First() C {
	if s.low != 0 {
		return C(bits.TrailingZeros64(s.low))
	}
	return C(64 + bits.TrailingZeros64(s.high))
}

// All yields the cards in order.
func (s Set[C]) All() iter.Seq[C] {
	return func(yield func(C) bool) {
		for ; s.low != 0; s.low &= s.low - 1 {
			if !yield(C(bits.TrailingZeros64(s.low))) {
				return
			}
		}
		for ; s.high != 0; s.high &= s.high - 1 {
			if !yield(C(64 + bits.TrailingZeros64(s.high))) {
				return
			}
		}
	}
}

// List lists the cards in order.
func (s Set[C]) List() []C {
	list := make([]C, 0, s.Len())
	for c := range s.All() {
		list = append(list, c)
	}
	return list
}

// At returns the card at an index in the order, which must be less than Len.
func (s Set[C]) At(index int) C {
	for range index {
		if s.low != 0 {
			s.low &= s.low - 1
		} else {
			s.high &= s.high - 1
		}
	}
	return s.First()
}

// Refusal is a reason of a ruleset to refuse an action, orders or a setup.
type Refusal games.Refusal

// Refusals are all reasons of a ruleset; their keys share a prefix.
type Refusals struct {
	prefix string
	all    []*Refusal
}

// NewRefusals returns an empty list for keys that begin with the prefix.
func NewRefusals(prefix string) *Refusals { return &Refusals{prefix: prefix} }

// Add returns a new refusal of the list, for a section of the rules page.
func (l *Refusals) Add(key, rule, text string) *Refusal {
	r := &Refusal{Key: l.prefix + key, Rule: rule, Text: text}
	l.all = append(l.all, r)
	return r
}

// All lists the refusals in the order in which they were added.
func (l *Refusals) All() []*Refusal { return l.all }

// Sentences returns the English sentence of every refusal by its key, with the names of
// its arguments in braces. A catalogue needs all of them.
func (l *Refusals) Sentences() map[string]string {
	all := make(map[string]string, len(l.all))
	for _, r := range l.all {
		all[r.Key] = r.Text
	}
	return all
}

// Sections lists the sections of a rules page that refusals name, sorted and without
// duplicates.
func (l *Refusals) Sections() []string {
	var all []string
	for _, r := range l.all {
		all = append(all, r.Rule)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// With formats the refusal; pairs alternate names and values, and names that the sentence lacks are
// dropped. A value with a Name appears by its English name in the text and by its code in Args. The
// result is nil for a nil Refusal.
func (r *Refusal) With(pairs ...any) *games.Illegal {
	if r == nil {
		return nil
	}
	codes, words, named := make([]string, len(pairs)), make([]string, len(pairs)), false
	for i, value := range pairs {
		codes[i] = fmt.Sprint(value)
		words[i] = codes[i]
		if thing, ok := value.(interface{ Name() games.Text }); ok {
			words[i], named = thing.Name().En, true
		}
	}
	why := games.Refusal(*r).With(codes...)
	if named {
		why.Text = games.Refusal(*r).With(words...).Text
	}
	return why
}

// Excerpt returns the beginning of a typed text, for a refusal.
func Excerpt(text string) string {
	const most = 40
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}
