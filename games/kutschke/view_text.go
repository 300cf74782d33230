package kutschke

import (
	"fmt"
	"strings"
)

// String returns the view in plain text.
func (v View) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Round %d, %s", v.Round, v.Phase)
	if v.Phase == PhasePick {
		fmt.Fprintf(&b, " %d of %d", v.Pass, v.Passes)
	}
	fmt.Fprintf(&b, "; %d points bring on the end\n\n", v.Target)
	for _, s := range v.Circle() {
		fmt.Fprintf(&b, "%d %-16s", s.Index, s.Place)
		for _, seat := range s.Knights {
			fmt.Fprintf(&b, " [%d %s]", seat, box.knights[seat-1].En)
		}
		b.WriteByte('\n')
	}
	b.WriteString("\nsupply ")
	for _, k := range Kinds() {
		if n := v.Supply[k]; n > 0 {
			fmt.Fprintf(&b, " %s×%d", k, n)
		}
	}
	b.WriteString("\npiles  ")
	for _, virtue := range Virtues() {
		fmt.Fprintf(&b, " %s%s", virtue, strings.Trim(fmt.Sprint(v.Piles[virtue]), "[]"))
	}
	fmt.Fprintf(&b, "\nopen    %s; %d more\n", joinCodes(v.Display), v.Deck)
	fmt.Fprintf(&b, "done    %s\n\n", joinCodes(v.Done))
	for i, k := range v.Seats {
		fmt.Fprintf(&b, "%d %-8s tent %d, %2d points, at %s\n", i+1, box.knights[i].En, k.Tent, k.Points, k.At)
		fmt.Fprintf(&b, "  picked %s; hand %s; adventures %s%s\n", joinCodes(k.Picked), joinCodes(k.Hand), joinCodes(k.Adventures), k.Bid)
	}
	if v.Phase == PhaseOver {
		fmt.Fprintf(&b, "\nOver (%s): %s wins.\n", v.Reason, box.knights[v.Ranking[0]-1].En)
	}
	return b.String()
}

// String returns the bid for the end of a line, "" if there is none.
func (b Bid) String() string {
	switch {
	case !b.Placed:
		return ""
	case b.Hidden:
		return "; bid ?"
	}
	return "; bid " + joinCodes(b.Cards)
}

func joinCodes[T interface{ String() string }](things []T) string {
	if len(things) == 0 {
		return "–"
	}
	return strings.Join(codesOf(things), " ")
}
