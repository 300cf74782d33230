package cards

import (
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/views/heraldry"
	"tableronde/views/locale"
)

// Virtues are the letters of the virtues in the order of the rules.
var Virtues = []string{"S", "L", "D", "B"}

var virtues = map[string]arms{
	"S": {heraldry.Gules, "sword"},
	"L": {heraldry.Azure, "lance"},
	"D": {heraldry.Vert, "flame"},
	"B": {heraldry.Purpure, "book"},
}

// KutschkeActions lists the codes of the action cards: the exercises of the four
// virtues, Round Table, tournament, quest, horse, justice.
var KutschkeActions = []string{"ES", "EL", "ED", "EB", "A", "T", "Q", "P", "G"}

// actionPlaces are the charges of the actions, and the places where they are carried out: "wall" in
// Camelot, "leaf" in the provinces, "" in both.
var actionPlaces = map[string]struct{ charge, where string }{
	"ES": {"sword", "wall"}, "EL": {"lance", "wall"}, "ED": {"flame", "wall"}, "EB": {"book", "wall"},
	"A": {"table", "wall"}, "T": {"lances", "wall"}, "Q": {"grail", "leaf"}, "P": {"shoe", ""}, "G": {"scales", "leaf"},
}

// adventures have gules for a fight, vert for a hunt, azure for a find, purpure for a rescue.
var adventures = []figure{
	{"wild-boar", arms{heraldry.Gules, "boar"}},
	{"black-knight", arms{heraldry.Gules, "visor"}},
	{"white-stag", arms{heraldry.Vert, "stag"}},
	{"wicked-witch", arms{heraldry.Gules, "cauldron"}},
	{"white-unicorn", arms{heraldry.Vert, "unicorn"}},
	{"tree-of-life", arms{heraldry.Azure, "oak"}},
	{"dwarf-treasure", arms{heraldry.Azure, "chest"}},
	{"fire-dragon", arms{heraldry.Gules, "wyrm"}},
	{"fierce-giant", arms{heraldry.Gules, "club"}},
	{"spring-of-purity", arms{heraldry.Azure, "fountain"}},
	{"golden-pheasant", arms{heraldry.Vert, "pheasant"}},
	{"book-of-wisdom", arms{heraldry.Azure, "tome"}},
	{"evil-wizard", arms{heraldry.Gules, "orb"}},
	{"fair-maiden", arms{heraldry.Purpure, "key"}},
}

var placeCharges = map[string]string{
	"camelot": "tower", "hidden-valley": "valley", "dark-forest": "firs", "enchanted-grove": "grove", "misty-marsh": "reeds",
	"fire-mountain": "volcano", "dwarf-caves": "cave", "ruined-tower": "ruin",
}

func kutschkeCharges() []string {
	names := []string{"tent", "wall", "leaf", "crest"}
	for _, code := range KutschkeActions {
		names = append(names, actionPlaces[code].charge)
	}
	for _, a := range adventures {
		names = append(names, a.charge)
	}
	for _, place := range []string{"hidden-valley", "dark-forest", "enchanted-grove", "misty-marsh", "fire-mountain", "dwarf-caves", "ruined-tower"} {
		names = append(names, placeCharges[place])
	}
	return names
}

// PlaceCharge returns the name of the charge of a place. Drawings refer to its symbol as #i-NAME.
// "wall" and "leaf" are the charges of Camelot and of the provinces. It is empty for an unknown
// place.
func PlaceCharge(id string) string { return placeCharges[id] }

// Virtue returns a virtue card by its code, "S1", or the pile of a virtue by its
// letter.
func Virtue(code string) string { return virtueFaces[code] }

var virtueFaces = func() map[string]string {
	faces := map[string]string{}
	for letter, s := range virtues {
		for _, value := range []string{"", "1", "2", "3"} {
			corner, x := "", 36.0
			if value != "" {
				corner, x = canton(3, value, ""), 44.5
			}
			faces[letter+value] = coded(letter+value, openVirtue+hatchedPath(s.tincture, virtuePath)+plainDisc(s.tincture, x, 41, 21)+useCharge(s.charge, x, 41, 31, classOn(s.tincture))+
				outline("c-line", virtuePath)+corner+closeFace)
		}
	}
	return faces
}()

// VirtueShield returns the badge of a virtue, for costs and piles. It refers to Defs.
func VirtueShield(letter string) string { return kutschkeBadges.virtues[letter] }

// KnightShield returns the badge of a knight of Kutschke's Camelot. It refers to Defs.
func KnightShield(seat games.Seat) string {
	return kutschkeBadges.knights[KnightTincture(seat)]
}

// KnightTincture returns the tincture of a knight of Kutschke's Camelot.
func KnightTincture(seat games.Seat) heraldry.Tincture {
	return knightTinctures[(int(seat)-1)%len(knightTinctures)]
}

var knightTinctures = []heraldry.Tincture{heraldry.Gules, heraldry.Azure, heraldry.Vert, heraldry.Purpure}

// badges are the shields of Kutschke's Camelot, which a page contains many times.
type badges struct {
	virtues map[string]string
	knights map[heraldry.Tincture]string
	defined string // definitions that they refer to
}

var kutschkeBadges = func() badges {
	b := badges{virtues: map[string]string{}, knights: map[heraldry.Tincture]string{}}
	for _, letter := range Virtues {
		s := virtues[letter]
		definition, badge := heraldry.DefinedBadge("v-"+letter, s.tincture, false, s.charge)
		b.virtues[letter], b.defined = badge, b.defined+definition
	}
	for _, t := range knightTinctures {
		definition, badge := heraldry.DefinedBadge("r-"+string(t), t, true, "mullet")
		b.knights[t], b.defined = badge, b.defined+definition
	}
	return b
}()

// ActionChip returns an action card by its code: "ES", "Q". Its foot has the wall of Camelot, the
// leaves of the provinces or half of each. order is its place in the planned turn, 0 for none.
func ActionChip(lang locale.Lang, code string, order int) string {
	face := chipFaces.of(lang, code)
	if order <= 0 || face == "" {
		return face
	}
	return strings.TrimSuffix(face, closeFace) + `<circle class="c-order" cx="91" cy="17" r="10"/><text class="c-turn" x="91" y="22">` + strconv.Itoa(order) + `</text>` + closeFace
}

var chipFaces = drawInEach(func(lang locale.Lang) map[string]string {
	faces := map[string]string{}
	for _, code := range KutschkeActions {
		faces[code] = actionChip(lang, code)
	}
	return faces
})

// Measures of an action card: the widest line, and the font sizes.
const (
	chipMost  = 80
	chipName  = 12.5
	chipWhere = 11
)

const chipOutline = "M6 1H100a5 5 0 0 1 5 5V82a5 5 0 0 1-5 5H6a5 5 0 0 1-5-5V6a5 5 0 0 1 5-5z"

// actionChip draws an action card without its place in the turn.
func actionChip(lang locale.Lang, code string) string {
	deed := actionPlaces[code]
	sign := useCharge(deed.charge, 20, 18, 23, "c-ink")
	if code[0] == 'E' {
		s := virtues[code[1:]]
		sign = `<g transform="translate(20 18)">` + hatchedPath(s.tincture, chipShield) + plainDisc(s.tincture, 0, -1, 10) + useCharge(s.charge, 0, -1, 16, classOn(s.tincture)) + outline("c-line", chipShield) + `</g>`
	}
	foot := chipFoot(deed.where)
	lines := wrapText(onCard(lang, "kutschke", code), chipName, true, chipMost)
	var b strings.Builder
	for i, l := range lines {
		b.WriteString(`<text class="c-deed" x="9" y="` + num(47+13.5*float64(i)) + `">` + templ.EscapeString(l) + `</text>`)
	}
	if len(lines) < 2 {
		b.WriteString(`<text class="c-where" x="9" y="62">` + templ.EscapeString(locale.T(lang, "cards.kutschke."+code+".where")) + `</text>`)
	}
	return `<svg class="face" translate="no" viewBox="0 0 106 88" aria-hidden="true">` + outline("c-chip", chipOutline) + sign + b.String() + foot + outline("c-edge", chipOutline) + closeFace
}

const chipShield = "M-13-14H13V-2C13 6.5 7 12 0 15.5C-7 12-13 6.5-13-2Z"

// chipFoot returns the foot of an action card: merlons, leaves, or half of each.
func chipFoot(where string) string {
	const (
		merlon = "v-5h5.5v5h5.5"
		leaf   = "q4.5-2.5 5.5-7.5 1 5 5.5 7.5"
	)
	wall := func(n int) string {
		const side = "M1 82V77h3"
		d := side + strings.Repeat(merlon, n)
		if n > 5 {
			d += "H105V82a5 5 0 0 1-5 5H6a5 5 0 0 1-5-5z"
		} else {
			d += "H53V87H6a5 5 0 0 1-5-5z"
		}
		return hatchedPath(heraldry.Or, d) + outline("c-line thin", d)
	}
	leaves := func(x string, n int, corner string) string {
		d := "M" + x + " 78" + strings.Repeat(leaf, n) + "H105V82a5 5 0 0 1-5 5" + corner + "z"
		return hatchedPath(heraldry.Vert, d) + outline("c-line thin", d)
	}
	switch where {
	case "wall":
		return wall(9)
	case "leaf":
		return leaves("1", 9, "H6a5 5 0 0 1-5-5")
	}
	return leaves("53", 4, "H53") + wall(4)
}

// Adventure returns the roundel of an adventure by its id.
func Adventure(id string) string { return adventureSigns[id] }

var adventureSigns = func() map[string]string {
	all := map[string]string{}
	for _, a := range adventures {
		all[a.id] = coded(a.id, roundel("sign", a.arms))
	}
	return all
}()

// Place returns the roundel of a place by its id, gold for Camelot and green for the provinces; ""
// for an unknown place.
func Place(id string) string { return placeSigns[id] }

var placeSigns = func() map[string]string {
	all := map[string]string{}
	for id, charge := range placeCharges {
		t := heraldry.Vert
		if id == "camelot" {
			t = heraldry.Or
		}
		all[id] = roundel("sign", arms{t, charge})
	}
	return all
}()

// Tent returns a tent with its number, from 1 to 4.
func Tent(n int) string {
	if n < 1 || n > len(tents) {
		return ""
	}
	return tents[n-1]
}

var tents = func() []string {
	var all []string
	for n := 1; n <= 4; n++ {
		all = append(all, `<svg class="tent" viewBox="0 0 24 24" aria-hidden="true"><path class="c-canton" d="M12 2.5C14.5 6.5 18 8.5 21.5 9.5L20 22.5H4L2.5 9.5C6 8.5 9.5 6.5 12 2.5z"/>`+
			`<path class="c-night" d="M11.3 0h1.4v3h-1.4z"/><text class="c-tent" x="12" y="19.5">`+strconv.Itoa(n)+`</text></svg>`)
	}
	return all
}()

// Shields is the icon for points.
const Shields = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="#i-crest"/></svg>`
