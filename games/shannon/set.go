package shannon

import (
	"iter"
	"math/bits"
)

// set is a set of weapon cards in the order of the table.
type set struct{ low, high uint64 }

func setOf(cards ...Card) set {
	var s set
	for _, c := range cards {
		s.add(c)
	}
	return s
}

func (s set) has(c Card) bool {
	if c < 64 {
		return s.low>>c&1 != 0
	}
	return s.high>>(c-64)&1 != 0
}

func (s *set) add(c Card) {
	if c < 64 {
		s.low |= 1 << c
	} else {
		s.high |= 1 << (c - 64)
	}
}

func (s *set) remove(c Card) {
	if c < 64 {
		s.low &^= 1 << c
	} else {
		s.high &^= 1 << (c - 64)
	}
}

func (s set) and(o set) set     { return set{s.low & o.low, s.high & o.high} }
func (s set) or(o set) set      { return set{s.low | o.low, s.high | o.high} }
func (s set) without(o set) set { return set{s.low &^ o.low, s.high &^ o.high} }
func (s set) empty() bool       { return s.low|s.high == 0 }
func (s set) len() int          { return bits.OnesCount64(s.low) + bits.OnesCount64(s.high) }

// first returns the first card of a set that is not empty.
func (s set) first() Card {
	if s.low != 0 {
		return Card(bits.TrailingZeros64(s.low))
	}
	return Card(64 + bits.TrailingZeros64(s.high))
}

// all yields the cards in order.
func (s set) all() iter.Seq[Card] {
	return func(yield func(Card) bool) {
		for s.low != 0 {
			if !yield(Card(bits.TrailingZeros64(s.low))) {
				return
			}
			s.low &= s.low - 1
		}
		for s.high != 0 {
			if !yield(Card(64 + bits.TrailingZeros64(s.high))) {
				return
			}
			s.high &= s.high - 1
		}
	}
}

// cards lists the set in order.
func (s set) cards() []Card {
	list := make([]Card, 0, s.len())
	for c := range s.all() {
		list = append(list, c)
	}
	return list
}

// at returns the card with an index in the order.
func (s set) at(index int) Card {
	for c := range s.all() {
		if index == 0 {
			return c
		}
		index--
	}
	return Unknown
}

// Sets of all weapon cards of a suit or kind.
var (
	ofSuit         = cardsBySuit()
	enchanterCards = ofSuit[NoSuit]
	alchemyCards   = ofSuit[Alchemy]
)

func cardsBySuit() [Alchemy + 1]set {
	var sets [Alchemy + 1]set
	for c := range allCards.all() {
		sets[c.Suit()].add(c)
	}
	return sets
}
