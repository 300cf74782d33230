package kutschke

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/a-h/templ"

	"tableronde/games"
	rules "tableronde/games/kutschke"
	"tableronde/views"
	"tableronde/views/cards"
	"tableronde/views/heraldry"
	"tableronde/views/locale"
)

// drawing returns the map after the staged steps. All its facts are also in the labels of the
// places and the list of knights.
func (p circle) drawing(spots []mapSpot) string {
	var b strings.Builder
	b.Grow(len(ground) + 12<<10)
	b.WriteString(ground)
	legs := p.legs()
	for _, l := range legs {
		l.draw(&b)
	}
	for _, s := range spots {
		p.drawSpot(&b, s, legs)
	}
	p.drawMiddle(&b)
	return b.String()
}

// drawSpot draws a place: its knights, its name, and its distance if the viewer can ride there.
func (p circle) drawSpot(b *strings.Builder, s mapSpot, legs []rideLeg) {
	angle := sector * float64(s.Index)
	x, y := standing(s.Index)
	knights := s.Knights
	left := len(legs) > 0 && legs[0].from == s.Index && !slices.Contains(knights, p.You)
	if left {
		knights = append(knights[:len(knights):len(knights)], p.You) // a faint copy of the knight
	}
	if n := len(knights); n == 0 {
		write(b, `<use href="#i-%s" class="emblem" x="%v" y="%v" width="28" height="28"/>`, cards.PlaceCharge(s.Place.String()), x-14, y-30)
	} else {
		size := []float64{27, 27, 24, 21}[n-1]
		at := x - (size*float64(n)+2*float64(n-1))/2
		for k, seat := range knights {
			ghost := left && k == n-1
			drawKnight(b, seat, at, y-2-size*1.14, size, ghost)
			if seat == p.You && !ghost && len(legs) > 0 {
				brackets(b, at, y-2-size*1.14, size)
			}
			at += size + 2
		}
	}
	b.WriteString(p.placeName(s.Place, s.Index))
	if s.rides {
		x, y = polar(outer+8, angle) // on the rim, away from names and knights
		write(b, `<circle class="reach" cx="%v" cy="%v" r="10.5"/><text class="far" x="%v" y="%v">%d</text>`, x, y, x, y+5.5, s.Distance)
	}
}

// standing returns the point around which the name and the knights of a place are drawn.
func standing(index int) (x, y float64) {
	x, y = polar(stands, sector*float64(index))
	switch index {
	case 3, 5:
		return x * .96, y - 10 // the rim leaves less room below
	case 2, 6:
		return x * .985, y - 3
	}
	return x, y - 3
}

// placeName returns the drawn name of a place.
func (w words) placeName(place rules.Place, index int) string {
	key := placeNameKey{w.lang, place, index}
	drawn, ok := placeNames.Load(key)
	if !ok {
		var b strings.Builder
		w.drawName(&b, place, index)
		drawn, _ = placeNames.LoadOrStore(key, b.String())
	}
	return drawn.(string)
}

type placeNameKey struct {
	lang  locale.Lang
	place rules.Place
	index int
}

var placeNames sync.Map // of placeNameKey to the drawn name; there are few

// drawName writes the name of a place, Camelot's name on a plate.
func (w words) drawName(b *strings.Builder, place rules.Place, index int) {
	x, y := standing(index)
	first, second, _ := strings.Cut(w.spot(place), " ")
	if place == rules.Camelot {
		write(b, `<rect class="label" x="%v" y="%v" width="92" height="24" rx="3"/><text class="place main" x="%v" y="%v">%s</text>`, x-46, y+4, x, y+22, templ.EscapeString(first))
		return
	}
	write(b, `<text class="place" x="%v" y="%v">%s</text><text class="place" x="%v" y="%v">%s</text>`,
		x, y+15, templ.EscapeString(first), x, y+31, templ.EscapeString(second))
}

func drawKnight(b *strings.Builder, seat games.Seat, x, y, size float64, ghost bool) {
	svg := heraldry.Place(cards.KnightShield(seat), x, y, size, size*1.14)
	if ghost {
		svg = `<g class="ghost">` + svg + `</g>`
	}
	b.WriteString(svg)
}

// brackets draws the corners around a knight moved by staged steps.
func brackets(b *strings.Builder, x, y, size float64) {
	const arm = 7
	l, t, r, f := x-4, y-3, x+size+4, y+size*1.14+1
	write(b, `<path class="brk" d="M%v %vv-7h7M%v %vh7v7M%v %vv7h-7M%v %vh-7v-7"/>`,
		l, t+arm, r-arm, t, r, f-arm, l+arm, f)
}

// rideLeg is a staged ride between two indexes of the circle.
type rideLeg struct{ from, to int }

// legs lists the playable staged rides.
func (p circle) legs() []rideLeg {
	me, ok := p.me(p.v)
	if !ok || p.v.Phase != rules.PhaseAct || !p.Yours() {
		return nil
	}
	index := map[string]int{}
	for i, place := range p.v.Places {
		index[place.String()] = i
	}
	at := index[me.At.String()]
	var all []rideLeg
	for _, step := range p.steps[:min(p.Fit, len(p.steps))] {
		if to, ok := strings.CutPrefix(step, rules.Horse.String()+" "); ok {
			all = append(all, rideLeg{at, index[to]})
			at = index[to]
		}
	}
	return all
}

// draw draws the ride as a dotted arc along the rim, in the shorter direction.
func (l rideLeg) draw(b *strings.Builder) {
	way := (l.to - l.from + 8) % 8
	clockwise := way <= 4
	start, end, sweep := sector*float64(l.from)+7, sector*float64(l.to)-7, 1
	if !clockwise {
		start, end, sweep = sector*float64(l.from)-7, sector*float64(l.to)+7, 0
	}
	d := fmt.Sprintf("M%sA%g %g 0 0 %d %s", point(rideAt, start), rideAt, rideAt, sweep, point(rideAt, end))
	x, y := polar(rideAt, end)
	write(b, `<path class="path-h" d="%[1]s"/><path class="path canter" d="%[1]s"/><circle class="node" cx="%v" cy="%v" r="5"/>`, d, x, y)
}

// drawMiddle draws the middle of the circle: the round, and the tents in their order with the
// points of the knights.
func (p circle) drawMiddle(b *strings.Builder) {
	fmt.Fprintf(b, `<text class="round" y="-54">%s</text><text class="phase" y="-33">%s</text>`,
		templ.EscapeString(p.t("kutschke.round", "Round", p.v.Round)), templ.EscapeString(p.t("kutschke.phase."+p.v.Phase.String())))
	order := p.v.Order()
	const step, size = 39.0, 29.0
	x := -step * float64(len(order)-1) / 2
	for n, seat := range order {
		tent := cards.Tent(n + 1)
		if p.Acts(seat) {
			write(b, `<rect class="acting" x="%v" y="-22" width="36" height="82" rx="4"/>`, x-18)
		}
		b.WriteString(heraldry.Place(tent, x-10, -20, 20, 20))
		b.WriteString(heraldry.Place(cards.KnightShield(seat), x-size/2+1, 3, size-2, (size-2)*1.14))
		write(b, `<text class="pts%s" x="%v" y="54">%d</text>`, views.Either(p.Acts(seat), " now", ""), x, p.ahead.Seats[seat-1].Points)
		x += step
	}
	fmt.Fprintf(b, `<text class="phase" y="77">%s</text>`, templ.EscapeString(p.n("kutschke.goal", p.v.Target)))
}

// drafting reports whether the viewer must still pick action cards in this round. Then the page
// shows the facts for a pick on one screen, and the map below.
func (p page) drafting() bool {
	return !p.Past() && p.Result == nil && p.Seated() && len(p.v.Choices()) > 0
}

// summary describes the viewer's place in the round and on the map, in a line.
func (p page) summary() string {
	me, _ := p.me(p.v)
	return p.t("kutschke.draft.summary", "Round", p.v.Round, "Place", p.spot(me.At))
}

// tiles lists the kinds of action cards with links. On the visitor's turn a link chooses the card;
// otherwise it opens the text.
func (p page) tiles(chosen string) []actionTile {
	var all []actionTile
	for _, c := range p.v.Choices() {
		one := actionTile{kind: c.Kind, left: c.Left, on: p.Yours() && c.Line == chosen}
		one.label = p.t("kutschke.tile", "Card", p.kind(c.Kind), "Where", p.where(c.Kind), "Left", p.n("kutschke.left", c.Left))
		if v := c.Kind.Virtue(); v != 0 {
			one.pile = pileValues(p.v.Piles[v])
			one.label += ". " + p.t("kutschke.read.pile", "Values", one.pile)
		}
		if c.Why != nil {
			one.why = p.Refusal(p.worded(c.Why))
			one.label = p.t("kutschke.tile.no", "Tile", one.label, "Why", one.why)
		}
		switch {
		case !p.Yours():
			one.href, one.on = p.reads(c.Kind.String(), "tile-"+c.Kind.String()), p.text.Origin == "tile-"+c.Kind.String()
		case c.Why != nil:
			one.href = p.Staging(nil, c.Kind.String())
		case one.on:
			one.href = p.Staging(nil, "")
		default:
			one.href = p.Staging([]string{c.Line}, "")
		}
		all = append(all, one)
	}
	return all
}

// taken returns the kind of the card that a staged line picks, 0 for none.
func (p page) taken(line string) rules.Kind {
	for _, c := range p.v.Choices() {
		if c.Line == line && c.Why == nil {
			return c.Kind
		}
	}
	return 0
}
