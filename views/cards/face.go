// Package cards draws the cards of the card games: Knizia's Camelot, Le Tournoi
// de Camelot and Kutschke's Camelot.
//
// Rank and suit differ in shape, hatching and charge as well as in color, and
// the upper half of a card identifies it, so that cards can be cropped
// or overlapped. Numbers stand on white only. A drawing is decoration
// (aria-hidden): the element around it carries the text of Label. Colors
// are classes of cards.css and app.css; the drawings are the same in light and
// dark. They refer to the hatchings of heraldry.Defs and to the symbols of Defs.
package cards

import (
	"strings"
	"sync"

	"github.com/a-h/templ"

	"tableronde/views/heraldry"
	"tableronde/views/locale"
	"tableronde/views/raster"
)

// The outlines of the classes of cards, in units of 72 to the width.
const (
	gonfalonPath   = "M2 8H70V106L36 93 2 106Z"
	escutcheonPath = "M2 4H70V62C70 84 54 97 36 106C18 97 2 84 2 62Z"
	bannerPath     = "M2 3H70V96L36 106 2 96Z"
	virtuePath     = "M2 3H70V50C70 67 54 76 36 82C18 76 2 67 2 50Z"
	cardRect       = `<rect class="%" x="2" y="4" width="68" height="102" rx="4"/>`
	chiefPath      = "M2 8a4 4 0 0 1 4-4H66a4 4 0 0 1 4 4V34H2z"
)

const (
	openFace   = `<svg class="face" translate="no" viewBox="0 0 72 108" aria-hidden="true">`
	openVirtue = `<svg class="face" translate="no" viewBox="0 0 72 84" aria-hidden="true">` // of a virtue
	closeFace  = `</svg>`
)

// Face returns the drawing of a card that is held in a hand, by the id of its game and its
// code; "" for a card that no game has.
func Face(lang locale.Lang, game, code string) string {
	switch game {
	case "knizia":
		return Knizia(lang, code)
	case "shannon":
		return Shannon(code, Play{})
	case "kutschke":
		return Virtue(code)
	}
	return ""
}

// canton returns the white corner at the upper left that bears a value and under it a
// small charge, unless the charge is empty. The corner ends in a point.
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
		s += useCharge(charge, 14.5, top+36, 15, "c-night")
	}
	return s
}

func rectangle(class string) string { return strings.Replace(cardRect, "%", class, 1) }

func outline(class, d string) string { return `<path class="` + class + `" d="` + d + `"/>` }

// The widths that texts may have on a card, and their font sizes. Browsers may use
// a wider font than the one that raster measures.
const (
	nameMost  = 55
	nameSize  = 11
	nameSmall = 9.2
	smallMost = 56
	gistMost  = 56
	gistSize  = 8.6
)

// nameText returns the name of a card, centered at y, in as many lines as it needs.
// It uses the smaller size before it breaks a word.
func nameText(text string, y float64) string {
	lines, class, step := wrapText(withoutHyphens(text), nameSize, true, nameMost), "c-name", 12.0
	if !linesFit(lines, nameSize, true, nameMost) || len(lines) > 2 {
		lines, class, step = wrapText(withoutHyphens(text), nameSmall, true, smallMost), "c-name long", 10.2
	}
	if class != "c-name" && !linesFit(lines, nameSmall, true, smallMost) {
		lines = wrapText(text, nameSmall, true, smallMost)
	}
	return textLines(lines, class, y-step*float64(len(lines)-1)/2, step)
}

// gistText returns the line at the foot of a card that says what the card does.
func gistText(text string, y float64) string { return textLines([]string{text}, "c-gist", y, 0) }

// textLines returns one text element for each line, the first one at y.
func textLines(lines []string, class string, y, step float64) string {
	var b strings.Builder
	for i, l := range lines {
		b.WriteString(`<text class="` + class + `" x="36" y="` + num(y+step*float64(i)) + `">` + templ.EscapeString(l) + `</text>`)
	}
	return b.String()
}

// linesFit reports whether no line is wider than most.
func linesFit(lines []string, size float64, heavy bool, most float64) bool {
	for _, l := range lines {
		if raster.Width(l, size, heavy) > most {
			return false
		}
	}
	return true
}

// wrapText breaks a text at its spaces into lines of at most the given width. A
// word that is too long is broken at its soft hyphen.
func wrapText(text string, size float64, heavy bool, most float64) []string {
	var lines []string
	at := ""
	for _, w := range strings.Split(text, " ") {
		joined := w
		if at != "" {
			joined = at + " " + w
		}
		if at == "" || raster.Width(withoutHyphens(joined), size, heavy) <= most {
			at = joined
			continue
		}
		lines, at = append(lines, breakWord(at, size, heavy, most)...), w
	}
	return append(lines, breakWord(at, size, heavy, most)...)
}

const softHyphen = "\u00ad"

func withoutHyphens(text string) string { return strings.ReplaceAll(text, softHyphen, "") }

// breakWord breaks a line that is too long at its soft hyphen, if it has one.
func breakWord(text string, size float64, heavy bool, most float64) []string {
	head, tail, ok := strings.Cut(text, softHyphen)
	if !ok || raster.Width(withoutHyphens(text), size, heavy) <= most {
		return []string{withoutHyphens(text)}
	}
	return []string{head + "-", withoutHyphens(tail)}
}

// chiefCard returns a card with a chief, the band at its top: the charge stands in the
// chief and again at the foot, the name between them.
func chiefCard(charge, name, note string) string {
	low, size, middle := 84.0, 30.0, 54.0
	if note != "" {
		low, size, middle = 78, 23, 53
	}
	s := rectangle("c-sheet") + outline("c-stripe", chiefPath) + useCharge(charge, 36, 19, 21, "c-paper") + nameText(name, middle) + useCharge(charge, 36, low, size, "c-ink c-mark")
	if note != "" {
		s += gistText(note, 99.5)
	}
	return openFace + s + rectangle("c-line") + closeFace
}

// roundel returns a small disc of a tincture with a charge.
func roundel(class string, s arms) string {
	hatching := ""
	if s.tincture != heraldry.Argent {
		hatching = `<circle cx="12" cy="12" r="10.5" fill="url(#h-` + string(s.tincture) + `)"/>` + plainDisc(s.tincture, 12, 12, 8.2)
	}
	return `<svg class="` + class + `" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="10.5" class="f-` + string(s.tincture) + `"/>` + hatching +
		useCharge(s.charge, 12, 12, 13, classOn(s.tincture)) + `<circle cx="12" cy="12" r="10.5" class="c-line"/></svg>`
}

// cardBack is the back of a card: gyronny of eight.
var cardBack = openFace + rectangle("c-stripe") + gyronny + rectangle("c-line") + closeFace

const gyronny = `<path class="c-paper" d="M36 55L36 8H66V25zM36 55L66 55V88zM36 55L36 102H6V85zM36 55L6 55V22z"/><circle cx="36" cy="55" r="11" class="c-stripe"/><circle cx="36" cy="55" r="6.5" class="c-paper"/>`

// Back returns the back of a hidden card. A page shows several hidden cards as one
// back with their number beside it.
func Back() string { return cardBack }

// byLang returns the drawings of cards with words on them, by language and code.
type byLang func() map[locale.Lang]map[string]string

// drawInEach draws cards in every language of the site, when they are first asked for.
func drawInEach(draw func(lang locale.Lang) map[string]string) byLang {
	return sync.OnceValue(func() map[locale.Lang]map[string]string {
		all := map[locale.Lang]map[string]string{}
		for _, lang := range locale.Langs {
			all[lang] = draw(lang)
		}
		return all
	})
}

func (b byLang) of(lang locale.Lang, code string) string {
	all := b()
	if m, ok := all[lang]; ok {
		return m[code]
	}
	return all[locale.English][code]
}

// arms are a tincture and the charge on it.
type arms struct {
	tincture heraldry.Tincture
	charge   string
}

// namedCard is a card with a name instead of a suit and a value: its code and charge.
type namedCard struct{ code, charge string }

// figure is a hero, a legend or an adventure with its arms. A legend has the
// tincture of its hero.
type figure struct {
	id string
	arms
}
