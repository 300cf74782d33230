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
	As      string // what an enchanter stands for: "O11", or "11" in the suit that is led
	Feinted bool   // canceled by a card of equal value
}

// Shannon returns a weapon card of Le Tournoi by its code: "S8", "M1", "P2". It is
// empty for a code that no card has.
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

// weaponCard returns a banner with a pointed foot that holds a drop for each five
// wounds: one, two for a poisoned card, which also has a white border, five for Merlin.
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
		return openFace + drawing + closeFace
	}
	const across = `" d="M4 96L68 12"/>`
	return openFace + `<g class="c-veil">` + drawing + `</g><path class="c-baton-halo` + across + `<path class="c-baton` + across + closeFace
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

// thresholds holds the lives at which legends become active, by id. A legend that is
// active from the start has none.
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

// Legend returns the card of a legend by its id. An inactive one is pale, and its
// canton shows the life at which it becomes active.
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

// Sign returns the roundel of a hero, a legend or a favor, to stand beside its name;
// it is empty for an unknown id.
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
