package kutschke

import (
	"math/bits"
	"strconv"
	"strings"

	"tableronde/games"
	"tableronde/games/cards"
)

// Virtue is one of the four virtues of a knight; the zero Virtue is none.
type Virtue uint8

// The virtues, in the order in which cards are named on a line.
const (
	Sword  Virtue = iota + 1 // strength
	Lance                    // skill
	Dragon                   // courage
	Book                     // wisdom
)

// Virtues lists the four virtues in order.
func Virtues() []Virtue { return []Virtue{Sword, Lance, Dragon, Book} }

const virtueLetters = "?SLDB"

// String returns the letter that cards of the virtue begin with.
func (v Virtue) String() string { return virtueLetters[v : v+1] }

// MarshalText encodes the letter.
func (v Virtue) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// Name returns the virtue in words: Sword, Lance, Dragon, Book.
func (v Virtue) Name() games.Text { return box.virtues[v].name }

// Meaning returns the meaning of the virtue: strength, skill, courage, wisdom.
func (v Virtue) Meaning() games.Text { return box.virtues[v].meaning }

const (
	maxValue  = 3
	cardTypes = int(Book) * maxValue
)

// Card is a kind of virtue card: cards of one virtue and value are equal. The zero Card is
// hidden from the viewer.
type Card uint8

var allCards = countUp(Card(1), Card(cardTypes))

// CardOf returns the card of a virtue with a value from 1 to 3.
func CardOf(v Virtue, value int) Card { return Card(int(v-1)*maxValue + value) }

// Virtue returns the card's virtue, none for an unknown card.
func (c Card) Virtue() Virtue { return Virtue((c + maxValue - 1) / maxValue) }

// Value returns 1, 2 or 3, and 0 for an unknown card.
func (c Card) Value() int {
	if c == 0 {
		return 0
	}
	return int(c-1)%maxValue + 1
}

// String returns the code of the card, "L2", or "?".
func (c Card) String() string { return cardCodes[c] }

var cardCodes = func() (codes [cardTypes + 1]string) {
	codes[0] = "?"
	for _, c := range allCards {
		codes[c] = c.Virtue().String() + strconv.Itoa(c.Value())
	}
	return codes
}()

// MarshalText encodes the code.
func (c Card) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// Name returns the card in words; an unknown card has none.
func (c Card) Name() games.Text { return box.cardNames[c] }

// cardSet is a multiset of virtue cards, four bits for each kind; the game has at most
// three of one.
type cardSet uint64

// singleCard returns a set of one card.
func singleCard(c Card) cardSet { return 1 << (4 * (c - 1)) }

// setOf returns the set of some cards.
func setOf(list []Card) (cs cardSet) {
	for _, c := range list {
		cs += singleCard(c)
	}
	return cs
}

// count returns the number of cards of one kind.
func (cs cardSet) count(c Card) int { return int(cs >> (4 * (c - 1)) & 15) }

// has reports whether some cards are a subset.
func (cs cardSet) has(some cardSet) bool {
	const borrow = 0x888888888888
	return ((cs|borrow)-some)&borrow == borrow
}

// size returns the number of cards.
func (cs cardSet) size() int {
	const ones, twos = 0x111111111111, 0x222222222222
	return bits.OnesCount64(uint64(cs&ones)) + 2*bits.OnesCount64(uint64(cs&twos))
}

// of returns the cards of a virtue.
func (cs cardSet) of(v Virtue) cardSet {
	const suit = 1<<(4*maxValue) - 1
	return cs & (suit << (4 * maxValue * (v - 1)))
}

// total returns the sum of the values.
func (cs cardSet) total() int {
	n := 0
	for v := range Virtue(4) {
		three := int(cs >> (4 * maxValue * v))
		n += three&15 + 2*(three>>4&15) + 3*(three>>8&15)
	}
	return n
}

// list returns the cards in order: S, L, D, B, low before high.
func (cs cardSet) list() []Card {
	all := make([]Card, 0, cs.size())
	for rest := cs; rest != 0; {
		c := Card(bits.TrailingZeros64(uint64(rest))/4 + 1)
		all = append(all, c)
		rest -= singleCard(c)
	}
	return all
}

// codes returns the codes of the cards in order, each after a blank.
func (cs cardSet) codes() string {
	if cs == 0 {
		return ""
	}
	return " " + strings.Join(cards.Codes(cs.list()), " ")
}
