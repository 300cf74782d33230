package heraldry

import (
	"fmt"
	"math"
	"strings"
)

const escutcheonPath = "M-54-62H54V-8C54 28 30 54 0 68C-30 54-54 28-54-8Z"

// Arms returns the arms of a game by its ruleset id: those of its family, each
// board differenced; a game without arms of its own bears a tower.
func Arms(game string) string {
	field, ok := coats[game]
	if !ok {
		field = Argent.filledPath(shieldBounds) + useIcon("tower", 0, -4, 60, "c-night")
	}
	return `<svg class="arms" viewBox="-58 -66 116 138" aria-hidden="true"><g clip-path="url(#ca)">` + field +
		`</g><path class="o thick" d="` + escutcheonPath + `"/></svg>`
}

const shieldBounds = "M-60-70H60V80H-60Z"

// coats are the coats of arms of the Camelot family. The boards for two bear their
// castle, per fess embattled, with as many rowels and roundels as they need to
// be told apart; those for four are parted among four armies, with the rowel of
// a game of knights or the tower of one of castles.
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

// paly parts a field into upright stripes.
func paly(stripes ...Tincture) string {
	var b strings.Builder
	wide := 108 / float64(len(stripes))
	for i, t := range stripes {
		b.WriteString(t.filledPath(fmt.Sprintf("M%.4g-70h%.4gV80h-%.4gZ", -54+float64(i)*wide, wide, wide)))
	}
	return b.String()
}

// gyronny parts a field into eight around a point, two tinctures in turn.
func gyronny(one, other Tincture) string {
	var b strings.Builder
	for k := range 8 {
		a, z := (float64(k)/4-.5)*math.Pi, (float64(k+1)/4-.5)*math.Pi
		b.WriteString([]Tincture{one, other}[k%2].filledPath(fmt.Sprintf("M0-8L%.1f %.1fL%.1f %.1fZ", 120*math.Cos(a), 120*math.Sin(a)-8, 120*math.Cos(z), 120*math.Sin(z)-8)))
	}
	return b.String()
}

// chargeOnDisc returns a charge on a quiet disc of its field.
func chargeOnDisc(t Tincture, sign string, x, y float64) string {
	return t.plainPath(disc(x, y, 20)) + placedCharge(sign, x, y, 30, t.chargeClass())
}

// inescutcheon returns a small shield in the middle.
func inescutcheon(t Tincture, sign string) string {
	const small = "M-14.5-19H14.5V-5.5C14.5 4 8 10.5 0 14.500C-8 10.500-14.500 4-14.500-5.500Z"
	return t.plainPath(small) + `<path class="o o-argent" d="` + small + `"/>` + placedCharge(sign, 0, -4, 20, "c-night")
}

// A game of cards, in which nobody leads an army, goes by the sign of one of its
// cards.
var cardGameSigns = map[string]struct {
	tincture Tincture
	charge   string
}{
	"knizia":   {Gules, "sword"},
	"shannon":  {Purpure, "moon"},
	"kutschke": {Vert, "keep"},
}

// Sign returns the badge of a game of cards, or its outline for a seat that nobody has
// taken; ok is false for a game without one.
func Sign(game string, taken bool) (svg string, ok bool) {
	s, ok := cardGameSigns[game]
	if !ok {
		return "", false
	}
	return chargeBadge(s.tincture, s.charge, taken), true
}

// ChargeBadge returns a badge of a tincture with a charge as cards bear it.
func ChargeBadge(t Tincture, charge string) string { return chargeBadge(t, charge, true) }

func chargeBadge(t Tincture, charge string, taken bool) string {
	const open = `<svg class="badge" viewBox="-16 -17.5 32 36.5" aria-hidden="true">`
	if !taken {
		return open + `<path class="f-paper" d="` + shield + `"/>` + placedCharge(charge, 0, -1, 17, "c-vacant") + `<path d="` + shield + `" class="o vacant"/></svg>`
	}
	return open + t.filledPath(shield) + t.plainPath(disc(0, -1, 11)) + placedCharge(charge, 0, -1, 17, t.chargeClass()) + `<path d="` + shield + `" class="` + t.lineClass() + `"/></svg>`
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

// cardCharges are what shields bear in games of cards.
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

// embattled parts a field across, the line cut like a wall.
func embattled(chief, base Tincture) string {
	return base.filledPath(shieldBounds) + chief.filledPath("M-60-70H60V2H45V-10H27V2H9V-10H-9V2H-27V-10H-45V2H-60Z")
}

// quarterly parts a field in four by a cross.
func quarterly(topLeft, topRight, bottomLeft, bottomRight Tincture) string {
	return topLeft.filledPath("M-60-70H0V0H-60Z") + topRight.filledPath("M0-70H60V0H0Z") +
		bottomLeft.filledPath("M-60 0H0V80H-60Z") + bottomRight.filledPath("M0 0H60V80H0Z")
}

// saltirewise parts a field in four by its diagonals.
func saltirewise(top, right, bottom, left Tincture) string {
	return top.filledPath("M0 0L-70-70H70Z") + right.filledPath("M0 0L70-70V80H80Z") +
		bottom.filledPath("M0 0L80 80H-80Z") + left.filledPath("M0 0L-80 80H-70V-70Z")
}

// centerPlate returns a plate in the middle with a charge.
func centerPlate(icon string) string {
	return `<circle r="25" cy="-2" class="f-argent"/><circle r="25" cy="-2" class="o o-argent"/>` + useIcon(icon, 0, -3, 32, "c-night")
}

func rowelAt(x, y float64) string {
	return fmt.Sprintf(`<circle cx="%g" cy="%g" r="15" class="f-sable"/><path class="c-charge" transform="translate(%g %g) scale(1.5)" fill-rule="evenodd" d="%s"/>`,
		x, y, x, y, mulletPath)
}

func roundelAt(x, y float64) string {
	return fmt.Sprintf(`<g transform="translate(%g %g)"><circle r="15" class="f-sable"/><circle r="15" fill="url(#h-sable)"/><circle r="8.5" class="annulet c-charge"/></g>`, x, y)
}

// Logo is the brand: a roundel gyronny of eight, the table seen from above.
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

// Band is the bordure compony under the top bar of home and rules: every
// tincture with its hatching.
var Band = func() string {
	var b strings.Builder
	b.WriteString(`<div class="band" aria-hidden="true"><svg><defs><pattern id="band" width="192" height="10" patternUnits="userSpaceOnUse">`)
	for i, t := range []Tincture{Gules, Argent, Azure, Or, Sable, Purpure, Argent, Vert} {
		b.WriteString(t.filledPath(fmt.Sprintf("M%d 0h24v10h-24z", i*24)))
	}
	b.WriteString(`</pattern></defs><rect width="100%" height="10" fill="url(#band)"/></svg></div>`)
	return b.String()
}()
