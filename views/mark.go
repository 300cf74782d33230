package views

import (
	"fmt"

	"github.com/a-h/templ"
)

// GraphMark is a number on a graph of a review, which is a link.
type GraphMark struct {
	Number      int
	Href, Label string
	Across      float64 // in per cent of the width
	Down        int     // in pixels
	Current     bool    // what it leads to is looked at
}

// Append appends the mark of a graph of a height in pixels, which it does not leave.
func (m GraphMark) Append(out []byte, height int) []byte {
	return fmt.Appendf(out, `<a class="g-mark%s" href="%s" aria-label="%s"><svg x="%.2f%%" y="%d" overflow="visible"><circle class="hit" r="15"/><path d="M0-12L12 0 0 12-12 0Z"/><text y="4.2">%d</text></svg></a>`,
		Either(m.Current, ` on" aria-current="true`, ""), templ.EscapeString(m.Href), templ.EscapeString(m.Label), m.Across, min(max(m.Down, 14), height-14), m.Number)
}
