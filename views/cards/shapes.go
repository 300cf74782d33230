package cards

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"tableronde/views/heraldry"
)

// num formats a measure with at most two decimals.
func num(x float64) string {
	return strconv.FormatFloat(math.Round(x*100)/100+0, 'f', -1, 64)
}

// star returns the outline of a mullet of n points, the first one upwards.
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

// solidPath and pierced are a path filled whole, and one filled where it is covered
// an odd number of times.
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

// mirrored returns a drawing with left and right exchanged.
func mirrored(drawing string) string {
	return `<g transform="matrix(-1 0 0 1 24 0)">` + drawing + `</g>`
}

// withMirror returns a drawing of the left half with its mirror image.
func withMirror(half string) string { return half + mirrored(half) }

// sideBySide returns two copies of a drawing, each apart from the middle of the grid.
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
