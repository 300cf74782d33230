package knizia

import (
	"fmt"
	"strings"
)

// String returns the view in plain text.
func (v View) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", v.headline())
	for _, s := range v.Seats {
		mark := " "
		if s.Seat == v.Active && v.Phase != PhaseOver {
			mark = ">"
		}
		fmt.Fprintf(&b, "%s %d  %s\n", mark, s.Seat, s.line())
		fmt.Fprintf(&b, "      hand %s\n", handLine(s.Hand))
	}
	if u := v.UnderWay; u != nil {
		fmt.Fprintf(&b, "Under way: %d: %s\n", u.Seat, u.Line)
	}
	fmt.Fprintf(&b, "Deck %d, discard %s\n", v.Deck, cardLine(v.Discard))
	return strings.TrimSuffix(b.String(), "\n")
}

func (v View) headline() string {
	text := "No tournament yet"
	switch {
	case v.Color != NoColor:
		text = "A " + v.Color.String() + " tournament, opened by " + fmt.Sprint(v.Opener)
	case v.Phase == PhaseOpen:
		text = fmt.Sprintf("%d opens a tournament", v.Opener)
	}
	return fmt.Sprintf("%s; %d different tokens win", text, v.Target)
}

// line returns the text of a display, of status cards and of tokens.
func (s Seat) line() string {
	text := cardLine(s.Display)
	switch {
	case s.Resigned:
		text = "resigned"
	case !s.In:
		text = "withdrawn"
	case len(s.Display) > 0:
		text += fmt.Sprintf(" = %d", s.Total)
	}
	if s.Shield {
		text += " + shield"
	}
	if s.Stunned {
		text += " + stunned"
	}
	if len(s.Tokens) > 0 {
		names := make([]string, len(s.Tokens))
		for i, c := range s.Tokens {
			names[i] = c.String()
		}
		text += "; tokens " + strings.Join(names, " ")
	}
	return text
}

func cardLine(cards []Card) string {
	if len(cards) == 0 {
		return "-"
	}
	codes := make([]string, len(cards))
	for i, c := range cards {
		codes[i] = c.String()
	}
	return strings.Join(codes, " ")
}

// handLine returns the text of a hand, or its size if it is hidden.
func handLine(hand []Card) string {
	for _, c := range hand {
		if c != Unknown {
			return cardLine(hand)
		}
	}
	return fmt.Sprintf("of %d", len(hand))
}
