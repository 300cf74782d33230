package cards

import (
	"strings"

	"tableronde/views/heraldry"
)

// Defs returns an SVG without extent with the symbols that the cards of a game refer
// to, by the id of the game. It stands once in a page that shows such cards,
// besides heraldry.Defs; it is empty for a game without cards.
func Defs(game string) string { return gameDefs[game].besides }

// MatchDefs returns the SVG of Defs and of heraldry.Defs in one, without what only boards
// need. It stands outside of what htmx swaps, and is large enough to be compressed once for
// all pages.
func MatchDefs(game string) string { return gameDefs[game].alone }

var gameDefs = map[string]defs{
	"knizia":   newDefs(kniziaCharges(), ""),
	"shannon":  newDefs(shannonCharges(), ""),
	"kutschke": newDefs(kutschkeCharges(), kutschkeBadges.defined),
}

// defs are the symbols of a game.
type defs struct{ besides, alone string }

// newDefs returns the symbols of the named charges, each once, and more definitions.
func newDefs(names []string, more string) defs {
	var b strings.Builder
	seen := map[string]bool{"rose": true, "tower": true} // in heraldry.Defs
	for _, name := range names {
		if !seen[name] {
			b.WriteString(`<symbol id="i-` + name + `" viewBox="0 0 24 24">` + charges[name] + `</symbol>`)
		}
		seen[name] = true
	}
	b.WriteString(more)
	return defs{`<svg class="defs" aria-hidden="true"><defs>` + b.String() + `</defs></svg>`, heraldry.CardDefs(b.String())}
}
