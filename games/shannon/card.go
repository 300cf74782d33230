package shannon

import (
	"strings"

	"tableronde/games"
	"tableronde/games/cards"
)

// Suit is a suit of weapon cards. NoSuit is the suit of Merlin and the Apprentices in
// a pile, and the lead of an open combat.
type Suit uint8

// The suits, in the order in which hands are sorted. Alchemy is the only one
// that is not basic.
const (
	NoSuit Suit = iota
	Swords
	Arrows
	Sorcery
	Treason
	Alchemy
)

// Suits lists the basic suits, then alchemy.
func Suits() []Suit { return []Suit{Swords, Arrows, Sorcery, Treason, Alchemy} }

const suitLetters = "?SAOTX"

// String returns the letter of the suit in the notation, "" for NoSuit.
func (s Suit) String() string {
	if s == NoSuit {
		return ""
	}
	return suitLetters[s : s+1]
}

// ID returns the suit's name in the data: "swords".
func (s Suit) ID() string { return gameData.Suits[s].ID }

// Name returns the suit's name.
func (s Suit) Name() games.Text {
	return games.Text{En: gameData.Suits[s].NameEn, Fr: gameData.Suits[s].NameFr}
}

// suitOf parses the letter of a suit, in either case.
func suitOf(letter byte) Suit {
	if i := strings.IndexByte(suitLetters, letter&^0x20); i > 0 {
		return Suit(i)
	}
	return NoSuit
}

// Kind is a kind of weapon card.
type Kind uint8

// The kinds of weapon cards.
const (
	Basic Kind = iota
	Alchemic
	Enchanter
)

// Card is a weapon card: its index in the table of the game, from 1, in the order
// S A O T X by value, then M, P.
type Card uint8

// Unknown is a card that is hidden from the viewer.
const Unknown Card = 0

const deckSize = 80 // of all weapon cards

// Cards lists all weapon cards in the order of the table.
func Cards() []Card {
	all := make([]Card, deckSize)
	for i := range all {
		all[i] = Card(i + 1)
	}
	return all
}

// String returns the card in the notation: "S8", "M1", "?" for an unknown one.
func (c Card) String() string { return weaponData[c].code }

// MarshalText encodes the card by its notation.
func (c Card) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// ID returns the card's name in the data: "swords-08".
func (c Card) ID() string { return weaponData[c].ID }

// Name returns the card's full name.
func (c Card) Name() games.Text {
	return games.Text{En: weaponData[c].NameEn, Fr: weaponData[c].NameFr}
}

// Kind returns the kind of the card.
func (c Card) Kind() Kind { return weaponData[c].kind }

// Suit returns the printed suit; enchanters have none.
func (c Card) Suit() Suit { return weaponData[c].suit }

// Value returns the printed value, 0 for enchanters.
func (c Card) Value() int { return weaponData[c].Value }

// Poison reports whether the card has the mark of poison.
func (c Card) Poison() bool { return weaponData[c].Poison }

// Wounds returns the wounds of the card before any power.
func (c Card) Wounds() int { return weaponData[c].Wounds }

// Merlin reports whether the card is a Merlin, a strong enchanter.
func (c Card) Merlin() bool { return c != Unknown && c.String()[0] == 'M' }

// ParseCard is the inverse of String, with the letter in either case. The error is an
// *games.Illegal.
func ParseCard(text string) (Card, error) {
	if c := cardOf(text); c != Unknown {
		return c, nil
	}
	return Unknown, noCard.With("text", excerpt(text))
}

// cardOf parses a card; it returns Unknown for any other text.
func cardOf(text string) Card { return cardsByCode[text] }

// cardsByCode has the cards by their code, with the letter in either case.
var cardsByCode = func() map[string]Card {
	all := make(map[string]Card)
	for _, c := range Cards() {
		code := c.String()
		all[code], all[strings.ToLower(code)] = c, c
	}
	return all
}()

// woundsOf returns the sum of the wounds of cards before any power.
func woundsOf(cards []Card) int {
	sum := 0
	for _, c := range cards {
		sum += c.Wounds()
	}
	return sum
}

// set is a set of weapon cards in the order of the table.
type set = cards.Set[Card]

// Sets of weapon cards; enchanters are the cards of no suit.
var (
	allCards       = cards.SetOf(Cards()...)
	ofSuit         = cardsBySuit()
	enchanterCards = ofSuit[NoSuit]
	alchemyCards   = ofSuit[Alchemy]
)

func cardsBySuit() (sets [Alchemy + 1]set) {
	for c := range allCards.All() {
		sets[c.Suit()].Add(c)
	}
	return sets
}
