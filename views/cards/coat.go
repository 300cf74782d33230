package cards

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"tableronde/views/heraldry"
)

// A coat of arms is one of 4,160. The SHA-256 of a player's id chooses, in order, the metal, the
// color, the one of them for the field, the division of the shield, and the charge. One metal and
// one color keep the rule of tincture. Two players may have the same coat.

var (
	coatMetals  = []heraldry.Tincture{heraldry.Argent, heraldry.Or}
	coatColors  = []heraldry.Tincture{heraldry.Gules, heraldry.Azure, heraldry.Vert, heraldry.Purpure, heraldry.Sable}
	coatCharges = []string{"tower", "rowel", "rose", "moon", "sword", "lance", "axe", "arrow", "flask", "hand", "tent", "book", "flame", "grail", "shoe", "scales"}
)

// coatDivisions are the shapes of the second tincture, and the place of the charge: on the field,
// on the shape, or on a plate.
var coatDivisions = []struct {
	shape   string
	x, y    int
	size    int
	onShape bool
	plate   bool
}{
	{"", 0, 0, 70, false, false},
	{"M-60-70H60V-26H-60Z", 0, 16, 56, false, false}, // chief
	{"M-60-70H60V80H-60ZM-40-48V-8C-40 20-22 40 0 52C22 40 40 20 40-8V-48Z", 0, -6, 50, false, false},      // bordure
	{"M-60 8L0-44L60 8V40L0-12L-60 40Z", 0, 34, 42, false, false},                                          // chevron
	{"M-60-22H60V22H-60Z", 0, 0, 36, true, false},                                                          // fess
	{"M-22-70H22V80H-22Z", 0, 0, 36, true, false},                                                          // pale
	{"M-70-50L-38-82L76 50L44 82Z", 2, 0, 36, true, false},                                                 // bend
	{"M-22-70H22V-26H60V18H22V80H-22V18H-60V-26H-22Z", 0, -4, 36, true, false},                             // cross
	{"M-54-74L0-30L54-74L76-52L26-4L76 52L54 74L0 26L-54 74L-76 52L-26-4L-76-52Z", 0, -3, 36, true, false}, // saltire
	{"M0-70H60V80H0Z", 0, -2, 34, false, true},                                                             // per pale
	{"M-60 0H60V80H-60Z", 0, -2, 34, false, true},                                                          // per fess
	{"M-60-70L60 64V-70Z", 0, -2, 34, false, true},                                                         // per bend
	{"M0-70H60V0H0ZM-60 0H0V80H-60Z", 0, -2, 34, false, true},                                              // quarterly
}

const coatOutline = "M-54-62H54V-8C54 28 30 54 0 68C-30 54-54 28-54-8Z"

// Coat returns the coat of arms of a player by their id, for a bot the arms of its character. A page
// shows it beside the name and never instead of it. Where it is small, it goes without hatching.
func Coat(id string, large bool) string {
	open := fmt.Sprintf(`<svg class="%s" viewBox="-58 -66 116 138" aria-hidden="true">`, map[bool]string{true: "coat big", false: "coat"}[large])
	if level, ok := characterOf(id); ok {
		return open + drawCharacter(level, large) + `</svg>`
	}
	sum := sha256.Sum256([]byte(id))
	field, other := coatMetals[int(sum[0])%len(coatMetals)], coatColors[int(sum[1])%len(coatColors)]
	if sum[2]%2 == 1 {
		field, other = other, field
	}
	d, charge := coatDivisions[int(sum[3])%len(coatDivisions)], coatCharges[int(sum[4])%len(coatCharges)]
	ground, ink := field, other
	switch {
	case d.plate:
		ground, ink = heraldry.Argent, heraldry.Sable
	case d.onShape:
		ground, ink = other, field
	}
	var b strings.Builder
	b.WriteString(open + `<g clip-path="url(#ca)">`)
	appendField(&b, field, "M-60-70H60V80H-60Z", large)
	if d.shape != "" {
		appendField(&b, other, d.shape, large)
	}
	fmt.Fprintf(&b, `<circle class="f-%s" cx="%d" cy="%d" r="%.4g"/>`, ground, d.x, d.y, math.Min(.62*float64(d.size), 40))
	if d.plate {
		fmt.Fprintf(&b, `<circle class="o o-argent" cx="%d" cy="%d" r="%.4g"/>`, d.x, d.y, .7*float64(d.size))
	}
	b.WriteString(coatCharge(charge, ink, d.x, d.y, d.size))
	b.WriteString(`</g><path class="o thick" d="` + coatOutline + `"/></svg>`)
	return b.String()
}

// appendField fills a path with a tincture, hatched in large coats.
func appendField(b *strings.Builder, t heraldry.Tincture, path string, hatched bool) {
	fmt.Fprintf(b, `<path class="f-%s" fill-rule="evenodd" d="%s"/>`, t, path)
	if hatched && t != heraldry.Argent {
		fmt.Fprintf(b, `<path fill="url(#h-%s)" fill-rule="evenodd" d="%s"/>`, t, path)
	}
}

// coatCharge draws a charge around a point. The tower, the rose and the rowel are symbols of
// every page.
func coatCharge(name string, t heraldry.Tincture, x, y, size int) string {
	icon := map[string]string{"tower": "tower", "rose": "rose", "rowel": "mullet"}[name]
	if icon != "" {
		return fmt.Sprintf(`<use href="#i-%s" x="%d" y="%d" width="%d" height="%d" class="f-%s"/>`, icon, x-size/2, y-size/2, size, size, t)
	}
	return fmt.Sprintf(`<g class="f-%s" transform="translate(%d %d) scale(%.4g)">%s</g>`, t, x-size/2, y-size/2, float64(size)/24, charges[name])
}

// charges holds the drawings on the cards by name, on a grid of 24. They have the color of the
// class with which they are used. The rose and the tower are in heraldry.Defs.
var charges = mergeCharges(suitCharges, actionCharges, emblemCharges, questCharges)

func mergeCharges(parts ...map[string]string) map[string]string {
	all := map[string]string{}
	for _, part := range parts {
		maps.Copy(all, part)
	}
	return all
}

// suitCharges are the drawings of the suits, virtues and equipment of all three card games.
var suitCharges = map[string]string{
	"lance":  heraldry.Charge("lance"),
	"sword":  heraldry.Charge("sword"),
	"axe":    heraldry.Charge("axe"),
	"flail":  heraldry.Charge("flail"),
	"hand":   heraldry.Charge("hand"),
	"pennon": `<path d="M4.4 1.5h2.2v21H4.4zM7.6 2.5H22L17.8 7l4.2 4.5H7.6z"/>`,
	"arrow":  heraldry.Charge("arrow"),
	"moon":   heraldry.Charge("moon"),
	"kris":   heraldry.Charge("kris"),
	"flask":  heraldry.Charge("flask"),
	"hat":    `<path d="M13.5 1l4 15.5h-11zM1.5 17.6c4 1.6 17 1.6 21 0 .6 3-4 5-10.5 5s-11.1-2-10.5-5z"/>`,
	"drop":   `<path d="M12 1.5c3 6.5 6.6 9.5 6.6 14.2a6.6 6.6 0 0 1-13.2 0C5.4 11 9 8 12 1.5z"/>`,
	"flame":  `<path fill-rule="evenodd" d="M12.4.8c.6 4.8 6.8 6.6 6.8 13.2 0 5-3.4 8.8-7.2 8.8S4.8 19.4 4.8 14.6c0-3.4 1.9-5.2 3-8 1.1 1.2 1.6 2.3 1.9 3.7 1.9-2.7 2.6-5.7 2.7-9.5zM12 21c1.8 0 3-1.5 3-3.5 0-2.3-1.8-3.3-2.5-5.5-1 2-3.5 3.2-3.5 5.6 0 2 1.3 3.4 3 3.4z"/>`,
	"book":   `<path d="M11.2 5.2C8.6 3.4 5 3.2 1.6 4.2V20c3.4-1 7-.8 9.6 1zM12.8 5.2c2.6-1.8 6.2-2 9.6-1V20c-3.4-1-7-.8-9.6 1z"/>`,
	"shoe":   `<path d="M5.8 22.5C-.6 12.5 2.4 1.5 12 1.5s12.6 11 6.2 21h-3.4c4.6-9.6 3.6-17-2.8-17s-7.4 7.4-2.8 17z"/>`,
	"tent":   `<path d="M12 .8l9.6 8.8H2.4zM3.4 11h17.2l2 11.5h-8.2L12 13.6 9.6 22.5H1.4z"/>`,
	"scales": `<path d="M11 1.6h2v18.9h4v2.1H7v-2.1h4zM3.5 4.2h17v1.9h-17z"/><path fill-rule="evenodd" d="M4.8 5l4.6 10.5H.2zm0 4.2l-2 4.8h4zM19.2 5l4.6 10.5h-9.2zm0 4.2l-2 4.8h4zM.2 15.5h9.2c0 1.8-2 3-4.6 3s-4.6-1.2-4.6-3zM14.6 15.5h9.2c0 1.8-2 3-4.6 3s-4.6-1.2-4.6-3z"/>`,
	"grail":  `<path d="M4.6 2.2h14.8c0 6.4-2 10-6.1 10.9v4.3l4.3 2.6v2.3H6.4V20l4.3-2.6v-4.3C6.6 12.2 4.6 8.6 4.6 2.2z"/>`,
	"lances": `<path d="M2.6 23L1 21.4 17.6 4.8l1.6 1.6zM21.4 23l1.6-1.6L6.4 4.8 4.8 6.4zM22 1.6l-1 6-5-5zM2 1.6l1 6 5-5z"/>`,
	"table":  `<path fill-rule="evenodd" d="` + disc(12, 12, 11) + disc(12, 12, 7.6) + `"/><circle cx="12" cy="12" r="4"/>`,
}

// helm is a great helm seen from the front.
var helm = piercedPath("M5 3.6C8.6 1.2 15.4 1.2 19 3.6L20.2 10v9.8L12 23.2 3.8 19.8V10zM5.4 9.4v2.4h5.4V9.4zM13.2 9.4v2.4h5.4V9.4zM11.2 13.2v6.6h1.6v-6.6z" +
	disc(8, 15.4, .9) + disc(8, 18, .9) + disc(16, 15.4, .9) + disc(16, 18, .9))

// emblemCharges are the arms of the heroes and the emblems of the legends and the
// favors of heaven in Le Tournoi.
var emblemCharges = map[string]string{
	"wand":     strokePath(2.4, "M3 22L14 10") + solidPath(star(5, 7, 2.9, 16, 7.8)) + solidPath(star(4, 2.6, .9, 6, 9.6)) + solidPath(star(4, 2.4, .8, 20.6, 17.4)),
	"crown":    crown,
	"lily":     solidPath("M12 .6C15.2 4 15.8 7.6 13.8 12.2V14h-3.6v-1.8C8.2 7.6 8.8 4 12 .6z") + withMirror(solidPath("M9.4 14H8.2C6.4 14 5.4 12.6 6.2 11.2 4.8 11.6 4.6 13.6 5.8 15.4 3 15.6 1 13.4 1.2 10.6 1.4 7.2 5.6 5.6 8 8 9.2 9.2 9.4 11.4 9.4 14z")) + solidPath("M6.4 14.8h11.2v2.4H6.4zM10.6 18h2.8c.2 2 1 3.6 2.6 4.8-1.6.2-3-.2-4-1.2-1 1-2.4 1.4-4 1.2 1.6-1.2 2.4-2.8 2.6-4.8z"),
	"pentacle": strokePath(2, pentagram),
	"adder":    strokePath(3.2, "M16.4 5.6C11 3 4.4 5.4 7 9.4c2.4 3.6 11 1.8 11 6.4 0 4.4-7.6 6-12.6 3.4") + solidPath("M14.4 2.2l8 1.6-5 5.4z"+disc(5.2, 19.2, 1.6)) + strokePath(1.1, "M21.6 3.8l2-1.2M21.6 3.8l1.8 1.8"),
	"crosslet": solidPath("M10.4 1.4h3.2v2.7h2.6v3.2h-2.6v3.1h3.1V7.8h3.2v2.6h2.7v3.2h-2.7v2.6h-3.2v-2.6h-3.1v3.1h2.6v3.2h-2.6v2.7h-3.2v-2.7H7.8v-3.2h2.6v-3.1H7.3v2.6H4.1v-2.6H1.4v-3.2h2.7V7.8h3.2v2.6h3.1V7.3H7.8V4.1h2.6z"),
	"greek":    solidPath("M9.2 1h5.6v8.2H23v5.6h-8.2V23H9.2v-8.2H1V9.2h8.2z"),
	"heart":    solidPath("M12 22C6 17.4 1.6 13.2 1.6 8.4c0-3.6 2.8-6 5.8-6 2 0 3.8 1 4.6 2.8.8-1.8 2.6-2.8 4.6-2.8 3 0 5.8 2.4 5.8 6 0 4.8-4.4 9-10.4 13.6z"),
	"horn":     solidPath("M1.8 6.2l4.6-1.4C8 11 12.4 13.8 18 12.8l4.2-1.4 1 8.4-4-2C10.6 19.6 3.6 15.2 1.8 6.2z") + strokePath(1.5, "M5.2 8.6C7 1.4 17.6.4 18.6 12"),
	"stone":    solidPath("M10.9 2.8h2.2v3.4h-2.2zM6.4 6h11.2v2.2H6.4zM10 8.2h4v6h-4z"+disc(12, 2.2, 1.8)) + piercedPath("M3 23.2l2.6-9h12.8l2.6 9zM9.4 14.2h5.2v2.4H9.4z"),
	"plume":    transformed(-1.6, 3.4, 0, .8, helm) + solidPath("M9.2 6.6C8.8 2.2 13.4-.4 18 1c4.4 1.4 5.6 6.6 4.6 12-.8-3.4-2.6-5.6-5.4-6.2C15 6.2 12.4 6.2 9.2 6.6z"),
	"sash":     withMirror(piercedPath("M10.4 8.4C5.8 2.6 1.2 3.6 1.2 8s4.4 6 9.2 2.8zM8.4 8.8c-2.8-3-5-2.8-5-.8s2.2 2.4 5 .8z")+solidPath("M10 12.4L4.6 22l3.6-.6 1.4 2.2 3-9.6z")) + solidPath(disc(12, 10, 2.6)),
	"clarent":  solidPath("M9.4 1l2.6 1.4L14.6 1v13H9.4zM4 12.6c1 1.6 2.2 2.2 4 2.2h8c1.8 0 3-.6 4-2.2l1.6 1.2c-1 2.2-3 3.4-5.6 3.4H8c-2.6 0-4.6-1.2-5.6-3.4zM10.9 17.2h2.2v3.4h-2.2z" + disc(12, 21.8, 1.7)),
	"fish":     piercedPath("M.8 12C4.6 6.4 11 5.2 16.4 10L22.8 6 21.2 12l1.6 6-6.4-4C11 18.8 4.6 17.6.8 12z"+disc(5.6, 11, 1.2)) + strokePath(1.3, "M9.6 8.8c1.4 2 1.4 4.4 0 6.4"),
	"glory":    transformed(0, 3.4, 0, .74, suitCharges["grail"]) + strokePath(1.8, "M12 .9v3.2M5.8 2.4l1.6 2.8M18.2 2.4l-1.6 2.8M1.6 7l2.4 1.6M22.4 7L20 8.6"),
	"harp":     strokePath(2.6, "M5 2.4V21.6L20 11.8C16 11.4 13.6 9.4 12.6 6.4 11.2 3.6 8.2 2.4 5 2.4z") + strokePath(1.2, "M8.4 4.6V19M11.4 6.8V17M14.4 11V15"),
	"paw":      solidPath("M12 12c3.2 0 6.6 3.6 6.6 6.6 0 2.4-1.8 3.6-3.6 3.4-1.2-.1-2-.6-3-.6s-1.8.5-3 .6c-1.8.2-3.6-1-3.6-3.4 0-3 3.4-6.6 6.6-6.6z") + withMirror(solidPath(disc(4.4, 12.6, 2.4)+disc(8.8, 8.6, 2.5)+"M4 8.4l1 1.4H3zM8.8 3.2l.9 2H7.9z")) + strokePath(1.3, "M3.2 9L2.2 6.4M20.8 9l1-2.6M8.6 5L8.2 1.6M15.4 5l.4-3.4"),
	"sun":      piercedPath(star(12, 11.6, 6.6, 12, 12)+disc(12, 12, 5.2)) + solidPath(disc(12, 12, 3.8)),
	"eye":      piercedPath("M.8 13C4 7.6 8 5.4 12 5.4s8 2.2 11.2 7.6C20 18.4 16 20.6 12 20.6S4 18.4.8 13z"+disc(12, 13, 5.2)) + solidPath(disc(12, 13, 2.8)) + strokePath(1.7, "M12 3.6V1M6.6 4.6L5.4 2.2M17.4 4.6l1.2-2.4"),
	"swap":     rotations(2, solidPath("M2 5.2h12.2V1.4l8.4 5.2-8.4 5.2V8H2z")),
	"swords":   sideBySide(suitCharges["sword"], 5.8, .84),
	"arrows":   sideBySide(suitCharges["arrow"], 5.2, .86),
	"moons":    sideBySide(suitCharges["moon"], 5.8, .52) + solidPath(star(4, 3, 1, 12, 3.6)),
	"krises":   sideBySide(suitCharges["kris"], 6, .84),
	"phial":    piercedPath("M8.8 1.2h6.4v2.4h-1.2v3.2C17.8 7.8 20.2 11 20.2 14.8c0 4.4-3.6 8-8.2 8s-8.2-3.6-8.2-8C3.8 11 6.2 7.8 10 6.8V3.6H8.8zM10.7 10.2v3.2H7.5V16h3.2v3.2h2.6V16h3.2v-2.6h-3.2v-3.2z"),
	"sprig":    strokePath(1.6, "M12 23V6") + withMirror(solidPath("M12 21.4C6.8 21.4 4 18.8 3.6 14.8c4.8 0 7.8 2.4 8.4 6.6zM12 14.4C7.6 14.4 5.2 12 5 8.2c4 0 6.6 2.4 7 6.2z")) + solidPath("M12 8.6C9 6 9.2 3 12 .6c2.8 2.4 3 5.4 0 8z"),
	"cuirass":  piercedPath("M6.2 1.8L9 1.4c.6 2.8 5.4 2.8 6 0l2.8.4c.4 3.2 1.8 5.2 4.4 6.6-1.4 3-2 5.6-1.6 9.2H3.4c.4-3.6-.2-6.2-1.6-9.2 2.6-1.4 4-3.4 4.4-6.6zM11.3 6.6V15h1.4V6.6z") + solidPath("M3.4 19h17.2l1.2 3.6H2.2z"),
	"laurel":   laurel(),
	"elixir":   strokePath(1.7, "M12 2.4L20.4 17.2H3.6z") + strokePath(1.7, disc(12, 12.2, 10.8)) + solidPath(disc(12, 12.4, 2.8)),
	"moth":     withMirror(solidPath("M11 11.6C10 6 6.4 1.8 2 2.2.4 5.6 2.4 10.8 6.8 12.2c-3 1.2-4 5-1.6 8.8 3.4 0 5.8-3.6 5.8-8z")) + solidPath("M11.2 8.4h1.6v11.4L12 21.4l-.8-1.6z") + strokePath(1.2, "M12 8.6L9.6 3.8M12 8.6l2.4-4.8"),
	"club":     piercedPath("M3.2 23.2L.8 20.8 10.4 9.2C9.8 5.6 12.4 1.6 16.4.9c3.8-.6 6.6 2 6.8 5.2.2 4.2-3.6 7.6-8.6 7.4z" + disc(14.4, 6.4, 1.1) + disc(18.6, 4.4, 1.1) + disc(18.4, 8.8, 1.1)),
	"gauntlet": transformed(.6, 0, 160, .96, gauntlet),
	"glance":   strokePath(2.6, "M2.4 3.6L14.4 12 7.4 17.6") + solidPath("M1.6 22.4l2-8 6.2 7.2z") + strokePath(3.2, "M18.6 2.4c3.6 5.6 3.6 13.6 0 19.2"),
	"fallen":   transformed(0, 0, 180, 1, crown),
	"raven":    piercedPath("M.8 8.2L6 5.8C7.2 3 10.6 2 13.2 3.8c2.6 1.8 3 5 4 7.6 1.2 2.8 3.4 5.8 6.2 8.6l-5.6-.6-1.8-1.6c-1 .9-2.4 1.4-3.8 1.4v3.6h-1.8v-3.8C6.8 18.2 4.8 15 5.2 11.2L5.8 8.8z" + disc(9, 6.2, 1)),
	"draco":    solidPath("M2 1.2h2.2v21.6H2z") + piercedPath("M5.4 4l4.8.6L13.6 2.4l-.6 2.8c3.2 1.2 4 4.6 6 5.4 1.6.6 3.2-.4 4.6-2.4.2 5-2.6 8.6-6 8.6-3.8 0-4.8-4-8-4.8l-4.2.8 2.6-3.4L5.4 8l3-1.4z"+disc(10.8, 7, .9)),
}

const crownRim = "M1.8 6.6L7 11.2 12 3.8l5 7.4 5.2-4.6L20.4 18H3.6zM3.6 19.4h16.8v3H3.6z"

var crown = solidPath(crownRim + disc(1.8, 5.4, 1.6) + disc(12, 2.8, 1.8) + disc(22.2, 5.4, 1.6))

// gauntlet is a mailed glove with a flaring cuff.
var gauntlet = piercedPath("M6.4 15V6.2a1.3 1.3 0 0 1 2.6 0V10h.5V3.6a1.3 1.3 0 0 1 2.6 0V10h.5V4a1.3 1.3 0 0 1 2.6 0v6h.5V6.4a1.3 1.3 0 0 1 2.6 0V15l-1.4 2H8L2.6 12c-1.3-1.4.5-3.1 1.9-1.9l1.9 1.9z") + solidPath("M7.4 18.2h10L20.2 23.4H4.6z")

// pentagram is drawn in one line.
var pentagram = "M12 1.6L18.5 21.4 1.8 9.2H22.2L5.5 21.4Z"

// laurel returns a wreath, open at the top.
func laurel() string {
	var b strings.Builder
	for k := range 5 {
		turn := 38 + 29*float64(k)
		leaf := solidPath("M12 1C14 2.8 14.2 5.2 12.2 7 10.2 5.2 10 2.8 12 1z")
		b.WriteString(`<g transform="rotate(` + num(turn) + ` 12 12)rotate(-38 12 4)">` + leaf + `</g><g transform="rotate(` + num(-turn) + ` 12 12)rotate(38 12 4)">` + leaf + `</g>`)
	}
	return b.String() + strokePath(1.4, "M18.4 5.4A9 9 0 0 1 12 21.2 9 9 0 0 1 5.6 5.4")
}

// num formats a number with at most two decimals.
func num(x float64) string {
	return strconv.FormatFloat(math.Round(x*100)/100+0, 'f', -1, 64)
}

// star returns the outline of a mullet of n points, the first one pointing up.
func star(n int, outer, inner, cx, cy float64) string {
	var b strings.Builder
	for k := range 2 * n {
		r := outer
		if k%2 == 1 {
			r = inner
		}
		a := (-.5 + float64(k)/float64(n)) * math.Pi
		b.WriteByte("ML"[min(k, 1)])
		b.WriteString(num(cx+r*math.Cos(a)) + " " + num(cy+r*math.Sin(a)))
	}
	return b.String() + "Z"
}

// disc returns the outline of a circle.
func disc(cx, cy, r float64) string {
	return fmt.Sprintf("M%s %sa%s %s 0 1 0 %s 0a%s %s 0 1 0 %s 0z", num(cx-r), num(cy), num(r), num(r), num(2*r), num(r), num(r), num(-2*r))
}

// solidPath returns a filled path.
func solidPath(d string) string   { return `<path d="` + d + `"/>` }
func piercedPath(d string) string { return `<path fill-rule="evenodd" d="` + d + `"/>` }

// strokePath returns a stroke in the color of the charge.
func strokePath(width float64, d string) string {
	return `<path class="k" stroke-width="` + num(width) + `" d="` + d + `"/>`
}

// transformed rotates a drawing around the middle of the grid, scales it there and
// shifts it.
func transformed(dx, dy, turn, scale float64, drawing string) string {
	t := fmt.Sprintf("translate(%s %s)", num(12+dx), num(12+dy))
	if turn != 0 {
		t += fmt.Sprintf("rotate(%s)", num(turn))
	}
	if scale != 1 {
		t += fmt.Sprintf("scale(%s)", num(scale))
	}
	return `<g transform="` + t + `translate(-12 -12)">` + drawing + `</g>`
}

// mirrored returns the mirror image of a drawing.
func mirrored(drawing string) string {
	return `<g transform="matrix(-1 0 0 1 24 0)">` + drawing + `</g>`
}

// withMirror returns a drawing of the left half with its mirror image.
func withMirror(half string) string { return half + mirrored(half) }

// sideBySide returns two copies of a drawing, left and right of the middle of the grid.
func sideBySide(drawing string, apart, scale float64) string {
	return transformed(-apart, 0, 0, scale, drawing) + transformed(apart, 0, 0, scale, drawing)
}

// rotations returns n copies of a drawing, spread evenly around the middle of the grid.
func rotations(n int, drawing string) string {
	var b strings.Builder
	for k := range n {
		if k == 0 {
			b.WriteString(drawing)
			continue
		}
		b.WriteString(`<g transform="rotate(` + num(float64(k)*360/float64(n)) + ` 12 12)">` + drawing + `</g>`)
	}
	return b.String()
}

// useCharge returns a reference to the symbol of a charge, centered at a point.
func useCharge(charge string, x, y, size float64, class string) string {
	return `<use href="#i-` + charge + `" x="` + num(x-size/2) + `" y="` + num(y-size/2) + `" width="` + num(size) + `" height="` + num(size) + `" class="` + class + `"/>`
}

// hatchedPath returns a path in a tincture with its hatching.
func hatchedPath(t heraldry.Tincture, d string) string {
	plain := `<path class="f-` + string(t) + `" d="` + d + `"/>`
	if t == heraldry.Argent {
		return plain
	}
	return plain + `<path d="` + d + `" fill="url(#h-` + string(t) + `)"/>`
}

// plainDisc returns the unhatched disc under a charge, which keeps the charge legible on
// the hatching. It is empty for argent, which has no hatching.
func plainDisc(t heraldry.Tincture, x, y, r float64) string {
	if t == heraldry.Argent {
		return ""
	}
	return `<circle cx="` + num(x) + `" cy="` + num(y) + `" r="` + num(r) + `" class="f-` + string(t) + `"/>`
}

// classOn returns the class of a charge that lies on a tincture. A charge on argent
// keeps its color in every theme, as argent does.
func classOn(t heraldry.Tincture) string {
	switch t {
	case heraldry.Or:
		return "c-dark"
	case heraldry.Argent:
		return "c-night"
	}
	return "c-charge"
}

// Defs returns an SVG of size zero with the symbols that the cards of a game use, by the id of the
// game. A page with such cards contains it once, in addition to heraldry.Defs. It is empty for a
// game without cards.
func Defs(game string) string { return gameDefs[game].besides }

// MatchDefs returns the SVG of Defs and of heraldry.Defs in one, without the symbols that only
// boards need. It is outside of the part that htmx swaps, and large enough to be compressed once
// for all pages.
func MatchDefs(game string) string { return gameDefs[game].alone }

var gameDefs = map[string]defs{
	"knizia":   newDefs(append(kniziaCharges(), "rose"), ""),
	"shannon":  newDefs(shannonCharges(), ""),
	"kutschke": newDefs(kutschkeCharges(), kutschkeBadges.defined),
}

// defs are the symbols of a game.
type defs struct{ besides, alone string }

// newDefs returns the symbols of the named charges, each once, and further definitions.
func newDefs(names []string, more string) defs {
	var b strings.Builder
	seen := map[string]bool{"rose": true, "tower": true} // in heraldry.Defs, and the tower in its CardDefs
	for _, name := range names {
		if !seen[name] {
			b.WriteString(`<symbol id="i-` + name + `" viewBox="0 0 24 24">` + charges[name] + `</symbol>`)
		}
		seen[name] = true
	}
	b.WriteString(more)
	alone := b.String()
	if slices.Contains(names, "rose") {
		alone += heraldry.Symbol("rose")
	}
	return defs{`<svg class="defs" aria-hidden="true"><defs>` + b.String() + `</defs></svg>`, heraldry.CardDefs(alone)}
}
