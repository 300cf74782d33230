package cards

import (
	"crypto/sha256"
	"fmt"
	"math"
	"strings"

	"tableronde/views/heraldry"
)

// A coat of arms is one of 4,160, drawn from the SHA-256 of the id of a player: its bytes
// choose, in order, the metal, the color, which of them is the field, the division of the
// shield, and the charge. One metal and one color keep the rule of tincture. Two players may
// bear the same.

var (
	coatMetals  = []heraldry.Tincture{heraldry.Argent, heraldry.Or}
	coatColors  = []heraldry.Tincture{heraldry.Gules, heraldry.Azure, heraldry.Vert, heraldry.Purpure, heraldry.Sable}
	coatCharges = []string{"tower", "rowel", "rose", "moon", "sword", "lance", "axe", "arrow", "flask", "hand", "tent", "book", "flame", "grail", "shoe", "scales"}
)

// coatDivisions are the shapes of the second tincture, and where the charge lies: on the
// field, on the shape, or on a plate.
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

// Coat returns the coat of arms of a player by their id. A page shows it beside the name and
// never instead of it. Where it is small, it goes without hatching.
func Coat(id string, large bool) string {
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
	fmt.Fprintf(&b, `<svg class="%s" viewBox="-58 -66 116 138" aria-hidden="true"><g clip-path="url(#ca)">`, map[bool]string{true: "coat big", false: "coat"}[large])
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

// appendField fills a path with a tincture, hatched where it is large.
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
