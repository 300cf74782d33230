package knizia

import (
	"strconv"
	"strings"

	"tableronde/games"
	"tableronde/games/cards"
)

// Verb distinguishes the lines of a record.
type Verb uint8

// The verbs of the notation.
const (
	NoVerb      Verb = iota
	ChooseColor      // "colour red", by the opener
	PlayCard         // "play R3"
	PlayAction       // "dodge 3.2": the action card named by Move.Card
	EndTurn          // "end"
	Withdraw         // "withdraw", "withdraw blue"
	TakeToken        // "token green"
	Pass             // "pass": the action under way takes effect
	Cancel           // "lancelot": the action under way does not
	KeepCards        // "keep 1 3", the answer to Adapt
)

// Place is a card before a seat: a position in its display, 1 being the oldest,
// or one of the status cards beside it.
type Place int8

// Places that are not positions.
const (
	NoPlace      Place = 0
	ShieldPlace  Place = -1
	StunnedPlace Place = -2
)

// String returns the notation: "2", "shield", "stunned".
func (p Place) String() string {
	switch p {
	case NoPlace:
		return ""
	case ShieldPlace:
		return Shield.String()
	case StunnedPlace:
		return Stunned.String()
	}
	return strconv.Itoa(int(p))
}

// Positions is a set of positions in a display, 1 being the oldest card.
type Positions = cards.Set[Place]

// Move is a parsed line of a record. Fields that the line does not have are zero.
// Moves are equal if and only if their lines are.
type Move struct {
	Do    Verb
	Card  Card       // of PlayCard, and the action card of PlayAction
	Color Color      // chosen, taken, given back or turned to
	Seat  games.Seat // the target of an action
	At    Place      // the target's card: of Dodge, and the one that Outwit takes
	Own   Place      // the card of the player: of Retreat, and the one that Outwit gives
	Keep  Positions  // of KeepCards
}

// String returns the canonical text of the line.
func (m Move) String() string {
	code, seat := m.Card.String(), strconv.Itoa(int(m.Seat))
	switch m.Do {
	case ChooseColor:
		return "colour " + m.Color.String()
	case PlayCard:
		return "play " + code
	case EndTurn:
		return "end"
	case Withdraw:
		if m.Color != NoColor {
			return "withdraw " + m.Color.String()
		}
		return "withdraw"
	case TakeToken:
		return "token " + m.Color.String()
	case Pass:
		return "pass"
	case Cancel:
		return "lancelot"
	case KeepCards:
		return "keep " + cards.Line(m.Keep.List(), "")
	case NoVerb:
		return ""
	}
	switch m.Card {
	case Unhorse, ChangeWeapon:
		return code + " " + m.Color.String()
	case BreakLance, Riposte, KnockDown, Stunned:
		return code + " " + seat
	case Dodge:
		return code + " " + seat + "." + m.At.String()
	case Retreat:
		return code + " " + m.Own.String()
	case Outwit:
		return code + " " + m.Own.String() + " " + seat + "." + m.At.String()
	}
	return code
}

// maxText is the length of the longest text that is parsed as a line.
const maxText = 1000

// ParseMove is the inverse of Move.String, for letters of either case and any spaces.
// It does not check whether the line is legal. The error is an *games.Illegal.
func ParseMove(text string) (Move, *games.Illegal) {
	if len(text) <= maxText {
		if m, ok := parseWords(strings.Fields(text)); ok {
			return m, nil
		}
	}
	return Move{}, malformed.With("text", excerpt(text), "move", Move{Do: PlayCard, Card: R3})
}

// parseWords parses the words of a line.
func parseWords(words []string) (m Move, ok bool) {
	if len(words) == 0 {
		return m, false
	}
	verb, rest, word := strings.ToLower(words[0]), words[1:], ""
	if len(rest) == 1 {
		word = rest[0]
	}
	color := ParseColor(word)
	switch verb {
	case "play":
		m = Move{Do: PlayCard, Card: ParseCard(word)}
		return m, m.Card != Unknown
	case "end":
		return Move{Do: EndTurn}, len(rest) == 0
	case "pass":
		return Move{Do: Pass}, len(rest) == 0
	case "lancelot":
		return Move{Do: Cancel, Card: Lancelot}, len(rest) == 0
	case "colour":
		return Move{Do: ChooseColor, Color: color}, color != NoColor
	case "token":
		return Move{Do: TakeToken, Color: color}, color != NoColor
	case "withdraw":
		return Move{Do: Withdraw, Color: color}, len(rest) == 0 || color != NoColor
	case "keep":
		m.Do = KeepCards
		for _, word := range rest {
			n, ok := parseNumber(word)
			if !ok || n == 0 || m.Keep.Has(Place(n)) {
				return m, false
			}
			m.Keep.Add(Place(n))
		}
		return m, len(rest) > 0
	}
	m = Move{Do: PlayAction, Card: ParseCard(verb)}
	switch m.Card {
	case Unhorse, ChangeWeapon:
		m.Color = color
		return m, color != NoColor
	case BreakLance, Riposte, KnockDown, Stunned:
		return m, m.aim(word)
	case Dodge:
		return m, m.point(word) && m.At > 0
	case Retreat:
		return m, parsePlace(word, &m.Own) && m.Own > 0
	case Outwit:
		return m, len(rest) == 2 && parsePlace(rest[0], &m.Own) && m.point(rest[1])
	}
	return m, m.Card.IsAction() && len(rest) == 0
}

// aim parses the number of the target.
func (m *Move) aim(word string) bool {
	n, ok := parseNumber(word)
	m.Seat = games.Seat(n)
	return ok && n > 0
}

// point parses a card before a seat: "3.2", "3.shield".
func (m *Move) point(word string) bool {
	target, place, ok := strings.Cut(word, ".")
	return ok && m.aim(target) && parsePlace(place, &m.At)
}

func parsePlace(word string, to *Place) bool {
	for _, status := range []Place{ShieldPlace, StunnedPlace} {
		if strings.EqualFold(word, status.String()) {
			*to = status
			return true
		}
	}
	n, ok := parseNumber(word)
	*to = Place(n)
	return ok && n > 0
}

// parseNumber parses a number below 100 without a sign.
func parseNumber(word string) (n int, ok bool) {
	u, err := strconv.ParseUint(word, 10, 8)
	return int(u), err == nil && len(word) <= 2
}
