package heraldry

import (
	"fmt"
	"math"
	"strings"
)

const escutcheon = "M-54-62H54V-8C54 28 30 54 0 68C-30 54-54 28-54-8Z"

// Arms are the arms of a game by its ruleset id: those of its family, each
// board differenced; a game without arms of its own bears a tower.
func Arms(game string) string {
	field, ok := fields[game]
	if !ok {
		field = Argent.field(whole) + use("tower", 0, -4, 60, "c-night")
	}
	return `<svg class="arms" viewBox="-58 -66 116 138" aria-hidden="true"><g clip-path="url(#ca)">` + field +
		`</g><path class="o thick" d="` + escutcheon + `"/></svg>`
}

const whole = "M-60-70H60V80H-60Z"

// fields are the coats of the Camelot family. The boards for two bear their
// castle, per fess embattled, with as many rowels and roundels as they need to
// be told apart; those for four are parted among four armies, with the rowel of
// a game of knights or the tower of one of castles.
var fields = map[string]string{
	"camelot":          embattled(Sable, Argent) + rowel(-27, -36) + rowel(27, -36) + roundel(0, 32),
	"chivalry":         embattled(Sable, Argent) + rowel(-34, -36) + rowel(0, -36) + rowel(34, -36) + roundel(-19, 24) + roundel(19, 24),
	"cam":              embattled(Sable, Argent) + rowel(0, -36) + roundel(0, 32),
	"camette":          embattled(Argent, Sable) + roundel(0, -36),
	"chivalry-4-teams": quarterly(Argent, Or, Azure, Gules) + boss("mullet"),
	"chivalry-4-solo":  saltirewise(Argent, Or, Gules, Azure) + boss("mullet"),
	"grand-camelot":    quarterly(Vert, Or, Gules, Azure) + boss("tower"),
	"grand-cam-97":     saltirewise(Vert, Or, Gules, Azure) + boss("tower"),
	"grand-cam-93":     saltirewise(Gules, Azure, Vert, Or) + boss("round"),
}

// embattled parts a field across, the line cut like a wall.
func embattled(chief, base Tincture) string {
	return base.field(whole) + chief.field("M-60-70H60V2H45V-10H27V2H9V-10H-9V2H-27V-10H-45V2H-60Z")
}

// quarterly parts a field in four by a cross.
func quarterly(topLeft, topRight, bottomLeft, bottomRight Tincture) string {
	return topLeft.field("M-60-70H0V0H-60Z") + topRight.field("M0-70H60V0H0Z") +
		bottomLeft.field("M-60 0H0V80H-60Z") + bottomRight.field("M0 0H60V80H0Z")
}

// saltirewise parts a field in four by its diagonals.
func saltirewise(top, right, bottom, left Tincture) string {
	return top.field("M0 0L-70-70H70Z") + right.field("M0 0L70-70V80H80Z") +
		bottom.field("M0 0L80 80H-80Z") + left.field("M0 0L-80 80H-70V-70Z")
}

// boss is a plate in the middle with a charge.
func boss(icon string) string {
	return `<circle r="25" cy="-2" class="f-argent"/><circle r="25" cy="-2" class="o o-argent"/>` + use(icon, 0, -3, 32, "c-night")
}

func rowel(x, y float64) string {
	return fmt.Sprintf(`<circle cx="%g" cy="%g" r="15" class="f-sable"/><path class="c-charge" transform="translate(%g %g) scale(1.5)" fill-rule="evenodd" d="%s"/>`,
		x, y, x, y, mullet)
}

func roundel(x, y float64) string {
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
		b.WriteString(t.field(fmt.Sprintf("M%d 0h24v10h-24z", i*24)))
	}
	b.WriteString(`</pattern></defs><rect width="100%" height="10" fill="url(#band)"/></svg></div>`)
	return b.String()
}()
