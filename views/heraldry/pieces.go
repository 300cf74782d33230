package heraldry

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Set is a way of drawing the pieces of boards, which readers choose.
type Set string

// The sets of pieces.
const (
	Heraldic Set = ""        // roundels and shields, with hatchings and charges
	Plain    Set = "plain"   // discs and lozenges, for a calm board
	Figures  Set = "figures" // men on foot and horses
)

// Sets lists the sets of pieces.
var Sets = []Set{Heraldic, Plain, Figures}

// shape is the drawing of a kind of piece in a set, in units of 40 to a square.
type shape struct {
	outline string
	charge  string  // drawn over the field of each army without an ordinary, and with detail of each
	detail  string  // drawn over the field of each army
	x, y    float64 // the middle of its ordinary
}

// figures are the shapes of the sets other than the heraldic one: a man, then a knight.
var figures = map[Set][2]shape{
	Plain: {
		{outline: disc(0, 0, 13.2)},
		{outline: "M0-17.2L15 0L0 17.2L-15 0Z"},
	},
	Figures: {
		{
			outline: "M-8.6-8.4L-5-10C-5-18.6 5-18.6 5-10L8.6-8.400L4.8-6.800L3.6-3C9-1.8 11-.5 12 15.500H-12C-11-.5-9-1.8-3.6-3L-4.8-6.800Z",
			charge:  `<path d="M-11 6H11V9H-11Z"/>`,
			y:       6,
		},
		{
			outline: "M-9.5 16C-9 8-1.5 7-.5 1.500C-3 4-5.5 3.8-7.5 7L-11.5 7.600L-14 3.600L-9.8-4C-8.4-9-5.8-12.2-2.4-13.200L-1.6-17.400L3-14C10.5-12 13.8-4.5 13 16Z",
			detail:  `<circle cx="-4" cy="-6" r="1.9"/>`,
			charge:  `<path d="M4-10.500C8.5-8 9.8-2 9.2 12H6.600C7.2-1 6.5-6 2.8-9Z"/>`,
			x:       3.5, y: 4,
		},
	},
}

// definitions returns the outlines of the pieces of a set, and their clips for ordinaries.
func (s Set) definitions() string {
	if s == Heraldic {
		return fmt.Sprintf(`<clipPath id="cm"><circle r="%s"/></clipPath>`, manRadius)
	}
	var b strings.Builder
	for i, f := range figures[s] {
		id := s.shapeID(i)
		fmt.Fprintf(&b, `<path id="%s" d="%s"/><clipPath id="c%s"><use href="#%s"/></clipPath>`, id, f.outline, id, id)
	}
	return b.String()
}

// shapeID returns the id of the outline of a man, 0, or of a knight, 1: "plain-0".
func (s Set) shapeID(kind int) string { return fmt.Sprintf("%s-%d", s, kind) }

// symbols returns the drawings of the pieces of an army, for the ids of Man and Knight.
func (s Set) symbols(t Tincture, ordinary bool) string {
	return fmt.Sprintf(`<g id="%s">%s</g><g id="%s">%s</g>`, Man(t, ordinary), s.drawing(0, t, ordinary), Knight(t, ordinary), s.drawing(1, t, ordinary))
}

// drawing returns a man, 0, or a knight, 1, around the middle of its square.
func (s Set) drawing(kind int, t Tincture, ordinary bool) string {
	if s == Heraldic {
		if kind == 0 {
			return manDrawing(t, ordinary)
		}
		return knightDrawing(t, ordinary)
	}
	f, id := figures[s][kind], s.shapeID(kind)
	var b strings.Builder
	fmt.Fprintf(&b, `<use href="#%s" class="f-%s"/>`, id, t)
	if s == Figures && t != Argent {
		fmt.Fprintf(&b, `<use href="#%s" fill="url(#h-%s)"/>`, id, t)
	}
	inner := f.charge
	if bearing := ordinaries[t]; ordinary && bearing != "" {
		inner = bearing
		if f.x != 0 || f.y != 0 {
			inner = fmt.Sprintf(`<g transform="translate(%g %g)">%s</g>`, f.x, f.y, bearing)
		}
		inner = fmt.Sprintf(`<g clip-path="url(#c%s)">%s</g>`, id, inner)
	} else if s == Plain && t != Argent {
		inner = `<circle r="5"/>` // tells it from argent, without a color
	}
	if inner += f.detail; inner != "" {
		fmt.Fprintf(&b, `<g class="%s">%s</g>`, t.chargeClass(), inner)
	}
	fmt.Fprintf(&b, `<use href="#%s" class="%s"/>`, id, t.lineClass())
	return b.String()
}

// sampleArmies are the armies of the small picture of a set.
var sampleArmies = []struct {
	tincture Tincture
	ordinary bool
}{{Argent, false}, {Sable, false}, {Gules, true}, {Or, true}}

// definedID matches the ids of definitions.
var definedID = regexp.MustCompile(`id="([^"]*)"`)

// Sample returns a small picture of a set: men and knights of four armies, on squares. Its
// outlines have ids of their own, since the page defines the outlines of the chosen set.
func (s Set) Sample() string {
	var b strings.Builder
	outlines := s.definitions()
	fmt.Fprintf(&b, `<svg class="board" viewBox="0 0 160 80" translate="no" aria-hidden="true"><defs>%s</defs>`, outlines)
	for i, army := range sampleArmies {
		for kind := range 2 {
			fmt.Fprintf(&b, `<rect class="%s" x="%d" y="%d" width="40" height="40"/><g transform="translate(%d %d)">%s</g>`,
				[]string{"sa", "sb"}[(i+kind)%2], i*40, kind*40, i*40+20, kind*40+20, s.drawing(kind, army.tincture, army.ordinary))
		}
	}
	b.WriteString(`</svg>`)
	var renamed []string
	for _, m := range definedID.FindAllStringSubmatch(outlines, -1) {
		renamed = append(renamed, `"`+m[1]+`"`, `"s-`+m[1]+`"`, `#`+m[1]+`"`, `#s-`+m[1]+`"`, `#`+m[1]+`)`, `#s-`+m[1]+`)`)
	}
	return strings.NewReplacer(renamed...).Replace(b.String())
}

// SquaresSample returns a small picture of squares with the pieces of the page, and of a last move.
func (s Set) SquaresSample() string {
	var b strings.Builder
	b.WriteString(`<svg class="board" viewBox="0 0 160 80" translate="no" aria-hidden="true">`)
	for i := range 8 {
		fmt.Fprintf(&b, `<rect class="%s" x="%d" y="%d" width="40" height="40"/>`, []string{"sa", "sb"}[(i+i/4)%2], i%4*40, i/4*40)
	}
	b.WriteString(`<rect class="sl" x="80" width="40" height="40"/><rect class="lastmark" x="82.5" y="2.5" width="35" height="35"/>`)
	for i, id := range []string{Man(Argent, false), Knight(Argent, false), Man(Sable, false), Knight(Sable, false)} {
		fmt.Fprintf(&b, `<use href="#%s" x="%d" y="%d"/>`, id, []int{20, 100, 60, 140}[i], []int{60, 20, 20, 60}[i])
	}
	return b.String() + `</svg>`
}

// defs are the definitions of the pages with boards, by the set of their pieces.
var defs = func() map[Set]string {
	all := map[Set]string{}
	for _, s := range Sets {
		all[s] = newDefs(s, true, "")
	}
	return all
}()

// Defs is an SVG of size zero with the definitions for all drawings of a page: hatchings, icons
// and the pieces of a set. Every page contains it once. Match pages of card games, which show no
// board, have CardDefs instead.
func (s Set) Defs() string { return defs[s] }

// ParseSet returns the set of a name, the heraldic one for an unknown name.
func ParseSet(name string) Set {
	if s := Set(name); slices.Contains(Sets, s) {
		return s
	}
	return Heraldic
}
