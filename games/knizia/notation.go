package knizia

import (
	"strings"

	"tableronde/games"
)

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
	return Move{}, malformed.with("text", excerpt(text), "move", Move{Do: PlayCard, Card: R3}.String())
}

func parseWords(words []string) (Move, bool) {
	if len(words) == 0 {
		return Move{}, false
	}
	verb, rest := strings.ToLower(words[0]), words[1:]
	switch verb {
	case "play":
		return parseCard(rest)
	case "end":
		return Move{Do: EndTurn}, len(rest) == 0
	case "pass":
		return Move{Do: Pass}, len(rest) == 0
	case "lancelot":
		return Move{Do: Cancel, Card: Lancelot}, len(rest) == 0
	case "colour":
		return parseColored(Move{Do: ChooseColor}, rest)
	case "token":
		return parseColored(Move{Do: TakeToken}, rest)
	case "withdraw":
		if len(rest) == 0 {
			return Move{Do: Withdraw}, true
		}
		return parseColored(Move{Do: Withdraw}, rest)
	case "keep":
		return parseKeep(rest)
	}
	if card := ParseCard(verb); card.IsAction() {
		return parseAction(Move{Do: PlayAction, Card: card}, rest)
	}
	return Move{}, false
}

func parseCard(words []string) (Move, bool) {
	if len(words) != 1 {
		return Move{}, false
	}
	card := ParseCard(words[0])
	return Move{Do: PlayCard, Card: card}, card != Unknown
}

func parseColored(m Move, words []string) (Move, bool) {
	if len(words) != 1 {
		return m, false
	}
	m.Color = ParseColor(words[0])
	return m, m.Color != NoColor
}

func parseKeep(words []string) (Move, bool) {
	m := Move{Do: KeepCards}
	for _, word := range words {
		n, ok := parseNumber(word)
		if !ok || n == 0 || m.Keep.Has(Place(n)) {
			return m, false
		}
		m.Keep.add(Place(n))
	}
	return m, len(words) > 0
}

func parseAction(m Move, words []string) (Move, bool) {
	switch m.Card {
	case Unhorse, ChangeWeapon:
		return parseColored(m, words)
	case BreakLance, Riposte, KnockDown, Stunned:
		return m, len(words) == 1 && m.aim(words[0])
	case Dodge:
		return m, len(words) == 1 && m.point(words[0]) && m.At > 0
	case Retreat:
		return m, len(words) == 1 && parsePlace(words[0], &m.Own) && m.Own > 0
	case Outwit:
		return m, len(words) == 2 && parsePlace(words[0], &m.Own) && m.point(words[1])
	}
	return m, len(words) == 0
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
	switch {
	case strings.EqualFold(word, ShieldPlace.String()):
		*to = ShieldPlace
	case strings.EqualFold(word, StunnedPlace.String()):
		*to = StunnedPlace
	default:
		n, ok := parseNumber(word)
		*to = Place(n)
		return ok && n > 0
	}
	return true
}

// parseNumber parses a number below 100 without a sign.
func parseNumber(word string) (n int, ok bool) {
	if len(word) == 0 || len(word) > 2 {
		return 0, false
	}
	for _, c := range []byte(word) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return n, true
}
