package cards

import (
	"iter"
	"math/bits"
)

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
