package shannon

import (
	"fmt"
	"strconv"
	"strings"
)

// Status is the word for the life of a knight (§1).
type Status uint8

// The words, from the best one.
const (
	Valiant Status = iota
	Sound
	Weakened
	Maimed
)

// StatusOf returns the word for a life.
func StatusOf(life int) Status {
	return Status(min(max((startLife-life)/100, 0), int(Maimed)))
}

// Status returns the word for the life of the knight.
func (k Knight) Status() Status { return StatusOf(k.Life) }

var statusWords = [...]string{"valiant", "sound", "weakened", "maimed"}

// String returns the word in English.
func (s Status) String() string { return statusWords[s] }

// String returns the view in plain text.
func (v View) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", v.headline())
	for _, p := range v.Table {
		fmt.Fprintf(&b, "  %s\n", p.line())
	}
	if v.Phase == PhaseCombat && len(v.Table) > 0 {
		if v.Outlook.Loser == 0 {
			b.WriteString("  all cards are feinted\n")
		} else {
			fmt.Fprintf(&b, "  %d loses as things stand\n", v.Outlook.Loser)
		}
	}
	if len(v.Carry) > 0 {
		fmt.Fprintf(&b, "Carried over: %s\n", strings.Join(codesOf(v.Carry), " "))
	}
	for _, k := range v.Knights {
		b.WriteString(k.lines())
	}
	fmt.Fprintf(&b, "Stock %d, discard: %s\n", v.Stock, orNone(codesOf(v.Discard)))
	fmt.Fprintf(&b, "Favors: %d face down, shown: %s", v.FavorDeck, orNone(powerIDs(v.Shown)))
	return b.String()
}

func (v View) headline() string {
	if v.Round == 0 {
		return "Choosing heroes, dealer " + seatText(v.Dealer)
	}
	line := fmt.Sprintf("Round %d, dealer %d", v.Round, v.Dealer)
	switch v.Phase {
	case PhasePrepare:
		return line + ", preparing"
	case PhaseCombat:
		line += fmt.Sprintf(", combat %d led by %d", v.Combat, v.Leader)
		if v.Open {
			return line + ", open"
		}
		if v.Lead != NoSuit {
			return line + ", " + v.Lead.ID()
		}
		return line
	case PhaseCount:
		return line + ", count"
	case PhaseFavor:
		return line + ", favors"
	}
	return line + ", over"
}

func (p Played) line() string {
	line := fmt.Sprintf("%d: %s", p.Seat, p.Card)
	if p.As != p.Card.Suit() {
		line += " as " + p.As.String()
	}
	line += " = " + strconv.Itoa(p.Value)
	for _, d := range p.Declared {
		line += ", " + d.Word
	}
	if p.Down {
		line += " (face down)"
	}
	return line
}

func (k Knight) lines() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d  life %d %s", k.Seat, k.Life, k.Status())
	if k.Hero != nil {
		fmt.Fprintf(&b, "  %s", k.Hero.ID)
		if k.Active {
			fmt.Fprintf(&b, " + %s", k.Legend.ID)
		}
	}
	for _, p := range k.Favors {
		fmt.Fprintf(&b, "  [%s]", p.ID)
	}
	if k.Resigned {
		b.WriteString("  resigned")
	}
	fmt.Fprintf(&b, "\n     hand %s\n", orNone(codesOf(k.Hand)))
	fmt.Fprintf(&b, "     pile %s (%d)\n", orNone(codesOf(k.Pile)), k.Wounds)
	return b.String()
}

func orNone(words []string) string {
	if len(words) == 0 {
		return "-"
	}
	return strings.Join(words, " ")
}
