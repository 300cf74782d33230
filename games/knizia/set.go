package knizia

import "math/bits"

// hand is a set of cards.
type hand struct{ low, high uint64 }

func handOf(card id) hand {
	if card < 64 {
		return hand{low: 1 << card}
	}
	return hand{high: 1 << (card - 64)}
}

func (h *hand) add(card id) {
	one := handOf(card)
	h.low |= one.low
	h.high |= one.high
}

func (h *hand) drop(card id) {
	one := handOf(card)
	h.low &^= one.low
	h.high &^= one.high
}

func (h hand) has(card id) bool { return h.and(handOf(card)) != hand{} }

func (h hand) and(o hand) hand { return hand{h.low & o.low, h.high & o.high} }

func (h hand) empty() bool { return h.low|h.high == 0 }

func (h hand) len() int { return bits.OnesCount64(h.low) + bits.OnesCount64(h.high) }

// first returns the lowest card of a set that is not empty.
func (h hand) first() id {
	if h.low != 0 {
		return id(bits.TrailingZeros64(h.low))
	}
	return id(64 + bits.TrailingZeros64(h.high))
}

// pop takes the lowest card out of a set that is not empty.
func (h *hand) pop() id {
	card := h.first()
	h.drop(card)
	return card
}

// list returns the cards in the order of the tables.
func (h hand) list() []id {
	list := make([]id, 0, h.len())
	for !h.empty() {
		list = append(list, h.pop())
	}
	return list
}

// of returns the cards of one kind.
func (h hand) of(c Card) hand { return h.and(masks[c]) }

// masks are the cards of each kind; supporterMask and colorMasks those that a
// color can be chosen with.
var (
	masks         = maskKinds(func(c Card) int { return int(c) })
	colorMasks    = maskKinds(func(c Card) int { return int(c.Color()) })
	supporterMask = union(W2, W3, W6)
)

// maskKinds gathers the cards of the kinds that get the same number.
func maskKinds(number func(Card) int) (sets [cardKinds]hand) {
	for card, kind := range kinds {
		sets[number(kind)].add(id(card))
	}
	return sets
}

func union(of ...Card) (all hand) {
	for _, c := range of {
		all.low |= masks[c].low
		all.high |= masks[c].high
	}
	return all
}

// pile is cards in order: a deck, whose last card is drawn first, or a discard
// pile, whose last card lies on top.
type pile struct {
	n   uint8
	ids [deckSize]id
}

func (p *pile) push(card id) {
	p.ids[p.n] = card
	p.n++
}

func (p *pile) pop() id {
	p.n--
	card := p.ids[p.n]
	p.ids[p.n] = 0
	return card
}

func (p *pile) cards() []id { return p.ids[:p.n] }

func (p *pile) has(card id) bool {
	for _, c := range p.cards() {
		if c == card {
			return true
		}
	}
	return false
}

// maxDisplay is more cards than one display can hold: all but the actions and
// the maidens beyond the first.
const maxDisplay = 88

// display is what lies before a seat, the oldest card first.
type display struct {
	n   uint8
	ids [maxDisplay]id
}

func (d *display) push(card id) {
	d.ids[d.n] = card
	d.n++
}

func (d *display) cards() []id { return d.ids[:d.n] }

func (d *display) at(p Place) id { return d.ids[p-1] }

// take removes the card at a position.
func (d *display) take(p Place) id {
	card := d.ids[p-1]
	copy(d.ids[p-1:d.n-1], d.ids[p:d.n])
	d.n--
	d.ids[d.n] = 0
	return card
}

// clear removes all cards.
func (d *display) clear() { *d = display{} }

// maiden reports whether a maiden is among the cards.
func (d *display) maiden() bool {
	for _, card := range d.cards() {
		if card.kind() == W6 {
			return true
		}
	}
	return false
}

// seat is a place at the table, counted from 0.
type seat uint8

const (
	maxSeats = 5
	nobody   = seat(255)
)

// seatSet is a set of seats.
type seatSet uint8

func (s seatSet) has(at seat) bool { return s>>at&1 != 0 }

func (s *seatSet) add(at seat) { *s |= 1 << at }

func (s *seatSet) drop(at seat) { *s &^= 1 << at }

func (s seatSet) len() int { return bits.OnesCount8(uint8(s)) }

// first returns the lowest seat of a set that is not empty.
func (s seatSet) first() seat { return seat(bits.TrailingZeros8(uint8(s))) }

// colorSet is a set of colors.
type colorSet uint8

func (s colorSet) has(c Color) bool { return s>>c&1 != 0 }

func (s *colorSet) add(c Color) { *s |= 1 << c }

func (s *colorSet) drop(c Color) { *s &^= 1 << c }

func (s colorSet) len() int { return bits.OnesCount8(uint8(s)) }

// list returns the colors in the order of the rules.
func (s colorSet) list() []Color {
	list := make([]Color, 0, s.len())
	for c := Purple; c <= Green; c++ {
		if s.has(c) {
			list = append(list, c)
		}
	}
	return list
}
