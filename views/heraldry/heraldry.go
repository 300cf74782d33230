// Package heraldry draws the common figures of the site as SVG: tinctures with their hatchings, men
// and knights, badges, arms and icons.
//
// Every tincture has its hatching (Petra Sancta, 1638) and an ordinary, which is the hatching
// enlarged, so that no meaning depends on color alone. Colors are classes of the style sheet, so
// the drawings are the same in light and dark.
package heraldry

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Tincture is a heraldic color.
type Tincture string

// The seven tinctures.
const (
	Argent  Tincture = "argent"
	Or      Tincture = "or"
	Gules   Tincture = "gules"
	Azure   Tincture = "azure"
	Vert    Tincture = "vert"
	Purpure Tincture = "purpure"
	Sable   Tincture = "sable"
)

// TinctureOf returns the tincture of an army by its English name ("White"). An unknown color
// becomes purpure.
func TinctureOf(army string) Tincture {
	switch strings.ToLower(army) {
	case "white":
		return Argent
	case "black":
		return Sable
	case "red":
		return Gules
	case "blue":
		return Azure
	case "green":
		return Vert
	case "yellow":
		return Or
	}
	return Purpure
}

// Shapes in units of 40 to a square, around the middle of the square.
const (
	shield    = "M-14.5-16H14.5V-2.5C14.5 7 8 13.5 0 17.5C-8 13.5-14.5 7-14.5-2.5Z"
	manRadius = "13.8"
)

// mulletPath is a mullet of six points. Its hole runs the other way round, so that it stays empty.
const mulletPath = "M0-9.2L2.3-4 8-4.6 4.6 0 8 4.6 2.3 4 0 9.2-2.3 4-8 4.6-4.6 0-8-4.6-2.3-4ZM-2.1 0a2.1 2.1 0 1 0 4.2 0 2.1 2.1 0 1 0-4.2 0z"

// ordinaries are enlarged hatchings. They remain visible when a piece is too small for hatching.
var ordinaries = map[Tincture]string{
	Gules:   `<path d="M-3.6-20H3.6V20H-3.6Z"/>`,
	Azure:   `<path d="M-20-3.6V3.6H20V-3.6Z"/>`,
	Vert:    `<path d="M-20-15L-15-20L20 15L15 20Z"/>`,
	Purpure: `<path d="M20-15L15-20L-20 15L-15 20Z"/>`,
	Or:      `<circle r="5.4"/>`,
}

// chargeClass returns the class of a charge on a tincture.
func (t Tincture) chargeClass() string {
	if t == Or || t == Argent {
		return "c-dark"
	}
	return "c-charge"
}

// lineClass returns the class of the outline of something in a tincture.
func (t Tincture) lineClass() string {
	if t == Argent {
		return "o o-argent"
	}
	return "o"
}

// hatchedPath returns a path filled with the hatching of a tincture; argent has none.
func (t Tincture) hatchedPath(path string) string {
	if t == Argent {
		return ""
	}
	return fmt.Sprintf(`<path d="%s" fill="url(#h-%s)"/>`, path, t)
}

// filledPath returns a path in a tincture with its hatching.
func (t Tincture) filledPath(path string) string {
	return fmt.Sprintf(`<path class="f-%s" d="%s"/>`, t, path) + t.hatchedPath(path)
}

// Man and Knight return the ids of the pieces in the Defs of each set. In games of more than two armies the pieces
// have their ordinaries. Argent has none; its annulet distinguishes it.
func Man(t Tincture, ordinary bool) string    { return "m" + idSuffix(t, ordinary) + string(t) }
func Knight(t Tincture, ordinary bool) string { return "k" + idSuffix(t, ordinary) + string(t) }

func idSuffix(t Tincture, ordinary bool) string {
	if ordinary && ordinaries[t] != "" {
		return "o-"
	}
	return "-"
}

func manDrawing(t Tincture, ordinary bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<circle r="%s" class="f-%s"/>`, manRadius, t)
	if t != Argent {
		fmt.Fprintf(&b, `<circle r="%s" fill="url(#h-%s)"/>`, manRadius, t)
	}
	if bearing := ordinaries[t]; ordinary && bearing != "" {
		fmt.Fprintf(&b, `<g clip-path="url(#cm)" class="%s">%s</g>`, t.chargeClass(), bearing)
	} else {
		fmt.Fprintf(&b, `<circle r="8.4" class="annulet %s"/>`, t.chargeClass())
	}
	fmt.Fprintf(&b, `<circle r="%s" class="%s"/>`, manRadius, t.lineClass())
	return b.String()
}

func knightDrawing(t Tincture, ordinary bool) string {
	var b strings.Builder
	b.WriteString(t.filledPath(shield))
	rowel := `<path class="%s" transform="translate(0 -1.5)" d="` + mulletPath + `"/>`
	if bearing := ordinaries[t]; ordinary && bearing != "" {
		if t != Or {
			fmt.Fprintf(&b, `<g clip-path="url(#ck)" class="%s">%s</g>`, t.chargeClass(), bearing)
		}
		fmt.Fprintf(&b, `<circle r="10.4" cy="-1.5" class="%s"/>`, t.chargeClass())
		fmt.Fprintf(&b, rowel, "f-"+string(t))
	} else {
		if t != Argent {
			fmt.Fprintf(&b, `<circle r="10.6" cy="-1.5" class="f-%s"/>`, t)
		}
		fmt.Fprintf(&b, rowel, t.chargeClass())
	}
	fmt.Fprintf(&b, `<path d="%s" class="%s"/>`, shield, t.lineClass())
	return b.String()
}

// Badge returns a small shield of a tincture. In games of more than two armies it has the ordinary.
// icon names the charge on it, "" for none.
func Badge(t Tincture, ordinary bool, icon string) string {
	key := badgeKey{t, ordinary, icon}
	if svg, ok := badges.Load(key); ok {
		return svg.(string)
	}
	svg, _ := badges.LoadOrStore(key, newBadge(t, ordinary, icon))
	return svg.(string)
}

type badgeKey struct {
	t        Tincture
	ordinary bool
	icon     string
}

var badges sync.Map // of badgeKey to its drawing; there are few

func newBadge(t Tincture, ordinary bool, icon string) string {
	return openBadge + badgeDrawing(t, ordinary, icon) + `</svg>`
}

const openBadge = `<svg class="badge" viewBox="-16 -17.5 32 36.5" aria-hidden="true">`

// DefinedBadge returns Badge in two parts, for pages with many copies: a definition with an id for
// the Defs of the page, and the badge that refers to it.
func DefinedBadge(id string, t Tincture, ordinary bool, icon string) (definition, badge string) {
	return `<g id="` + id + `">` + badgeDrawing(t, ordinary, icon) + `</g>`, openBadge + `<use href="#` + id + `"/></svg>`
}

func badgeDrawing(t Tincture, ordinary bool, icon string) string {
	var b strings.Builder
	b.WriteString(t.filledPath(shield))
	if bearing := ordinaries[t]; ordinary && bearing != "" {
		fmt.Fprintf(&b, `<g clip-path="url(#ck)" class="%s">%s</g>`, t.chargeClass(), bearing)
	}
	if icon != "" {
		if t != Argent {
			fmt.Fprintf(&b, `<circle r="11" cy="-1" class="f-%s"/>`, t)
		}
		b.WriteString(useIcon(icon, 0, -1, 17, t.chargeClass()))
	}
	fmt.Fprintf(&b, `<path d="%s" class="%s"/>`, shield, t.lineClass())
	return b.String()
}

// Vacant returns the badge of an army without a player: the outline of the shield with its ordinary
// or, in games of two armies, its charge.
func Vacant(t Tincture, ordinary bool, icon string) string {
	var b strings.Builder
	b.WriteString(openBadge + `<path class="f-paper" d="` + shield + `"/>`)
	if bearing := ordinaries[t]; ordinary && bearing != "" {
		fmt.Fprintf(&b, `<g clip-path="url(#ck)" class="f-%s">%s</g>`, t, bearing)
	}
	if icon != "" {
		b.WriteString(useIcon(icon, 0, -1, 17, "f-"+string(t)))
	}
	return b.String() + `<path d="` + shield + `" class="o vacant"/></svg>`
}

// Defs are the definitions with the heraldic pieces.
var Defs = Heraldic.Defs()

// CardDefs returns Defs without the pieces, the rose and the icons of boards, and with the symbols
// of a game.
func CardDefs(symbols string) string { return newDefs(Heraldic, false, symbols) }

func newDefs(set Set, boards bool, more string) string {
	var b strings.Builder
	b.WriteString(`<svg class="defs" aria-hidden="true"><defs>`)
	b.WriteString(hatchPatterns())
	if boards {
		b.WriteString(set.definitions())
	}
	fmt.Fprintf(&b, `<clipPath id="ck"><path d="%s"/></clipPath><clipPath id="ca"><path d="%s"/></clipPath>`, shield, escutcheonPath)
	names := iconNames
	if !boards {
		names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "rose" })
	} else {
		for _, t := range []Tincture{Argent, Sable} {
			b.WriteString(set.symbols(t, false))
		}
		for _, t := range []Tincture{Gules, Azure, Vert, Or} {
			b.WriteString(set.symbols(t, true))
		}
		names = slices.Concat(names, boardIcons)
	}
	for _, name := range names {
		b.WriteString(Symbol(name))
	}
	b.WriteString(more + `</defs></svg>`)
	return b.String()
}

// hatchPatterns returns the hatching patterns, 5 units wide: vertical for gules, horizontal for
// azure, diagonal for vert and purpure, crossed for sable, dotted for or.
func hatchPatterns() string {
	pattern := func(t Tincture, transform, content string) string {
		return fmt.Sprintf(`<pattern id="h-%s" width="5" height="5" patternUnits="userSpaceOnUse"%s>%s</pattern>`, t, transform, content)
	}
	const upright = `<path class="hl" d="M2.5 0V5"/>`
	return pattern(Gules, "", upright) +
		pattern(Azure, "", `<path class="hl" d="M0 2.5H5"/>`) +
		pattern(Vert, ` patternTransform="rotate(-45)"`, upright) +
		pattern(Purpure, ` patternTransform="rotate(45)"`, upright) +
		pattern(Sable, "", `<path class="hl-s" d="M2.5 0V5M0 2.5H5"/>`) +
		pattern(Or, "", `<circle class="hd" cx="1.5" cy="1.5" r=".85"/><circle class="hd" cx="4" cy="4" r=".85"/>`)
}

// round rounds to two decimals, and to 0 rather than -0.
func round(x float64) float64 { return math.Round(x*100)/100 + 0 }

func disc(cx, cy, r float64) string {
	return fmt.Sprintf("M%g %ga%g %g 0 1 0 %g 0a%g %g 0 1 0 %g 0z", cx-r, cy, r, r, 2*r, r, r, -2*r)
}

// useIcon returns a reference to an icon, centered at a point.
func useIcon(icon string, x, y, size float64, class string) string {
	return fmt.Sprintf(`<use href="#i-%s" x="%g" y="%g" width="%g" height="%g" class="%s"/>`, icon, x-size/2, y-size/2, size, size, class)
}

// PieceIcon returns a small picture of a piece, by its id in Defs.
func PieceIcon(id string) string {
	return `<svg class="mini" viewBox="-15.5 -17.5 31 36" aria-hidden="true"><use href="#` + id + `"/></svg>`
}

// BarDefs is the hatching of the filled part of a bar, for pages with bars.
const BarDefs = `<svg class="defs" aria-hidden="true"><pattern id="h-bar" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="b-hatch" d="M0 0V5"/></pattern></svg>`

const escutcheonPath = "M-54-62H54V-8C54 28 30 54 0 68C-30 54-54 28-54-8Z"

// Arms returns the arms of a game by its ruleset id. They are the arms of its family, with a
// difference for each board. A game without arms has a tower.
func Arms(game string) string {
	field, ok := coats[game]
	if !ok {
		field = Argent.filledPath(shieldBounds) + useIcon("tower", 0, -4, 60, "c-night")
	}
	return `<svg class="arms" viewBox="-58 -66 116 138" aria-hidden="true"><g clip-path="url(#ca)">` + field +
		`</g><path class="o thick" d="` + escutcheonPath + `"/></svg>`
}

const shieldBounds = "M-60-70H60V80H-60Z"

// coats are the coats of arms of the Camelot family. Boards for two have their castle, per fess
// embattled, with rowels and roundels to distinguish them. Boards for four are parted among four
// armies, with the rowel of a game of knights or the tower of one of castles.
var coats = map[string]string{
	"camelot":          embattled(Sable, Argent) + rowelAt(-27, -36) + rowelAt(27, -36) + roundelAt(0, 32),
	"chivalry":         embattled(Sable, Argent) + rowelAt(-34, -36) + rowelAt(0, -36) + rowelAt(34, -36) + roundelAt(-19, 24) + roundelAt(19, 24),
	"cam":              embattled(Sable, Argent) + rowelAt(0, -36) + roundelAt(0, 32),
	"camette":          embattled(Argent, Sable) + roundelAt(0, -36),
	"chivalry-4-teams": quarterly(Argent, Or, Azure, Gules) + centerPlate("mullet"),
	"chivalry-4-solo":  saltirewise(Argent, Or, Gules, Azure) + centerPlate("mullet"),
	"grand-camelot":    quarterly(Vert, Or, Gules, Azure) + centerPlate("tower"),
	"grand-cam-97":     saltirewise(Vert, Or, Gules, Azure) + centerPlate("tower"),
	"grand-cam-93":     saltirewise(Gules, Azure, Vert, Or) + centerPlate("round"),

	"knizia":   paly(Purpure, Gules, Azure, Or, Vert) + centerPlate("rose"),
	"shannon":  quarterly(Gules, Vert, Purpure, Sable) + chargeOnDisc(Gules, "sword", -27, -32) + chargeOnDisc(Vert, "arrow", 27, -32) + chargeOnDisc(Purpure, "moon", -25, 25) + chargeOnDisc(Sable, "kris", 25, 25) + inescutcheon(Or, "flask"),
	"kutschke": gyronny(Argent, Vert) + Or.plainPath(disc(0, -8, 24)) + `<circle r="24" cy="-8" class="o o-argent"/>` + useIcon("tower", 0, -9, 28, "c-night"),
}

// paly divides a field into vertical stripes.
func paly(stripes ...Tincture) string {
	var b strings.Builder
	wide := 108 / float64(len(stripes))
	for i, t := range stripes {
		b.WriteString(t.filledPath(fmt.Sprintf("M%.4g-70h%.4gV80h-%.4gZ", -54+float64(i)*wide, wide, wide)))
	}
	return b.String()
}

// gyronny divides a field into eight around a point, with alternating tinctures.
func gyronny(one, other Tincture) string {
	var b strings.Builder
	for k := range 8 {
		a, z := (float64(k)/4-.5)*math.Pi, (float64(k+1)/4-.5)*math.Pi
		b.WriteString([]Tincture{one, other}[k%2].filledPath(fmt.Sprintf("M0-8L%.1f %.1fL%.1f %.1fZ", 120*math.Cos(a), 120*math.Sin(a)-8, 120*math.Cos(z), 120*math.Sin(z)-8)))
	}
	return b.String()
}

// chargeOnDisc returns a charge on a plain disc of its field.
func chargeOnDisc(t Tincture, sign string, x, y float64) string {
	return t.plainPath(disc(x, y, 20)) + placedCharge(sign, x, y, 30, t.chargeClass())
}

// inescutcheon returns a small shield in the middle.
func inescutcheon(t Tincture, sign string) string {
	const small = "M-14.5-19H14.5V-5.5C14.5 4 8 10.5 0 14.500C-8 10.500-14.500 4-14.500-5.500Z"
	return t.plainPath(small) + `<path class="o o-argent" d="` + small + `"/>` + placedCharge(sign, 0, -4, 20, "c-night")
}

// The signs of card games, which have no armies: the sign of one of their cards.
var cardGameSigns = map[string]struct {
	tincture Tincture
	charge   string
}{
	"knizia":   {Gules, "sword"},
	"shannon":  {Purpure, "moon"},
	"kutschke": {Vert, "keep"},
}

// Sign returns the badge of a card game, or its outline for an open seat. ok is false for a game
// without one.
func Sign(game string, taken bool) (svg string, ok bool) {
	s, ok := cardGameSigns[game]
	if !ok {
		return "", false
	}
	const open = `<svg class="badge" viewBox="-16 -17.5 32 36.5" aria-hidden="true">`
	if !taken {
		return open + `<path class="f-paper" d="` + shield + `"/>` + placedCharge(s.charge, 0, -1, 17, "c-vacant") + `<path d="` + shield + `" class="o vacant"/></svg>`, true
	}
	t := s.tincture
	return open + t.filledPath(shield) + t.plainPath(disc(0, -1, 11)) + placedCharge(s.charge, 0, -1, 17, t.chargeClass()) + `<path d="` + shield + `" class="` + t.lineClass() + `"/></svg>`, true
}

// plainPath fills a path without hatching.
func (t Tincture) plainPath(path string) string {
	return fmt.Sprintf(`<path class="f-%s" d="%s"/>`, t, path)
}

// placedCharge returns a charge drawn in place, on a grid of 24 around a point.
func placedCharge(charge string, x, y, size float64, class string) string {
	scale := size / 24
	return fmt.Sprintf(`<g class="%s" transform="translate(%.4g %.4g) scale(%.4g)">%s</g>`, class, x-size/2, y-size/2, scale, cardCharges[charge])
}

// cardCharges are the charges of shields in games of cards.
var cardCharges = map[string]string{
	"sword": `<path d="M12 .8L14.2 4V14.5H9.8V4Z"/><path d="M5.5 14.5h13v2.4h-13z"/><path d="M10.9 16.9h2.2v3.6h-2.2z"/><circle cx="12" cy="21.6" r="1.9"/>`,
	"lance": `<path d="M3 22.2L1.8 21 17 5.2l1.8 1.8z"/><path d="M22 2l-1.2 6.2-5-5z"/><path d="M4.6 13.2c5-.6 7 1.6 6.4 6.4-4.6.4-7-2-6.4-6.4z"/>`,
	"axe":   `<path d="M9.4 1.5h2.6v21H9.4z"/><path d="M12 4.2c3.6 0 6-1.2 8-3.2 2.4 4.4 2.4 9.6 0 14-2-2-4.4-3.2-8-3.2z"/><path d="M9.4 5.5L5 8l4.4 2.5z"/>`,
	"flail": `<path d="M2.6 22.6L6.8 4.2l2.2.5L4.8 23z"/><path class="k" stroke-width="1.8" d="M8 4.6C10.5 1 15 1.4 15.6 6"/><path d="M15.90 6.40L17.55 9.63L20.99 8.51L19.87 11.95L23.10 13.60L19.87 15.25L20.99 18.69L17.55 17.57L15.90 20.80L14.25 17.57L10.81 18.69L11.93 15.25L8.70 13.60L11.93 11.95L10.81 8.51L14.25 9.63Z"/>`,
	"hand":  `<rect x="6.6" y="4.6" width="2.5" height="10" rx="1.2"/><rect x="9.6" y="2" width="2.5" height="12" rx="1.2"/><rect x="12.6" y="2.4" width="2.5" height="12" rx="1.2"/><rect x="15.6" y="4.8" width="2.5" height="10" rx="1.2"/><path d="M6.6 11h11.5v4.4c0 2.2-1.4 3.4-3 3.6h-4.2C8.600 18.600 6.6 16.600 6.6 14z"/><path d="M6.800 16.200L2.600 12c-1.300-1.400.5-3.100 1.900-1.900L8 13z"/><path d="M8.600 20h8v2.600h-8z"/>`,
	"arrow": `<path d="M12 .8L16.400 7.600H13.200V16l3 2.800v4L12 20.200 7.800 22.800v-4l3-2.800V7.600H7.600Z"/>`,
	"moon":  `<path d="M13 2.200a10 10 0 1 0 8.800 13.600A8.200 8.200 0 1 1 13 2.200z"/><path d="M17.60 3.00L18.66 5.94L21.78 6.04L19.31 7.96L20.19 10.96L17.60 9.20L15.01 10.96L15.89 7.96L13.42 6.04L16.54 5.94Z"/>`,
	"kris":  `<path d="M12 23.400c-2.400-2.200-.4-3.600-1.600-5.600s-.4-3.400.4-4.600-.6-3-.6-4h3.600c0 1-1.400 2.800-.6 4s1.600 2.600.4 4.600.8 3.400-1.600 5.600z"/><path d="M5 9.200c1.600-2 4-2.400 7-2.400s5.400.4 7 2.400c-2 .6-4.400.6-7 .6s-5 0-7-.6z"/><path d="M10.800 2.600h2.400v4.600h-2.400z"/><circle cx="12" cy="2" r="1.800"/>`,
	"flask": `<path fill-rule="evenodd" d="M8.500 1.500h7v2.200h-1.200V9l5.600 10.400c.9 1.700-.2 3.100-1.700 3.100H5.800c-1.500 0-2.600-1.400-1.700-3.100L9.700 9V3.700H8.500zM11.800 9.600L9 15h6l-2.800-5.400z"/>`,
	"keep":  icons["tower"],
}

// embattled divides a field horizontally by a line like a battlement.
func embattled(chief, base Tincture) string {
	return base.filledPath(shieldBounds) + chief.filledPath("M-60-70H60V2H45V-10H27V2H9V-10H-9V2H-27V-10H-45V2H-60Z")
}

// quarterly divides a field in four by a cross.
func quarterly(topLeft, topRight, bottomLeft, bottomRight Tincture) string {
	return topLeft.filledPath("M-60-70H0V0H-60Z") + topRight.filledPath("M0-70H60V0H0Z") +
		bottomLeft.filledPath("M-60 0H0V80H-60Z") + bottomRight.filledPath("M0 0H60V80H0Z")
}

// saltirewise divides a field in four by its diagonals.
func saltirewise(top, right, bottom, left Tincture) string {
	return top.filledPath("M0 0L-70-70H70Z") + right.filledPath("M0 0L70-70V80H80Z") +
		bottom.filledPath("M0 0L80 80H-80Z") + left.filledPath("M0 0L-80 80H-70V-70Z")
}

// centerPlate returns a plate in the middle with a charge.
func centerPlate(icon string) string {
	return `<circle r="25" cy="-2" class="f-argent"/><circle r="25" cy="-2" class="o o-argent"/>` + useIcon(icon, 0, -3, 32, "c-night")
}

func rowelAt(x, y float64) string {
	return fmt.Sprintf(`<circle cx="%g" cy="%g" r="15" class="f-sable"/><path class="c-charge" transform="translate(%g %g) scale(1.5)" d="%s"/>`,
		x, y, x, y, mulletPath)
}

func roundelAt(x, y float64) string {
	return fmt.Sprintf(`<g transform="translate(%g %g)"><circle r="15" class="f-sable"/><circle r="15" fill="url(#h-sable)"/><circle r="8.5" class="annulet c-charge"/></g>`, x, y)
}

// Logo is the logo: a roundel gyronny of eight, the table seen from above.
var Logo = func() string {
	var b strings.Builder
	at := func(k int) (x, y float64) {
		a := (float64(k)/4 - 0.5) * math.Pi
		return 15 + 14*math.Cos(a), 15 + 14*math.Sin(a)
	}
	for k := 0; k < 8; k += 2 {
		x0, y0 := at(k)
		x1, y1 := at(k + 1)
		fmt.Fprintf(&b, "M15 15L%.2f %.2fA14 14 0 0 1 %.2f %.2fZ", x0, y0, x1, y1)
	}
	return `<svg viewBox="0 0 30 30" aria-hidden="true"><path class="c-ink" d="` + b.String() +
		`"/><circle class="ring" cx="15" cy="15" r="14"/><circle class="ring f-paper" cx="15" cy="15" r="5.6"/></svg>`
}()

// Band is the border under the top bar of home and rules: every tincture with its hatching.
var Band = func() string {
	var b strings.Builder
	b.WriteString(`<div class="band" aria-hidden="true"><svg><defs><pattern id="band" width="192" height="10" patternUnits="userSpaceOnUse">`)
	for i, t := range []Tincture{Gules, Argent, Azure, Or, Sable, Purpure, Argent, Vert} {
		b.WriteString(t.filledPath(fmt.Sprintf("M%d 0h24v10h-24z", i*24)))
	}
	b.WriteString(`</pattern></defs><rect width="100%" height="10" fill="url(#band)"/></svg></div>`)
	return b.String()
}()

// Parts returns the definitions for a board drawn as a file of its own: the hatchings, the pieces
// of its armies and the named icons.
func Parts(armies []Tincture, ordinary bool, names ...string) string {
	var b strings.Builder
	b.WriteString(hatchPatterns())
	fmt.Fprintf(&b, `<clipPath id="cm"><circle r="%s"/></clipPath><clipPath id="ck"><path d="%s"/></clipPath><clipPath id="ca"><path d="%s"/></clipPath>`,
		manRadius, shield, escutcheonPath)
	for _, t := range armies {
		b.WriteString(Heraldic.symbols(t, ordinary))
	}
	for _, name := range names {
		b.WriteString(Symbol(name))
	}
	return b.String()
}

// Place puts a drawing of this package into another one, at an upper left corner and with a size.
func Place(svg string, x, y, width, height float64) string {
	b := append(make([]byte, 0, len(svg)+64), "<svg"...)
	add := func(name string, value float64) {
		b = append(append(b, ' '), name...)
		b = strconv.AppendFloat(append(b, `="`...), round(value), 'g', -1, 64)
		b = append(b, '"')
	}
	add("x", x)
	add("y", y)
	add("width", width)
	add("height", height)
	return string(append(b, strings.TrimPrefix(svg, "<svg")...))
}

// icons are drawn on a grid of 24 in the color of the text.
var icons = map[string]string{
	"again":    `<path d="M4 11a8 8 0 1 1 2.6 7.2l2-2.2A5 5 0 1 0 7 11h3.4L5.5 16.200.6 11z"/>`,
	"back":     `<path d="M10 3L2 10.5 10 18v-5c6 0 9 2 12 7 0-8-4-12.5-12-12.5z"/>`,
	"rules":    `<path d="M11 5.5C8.5 3.6 5 3.2 1.5 3.5v15c3.5-.3 7 .1 9.5 2zM13 5.5v15c2.5-1.9 6-2.3 9.5-2v-15C19 3.2 15.5 3.6 13 5.5z"/>`,
	"check":    `<path d="M9.2 19.5L2.5 12.8l2.3-2.3 4.4 4.4L19.2 4.5l2.3 2.3z"/>`,
	"cross":    `<path d="M5.5 3L12 9.5 18.5 3 21 5.5 14.5 12 21 18.5 18.5 21 12 14.5 5.5 21 3 18.5 9.5 12 3 5.5z"/>`,
	"download": `<path d="M10.3 2.5h3.4v9h4L12 18 6.3 11.5h4zM3 19h18v2.5H3z"/>`,
	"equal":    `<path d="M3.5 7h17v3.4h-17zM3.5 13.6h17V17h-17z"/>`,
	"watch":    `<path fill-rule="evenodd" d="M12 4.5c5 0 8.8 3.3 11 7.5-2.2 4.2-6 7.5-11 7.5S3.2 16.2 1 12c2.2-4.2 6-7.5 11-7.5zm0 3a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zm0 2.2a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6z"/>`,
	"first":    `<path d="M3.5 4h3v16h-3zM20.5 4v16L8.5 12z"/>`,
	"flag":     `<path d="M4 2h2.4v1.5C11 1.8 14 5.8 20.5 4v9.5C14 15.3 11 11.3 6.4 13v9H4z"/>`,
	"flip":     `<path d="M7 2.5L12.5 9H8.8v12.5H5.2V9H1.5zM17 21.5L11.5 15h3.7V2.5h3.6V15h3.7z"/>`,
	"gear":     `<path fill-rule="evenodd" d="M10.4 1h3.2l.6 2.9 1.9.8 2.5-1.6 2.3 2.3-1.6 2.5.8 1.9 2.9.6v3.2l-2.9.6-.8 1.9 1.6 2.5-2.3 2.3-2.5-1.6-1.9.8-.6 2.9h-3.2l-.6-2.9-1.9-.8-2.5 1.6-2.3-2.3 1.6-2.5-.8-1.9L1 13.6v-3.2l2.9-.6.8-1.9-1.6-2.5 2.3-2.3 2.5 1.6 1.9-.8zM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8z"/>`,
	"last":     `<path d="M17.5 4h3v16h-3zM3.5 4v16l12-8z"/>`,
	"list":     `<path d="M3 4h18v2.5H3zM3 10.8h18v2.5H3zM3 17.5h18V20H3z"/>`,
	"mullet":   `<path transform="translate(12 12) scale(1.25)" d="` + mulletPath + `"/>`,
	"next":     `<path d="M6.5 3.5v17L19 12z"/>`,
	"orders":   `<path d="M2.5 4H7v4.5H2.5zM2.5 15.5H7V20H2.5zM10 5h11.5v2.5H10zM10 16.5h11.5V19H10z"/>`,
	"prev":     `<path d="M17.5 3.5v17L5 12z"/>`,
	"rose": func() string {
		petals := `<g class="petal">`
		for _, p := range [][2]float64{{12, 6}, {17.71, 10.15}, {15.53, 16.85}, {8.47, 16.85}, {6.29, 10.15}} {
			petals += fmt.Sprintf(`<circle cx="%g" cy="%g" r="5"/>`, p[0], p[1])
		}
		return petals + `<circle cx="12" cy="12" r="4"/></g><circle class="heart" cx="12" cy="12" r="2.2"/>`
	}(),
	"round":   fmt.Sprintf(`<path fill-rule="evenodd" d="%s%s"/>`, disc(12, 12, 11), disc(12, 12, 7.6)),
	"zoom":    `<path fill-rule="evenodd" d="M10 2a8 8 0 0 1 6.3 12.9L22 20.6 20.6 22l-5.7-5.7A8 8 0 1 1 10 2zm0 2.6a5.4 5.4 0 1 0 0 10.8 5.4 5.4 0 0 0 0-10.8z"/>`,
	"sound":   `<path d="M2 8.5h4.5L12 3.5v17l-5.5-5H2zM14.5 8a5 5 0 0 1 0 8zM14.5 3.5a9.2 9.2 0 0 1 0 17v-2.6a6.8 6.8 0 0 0 0-11.8z"/>`,
	"squares": `<path fill-rule="evenodd" d="M2.5 2.5h19v19h-19zM4.7 4.7V12H12v7.3h7.3V12H12V4.7z"/>`,
	"tower":   `<path d="M4.5 2h3.4v3h2.5V2h3.2v3h2.5V2h3.4v6.4l-2 2V22h-3.8v-4.6a1.7 1.7 0 0 0-3.4 0V22H6.5V10.4l-2-2z"/>`,
}

// iconNames are the icons that any page may show. boardIcons are the icons of boards.
var (
	iconNames  = []string{"back", "check", "cross", "download", "equal", "first", "flag", "gear", "last", "list", "mullet", "next", "orders", "prev", "rose", "round", "rules", "sound", "squares", "tower", "watch"}
	boardIcons = []string{"again", "flip", "zoom"}
)

// Symbol returns the definition of an icon.
func Symbol(name string) string {
	return `<symbol id="i-` + name + `" viewBox="0 0 24 24">` + icons[name] + `</symbol>`
}

// Icon returns a small picture beside a word, in the color of the text.
func Icon(name string) string {
	return `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="#i-` + name + `"/></svg>`
}

// Hourglass is an icon that few pages need, at most once.
const Hourglass = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path fill-rule="evenodd" d="M4.5 2h15v3h-1.7c0 3-1.3 5-3.6 7 2.3 2 3.6 4 3.6 7h1.7v3h-15v-3h1.7c0-3 1.3-5 3.6-7-2.3-2-3.6-4-3.6-7H4.5zm4.4 3c0 2.3 1 3.8 3.1 5.3 2.1-1.5 3.1-3 3.1-5.3zM12 14c-1.9 1.3-2.8 3-3 5h6c-.2-2-1.1-3.7-3-5z"/></svg>`

// Charge returns the charge of a card or a shield of a card game by its name, drawn on the grid of
// the icons. Its strokes, of class k, have the color of the text.
func Charge(name string) string { return cardCharges[name] }
