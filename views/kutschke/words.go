package kutschke

import (
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
	rules "tableronde/games/kutschke"
	"tableronde/views"
	"tableronde/views/cards"
	"tableronde/views/locale"
)

const game = "kutschke"

// styles are the style sheets of the pages of the game. Its map is drawn like a
// board.
var styles = []string{"board.css", "cards.css", game + ".css"}

// words returns texts in one language.
type words struct{ lang locale.Lang }

func (w words) t(key string, args ...any) string { return locale.T(w.lang, key, args...) }
func (w words) n(key string, n int, args ...any) string {
	return locale.N(w.lang, key, n, args...)
}

// list joins words: "a, b and c".
func (w words) list(items []string) string { return locale.And(w.lang, items) }

// card names a virtue card within a sentence: "lance 2".
func (w words) card(code string) string {
	if code == rules.Card(0).String() {
		return w.t("kutschke.card.hidden")
	}
	return cards.Label(w.lang, game, code)
}

// withArticle returns card with its article.
func (w words) withArticle(code string) string { return cards.WithArticle(w.lang, game, code) }

// namesOf names several cards.
func namesOf[T interface{ String() string }](name func(string) string, things []T) []string {
	all := make([]string, len(things))
	for i, thing := range things {
		all[i] = name(thing.String())
	}
	return all
}

// kind names an action card: "Quest".
func (w words) kind(k rules.Kind) string { return cards.Label(w.lang, game, k.String()) }

// brief returns kind in few words, for narrow places.
func (w words) brief(k rules.Kind) string { return w.t("kutschke.kind." + k.String()) }

// counted names action cards by their codes, grouped by kind: "Quest, 2 × Horse".
func (w words) counted(codes []string) []string {
	var all []string
	for _, k := range rules.Kinds() {
		n := 0
		for _, c := range codes {
			if c == k.String() {
				n++
			}
		}
		switch {
		case n > 1:
			all = append(all, strconv.Itoa(n)+"\u00a0×\u00a0"+w.brief(k))
		case n == 1:
			all = append(all, w.brief(k))
		}
	}
	return all
}

// short works like brief. For an exercise it returns the virtue without the word Exercise: an
// icon marks exercises.
func (w words) short(k rules.Kind) string {
	if v := k.Virtue(); v != 0 {
		return w.lang.Of(v.Name())
	}
	return w.brief(k)
}

// where names the place at which an action card is carried out.
func (w words) where(k rules.Kind) string { return w.t("cards.kutschke." + k.String() + ".where") }

// spot returns the name of a place on the map.
func (w words) spot(p rules.Place) string { return w.t("kutschke.map." + p.String()) }

// adventure returns the name of an adventure card.
func (w words) adventure(a rules.Adventure) string { return cards.Label(w.lang, game, a.String()) }

// quoted returns an adventure within a sentence.
func (w words) quoted(id string) string {
	return w.t("kutschke.quoted", "Text", cards.Label(w.lang, game, id))
}

// cost lists the cards that an adventure asks for: "sword 1 and dragon 2".
func (w words) cost(a rules.Adventure) string {
	var parts []string
	for _, v := range rules.Virtues() {
		if n := a.Cost(v); n > 0 {
			parts = append(parts, cards.Label(w.lang, game, v.String()+strconv.Itoa(n)))
		}
	}
	return w.list(parts)
}

// shields returns a number of points.
func (w words) shields(n int) string { return w.n("kutschke.shields", n) }

// border returns the CSS class of an action card's border: the wall, the leaves, or half of each.
func border(k rules.Kind) string {
	switch {
	case k.Camelot():
		return "wall"
	case k.Province() || k == rules.Quest:
		return "leaf"
	}
	return "both"
}

// tincture returns the plain name of a knight's color. heraldic returns its name in heraldry.
func (w words) tincture(seat games.Seat) string {
	return w.t("kutschke.color." + string(cards.KnightTincture(seat)))
}

func (w words) heraldic(seat games.Seat) string {
	return w.t("kutschke.tincture." + string(cards.KnightTincture(seat)))
}

func seatID(s games.Seat) string { return strconv.Itoa(int(s)) }

// titles returns the names of some adventures.
func (w words) titles(list []rules.Adventure) []string {
	return namesOf(func(id string) string { return w.quoted(id) }, list)
}

// pileValues lists the values on a pile: "1·2·3"; "–" for an empty one.
func pileValues(pile []int) string {
	if len(pile) == 0 {
		return "–"
	}
	texts := make([]string, len(pile))
	for i, n := range pile {
		texts[i] = strconv.Itoa(n)
	}
	return strings.Join(texts, "\u2009·\u2009")
}

// reason describes a fact in favor of an action, as a clause without a subject.
func (p page) reason(f games.Fact) string {
	kind, adventure, virtue := f.Kind, "", ""
	switch {
	case kind == rules.WhyPile && len(f.Cards) == 0:
		kind = "pile_empty"
	case kind == rules.WhyHolds && len(f.Cards) == 0:
		kind = "holds_none"
	}
	switch kind {
	case rules.WhyTotal:
		virtue = p.card(f.Word)
	default:
		if f.Word != "" {
			adventure = p.quoted(f.Word)
		}
	}
	var names []string
	for _, code := range f.Cards {
		names = append(names, cards.Label(p.lang, game, code))
	}
	return p.Counted("kutschke.reason."+kind, f.Number, "Number", f.Number, "Adventure", adventure, "Virtue", virtue,
		"Cards", p.list(names), "Shields", p.shields(f.Number))
}

// moment returns the moment of a decision in words, "" for an unknown phase.
func moment(m views.Match, at games.Moment) string {
	if key := "kutschke.moment." + at.Phase; m.Has(key) {
		return m.T(key, "Round", at.Round, "Step", at.Step)
	}
	return ""
}

// readKnight, followed by the number of a seat, is the code of a knight's text. Other texts have
// the code or the id of their subject.
const readKnight = "knight"

// reads returns the address with which a link, named by its id, opens a text.
func (p page) reads(code, origin string) string { return p.Opens(p.text, code, origin) }

// reading returns the open text, nil for none. It also returns the text of a chosen card that
// cannot be used.
func (p page) reading() *views.Reading {
	if p.text.Code != "" || p.Asking() {
		return p.Opened(p.text, p.read)
	}
	if !p.Yours() || !p.triedInVain() {
		return nil
	}
	r := p.readAction(kindOf(p.Probe))
	r.Origin, r.Close = views.Either(p.v.Phase == rules.PhasePick, "tile-", "spare-")+p.Probe, p.Opening("")
	return r
}

// triedInVain reports whether a chosen card cannot be used.
func (p page) triedInVain() bool {
	for _, c := range p.v.Choices() {
		if c.Kind.String() == p.Probe {
			return c.Why != nil
		}
	}
	for _, u := range p.ahead.Uses() {
		if u.Kind.String() == p.Probe {
			return u.Why != nil
		}
	}
	return false
}

func (p page) read(code string) *views.Reading {
	if number, ok := strings.CutPrefix(code, readKnight); ok {
		seat, _ := strconv.Atoi(number) // other text gives no knight
		return p.readKnight(games.Seat(seat))
	}
	for _, k := range rules.Kinds() {
		if k.String() == code {
			return p.readAction(k)
		}
	}
	for _, v := range rules.Virtues() {
		if value, ok := strings.CutPrefix(code, v.String()); ok && cards.Virtue(code) != "" {
			return p.readVirtue(v, value)
		}
	}
	for _, s := range p.ahead.Circle() {
		if s.Place.String() == code {
			return p.readPlace(s)
		}
	}
	for _, a := range rules.Adventures() {
		if a.String() == code {
			return p.readAdventure(a)
		}
	}
	return nil
}

// readAction returns an action card: its place, its effect, and how many are left.
func (p page) readAction(k rules.Kind) *views.Reading {
	r := &views.Reading{Name: p.kind(k), Face: cards.ActionChip(p.lang, k.String(), 0), Text: p.says(k)}
	if v := k.Virtue(); v != 0 {
		r.Lines = append(r.Lines, p.t("kutschke.read.pile", "Values", pileValues(p.ahead.Piles[v])))
	}
	r.Now, r.Why = p.usability(k)
	if p.v.Phase == rules.PhasePick {
		r.Lines = append(r.Lines, views.Sentence(p.n("kutschke.left", p.v.Supply[k]))+".")
	}
	return r
}

// usability returns a sentence if the viewer can pick or use an action card now, or the reason why
// not. Both are empty for a card that is not the viewer's to use.
func (p page) usability(k rules.Kind) (now, why string) {
	if p.Past() || p.Result != nil || !p.Seated() {
		return "", ""
	}
	turn := p.v.Turn()
	for _, c := range p.v.Choices() {
		switch {
		case c.Kind != k:
		case c.Why != nil:
			return "", p.Refusal(p.worded(c.Why))
		case turn:
			return p.t("kutschke.read.pick_now"), ""
		default:
			return "", p.t("kutschke.not_your_turn")
		}
	}
	for _, u := range p.ahead.Uses() {
		switch {
		case u.Kind != k:
		case u.Why != nil:
			return "", p.Refusal(p.worded(u.Why))
		default:
			return p.t("reading.now"), ""
		}
	}
	if me, ok := p.me(p.v); ok && p.v.Phase == rules.PhaseAct && !turn && slices.Contains(me.Picked, k) {
		return "", p.t("kutschke.not_your_turn")
	}
	return "", ""
}

// readPlace returns a place of the circle: its use, its adventures, its knights, and the way there.
func (p page) readPlace(s rules.Spot) *views.Reading {
	r := &views.Reading{
		Name: p.lang.Of(s.Place.Name()), Face: cards.Place(s.Place.String()),
		Text: p.t(views.Either(s.Place == rules.Camelot, "kutschke.read.camelot", "kutschke.read.province")),
	}
	switch {
	case s.Why != nil:
		r.Why = p.Refusal(p.worded(s.Why))
	case p.Seated() && p.v.Phase != rules.PhaseOver:
		r.Now = p.distance(s.Place)
	}
	var here []string
	for _, a := range p.ahead.Display {
		if a.Place() == s.Place {
			here = append(here, p.adventure(a))
		}
	}
	if len(here) > 0 {
		r.Lines = append(r.Lines, p.t("kutschke.read.open", "Adventures", p.list(here)))
	}
	if len(s.Knights) > 0 {
		r.Lines = append(r.Lines, p.t("kutschke.read.stand", "Names", p.Names(s.Knights)))
	}
	return r
}

// readVirtue returns the text of a virtue card or, without a value, of a pile.
func (p page) readVirtue(v rules.Virtue, value string) *views.Reading {
	text := p.lang.Of(v.Meaning())
	return &views.Reading{
		Name:  views.Sentence(p.card(v.String() + value)),
		Face:  cards.Virtue(v.String() + value),
		Text:  views.Stop(views.Sentence(text)) + " " + p.t("kutschke.read."+v.String()) + " " + p.t("kutschke.read.pays"),
		Lines: []string{p.t("kutschke.read.pile", "Values", pileValues(p.ahead.Piles[v]))},
	}
}

// readAdventure returns an adventure: its place, its cost and its points, and its holder.
func (p page) readAdventure(a rules.Adventure) *views.Reading {
	where := p.t("kutschke.read.at", "Place", p.lang.Of(a.Place().Name()))
	if p.Seated() && p.v.Phase != rules.PhaseOver {
		where += " " + p.distance(a.Place())
	}
	r := &views.Reading{
		Name: p.adventure(a), Face: cards.Adventure(a.String()),
		Text: p.t("kutschke.errand.said", "Cost", p.cost(a), "Shields", p.shields(a.Shields())) + " " + where,
	}
	for i, k := range p.ahead.Seats {
		if slices.Contains(k.Adventures, a) {
			r.Lines = append(r.Lines, p.t("kutschke.read.held", "Name", p.Name(games.Seat(i+1))))
		}
	}
	if seat := p.conquerors()[a.String()]; seat != 0 {
		r.Lines = append(r.Lines, p.t("kutschke.read.done", "Name", p.Name(seat)))
	}
	for _, e := range p.errands() {
		if e.Adventure == a && e.note != "" {
			r.Lines = append(r.Lines, views.Sentence(e.note)+".")
		}
	}
	return r
}

// distance describes the way from the viewer's knight to a place.
func (p page) distance(to rules.Place) string {
	for _, s := range p.ahead.Circle() {
		if s.Place == to && s.Distance > 0 {
			return p.n("kutschke.read.far", s.Distance)
		}
	}
	return p.t("kutschke.read.here")
}

// readKnight returns all public facts about a knight.
func (p page) readKnight(seat games.Seat) *views.Reading {
	for _, r := range p.riders() {
		if r.seat != seat {
			continue
		}
		facts := []string{
			p.t("kutschke.points_of", "Shields", p.shields(r.points), "Target", p.v.Target),
			p.t("kutschke.rider", "Tent", r.tent, "Tincture", p.tincture(seat)),
			p.lang.Of(p.ahead.Seats[seat-1].At.Name()),
			p.n("kutschke.hand.count", r.hand),
		}
		text := &views.Reading{Name: r.name, Lines: []string{strings.Join(append(facts, r.marks...), " · ")}}
		if len(r.errand) > 0 {
			text.Lines = append(text.Lines, p.t("kutschke.carries")+" "+p.list(p.titles(r.errand)))
		}
		if len(r.won) > 0 {
			text.Lines = append(text.Lines, p.t("kutschke.won")+" "+p.list(p.titles(r.won)))
		}
		for _, u := range r.used {
			text.Cards = append(text.Cards, views.CardText{Face: cards.ActionChip(p.lang, u.kind.String(), 0), Name: p.brief(u.kind), Note: views.Either(u.gone, p.t("kutschke.used"), ""), Text: p.says(u.kind)})
		}
		return text
	}
	return nil
}
