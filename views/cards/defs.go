package cards

import (
	"strings"

	"tableronde/views/heraldry"
)

// Defs returns an SVG without extent with the symbols that the cards of a game refer
// to, by the id of the game. It stands once in a page that shows such cards,
// besides heraldry.Defs; it is empty for a game without cards.
func Defs(game string) string { return gameDefs[game] }

var gameDefs = map[string]string{
	"knizia":   symbolDefs(kniziaCharges()),
	"shannon":  symbolDefs(shannonCharges()),
	"kutschke": symbolDefs(kutschkeCharges()),
}

// Symbols returns the symbols that the page of a match of a game may refer to, by the id
// of the game; nil for a game without cards.
func Symbols(game string) *heraldry.Symbols { return gameSymbols[game] }

var gameSymbols = map[string]*heraldry.Symbols{
	"knizia":   newSymbols(kniziaCharges()),
	"shannon":  newSymbols(shannonCharges()),
	"kutschke": newSymbols(kutschkeCharges()),
}

func newSymbols(charged []string) *heraldry.Symbols {
	return heraldry.NewSymbols(charged, func(name string) string { return charges[name] })
}

// symbolDefs returns the symbols of the named charges, each once.
func symbolDefs(names []string) string {
	var b strings.Builder
	b.WriteString(`<svg class="defs" aria-hidden="true"><defs>`)
	seen := map[string]bool{"rose": true, "tower": true} // in heraldry.Defs
	for _, name := range names {
		if !seen[name] {
			b.WriteString(`<symbol id="i-` + name + `" viewBox="0 0 24 24">` + charges[name] + `</symbol>`)
		}
		seen[name] = true
	}
	return b.String() + `</defs></svg>`
}
