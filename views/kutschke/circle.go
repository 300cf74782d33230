package kutschke

import (
	"fmt"
	"math"
	"slices"
	"strings"

	rules "tableronde/games/kutschke"
)

// Measures of the map, in its own units around its middle.
const (
	inner  = 104.0 // of the places
	outer  = 196.0
	stands = 150.0 // where names and knights are
	rideAt = 191.0 // the way of a horse
	sector = 45.0  // degrees
)

// polar returns a point by its distance from the middle and its angle in degrees,
// clockwise from the top.
func polar(r, angle float64) (x, y float64) {
	a := (angle - 90) * math.Pi / 180
	return hundredths(r * math.Cos(a)), hundredths(r * math.Sin(a))
}

// hundredths rounds what is written into a drawing.
func hundredths(x float64) float64 { return math.Round(x*100) / 100 }

func point(r, angle float64) string {
	x, y := polar(r, angle)
	return fmt.Sprint(tenths(x), " ", tenths(y))
}

// tenths rounds a place in a drawing.
func tenths(x float64) float64 { return math.Round(x*10)/10 + 0 } // and makes -0 a 0

// write adds to a drawing, with its numbers in tenths.
func write(b *strings.Builder, format string, args ...any) {
	for i, arg := range args {
		if x, ok := arg.(float64); ok {
			args[i] = tenths(x)
		}
	}
	fmt.Fprintf(b, format, args...)
}

// wedge returns the outline of the place with an index.
func wedge(i int) string {
	from, to := sector*(float64(i)-.5), sector*(float64(i)+.5)
	return fmt.Sprintf("M%sL%sA%g %g 0 0 1 %sL%sA%g %g 0 0 0 %sZ",
		point(inner, from), point(outer, from), outer, outer, point(outer, to), point(inner, to), inner, inner, point(inner, from))
}

var wedges = func() (all [8]string) {
	for i := range all {
		all[i] = wedge(i)
	}
	return all
}()

// ground is the circle without what changes: the wall of Camelot on its rim and
// leaves around the provinces.
var ground = func() string {
	var b strings.Builder
	for i := range 8 {
		if i == 0 {
			fmt.Fprintf(&b, `<path class="f-or" d="%[1]s"/><path fill="url(#h-or)" d="%[1]s"/>`, wedges[i])
			for k := range 6 {
				fmt.Fprintf(&b, `<path class="merlon" transform="rotate(%g)" d="M-6.5-211h13v15h-13z"/>`, hundredths((float64(k)-2.5)*7.6))
			}
			continue
		}
		fmt.Fprintf(&b, `<path class="%s" d="%s"/>`, []string{"sa", "sb"}[i%2], wedges[i])
	}
	b.WriteString(foliage())
	for i := range 8 {
		angle := sector * (float64(i) + .5)
		fmt.Fprintf(&b, `<path class="border" d="M%sL%s"/>`, point(inner, angle), point(outer, angle))
	}
	for _, r := range []float64{outer, inner - 3} {
		fmt.Fprintf(&b, `<circle class="rim" r="%g"/><circle class="rim2" r="%g"/>`, r, r)
	}
	return b.String()
}()

// foliage returns the leaves on the rim: those of one province, and the same turned to
// the others.
func foliage() string {
	var b strings.Builder
	b.WriteString(`<g class="foliage"><g id="leaves">`)
	for k := range 7 {
		turn := sector + (float64(k)-3)*6
		fmt.Fprintf(&b, `<path transform="rotate(%g)translate(0 -199)rotate(%d)" d="M0 2C6-3 6-9 0-15C-6-9-6-3 0 2Z"/>`, turn, 24-48*(k%2))
	}
	b.WriteString(`</g>`)
	for i := 1; i < 7; i++ {
		fmt.Fprintf(&b, `<use href="#leaves" transform="rotate(%g)"/>`, sector*float64(i))
	}
	return b.String() + `</g>`
}

// mapSpot is a place of the map as the page shows it.
type mapSpot struct {
	rules.Spot
	id    string
	label string // all there is to know of it, in words
	href  string // where a knight of one's own rides there, "" if none can
	d     string // its outline
}

// spots lists the places from Camelot on.
func (p page) spots() []mapSpot {
	var all []mapSpot
	rides := slices.ContainsFunc(p.uses(), func(u rules.Use) bool { return u.Kind == rules.Horse })
	for _, s := range p.ahead.Circle() {
		one := mapSpot{Spot: s, id: "place-" + s.Place.String(), d: wedges[s.Index]}
		if rides && s.Line != "" && p.Yours() && !p.Asking() {
			one.href = p.adding(s.Line)
		}
		one.label = p.spotLabel(one)
		all = append(all, one)
	}
	return all
}

func (p page) spotLabel(s mapSpot) string {
	label := p.lang.Of(s.Place.Name())
	if len(s.Knights) > 0 {
		label += p.t("kutschke.spot.knights", "Names", p.Names(s.Knights))
	}
	if s.Distance > 0 {
		label += p.n("kutschke.spot.far", s.Distance)
	}
	if s.href != "" {
		return p.t("kutschke.spot.ride", "Place", label)
	}
	return label
}
