package kutschke

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
	rules "tableronde/games/kutschke"
	"tableronde/views"
)

// rider is a knight at the table.
type rider struct {
	seat   games.Seat
	name   string
	you    bool
	acts   bool
	out    bool
	tent   int
	points int
	marks  []string // short facts about him
	hand   int
	used   []pickedAction
	errand []rules.Adventure
	won    []rules.Adventure
}

// pickedAction is an action card that a knight has picked, used or not.
type pickedAction struct {
	kind rules.Kind
	gone bool
}

// riders lists the knights in the order of their tents.
func (p page) riders() []rider {
	by := p.conquerors()
	var all []rider
	for _, seat := range p.v.Order() {
		k := p.ahead.Seats[seat-1]
		r := rider{
			seat: seat, name: p.Name(seat), you: p.IsYou(seat), acts: p.Acts(seat), out: k.Resigned, tent: k.Tent, points: k.Points,
			hand: len(k.Hand), errand: k.Adventures, won: p.won(seat, by), used: pickedActions(p.v.Chosen[seat-1], k.Picked),
		}
		switch {
		case k.Resigned:
			r.marks = append(r.marks, p.t("kutschke.left_game"))
		case k.Reached > 0:
			r.marks = append(r.marks, p.t("kutschke.reached", "Target", p.v.Target))
		}
		if k.Bid.Placed {
			r.marks = append(r.marks, p.t("kutschke.bid_placed"))
		}
		all = append(all, r)
	}
	return all
}

// pickedActions lists the picked action cards and which of them are used up.
func pickedActions(all, left []rules.Kind) []pickedAction {
	rest := map[rules.Kind]int{}
	for _, k := range left {
		rest[k]++
	}
	var list []pickedAction
	for _, k := range all {
		rest[k]--
		list = append(list, pickedAction{k, rest[k] < 0})
	}
	return list
}

// bar returns the progress to the target in percent.
func (p page) bar(points int) string {
	return strconv.Itoa(min(100, 100*points/p.v.Target))
}

// adventureRow is an adventure card as lists show it.
type adventureRow struct {
	rules.Adventure
	mine  bool
	meant bool   // by the coach of a guided round
	far   string // distance of its place from the viewer's knight, "" if it does not matter
	note  string // its progress, "" for an open one
}

// open returns an adventure that lies open.
func (p page) open(a rules.Adventure) adventureRow {
	return adventureRow{Adventure: a, far: p.far(a.Place()), meant: p.Meant == "adventure-"+a.String()}
}

// far returns the distance of a place from the viewer's knight, in few words.
func (p page) far(to rules.Place) string {
	if !p.Seated() || p.v.Phase == rules.PhaseOver {
		return ""
	}
	for _, s := range p.ahead.Circle() {
		if s.Place == to && s.Distance > 0 {
			return p.n("kutschke.draft.far", s.Distance)
		}
	}
	return ""
}

// pack returns a sentence about the number of adventures still to come.
func (p page) pack() string {
	if p.v.Deck == 0 {
		return p.t("kutschke.deck.none")
	}
	return p.n("kutschke.deck", p.v.Deck)
}

// errands lists the viewer's own adventures after the staged steps.
func (p page) errands() []adventureRow {
	var all []adventureRow
	for _, e := range p.ahead.Errands() {
		one := adventureRow{Adventure: e.Adventure, mine: true, far: p.far(e.Adventure.Place())}
		switch {
		case p.v.Phase == rules.PhaseOver: // distances no longer matter
		case len(e.Missing) > 0:
			lack := views.Each(e.Missing, func(l rules.Lack) string { return p.card(l.Virtue.String() + strconv.Itoa(l.Value)) })
			one.note = p.t("kutschke.errand.missing", "Cards", p.list(lack))
		case e.Here:
			one.note = p.t("kutschke.errand.ready")
		default:
			one.note = p.t("kutschke.errand.payable")
		}
		all = append(all, one)
	}
	return all
}

// rankedRider is a line of the ranking.
type rankedRider struct {
	rank   int
	rider  rider
	reason string // why he ranks above the next knight with equal points
}

func (p page) ranking() []rankedRider {
	riders := map[games.Seat]rider{}
	for _, r := range p.riders() {
		riders[r.seat] = r
	}
	var all []rankedRider
	for i, seat := range p.v.Ranking {
		one := rankedRider{rank: i + 1, rider: riders[seat]}
		if i+1 < len(p.v.Ranking) {
			one.reason = p.tie(p.v.Seats[seat-1], p.v.Seats[p.v.Ranking[i+1]-1])
		}
		all = append(all, one)
	}
	return all
}

// tie explains why one knight ranks above another with equal points.
func (p page) tie(a, b rules.Knight) string {
	switch {
	case a.Points != b.Points || a.Resigned != b.Resigned:
		return ""
	case a.Reached > 0:
		return p.t("kutschke.tie.reached", "Target", p.v.Target)
	}
	return p.t("kutschke.tie.tent", "Tent", a.Tent)
}

// page is the data of a match page.
type page struct {
	*views.Match
	words
	v     rules.View // the position shown
	ahead rules.View // after the playable staged steps
	steps []string   // staged steps, without the end of the turn
	ends  bool       // the end of the turn is also staged
	text  views.Read // the open text
}

func newPage(m views.Match, v rules.View) page {
	p := page{Match: &m, words: words{m.Lang}, v: v, ahead: v, text: views.ReadOf(m.Probe)}
	p.Probe = p.text.Chosen
	p.Notice = m.Notice.Reworded(p.worded)
	if m.Past() || !m.Seated() {
		return p
	}
	p.steps = m.Steps()
	if n := len(p.steps); n > 0 && p.steps[n-1] == doneLine {
		p.steps, p.ends = p.steps[:n-1], true
	}
	if ahead, ok := m.Preview.(rules.View); ok {
		p.ahead = ahead
	}
	if p.ends && m.PreviewErr == nil && m.Yours() {
		p.ahead = v // after the end of the turn there is nothing to preview
	}
	return p
}

const doneLine = "done"

// headline returns the current stage of the match.
func (p page) headline() string {
	switch p.v.Phase {
	case rules.PhasePick:
		return p.t("kutschke.title.pick", "Pass", p.v.Pass, "Passes", p.v.Passes)
	case rules.PhaseAct:
		switch {
		case len(p.v.ToAct) == 0:
			return p.t("kutschke.phase.act")
		case p.IsYou(p.v.ToAct[0]):
			return p.t("kutschke.title.act_you")
		}
		return p.t("kutschke.title.act", "Name", p.Name(p.v.ToAct[0]))
	}
	return p.t("kutschke.title." + p.v.Phase.String())
}

// me returns the viewer's own seat in a view.
func (p page) me(v rules.View) (k rules.Knight, ok bool) {
	if p.You < 1 || int(p.You) > len(v.Seats) {
		return k, false
	}
	return v.Seats[p.You-1], true
}

// worded returns a refusal with the names that the page uses.
func (w words) worded(why *games.Illegal) *games.Illegal {
	return views.Reworded(why, func(name, value string) string {
		switch name {
		case "example":
			return w.paid(value)
		case "card", "virtue", "place", "adventure":
			if text, ok := rules.Name(value); ok {
				return w.lang.Of(text)
			}
		}
		return value
	})
}

// paid names the cards at the end of a line of notation.
func (w words) paid(line string) string {
	var names []string
	for _, code := range strings.Fields(line)[1:] {
		if len(code) == 2 {
			names = append(names, w.card(code))
		}
	}
	return w.list(names)
}

// conquerors returns, by adventure, the knight who has completed it.
func (p page) conquerors() map[string]games.Seat {
	by := map[string]games.Seat{}
	for _, told := range p.Told {
		for _, f := range told.Facts {
			if f.Kind == rules.FactQuest {
				by[f.Word] = f.Seat
			}
		}
	}
	return by
}

// won lists the adventures that a seat has completed.
func (p page) won(seat games.Seat, by map[string]games.Seat) []rules.Adventure {
	return slices.DeleteFunc(slices.Clone(p.v.Done), func(a rules.Adventure) bool { return by[a.String()] != seat })
}

// Measures of the map, in its own units from its center.
const (
	inner  = 104.0 // of the places
	outer  = 196.0
	stands = 150.0 // of names and knights
	rideAt = 191.0 // of rides
	sector = 45.0  // degrees of a place
)

// polar returns a point by its distance from the center and its angle in degrees, clockwise from
// the top.
func polar(r, angle float64) (x, y float64) {
	a := (angle - 90) * math.Pi / 180
	return hundredths(r * math.Cos(a)), hundredths(r * math.Sin(a))
}

// hundredths rounds a number for a drawing to two decimals.
func hundredths(x float64) float64 { return math.Round(x*100) / 100 }

func point(r, angle float64) string {
	x, y := polar(r, angle)
	return fmt.Sprint(tenths(x), " ", tenths(y))
}

// tenths rounds a coordinate to one decimal.
func tenths(x float64) float64 { return math.Round(x*10)/10 + 0 } // avoids -0

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

// ground is the constant part of the circle: the wall of Camelot on its rim, and leaves around the
// provinces.
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

// foliage returns the leaves on the rim: one province, and rotated copies for the others.
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

// circle draws the map.
type circle struct{ page }

// mapSpot is a place of the map as the page shows it.
type mapSpot struct {
	rules.Spot
	id    string
	label string // all facts about it
	rides bool   // the link leads to a ride there
	href  string // address of a ride there, or of its text
	d     string // outline
}

// spots lists the places from Camelot on.
func (p circle) spots() []mapSpot {
	var all []mapSpot
	rides := slices.ContainsFunc(p.uses(), func(u rules.Use) bool { return u.Kind == rules.Horse })
	for _, s := range p.ahead.Circle() {
		one := mapSpot{Spot: s, id: "place-" + s.Place.String(), d: wedges[s.Index]}
		if one.rides = rides && s.Line != "" && p.Yours() && !p.Asking(); one.rides {
			one.href = p.adding(s.Line)
		} else {
			one.id = "spot-" + s.Place.String()
			one.href = p.reads(s.Place.String(), one.id)
		}
		one.label = p.spotLabel(one)
		all = append(all, one)
	}
	return all
}

func (p circle) spotLabel(s mapSpot) string {
	label := p.lang.Of(s.Place.Name())
	if len(s.Knights) > 0 {
		label += p.t("kutschke.spot.knights", "Names", p.Names(s.Knights))
	}
	if s.Distance > 0 {
		label += p.n("kutschke.spot.far", s.Distance)
	}
	if s.rides {
		return p.t("kutschke.spot.ride", "Place", label)
	}
	return label
}

// stakes returns the hand during a tournament. A touch puts a Sword or Lance card in, or takes it
// back.
func (p page) stakes(may rules.Stakes, stake []string) []heldCard {
	me, _ := p.me(p.v)
	var all []heldCard
	in := slices.Clone(stake)
	for _, c := range me.Hand {
		h := heldCard{code: c.String(), label: p.card(c.String())}
		switch i := slices.Index(in, h.code); {
		case !slices.Contains(may.Cards, c):
			h.class, h.label = "no", p.t("kutschke.hand.no_stake", "Card", h.label)
		case i >= 0:
			in = slices.Delete(in, i, i+1)
			h.class, h.on = "up", true
			h.href = p.bidding(withoutOne(stake, h.code))
		case may.Lone:
			h.href = p.bidding([]string{h.code})
		default:
			h.href = p.bidding(append(slices.Clone(stake), h.code))
		}
		all = append(all, h)
	}
	return numbered(all)
}

func withoutOne(list []string, item string) []string {
	i := slices.Index(list, item)
	return slices.Delete(slices.Clone(list), i, i+1)
}

// bidding returns the address with a chosen stake.
func (p page) bidding(stake []string) string {
	if len(stake) == 0 {
		return p.Staging(nil, "")
	}
	slices.SortFunc(stake, func(a, b string) int { return byCode(a) - byCode(b) })
	return p.Staging([]string{"bid " + strings.Join(stake, " ")}, "")
}

// actionTile is a kind of action card, perhaps one that cannot be chosen.
type actionTile struct {
	kind  rules.Kind
	left  int
	pile  string // of an exercise: the values on its pile
	href  string
	on    bool
	why   string
	label string
}

// wishing returns the address of the wish list.
func (p page) wishing() string {
	return p.Address() + "/orders" + views.Either(p.Solo, "?as="+seatID(p.You), "")
}

// before lists the earlier picks of others in this round.
func (p page) before() string {
	var parts []string
	for _, seat := range p.v.Order() {
		if kinds := p.v.Chosen[seat-1]; len(kinds) > 0 && seat != p.You {
			parts = append(parts, p.t("kutschke.took", "Name", p.Name(seat), "Cards", p.list(p.articled(kinds))))
		}
	}
	if len(parts) == 0 {
		return p.t("kutschke.status.first")
	}
	return strings.Join(parts, p.t("kutschke.semicolon")) + "."
}

// articled names action cards within a sentence: "the Round Table".
func (w words) articled(kinds []rules.Kind) []string {
	return views.Each(kinds, func(k rules.Kind) string { return w.t("kutschke.the." + k.String()) })
}

// says describes the effect of an action card.
func (w words) says(k rules.Kind) string { return w.t("cards.kutschke." + k.String() + ".text") }

// heldCard is a virtue card of the viewer's hand.
type heldCard struct {
	id    string
	code  string
	label string
	class string // "up": chosen or just taken; "no": of no use now; "spent": paid
	href  string // the link of the card; "" opens its text
	on    bool
}

// lying returns the hand after the staged steps.
func (p page) lying() []heldCard {
	before, _ := p.me(p.v)
	after, ok := p.me(p.ahead)
	if !ok {
		return nil
	}
	var all []heldCard
	left := slices.Clone(after.Hand)
	for _, c := range before.Hand {
		h := heldCard{code: c.String(), label: p.card(c.String())}
		if i := slices.Index(left, c); i >= 0 {
			left = slices.Delete(left, i, i+1)
		} else {
			h.class, h.label = "spent", p.t("kutschke.hand.spent", "Card", h.label)
		}
		all = append(all, h)
	}
	for _, c := range left {
		all = append(all, heldCard{code: c.String(), class: "up", label: p.t("kutschke.hand.taken", "Card", p.card(c.String()))})
	}
	slices.SortStableFunc(all, func(a, b heldCard) int { return byCode(a.code) - byCode(b.code) })
	return numbered(all)
}

// byCode orders cards as the rules name them.
func byCode(code string) int {
	for i, v := range rules.Virtues() {
		if code != "" && code[:1] == v.String() {
			return 10*i + int(code[len(code)-1])
		}
	}
	return 0
}

// numbered sets the ids of the cards in a hand.
func numbered(all []heldCard) []heldCard {
	for i := range all {
		all[i].id = "card-" + strconv.Itoa(i+1)
	}
	return all
}
