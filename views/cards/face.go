// Package cards draws the cards of the card games: Knizia's Camelot, Le Tournoi
// de Camelot and Kutschke's Camelot.
//
// Rank and suit are told by shape, hatching and charge as well as by color, and
// all that one needs of a card is in its upper half, so that it can be cropped
// or overlapped. Numbers stand on white only. A drawing is decoration
// (aria-hidden): what it shows is said by Label, on the element around it. Colors
// are classes of cards.css and app.css; the drawings are the same in light and
// dark. They refer to the hatchings of heraldry.Defs and to the symbols of Defs.
package cards

import (
	"strings"

	"github.com/a-h/templ"

	"tableronde/views/heraldry"
	"tableronde/views/locale"
	"tableronde/views/raster"
)

// The outlines of the classes of cards, in units of 72 to the width.
const (
	gonfalon   = "M2 8H70V106L36 93 2 106Z"
	escutcheon = "M2 4H70V62C70 84 54 97 36 106C18 97 2 84 2 62Z"
	banner     = "M2 3H70V96L36 106 2 96Z"
	virtue     = "M2 3H70V50C70 67 54 76 36 82C18 76 2 67 2 50Z"
	plain      = `<rect class="%" x="2" y="4" width="68" height="102" rx="4"/>`
	chief      = "M2 8a4 4 0 0 1 4-4H66a4 4 0 0 1 4 4V34H2z"
)

const (
	open  = `<svg class="face" viewBox="0 0 72 108" aria-hidden="true">`
	short = `<svg class="face" viewBox="0 0 72 84" aria-hidden="true">` // of a virtue
	end   = `</svg>`
)

// canton returns the white corner at the upper left that bears a value and under it a
// small charge, none if the charge is empty. Its foot is a point.
func canton(top float64, value, charge string) string {
	foot := 41.5
	if charge == "" {
		foot = 31
	}
	s := `<path class="c-canton" d="M2 ` + num(top) + `h25V` + num(top+foot) + `l-12.5 7L2 ` + num(top+foot) + `z"/>`
	class := "c-value"
	switch {
	case len(value) > 2:
		class += " three"
	case len(value) > 1 || value > "9":
		class += " two"
	}
	s += `<text class="` + class + `" x="14.5" y="` + num(top+24) + `">` + value + `</text>`
	if charge != "" {
		s += use(charge, 14.5, top+36, 15, "c-night")
	}
	return s
}

func rectangle(class string) string { return strings.Replace(plain, "%", class, 1) }

func outline(class, d string) string { return `<path class="` + class + `" d="` + d + `"/>` }

// The room that words have on a card, and their size. Browsers may have a wider
// face than the one that is measured here.
const (
	nameMost  = 55
	nameSize  = 11
	nameSmall = 9.2
	smallMost = 56
	gistMost  = 56
	gistSize  = 8.6
)

// words writes a name in the middle of a card, in as many lines as it needs,
// around y. It is set smaller before a word of it is broken.
func words(text string, y float64) string {
	lines, class, step := wrapped(bare(text), nameSize, true, nameMost), "c-name", 12.0
	if !fits(lines, nameSize, true, nameMost) || len(lines) > 2 {
		lines, class, step = wrapped(bare(text), nameSmall, true, smallMost), "c-name long", 10.2
	}
	if class != "c-name" && !fits(lines, nameSmall, true, smallMost) {
		lines = wrapped(text, nameSmall, true, smallMost)
	}
	return set(lines, class, y-step*float64(len(lines)-1)/2, step)
}

// gist writes the line at the foot of a card that says what it does.
func gist(text string, y float64) string { return set([]string{text}, "c-gist", y, 0) }

func set(lines []string, class string, y, step float64) string {
	var b strings.Builder
	for i, l := range lines {
		b.WriteString(`<text class="` + class + `" x="36" y="` + num(y+step*float64(i)) + `">` + templ.EscapeString(l) + `</text>`)
	}
	return b.String()
}

func fits(lines []string, size float64, heavy bool, most float64) bool {
	for _, l := range lines {
		if raster.Width(l, size, heavy) > most {
			return false
		}
	}
	return true
}

// wrapped breaks a text at its spaces so that no line is longer than need be. A
// soft hyphen is where a word may be broken.
func wrapped(text string, size float64, heavy bool, most float64) []string {
	var lines []string
	at := ""
	for _, w := range strings.Split(text, " ") {
		joined := w
		if at != "" {
			joined = at + " " + w
		}
		if at == "" || raster.Width(bare(joined), size, heavy) <= most {
			at = joined
			continue
		}
		lines, at = append(lines, broken(at, size, heavy, most)...), w
	}
	return append(lines, broken(at, size, heavy, most)...)
}

const softHyphen = "\u00ad"

func bare(text string) string { return strings.ReplaceAll(text, softHyphen, "") }

// broken breaks a line that is too long at its soft hyphen, if it has one.
func broken(text string, size float64, heavy bool, most float64) []string {
	head, tail, ok := strings.Cut(text, softHyphen)
	if !ok || raster.Width(bare(text), size, heavy) <= most {
		return []string{bare(text)}
	}
	return []string{head + "-", bare(tail)}
}

// chiefed returns a rectangle with a chief: the charge stands in the chief and again at
// the foot, the name between them.
func chiefed(charge, name, note string) string {
	low, size, middle := 84.0, 30.0, 54.0
	if note != "" {
		low, size, middle = 78, 23, 53
	}
	s := rectangle("c-sheet") + outline("c-stripe", chief) + use(charge, 36, 19, 21, "c-paper") + words(name, middle) + use(charge, 36, low, size, "c-ink c-mark")
	if note != "" {
		s += gist(note, 99.5)
	}
	return open + s + rectangle("c-line") + end
}

// back is the back of a card: gyronny of eight.
var back = open + rectangle("c-stripe") + gyron + rectangle("c-line") + end

const gyron = `<path class="c-paper" d="M36 55L36 8H66V25zM36 55L66 55V88zM36 55L36 102H6V85zM36 55L6 55V22z"/><circle cx="36" cy="55" r="11" class="c-stripe"/><circle cx="36" cy="55" r="6.5" class="c-paper"/>`

// Back returns the back of a hidden card. Several of them are one back with their
// number beside it.
func Back() string { return back }

// Defs returns an SVG without extent with the symbols that the cards of a game refer
// to, by the id of the game. It stands once in a page that shows such cards,
// besides heraldry.Defs; it is empty for a game without cards.
func Defs(game string) string { return defs[game] }

var defs = map[string]string{
	"knizia":   symbols(kniziaCharges()),
	"shannon":  symbols(shannonCharges()),
	"kutschke": symbols(kutschkeCharges()),
}

func symbols(names []string) string {
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

// byLang holds the drawings of cards with words on them, by code.
type byLang map[locale.Lang]map[string]string

func inEach(draw func(lang locale.Lang) map[string]string) byLang {
	all := byLang{}
	for _, lang := range locale.Langs {
		all[lang] = draw(lang)
	}
	return all
}

func (b byLang) of(lang locale.Lang, code string) string {
	if m, ok := b[lang]; ok {
		return m[code]
	}
	return b[locale.English][code]
}

// suit is what the value cards of a kind have in common.
type suit struct {
	tincture heraldry.Tincture
	charge   string
}
