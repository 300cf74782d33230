package shannon

import (
	"slices"
	"strings"
)

// playLine is the play of a card as it is written: "play M1=O11 +3 redirect 2". Of a
// line in the making the suit and the value of an enchanter may be missing.
type playLine struct {
	card     string
	suit     string // that an enchanter takes, "" following
	value    string // of an enchanter, "" otherwise
	declared []string
	discard  bool
}

// kinds of declarations, in the order in which they are written. Those that
// name an opponent, and Divine Will, come in several.
var declarations = []string{"+3", "will", "fox", "redirect", "hunt", "reversal", "challenge", "shapeshift"}

// readLine understands "play …" and "discard …"; ok is false for anything else.
func readLine(text string) (l playLine, ok bool) {
	words := strings.Fields(text)
	if len(words) < 2 {
		return l, false
	}
	switch words[0] {
	case "discard":
		return playLine{card: words[1], discard: true}, len(words) == 2
	case "play":
	default:
		return l, false
	}
	var as string
	l.card, as, _ = strings.Cut(words[1], "=")
	if as != "" {
		if i := strings.IndexAny(as, "0123456789"); i >= 0 {
			l.suit, l.value = as[:i], as[i:]
		} else {
			l.suit = as
		}
	}
	for i := 2; i < len(words); i++ {
		word := words[i]
		if (word == "redirect" || word == "challenge") && i+1 < len(words) {
			i++
			word += " " + words[i]
		}
		l.declared = append(l.declared, word)
	}
	return l, true
}

// String writes the line in its canonical order.
func (l playLine) String() string {
	if l.discard {
		return "discard " + l.card
	}
	var b strings.Builder
	b.WriteString("play ")
	b.WriteString(l.card)
	if l.suit != "" || l.value != "" {
		b.WriteString("=")
		b.WriteString(l.suit)
		b.WriteString(l.value)
	}
	for _, kind := range declarations {
		for _, d := range l.declared {
			if kindOf(d) == kind {
				b.WriteString(" ")
				b.WriteString(d)
			}
		}
	}
	return b.String()
}

// kindOf returns the power that a declaration uses: "will-3" is "will".
func kindOf(declaration string) string {
	if strings.HasPrefix(declaration, "will") {
		return "will"
	}
	kind, _, _ := strings.Cut(declaration, " ")
	return kind
}

// enchanter tells Merlin and the Apprentice from other cards.
func enchanter(card string) bool {
	return strings.HasPrefix(card, "M") || strings.HasPrefix(card, "P")
}

// with returns the line with a declaration in place of any other by the same power.
func (l playLine) with(declaration string) playLine {
	l = l.without(kindOf(declaration))
	l.declared = append(l.declared, declaration)
	return l
}

// without returns the line without the declaration by a power.
func (l playLine) without(kind string) playLine {
	l.declared = slices.DeleteFunc(slices.Clone(l.declared), func(d string) bool { return kindOf(d) == kind })
	return l
}

// has reports whether a declaration is made with the card.
func (l playLine) has(declaration string) bool { return slices.Contains(l.declared, declaration) }
