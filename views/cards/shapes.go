package cards

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"tableronde/views/heraldry"
)

// num writes a measure with what digits it needs, two after the point at most.
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

func disc(cx, cy, r float64) string {
	return fmt.Sprintf("M%s %sa%s %s 0 1 0 %s 0a%s %s 0 1 0 %s 0z", num(cx-r), num(cy), num(r), num(r), num(2*r), num(r), num(r), num(-2*r))
}

// solid and pierced are a path filled whole, and one filled where it is covered
// an odd number of times.
func solid(d string) string   { return `<path d="` + d + `"/>` }
func pierced(d string) string { return `<path fill-rule="evenodd" d="` + d + `"/>` }

// line returns a stroke in the color of the charge.
func line(width float64, d string) string {
	return `<path class="k" stroke-width="` + num(width) + `" d="` + d + `"/>`
}

// moved turns a drawing around the middle of the grid, scales it there and
// shifts it.
func moved(dx, dy, turn, scale float64, drawing string) string {
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

// around repeats a drawing n times around the middle of the grid.
func around(n int, drawing string) string {
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

// use places a charge of a size around a point.
func use(charge string, x, y, size float64, class string) string {
	return `<use href="#i-` + charge + `" x="` + num(x-size/2) + `" y="` + num(y-size/2) + `" width="` + num(size) + `" height="` + num(size) + `" class="` + class + `"/>`
}

// field returns a path in a tincture with its hatching.
func field(t heraldry.Tincture, d string) string {
	plain := `<path class="f-` + string(t) + `" d="` + d + `"/>`
	if t == heraldry.Argent {
		return plain
	}
	return plain + `<path d="` + d + `" fill="url(#h-` + string(t) + `)"/>`
}

// quiet returns the disc of plain tincture under a charge, so that it does not fight
// the hatching; argent has none.
func quiet(t heraldry.Tincture, x, y, r float64) string {
	if t == heraldry.Argent {
		return ""
	}
	return `<circle cx="` + num(x) + `" cy="` + num(y) + `" r="` + num(r) + `" class="f-` + string(t) + `"/>`
}

// on returns the class of what lies on a tincture. What lies on argent keeps its
// color in every theme, as argent does.
func on(t heraldry.Tincture) string {
	switch t {
	case heraldry.Or:
		return "c-dark"
	case heraldry.Argent:
		return "c-night"
	}
	return "c-charge"
}
