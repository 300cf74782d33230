package heraldry

import (
	"fmt"
	"math"
	"strings"
)

const escutcheon = "M-54-62H54V-8C54 28 30 54 0 68C-30 54-54 28-54-8Z"

// Arms are the arms of a game by its ruleset id: those of its family, each
// board differenced; a game without arms of its own bears a plain field.
func Arms(game string) string {
	var field string
	switch game {
	case "camelot":
		// Per fess embattled: two spur rowels over a roundel, knights over a man.
		field = Argent.field("M-60-70H60V80H-60Z") + Sable.field("M-60-70H60V2H45V-10H27V2H9V-10H-9V2H-27V-10H-45V2H-60Z") +
			rowel(-27, -36) + rowel(27, -36) + roundel(0, 32)
	default:
		field = Argent.field("M-60-70H60V80H-60Z") + use("tower", 0, -4, 60, "c-night")
	}
	return `<svg class="arms" viewBox="-58 -66 116 138" aria-hidden="true"><g clip-path="url(#ca)">` + field +
		`</g><path class="o thick" d="` + escutcheon + `"/></svg>`
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
