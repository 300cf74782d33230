package knizia

import (
	"strings"

	"tableronde/games/cards"
)

// Color is a weapon: the color of a tournament, of cards and of tokens.
type Color uint8

// The colors in the order of the rules.
const (
	NoColor Color = iota
	Purple        // joust
	Red           // sword
	Blue          // axe
	Yellow        // morning star
	Green         // unarmed: every card counts one
)

var colorNames = [...]string{"", "purple", "red", "blue", "yellow", "green"}

// Colors lists the five colors in the order of the rules.
func Colors() []Color { return []Color{Purple, Red, Blue, Yellow, Green} }

// String returns the word of the notation, "" for NoColor.
func (c Color) String() string { return colorNames[c] }

// MarshalJSON encodes the word of the notation, or null for NoColor.
func (c Color) MarshalJSON() ([]byte, error) {
	if c == NoColor {
		return []byte("null"), nil
	}
	return []byte(`"` + c.String() + `"`), nil
}

// ParseColor is the inverse of String, for letters of either case. It returns NoColor
// for anything else.
func ParseColor(text string) Color {
	c, _ := cards.Parse(text, Colors())
	return c
}

// Card is a kind of card; Unknown is a card that the viewer may not see.
type Card uint8

// The cards in the order of the rules' tables.
const (
	Unknown Card = iota
	P3
	P4
	P5
	P7
	R3
	R4
	R5
	B2
	B3
	B4
	B5
	Y2
	Y3
	Y4
	G1
	W2 // squires
	W3
	W6 // maiden
	Unhorse
	ChangeWeapon
	DropWeapon
	BreakLance
	Riposte
	Dodge
	Retreat
	KnockDown
	Outmaneuver
	Charge
	Countercharge
	Disgrace
	Adapt
	Outwit
	Shield
	Stunned
	Lancelot
	cardKinds
)

// faces has the data of each kind of card: its code, its color (NoColor for supporters and
// actions), its value (0 for actions) and the number of copies.
var faces = [cardKinds]struct {
	code   string
	color  Color
	value  uint8
	copies uint8
}{
	Unknown: {code: "?"},
	P3:      {"P3", Purple, 3, 4},
	P4:      {"P4", Purple, 4, 4},
	P5:      {"P5", Purple, 5, 4},
	P7:      {"P7", Purple, 7, 2},
	R3:      {"R3", Red, 3, 6},
	R4:      {"R4", Red, 4, 6},
	R5:      {"R5", Red, 5, 2},
	B2:      {"B2", Blue, 2, 4},
	B3:      {"B3", Blue, 3, 4},
	B4:      {"B4", Blue, 4, 4},
	B5:      {"B5", Blue, 5, 2},
	Y2:      {"Y2", Yellow, 2, 4},
	Y3:      {"Y3", Yellow, 3, 8},
	Y4:      {"Y4", Yellow, 4, 2},
	G1:      {"G1", Green, 1, 14},
	W2:      {"W2", NoColor, 2, 8},
	W3:      {"W3", NoColor, 3, 8},
	W6:      {"W6", NoColor, 6, 4},

	Unhorse:       {"unhorse", NoColor, 0, 1},
	ChangeWeapon:  {"change_weapon", NoColor, 0, 1},
	DropWeapon:    {"drop_weapon", NoColor, 0, 1},
	BreakLance:    {"break_lance", NoColor, 0, 1},
	Riposte:       {"riposte", NoColor, 0, 3},
	Dodge:         {"dodge", NoColor, 0, 1},
	Retreat:       {"retreat", NoColor, 0, 1},
	KnockDown:     {"knock_down", NoColor, 0, 2},
	Outmaneuver:   {"outmaneuver", NoColor, 0, 1},
	Charge:        {"charge", NoColor, 0, 1},
	Countercharge: {"countercharge", NoColor, 0, 1},
	Disgrace:      {"disgrace", NoColor, 0, 1},
	Adapt:         {"adapt", NoColor, 0, 1},
	Outwit:        {"outwit", NoColor, 0, 1},
	Shield:        {"shield", NoColor, 0, 1},
	Stunned:       {"stunned", NoColor, 0, 1},
	Lancelot:      {"lancelot", NoColor, 0, 1},
}

// Cards lists every kind of card in the order of the rules' tables.
func Cards() []Card {
	all := make([]Card, 0, cardKinds-1)
	for c := P3; c < cardKinds; c++ {
		all = append(all, c)
	}
	return all
}

// Actions lists the seventeen kinds of action cards in the order of the rules.
func Actions() []Card { return Cards()[Unhorse-1:] }

// String returns the code of the notation: "R3", "drop_weapon", "?".
func (c Card) String() string { return faces[c].code }

// MarshalText encodes the code of the notation.
func (c Card) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// ParseCard is the inverse of String, for letters of either case. It returns Unknown
// for anything else.
func ParseCard(text string) Card {
	for c := P3; c < cardKinds; c++ {
		if strings.EqualFold(text, faces[c].code) {
			return c
		}
	}
	return Unknown
}

// Color returns the color of a colored card, else NoColor.
func (c Card) Color() Color { return faces[c].color }

// Value returns the printed value of a card that goes into a display, 0 for actions.
func (c Card) Value() int { return int(faces[c].value) }

// worth returns the value of a card in a tournament of a color.
func (c Card) worth(in Color) int {
	if in == Green {
		return 1
	}
	return c.Value()
}

// Copies returns the number of such cards in the game.
func (c Card) Copies() int { return int(faces[c].copies) }

// IsColored reports whether the card has the color of a weapon.
func (c Card) IsColored() bool { return c >= P3 && c <= G1 }

// IsSupporter reports whether the card is a squire or a maiden.
func (c Card) IsSupporter() bool { return c >= W2 && c <= W6 }

// IsAction reports whether the card is an action card.
func (c Card) IsAction() bool { return c >= Unhorse }

// cardID is one of the 110 cards, numbered in the order of the rules' tables.
type cardID uint8

const deckSize = 110

// hand is a set of cards.
type hand = cards.Set[cardID]

// pack sorts the cards: the kind of each and the first of each kind, and sets of all cards,
// of the cards of a kind and of a color, of the supporters and of the actions.
var pack = func() (p struct {
	kind                [deckSize]Card
	first               [cardKinds]cardID
	ofKind              [cardKinds]hand
	ofColor             [Green + 1]hand
	all                 hand
	supporters, actions hand
}) {
	next := cardID(0)
	for _, c := range Cards() {
		p.first[c] = next
		for range c.Copies() {
			p.kind[next] = c
			p.all.Add(next)
			p.ofKind[c].Add(next)
			p.ofColor[c.Color()].Add(next)
			next++
		}
		switch {
		case c.IsSupporter():
			p.supporters = p.supporters.Or(p.ofKind[c])
		case c.IsAction():
			p.actions = p.actions.Or(p.ofKind[c])
		}
	}
	return p
}()

func (i cardID) kind() Card { return pack.kind[i] }

// String returns the code of the card.
func (i cardID) String() string { return i.kind().String() }

func kindsOf(ids []cardID) []Card {
	kinds := make([]Card, len(ids))
	for i, card := range ids {
		kinds[i] = card.kind()
	}
	return kinds
}

// row is a list of cards: a display or the discard pile, the oldest first, or a deck, the
// last of which is drawn first.
type row struct {
	n   uint8
	ids [deckSize]cardID
}

func (r *row) push(card cardID) {
	r.ids[r.n] = card
	r.n++
}

// take removes the card at a position, from 1.
func (r *row) take(p Place) cardID {
	card := r.ids[p-1]
	copy(r.ids[p-1:r.n-1], r.ids[p:r.n])
	r.n--
	r.ids[r.n] = 0
	return card
}

func (r *row) cards() []cardID { return r.ids[:r.n] }

// at returns the kind of the card at a position, from 1.
func (r *row) at(p Place) Card { return r.ids[p-1].kind() }

// has reports whether a card of a kind is in the row.
func (r *row) has(c Card) bool {
	for _, card := range r.cards() {
		if card.kind() == c {
			return true
		}
	}
	return false
}
