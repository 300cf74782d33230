// Package heraldry draws what the whole site is made of: tinctures with their
// hatchings, men and knights, badges, arms and icons, all as SVG.
//
// Every tincture carries its hatching (Petra Sancta, 1638) and an ordinary, the
// hatching writ large, so that nothing is told by color alone. Colors are
// classes of the style sheet; the drawings are the same in light and dark.
package heraldry

import (
	"fmt"
	"math"
	"slices"
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

// TinctureOf returns the tincture of an army by its plain English name ("White"); an army
// of no known color is purpure.
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

var mulletPath = star(6, 9.2, 4.6, 0, 0) + disc(0, 0, 2.1)

// ordinaries are the hatchings writ large: they remain when a piece is too
// small for hatching.
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

// Man and Knight are the ids of the pieces in Defs. In games of more than two
// armies the pieces bear their ordinaries; argent has none, and is told by its
// annulet.
func Man(t Tincture, ordinary bool) string    { return "m" + idSuffix(t, ordinary) + string(t) }
func Knight(t Tincture, ordinary bool) string { return "k" + idSuffix(t, ordinary) + string(t) }

func idSuffix(t Tincture, ordinary bool) string {
	if ordinary && ordinaries[t] != "" {
		return "o-"
	}
	return "-"
}

func manSymbol(t Tincture, ordinary bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<g id="%s"><circle r="%s" class="f-%s"/>`, Man(t, ordinary), manRadius, t)
	if t != Argent {
		fmt.Fprintf(&b, `<circle r="%s" fill="url(#h-%s)"/>`, manRadius, t)
	}
	if bearing := ordinaries[t]; ordinary && bearing != "" {
		fmt.Fprintf(&b, `<g clip-path="url(#cm)" class="%s">%s</g>`, t.chargeClass(), bearing)
	} else {
		fmt.Fprintf(&b, `<circle r="8.4" class="annulet %s"/>`, t.chargeClass())
	}
	fmt.Fprintf(&b, `<circle r="%s" class="%s"/></g>`, manRadius, t.lineClass())
	return b.String()
}

func knightSymbol(t Tincture, ordinary bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, `<g id="%s">%s`, Knight(t, ordinary), t.filledPath(shield))
	rowel := `<path class="%s" transform="translate(0 -1.5)" fill-rule="evenodd" d="` + mulletPath + `"/>`
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
	fmt.Fprintf(&b, `<path d="%s" class="%s"/></g>`, shield, t.lineClass())
	return b.String()
}

// Badge returns a small shield of a tincture, with its ordinary in games of more
// than two armies and a charge on it: the name of an icon, "" for none.
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

// DefinedBadge returns Badge in two parts, for pages that have it often: a definition with
// an id for the Defs of the page, and the badge that refers to it.
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

// Vacant returns the badge of an army that nobody leads yet: the outline of the
// shield, and its ordinary, or its charge in games of two armies.
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

// Defs is an SVG without extent that holds what all drawings of a page refer
// to: hatchings, pieces and icons. It stands once in every page, except that a match
// of cards, which shows no board, has CardDefs.
var Defs = newDefs(true, "")

// CardDefs returns Defs without what only boards need, but with symbols of a game.
func CardDefs(symbols string) string { return newDefs(false, symbols) }

func newDefs(boards bool, more string) string {
	var b strings.Builder
	b.WriteString(`<svg class="defs" aria-hidden="true"><defs>`)
	b.WriteString(hatchPatterns())
	if boards {
		fmt.Fprintf(&b, `<clipPath id="cm"><circle r="%s"/></clipPath>`, manRadius)
	}
	fmt.Fprintf(&b, `<clipPath id="ck"><path d="%s"/></clipPath><clipPath id="ca"><path d="%s"/></clipPath>`, shield, escutcheonPath)
	names := iconNames
	if boards {
		for _, t := range []Tincture{Argent, Sable} {
			b.WriteString(manSymbol(t, false) + knightSymbol(t, false))
		}
		for _, t := range []Tincture{Gules, Azure, Vert, Or} {
			b.WriteString(manSymbol(t, true) + knightSymbol(t, true))
		}
		names = slices.Concat(names, boardIcons)
	}
	for _, name := range names {
		fmt.Fprintf(&b, `<symbol id="i-%s" viewBox="0 0 24 24">%s</symbol>`, name, icons[name])
	}
	b.WriteString(more + `</defs></svg>`)
	return b.String()
}

// hatchPatterns returns patterns of 5 units, as the engravers drew them: vertical for
// gules, horizontal for azure, slanting for vert and purpure, crossed for
// sable, dotted for or.
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

// star returns the outline of a mullet of n points, the first one upwards.
func star(n int, outer, inner, cx, cy float64) string {
	var b strings.Builder
	for k := range 2 * n {
		r := outer
		if k%2 == 1 {
			r = inner
		}
		a := (-0.5 + float64(k)/float64(n)) * math.Pi
		b.WriteByte("ML"[min(k, 1)])
		fmt.Fprintf(&b, "%g %g", round(cx+r*math.Cos(a)), round(cy+r*math.Sin(a)))
	}
	return b.String() + "Z"
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

// BarDefs is the hatching of the drawn part of a bar, for pages that have bars.
const BarDefs = `<svg class="defs" aria-hidden="true"><pattern id="h-bar" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="b-hatch" d="M0 0V5"/></pattern></svg>`
