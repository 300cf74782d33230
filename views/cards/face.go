// Package cards draws the cards of the card games: Knizia's Camelot, Le Tournoi de Camelot and
// Kutschke's Camelot.
//
// Rank and suit differ in shape, hatching and charge as well as in color. The upper half of a card
// identifies it, so cards can be cropped or overlapped. Numbers are only on white. A drawing is
// decoration (aria-hidden); the element around it has the text of Label. Colors are classes of
// cards.css and app.css, so the drawings are the same in light and dark. They refer to the
// hatchings of heraldry.Defs and to the symbols of Defs.
package cards

import (
	"slices"
	"strings"
	"sync"

	"github.com/a-h/templ"

	"tableronde/views/heraldry"
	"tableronde/views/locale"
	"tableronde/views/raster"
)

// The outlines of the classes of cards. A card is 72 units wide.
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

// Face returns the drawing of a hand card, by the id of its game and its code; "" for an unknown
// card.
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

// coded returns a drawing with the code of its card, so that scripts find the same card elsewhere.
func coded(code, drawing string) string {
	return strings.Replace(drawing, "<svg ", `<svg data-card="`+code+`" `, 1)
}

// canton returns the white corner at the upper left with a value and, unless it is empty, a small
// charge below. The corner ends in a point.
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

// The most widths of texts on a card, and their font sizes. Browsers may use a wider font than the
// one that raster measures.
const (
	nameMost  = 55
	nameSize  = 11
	nameSmall = 9.2
	smallMost = 56
	gistMost  = 56
	gistSize  = 8.6
)

// nameText returns the name of a card, centered at y, in as many lines as needed. It uses the
// smaller size before it breaks a word.
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

// gistText returns the line at the foot of a card that describes its effect.
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
	return !slices.ContainsFunc(lines, func(l string) bool { return raster.Width(l, size, heavy) > most })
}

// wrapText breaks a text at its spaces into lines of at most the given width. It breaks a word that
// is too long at its soft hyphen.
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

// breakWord breaks a long line at its soft hyphen, if it has one.
func breakWord(text string, size float64, heavy bool, most float64) []string {
	head, tail, ok := strings.Cut(text, softHyphen)
	if !ok || raster.Width(withoutHyphens(text), size, heavy) <= most {
		return []string{withoutHyphens(text)}
	}
	return []string{head + "-", withoutHyphens(tail)}
}

// chiefCard returns a card with a chief, which is the band at its top. The charge is in the chief
// and at the foot, with the name in between.
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

// Back returns the back of a hidden card. A page shows several hidden cards as one back with a
// number.
func Back() string { return cardBack }

// byLang returns the drawings of cards with words on them, by language and code.
type byLang func() map[locale.Lang]map[string]string

// drawInEach draws cards in every language of the site, at the first request.
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

// figure is a hero, a legend or an adventure with arms. A legend has the tincture of its hero.
type figure struct {
	id string
	arms
}

// Label returns the name of a card within a sentence, by the id of its game and its code: "épée 5",
// "dame 6", "Riposte". A suit alone, "S", is "épée". An unknown card returns its code.
func Label(lang locale.Lang, game, code string) string {
	return labelIn(lang, game, code, ".name")
}

// WithArticle returns the name of a card with its article, if the language has one: "le 5 rouge" of
// Knizia's game, "la dame 6", "Riposte".
func WithArticle(lang locale.Lang, game, code string) string {
	s, _ := splitCode(game, code)
	if locale.Has(lang, "cards."+game+"."+s+".the") {
		return labelIn(lang, game, code, ".the")
	}
	return Label(lang, game, code)
}

// Text describes the effect of a card in a sentence or two. It is empty for the cards of a suit,
// and for the cards of Le Tournoi, whose texts are in the data of the rules.
func Text(lang locale.Lang, game, code string) string {
	s, _ := splitCode(game, code)
	key := "cards." + game + "." + s + ".text"
	if !locale.Has(lang, key) {
		return ""
	}
	return locale.T(lang, key)
}

// onCard returns the name printed on a card, with soft hyphens.
func onCard(lang locale.Lang, game, code string) string {
	if key := "cards." + game + "." + code + ".set"; locale.Has(lang, key) {
		return locale.T(lang, key)
	}
	return locale.T(lang, "cards."+game+"."+code+".name")
}

// labelIn returns a form of a card's name, ".name" or ".the", or the code if the language has none.
func labelIn(lang locale.Lang, game, code, form string) string {
	s, value := splitCode(game, code)
	key := "cards." + game + "." + s + form
	if text := locale.T(lang, key, "Value", value); text != key {
		return strings.TrimSpace(text)
	}
	return code
}

// splitCode splits the code of a card into its suit, which is its key in the catalogs, and its
// value. The maiden W6 is her own suit, apart from the squires W2 and W3. The number of an
// enchanter, as in M2, is not a value.
func splitCode(game, code string) (suit, value string) {
	if code == "" || code[0] < 'A' || code[0] > 'Z' {
		return code, ""
	}
	suit = strings.TrimRight(code, "0123456789")
	value = code[len(suit):]
	switch {
	case game == "knizia" && code == "W6":
		return "W6", value
	case game == "shannon" && (suit == "M" || suit == "P"):
		return suit, ""
	}
	return suit, value
}

// actionCharges are the charges of the action cards of Knizia's game.
var actionCharges = map[string]string{
	"stirrup": piercedPath("M9.2.8h5.6v4.4C18.4 6.7 20.2 11.5 20.8 18H22v4.4H2V18h1.2C3.8 11.5 5.6 6.7 9.2 5.2zM11.2 2.6v1.8h1.6V2.6zM12 7.8C9.4 7.8 7.7 11.8 7 18h10c-.7-6.2-2.4-10.2-5-10.2z"),
	"turn":    rotations(2, strokePath(3.2, "M4.2 13.8A8 8 0 0 1 16.8 5.6")+solidPath("M13 9.6h8.2V1.4z")) + solidPath("M12 8.8l2.4 3.2-2.4 3.2-2.4-3.2z"),
	"dropped": solidPath("M12 22L9.8 18.6V9h4.4v9.6zM5.5 6.6h13V9h-13zM10.9 3h2.2v3.6h-2.2zM1.6 20h6.2v2.4H1.6zM16.2 20h6.2v2.4h-6.2z") + solidPath(disc(12, 2.2, 1.9)),
	"broken": solidPath("M3.2 22.8L6.4 23.8 11.4 10.2 10.4 7.4 9.2 9 7.8 7.8z") + solidPath("M2.8 15.6c3-1 6.6.4 7.6 3-2.6 1.4-6.4.2-7.6-3z") +
		solidPath("M14.8 4.6L12.8 2.6 12.6 4.8 10.6 5 12 6.2 16.8 14 15.2 15 22.8 20.8 21.2 11.2 19.6 12.2zM7.6 5.4L6.4 1.6l2.8 2z"),
	"crossed": solidPath("M2.5 1.5l3.1.7L21 17.6l-2 2L3.2 4.6zM21.5 1.5l-3.1.7L3 17.6l2 2L20.8 4.6zM15.5 21.5l6-6 1.5 1.5-6 6zM8.5 21.5l-6-6L1 17l6 6z"),
	"hare": piercedPath("M9.8 11.4C7.2 8.6 5.8 4.6 6.6 1.2 9.4 2.4 11 6 11.4 10.6h1.2C13 6 14.6 2.4 17.4 1.2c.8 3.4-.6 7.4-3.2 10.2 2.6 1 4.2 3.4 4.2 6 0 3.4-2.8 5.6-6.4 5.6s-6.4-2.2-6.4-5.6c0-2.6 1.6-5 4.2-6z" +
		disc(9.2, 15.4, 1.2) + disc(14.8, 15.4, 1.2) + "M10.8 18.4h2.4L12 20z"),
	"retreat": solidPath("M9.6 1.6v5h5.2c4.4 0 7.6 3.2 7.6 7.6s-3.2 7.6-7.6 7.6H4.4v-4h10.4c2.2 0 3.6-1.5 3.6-3.6s-1.4-3.6-3.6-3.6H9.6v5L1.4 8.6z"),
	"toppled": transformed(.2, 1.6, 58, .8, rook) + solidPath("M1 21.4h22v2.2H1z") + strokePath(2, "M4.6 8.2C5 5 7 2.6 10.2 1.6"),
	"fox":     piercedPath("M1.8 1.6l7 4.6h6.4l7-4.6v9.6c0 4.6-6 8.2-10.2 11.8C7.8 19.4 1.8 15.8 1.8 11.2zM6 10.4l1.2 3.4 3.6.6zM18 10.4l-1.2 3.4-3.6.6zM10.2 18.6h3.6L12 21z"),
	"destrier": piercedPath("M17.6 1.2l.4 3.4c2.2 1.6 3.4 4 4.8 6.8.5 1-.1 2.2-1 2.6l-2.2 1c-.9.4-1.8 0-2.6-.8-1.4-.4-2.8-.2-3.6.6.6 2.6 2.6 4.6 2.6 8H3C3 14.6 4 8 9.6 5.2c1.6-.8 3.4-1.2 5-1.2z" +
		disc(16.4, 7.8, 1.2) + "M12.6 6.4c-3.4 1.4-6 5.6-6.4 11.8l1.6.2C8.2 13 10 9.2 13 7.6z"),
	"clash":    withMirror(solidPath("M0 10.7h5.4V8.2l5.4 3.8-5.4 3.8v-2.5H0z")) + solidPath("M12 1l1.6 5.6L12 9.4l-1.6-2.8zM12 23l1.6-5.6-1.6-2.8-1.6 2.8z") + strokePath(1.8, "M7.6 2.8l1.6 3M16.4 2.8l-1.6 3M7.6 21.2l1.6-3M16.4 21.2l-1.6-3"),
	"reversed": piercedPath("M12 1C18 5 21.4 9.2 21.4 14.4V22.6H2.6V14.4C2.6 9.2 6 5 12 1zM17 7.4L5.2 17.8l1.8 2L18.8 9.4z"),
	"ranks":    solidPath("M1.4 1.6h21.2v2.6H1.4zM2.4 5.2h5.2v7.8L5 11.2 2.4 13zM9.4 5.2h5.2v12.4L12 15.8l-2.6 1.8zM16.4 5.2h5.2v17.4L19 20.8l-2.6 1.8z"),
	"owl": piercedPath("M2.6 1.6C5.2 4 7.8 4.4 12 4.4s6.8-.4 9.4-2.8v11.6c0 5.6-4.2 9.6-9.4 9.6s-9.4-4-9.4-9.6z"+disc(7.7, 10.6, 3.7)+disc(16.3, 10.6, 3.7)+"M12 13.4l1.9 2.6L12 19.4 10.1 16z") +
		solidPath(disc(7.7, 10.6, 1.7)+disc(16.3, 10.6, 1.7)),
	"shield": piercedPath("M2.4 1.6h19.2v9c0 6.2-4.2 10.2-9.6 12.6-5.4-2.4-9.6-6.4-9.6-12.6zM4.8 4v6.6c0 4.8 3 7.8 7.2 10 4.2-2.2 7.2-5.2 7.2-10V4zM10.7 6h2.6v3.6h3.6v2.6h-3.6v6c-.4.4-.8.6-1.3.9-.5-.3-.9-.5-1.3-.9v-6H7.1V9.6h3.6z"),
	"stars":  solidPath(star(5, 6, 2.5, 7.4, 8.6) + star(5, 4.4, 1.8, 17.6, 5.6) + star(5, 5, 2, 16, 17.4)),
	"lake":   solidPath("M12 .6l2.2 3.4V11.4H9.8V4zM6 11h12v2.2H6z") + strokePath(2, "M1.5 17.5c3.5-2.6 5.5 2.2 10.5 0s7 2.2 10.5 0M1.5 22c3.5-2.6 5.5 2.2 10.5 0s7 2.2 10.5 0"),
}

// rook is a tower as a chess piece.
var rook = piercedPath("M4.4 1.6H8v3h2.4v-3h3.2v3H16v-3h3.6v6.2l-2 2v9.4h2v3.2H4.4v-3.2h2V9.8l-2-2zM10.8 11.4h2.4v4h-2.4z")

// Icon returns the charge of a card as an icon in the color of the text, by the id of its game and
// its code or suit. It is empty for an unknown card.
func Icon(game, code string) string {
	s, _ := splitCode(game, code)
	charge := iconCharges[game][s]
	if charge == "" {
		return ""
	}
	return heraldry.Icon(charge)
}

// iconCharges holds the charges of all cards by the game and the code without a value.
var iconCharges = func() map[string]map[string]string {
	knizia := map[string]string{"W": "pennon", "W6": "rose"}
	for color, s := range kniziaColors {
		knizia[string(color[0]-'a'+'A')] = s.charge
	}
	for _, a := range kniziaActions {
		knizia[a.code] = a.charge
	}
	shannon := map[string]string{}
	for letter, s := range shannonSuits {
		shannon[letter] = s.charge
	}
	for i := range heroes {
		shannon[heroes[i].id], shannon[legends[i].id] = heroes[i].charge, legends[i].charge
	}
	for _, f := range favors {
		shannon[f.code] = f.charge
	}
	kutschke := map[string]string{}
	for letter, s := range virtues {
		kutschke[letter] = s.charge
	}
	for code, deed := range actionPlaces {
		kutschke[code] = deed.charge
	}
	for _, a := range adventures {
		kutschke[a.id] = a.charge
	}
	for id, charge := range placeCharges {
		kutschke[id] = charge
	}
	return map[string]map[string]string{"knizia": knizia, "shannon": shannon, "kutschke": kutschke}
}()
