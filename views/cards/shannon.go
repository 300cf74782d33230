package cards

import (
	"slices"
	"strconv"
	"strings"

	rules "tableronde/games/shannon"
	"tableronde/views/heraldry"
	"tableronde/views/locale"
)

// Suits are the letters of the suits of Le Tournoi, alchemy last.
var Suits = []string{"S", "A", "O", "T", "X"}

var shannonSuits = map[string]arms{
	"S": {heraldry.Gules, "sword"},
	"A": {heraldry.Vert, "arrow"},
	"O": {heraldry.Purpure, "moon"},
	"T": {heraldry.Sable, "kris"},
	"X": {heraldry.Or, "flask"},
	"M": {heraldry.Argent, "hat"},
	"P": {heraldry.Argent, "wand"},
}

// poisonValues lists the poisoned values of each suit; alchemy has none.
var poisonValues = map[string][]int{"S": {3, 7, 11, 15}, "A": {2, 6, 10, 14}, "O": {1, 5, 9, 13}, "T": {4, 8, 12, 14}}

// ShannonCodes lists the codes of the weapon cards: suits, alchemy, Merlin three
// times, the Apprentice twice.
var ShannonCodes = func() []string {
	var codes []string
	for _, s := range Suits {
		for v := 1; v <= 15; v++ {
			codes = append(codes, s+strconv.Itoa(v))
		}
	}
	return append(codes, "M1", "M2", "M3", "P1", "P2")
}()

// Play is the state of a weapon card on the table.
type Play struct {
	As      string // the value of an enchanter: "O11", or "11" in the suit led
	Feinted bool   // canceled by a card of equal value
}

// Shannon returns a weapon card of Le Tournoi by its code: "S8", "M1", "P2". It is empty for an
// unknown code.
func Shannon(code string, p Play) string {
	if p == (Play{}) {
		return shannonFaces[code]
	}
	return weaponCard(code, p)
}

var shannonFaces = func() map[string]string {
	faces := map[string]string{}
	for _, code := range ShannonCodes {
		faces[code] = weaponCard(code, Play{})
	}
	return faces
}()

// weaponCard returns a banner with a pointed foot. The foot has one drop of blood for each five
// wounds, two for a poisoned card, which also has a white border, and five for Merlin.
func weaponCard(code string, p Play) string {
	if !slices.Contains(ShannonCodes, code) {
		return ""
	}
	letter, number := code[:1], code[1:]
	s := shannonSuits[letter]
	wounds, value, small := 1, number, s.charge
	switch v, _ := strconv.Atoi(number); {
	case letter == "M":
		wounds, value = 5, "M"
	case letter == "P":
		value = "A"
	case slices.Contains(poisonValues[letter], v):
		wounds = 2
	}
	if as := strings.TrimLeft(p.As, "SAOTX"); p.As != "" && (letter == "M" || letter == "P") {
		value = as
		if other, ok := shannonSuits[strings.TrimSuffix(p.As, as)]; ok {
			small = other.charge
		}
	}
	border := ""
	if wounds == 2 {
		border = outline("c-poison", "M30.5 7.5H65.5V73.5H6.5V56")
	}
	drawing := hatchedPath(s.tincture, bannerPath) + plainDisc(s.tincture, 44, 46, 21) + border + useCharge(s.charge, 44, 46, 33, classOn(s.tincture)) +
		outline("c-foot", "M2 78H70V96L36 106 2 96Z") + woundDrops(wounds) + outline("c-line", bannerPath) + `<path class="c-line cut" d="M2 78H70"/>` + canton(3, value, small)
	if !p.Feinted {
		return coded(code, openFace+drawing+closeFace)
	}
	const across = `" d="M4 96L68 12"/>`
	return coded(code, openFace+`<g class="c-veil">`+drawing+`</g><path class="c-baton-halo`+across+`<path class="c-baton`+across+closeFace)
}

// woundDrops returns n drops of blood in the foot of a card.
func woundDrops(n int) string {
	var b strings.Builder
	for k := range n {
		b.WriteString(useCharge("drop", 36+(float64(k)-float64(n-1)/2)*11.5, 90, 12, "c-blood"))
	}
	return b.String()
}

// SuitShield returns the badge of a suit.
func SuitShield(letter string) string {
	s := shannonSuits[letter]
	if s.charge == "" {
		return ""
	}
	return heraldry.Badge(s.tincture, false, s.charge)
}

var heroes = []figure{
	{"arthur", arms{heraldry.Azure, "crown"}},
	{"guinevere", arms{heraldry.Or, "lily"}},
	{"gawain", arms{heraldry.Gules, "pentacle"}},
	{"mordred", arms{heraldry.Sable, "adder"}},
	{"perceval", arms{heraldry.Purpure, "crosslet"}},
	{"galahad", arms{heraldry.Argent, "greek"}},
	{"iseult", arms{heraldry.Azure, "heart"}},
	{"pellinore", arms{heraldry.Vert, "horn"}},
}

var legends = []figure{
	{"excalibur", arms{heraldry.Azure, "stone"}},
	{"lancelot", arms{heraldry.Or, "plume"}},
	{"green-sash", arms{heraldry.Vert, "sash"}},
	{"clarent", arms{heraldry.Sable, "clarent"}},
	{"fisher-king", arms{heraldry.Purpure, "fish"}},
	{"holy-grail", arms{heraldry.Gules, "glory"}},
	{"tristan", arms{heraldry.Azure, "harp"}},
	{"questing-beast", arms{heraldry.Vert, "paw"}},
}

// thresholds holds the lives at which legends become active, by id. A legend that is always active
// has none.
var thresholds = func() map[string]string {
	all := map[string]string{}
	for _, l := range rules.Legends() {
		if l.Threshold > 0 {
			all[l.ID] = strconv.Itoa(l.Threshold)
		}
	}
	return all
}()

var favors = []namedCard{
	{"divine-will", "sun"}, {"lake-gift", "lake"}, {"second-sight", "eye"}, {"forced-trade", "swap"},
	{"curse-swords", "swords"}, {"curse-arrows", "arrows"}, {"curse-sorcery", "moons"}, {"curse-treason", "krises"},
	{"blessed-shield", "shield"}, {"antidote", "phial"}, {"healing-balm", "sprig"}, {"enchanted-armour", "cuirass"},
	{"point-of-honour", "laurel"}, {"philosophers-stone", "elixir"}, {"shapeshift", "moth"}, {"giant-strength", "club"},
	{"fox-feint", "fox"}, {"riposte", "crossed"}, {"challenge", "gauntlet"}, {"redirect", "glance"},
	{"reversal", "fallen"}, {"raven", "raven"}, {"standard", "draco"}, {"trial", "scales"},
}

func shannonCharges() []string {
	names := []string{"sword", "arrow", "moon", "kris", "flask", "hat", "wand", "drop"}
	for _, f := range append(slices.Clone(heroes), legends...) {
		names = append(names, f.charge)
	}
	for _, f := range favors {
		names = append(names, f.charge)
	}
	return names
}

// Hero returns the card of a hero by its id. It is empty for an unknown id.
func Hero(lang locale.Lang, id string) string { return heroFaces.of(lang, id) }

var heroFaces = drawInEach(func(lang locale.Lang) map[string]string {
	faces := map[string]string{}
	for _, h := range heroes {
		faces[h.id] = portrait(heroArms(h), onCard(lang, "shannon", h.id))
	}
	return faces
})

// Legend returns the card of a legend by its id. An inactive one is pale, and its canton shows the
// life at which it becomes active.
func Legend(lang locale.Lang, id string, active bool) string {
	if active {
		return legendFaces.of(lang, id)
	}
	return sleepFaces.of(lang, id)
}

var legendFaces = drawInEach(func(lang locale.Lang) map[string]string {
	faces := map[string]string{}
	for _, l := range legends {
		hatching := ""
		if l.tincture != heraldry.Argent {
			hatching = `<circle cx="36" cy="41" r="26" fill="url(#h-` + string(l.tincture) + `)"/>` + plainDisc(l.tincture, 36, 41, 20)
		}
		faces[l.id] = portrait(`<circle cx="36" cy="41" r="26" class="f-`+string(l.tincture)+`"/>`+hatching+useCharge(l.charge, 36, 41, 30, classOn(l.tincture))+
			`<circle cx="36" cy="41" r="26" class="c-line"/>`, onCard(lang, "shannon", l.id))
	}
	return faces
})

var sleepFaces = drawInEach(func(lang locale.Lang) map[string]string {
	faces := map[string]string{}
	for _, l := range legends {
		at := ""
		if t := thresholds[l.id]; t != "" {
			at = canton(4, t, "")
		}
		faces[l.id] = portrait(`<circle cx="36" cy="41" r="26" class="c-dash"/>`+useCharge(l.charge, 39, 45, 29, "c-faint")+at, onCard(lang, "shannon", l.id))
	}
	return faces
})

// Favour returns the card of a favor of heaven by its id. It is empty for an
// unknown id.
func Favour(lang locale.Lang, id string) string { return favorFaces.of(lang, id) }

var favorFaces = drawInEach(func(lang locale.Lang) map[string]string {
	faces := map[string]string{}
	for _, f := range favors {
		faces[f.code] = chiefCard(f.charge, onCard(lang, "shannon", f.code), locale.T(lang, "cards.shannon."+f.code+".gist"))
	}
	return faces
})

// portrait returns a framed rectangle with a picture over a name.
func portrait(picture, name string) string {
	return openFace + rectangle("c-sheet") + `<rect class="c-tressure" x="5" y="7" width="62" height="96" rx="2"/>` + picture + nameText(name, 89.5) + rectangle("c-line") + closeFace
}

const heroShield = "M12.5 11H59.5V38C59.5 53.5 48.5 63.5 36 70C23.5 63.5 12.5 53.5 12.5 38Z"

func heroArms(h figure) string {
	class := classOn(h.tincture)
	if h.charge == "greek" {
		class = "c-gules" // Galahad's arms
	}
	return hatchedPath(h.tincture, heroShield) + plainDisc(h.tincture, 36, 37.5, 19) + useCharge(h.charge, 36, 37.5, 29, class) + outline("c-line", heroShield)
}

// Sign returns the roundel of a hero, a legend or a favor, for a place beside its name. It is empty
// for an unknown id.
func Sign(id string) string { return signFaces[id] }

var signFaces = func() map[string]string {
	all := map[string]string{}
	for _, f := range append(slices.Clone(heroes), legends...) {
		all[f.id] = roundel("sign", f.arms)
	}
	for _, f := range favors {
		all[f.code] = roundel("sign", arms{heraldry.Argent, f.charge})
	}
	return all
}()

// questCharges are the adventures and the places of Kutschke's game.
var questCharges = map[string]string{
	"boar":     piercedPath("M2.6 1.6l6 3.4h6.8l6-3.4-1 7.6c.8 2.6.2 5-1.6 6.8L16.2 18.6v2.2c0 1.4-2 2.4-4.2 2.4s-4.2-1-4.2-2.4v-2.2L5.2 16C3.4 14.2 2.8 11.8 3.6 9.2zM6.6 9.4l3.6 2.2-.6 1.4zM17.4 9.4l-3.6 2.2.6 1.4z"+disc(10.4, 20.4, .9)+disc(13.6, 20.4, .9)) + withMirror(solidPath("M7 22C3.8 22 1.6 19.6 1.6 15.8l2 1.4c.4 1.4 1.4 2.4 3.4 2.6z")),
	"visor":    helm,
	"stag":     piercedPath("M12 23.2c-1.7 0-2.8-1-3-2.6L7.6 15 4.2 13.2c1.8-1.4 3.6-1.8 5.4-1.2h4.8c1.8-.6 3.6-.2 5.4 1.2L16.4 15 15 20.6c-.2 1.6-1.3 2.6-3 2.6z"+disc(9.8, 15.2, .8)+disc(14.2, 15.2, .8)) + withMirror(strokePath(1.9, "M10.2 11.8C8 8.8 4.2 8.6 3.2 1.6M5.6 7.6L1.4 6.6M8 9.2C7 6.6 7.4 4.4 8.4 2.2")),
	"cauldron": solidPath("M2 9.6h20v2.4h-1.2c.6 4.8-1.4 8-3.6 9.4l.8 2.2h-2.4l-.8-1.4H9.2l-.8 1.4H6l.8-2.2c-2.2-1.4-4.2-4.6-3.6-9.4H2z") + solidPath(disc(8, 6, 1.9)+disc(13.6, 3.6, 2.4)+disc(16.6, 7.2, 1.2)),
	"unicorn": piercedPath("M12 23.2c-1.8 0-3-1-3.2-2.8L7.6 14.6C6 14 4.6 12.2 3.4 9.2c2.4-.2 4 .2 5 1.2h7.2c1-1 2.6-1.4 5-1.2-1.2 3-2.6 4.8-4.2 5.4l-1.2 5.8c-.2 1.8-1.4 2.8-3.2 2.8z"+disc(9.8, 14.2, .9)+disc(14.2, 14.2, .9)) +
		solidPath("M12 .2l.7 2.2-1.3.7zM11.2 4.2l1.8-1 .6 2.2-2.9 1.5zM10.5 8l3.3-1.7.9 3.1h-4.6z"),
	"oak":      solidPath(disc(12, 6.4, 5.4)+disc(6.8, 10.6, 4.6)+disc(17.2, 10.6, 4.6)) + solidPath("M10.6 12h2.8v6.6l4.6 4.2h-4L12 20.8l-2 2H6l4.6-4.2z"),
	"chest":    piercedPath("M2.2 10.4C2.2 6 4.4 3.8 7.6 3.8h8.8c3.2 0 5.4 2.2 5.4 6.6h-8V9.2h-3.6v1.2zM2.2 12h7.2v3.2h5.2V12h7.2v9.8H2.2z") + solidPath("M11 10.6h2v3.2h-2z"),
	"wyrm":     piercedPath("M4.4.8C4.2 3.8 5.4 6 8 7.2l1.6-1.6h4.8L16 7.2c2.6-1.2 3.8-3.4 3.6-6.4 2 2.8 2 5.8.4 8.2l2.8 1-2.4 1.6 2 2.2-3 .4.6 2.6-3.2-.6L15.2 23 12 21.4 8.8 23 7.2 16.2l-3.2.6.6-2.6-3-.4 2-2.2L1.2 10 4 9C2.4 6.6 2.4 3.6 4.4.8zM7.4 11l3.4 1.8-.6 1.6zM16.6 11l-3.4 1.8.6 1.6z" + disc(10.6, 18.6, .9) + disc(13.4, 18.6, .9)),
	"fountain": solidPath("M2.6 14.8h18.8c-.2 3.2-3.2 5.2-7.4 5.4v1.2h3.4v2H6.6v-2H10v-1.2c-4.2-.2-7.2-2.2-7.4-5.4z") + strokePath(1.9, "M12 13.4V5.2M12 6.2C9.8 2.2 5.4 3.4 5 10.6M12 6.2c2.2-4 6.6-2.8 7 4.4") + solidPath(disc(12, 2, 1.3)),
	"pheasant": piercedPath("M1.6 6.6L5 5C5.6 2.6 8.4 1.8 10 3.6c1.2 1.4 1 2.8 2 4.4 2.2 3.4 6.6 4 11.4 15C18 18.6 15 17.4 12.6 17.2l-1 3.4 1.2 1.8H8.8l1-5.4C6.2 15.8 4.8 12.4 5.2 9L5 7.4z" + disc(7.6, 5, .9) + "M8.6 10c2 .2 4.2 1.6 6 4.6-3.2-.2-5.4-1.6-6-4.6z"),
	"tome":     piercedPath("M3.4 4.4c0-2 1.2-3.4 3.2-3.4h14v18H6.8c-.9 0-1.4.6-1.4 1.3s.5 1.3 1.4 1.3h13.8v2H6.6c-2 0-3.2-1.4-3.2-3.2z" + star(5, 5, 2, 12.4, 10)),
	"orb":      piercedPath(disc(12, 9.8, 9)+star(5, 5.6, 2.2, 12, 10)) + solidPath("M7 19.4h10l2.4 3.8H4.6z"),
	"key":      piercedPath(disc(7, 7, 5.8)+disc(7, 7, 2.8)) + solidPath("M10 12.2l2.2-2.2L23 20.8l-1.4 2.2-2.2-.2-.2-2.2-1.4-1.4-1.4 1.4-2.2-2.2 1.4-1.4z"),

	"valley":  solidPath("M.6 21.8L7.2 9l5 7.4L17.4 7l6 14.8z") + solidPath(disc(12, 5.6, 3.4)),
	"firs":    solidPath("M7 2l4.8 7H9.4l3.8 6H8.2v3.6H5.8V15H.8l3.8-6H2.2z") + transformed(4.8, 3.4, 0, .92, solidPath("M12.2 2l4.8 7h-2.4l3.8 6h-5v3.6H11V15H6l3.8-6H7.4z")),
	"grove":   solidPath(disc(7, 9.4, 5.2)+disc(16.8, 11.4, 4.6)) + solidPath("M5.9 13h2.2v8.6H5.9zM15.8 15H18v6.6h-2.2zM2 20.8h20v2H2z") + solidPath(star(4, 3.4, 1.1, 16.4, 3.8)),
	"reeds":   strokePath(1.5, "M7 18V8M12 18V5M17 18V9.6") + strokePath(3.2, "M7 9V5.6M12 6V2.4M17 10.6V7.2") + strokePath(2, "M1.5 18.6c3.5-2.6 5.5 2.2 10.5 0s7 2.2 10.5 0M1.5 22.4c3.5-2.6 5.5 2.2 10.5 0s7 2.2 10.5 0"),
	"volcano": solidPath("M.6 22.4L8.4 11.4l2.4 1.8 1.2-1.6 1.6 1.8 2-2 7.8 11z") + transformed(0, -6.6, 0, .42, suitCharges["flame"]),
	"cave":    piercedPath("M.8 22.4C.8 9 5.6 2.4 12 2.4S23.2 9 23.2 22.4zM7.6 22.4h8.8c0-6.8-1.6-9.8-4.4-9.8s-4.4 3-4.4 9.8z"),
	"ruin":    piercedPath("M4.4 6.6h3.2v2.6h2.6l1.6 2 2.4-.4 1.2 2.8 2-.4.2 9.2H13.8v-4.6a1.8 1.8 0 0 0-3.6 0v4.6H6.4V12.4l-2-2z") + solidPath("M19.6 19.2l3 .6-.6 2.6h-3zM15.4 4.4l2.4-1.2 1.2 2.4-2.4 1.2z"),

	"leaf":  piercedPath("M2.6 21.4C1.6 11 7 3 21.6 2.2 22.2 16 15.4 22.4 5.6 19.6L3.8 23zM6 18.6C9.6 13 13 9.8 17 7.2 12.4 9 8.6 12.6 5.6 17.4z"),
	"crest": solidPath("M3 2h18v9c0 6-4 10-9 12-5-2-9-6-9-12z"),
	"wall":  solidPath("M1 4h5v3.6h3.4V4h5.2v3.6H18V4h5v17H1z"),
}
