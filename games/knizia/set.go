package knizia

import "math/bits"

// hand is a set of cards.
type hand struct{ low, high uint64 }

func handOf(card cardID) hand {
	if card < 64 {
		return hand{low: 1 << card}
	}
	return hand{high: 1 << (card - 64)}
}

func (h *hand) add(card cardID) {
	one := handOf(card)
	h.low |= one.low
	h.high |= one.high
}

func (h *hand) drop(card cardID) {
	one := handOf(card)
	h.low &^= one.low
	h.high &^= one.high
}

func (h hand) has(card cardID) bool { return h.and(handOf(card)) != hand{} }

func (h hand) and(o hand) hand { return hand{h.low & o.low, h.high & o.high} }

func (h hand) empty() bool { return h.low|h.high == 0 }

func (h hand) len() int { return bits.OnesCount64(h.low) + bits.OnesCount64(h.high) }

// first returns the lowest card of a set that is not empty.
func (h hand) first() cardID {
	if h.low != 0 {
		return cardID(bits.TrailingZeros64(h.low))
	}
	return cardID(64 + bits.TrailingZeros64(h.high))
}

// pop takes the lowest card out of a set that is not empty.
func (h *hand) pop() cardID {
	card := h.first()
	h.drop(card)
	return card
}

// list returns the cards in the order of the tables.
func (h hand) list() []cardID {
	list := make([]cardID, 0, h.len())
	for !h.empty() {
		list = append(list, h.pop())
	}
	return list
}

// of returns the cards of one kind.
func (h hand) of(c Card) hand { return h.and(kindMasks[c]) }

// kindMasks are the cards of each kind, colorMasks those of each color; a color can be
// chosen with its cards or those of supporterMask.
var (
	kindMasks     = maskKinds(func(c Card) int { return int(c) })
	colorMasks    = maskKinds(func(c Card) int { return int(c.Color()) })
	supporterMask = maskOf(W2, W3, W6)
)

// maskKinds collects the cards of the kinds with the same number.
func maskKinds(number func(Card) int) (sets [cardKinds]hand) {
	for card, kind := range kindOf {
		sets[number(kind)].add(cardID(card))
	}
	return sets
}

func maskOf(of ...Card) (all hand) {
	for _, c := range of {
		all.low |= kindMasks[c].low
		all.high |= kindMasks[c].high
	}
	return all
}

// pile is a stack of cards: a deck, whose last card is drawn first, or a discard
// pile, whose last card lies on top.
type pile struct {
	n   uint8
	ids [deckSize]cardID
}

func (p *pile) push(card cardID) {
	p.ids[p.n] = card
	p.n++
}

func (p *pile) pop() cardID {
	p.n--
	card := p.ids[p.n]
	p.ids[p.n] = 0
	return card
}

func (p *pile) cards() []cardID { return p.ids[:p.n] }

func (p *pile) has(card cardID) bool {
	for _, c := range p.cards() {
		if c == card {
			return true
		}
	}
	return false
}

// maxDisplay is the size of the largest display: all cards except the actions and all
// maidens but one.
const maxDisplay = 88

// display is the row of cards before a seat, the oldest first.
type display struct {
	n   uint8
	ids [maxDisplay]cardID
}

func (d *display) push(card cardID) {
	d.ids[d.n] = card
	d.n++
}

func (d *display) cards() []cardID { return d.ids[:d.n] }

func (d *display) at(p Place) cardID { return d.ids[p-1] }

// take removes the card at a position.
func (d *display) take(p Place) cardID {
	card := d.ids[p-1]
	copy(d.ids[p-1:d.n-1], d.ids[p:d.n])
	d.n--
	d.ids[d.n] = 0
	return card
}

// clear removes all cards.
func (d *display) clear() { *d = display{} }

// hasMaiden reports whether a maiden is among the cards.
func (d *display) hasMaiden() bool {
	for _, card := range d.cards() {
		if card.kind() == W6 {
			return true
		}
	}
	return false
}

// seatIndex is a seat counted from 0; games.Seat counts from 1.
type seatIndex uint8

const (
	maxSeats = 5
	nobody   = seatIndex(255)
)

// seatSet is a set of seats.
type seatSet uint8

func (s seatSet) has(at seatIndex) bool { return s>>at&1 != 0 }

func (s *seatSet) add(at seatIndex) { *s |= 1 << at }

func (s *seatSet) drop(at seatIndex) { *s &^= 1 << at }

func (s seatSet) len() int { return bits.OnesCount8(uint8(s)) }

// first returns the lowest seat of a set that is not empty.
func (s seatSet) first() seatIndex { return seatIndex(bits.TrailingZeros8(uint8(s))) }

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
