package cards

import "strings"

// Defs returns an SVG without extent with the symbols that the cards of a game refer
// to, by the id of the game. It stands once in a page that shows such cards,
// besides heraldry.Defs; it is empty for a game without cards.
func Defs(game string) string { return gameSymbols[game] }

var gameSymbols = map[string]string{
	"knizia":   symbolDefs(kniziaCharges()),
	"shannon":  symbolDefs(shannonCharges()),
	"kutschke": symbolDefs(kutschkeCharges()),
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
