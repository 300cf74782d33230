package kutschke

import (
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
	rules "tableronde/games/kutschke"
	"tableronde/views"
	"tableronde/views/cards"
)

// lexicon explains the cards, places and knights of a page: name, effect, and use at present.
type lexicon struct{ page }

// read returns the text of a code, nil for an unknown one.
func (l lexicon) read(code string) *views.Reading {
	if number, ok := strings.CutPrefix(code, readKnight); ok {
		seat, _ := strconv.Atoi(number) // other text gives no knight
		return l.readKnight(games.Seat(seat))
	}
	for _, k := range rules.Kinds() {
		if k.String() == code {
			return l.readAction(k)
		}
	}
	for _, v := range rules.Virtues() {
		if value, ok := strings.CutPrefix(code, v.String()); ok && cards.Virtue(code) != "" {
			return l.readVirtue(v, value)
		}
	}
	for _, s := range l.ahead.Circle() {
		if s.Place.String() == code {
			return l.readPlace(s)
		}
	}
	for _, a := range rules.Adventures() {
		if a.String() == code {
			return l.readAdventure(a)
		}
	}
	return nil
}

// readAction returns an action card: its place, its effect, and how many are left.
func (l lexicon) readAction(k rules.Kind) *views.Reading {
	r := &views.Reading{Name: l.kind(k), Face: cards.ActionChip(l.lang, k.String(), 0), Text: l.says(k)}
	if v := k.Virtue(); v != 0 {
		r.Lines = append(r.Lines, l.t("kutschke.read.pile", "Values", pileValues(l.ahead.Piles[v])))
	}
	r.Now, r.Why = l.usability(k)
	if l.v.Phase == rules.PhasePick {
		r.Lines = append(r.Lines, views.Sentence(l.n("kutschke.left", l.v.Supply[k]))+".")
	}
	return r
}

// usability returns a sentence if the viewer can pick or use an action card now, or the reason why
// not. Both are empty for a card that is not the viewer's to use.
func (l lexicon) usability(k rules.Kind) (now, why string) {
	if l.Past() || l.Result != nil || !l.Seated() {
		return "", ""
	}
	turn := l.v.Turn()
	for _, c := range l.v.Choices() {
		switch {
		case c.Kind != k:
		case c.Why != nil:
			return "", l.Refusal(l.worded(c.Why))
		case turn:
			return l.t("kutschke.read.pick_now"), ""
		default:
			return "", l.t("kutschke.not_your_turn")
		}
	}
	for _, u := range l.ahead.Uses() {
		switch {
		case u.Kind != k:
		case u.Why != nil:
			return "", l.Refusal(l.worded(u.Why))
		default:
			return l.t("reading.now"), ""
		}
	}
	if me, ok := l.me(l.v); ok && l.v.Phase == rules.PhaseAct && !turn && slices.Contains(me.Picked, k) {
		return "", l.t("kutschke.not_your_turn")
	}
	return "", ""
}

// readPlace returns a place of the circle: its use, its adventures, its knights, and the way there.
func (l lexicon) readPlace(s rules.Spot) *views.Reading {
	r := &views.Reading{
		Name: l.lang.Of(s.Place.Name()), Face: cards.Place(s.Place.String()),
		Text: l.t(views.Either(s.Place == rules.Camelot, "kutschke.read.camelot", "kutschke.read.province")),
	}
	switch {
	case s.Why != nil:
		r.Why = l.Refusal(l.worded(s.Why))
	case l.Seated() && l.v.Phase != rules.PhaseOver:
		r.Now = l.distance(s.Place)
	}
	var here []string
	for _, a := range l.ahead.Display {
		if a.Place() == s.Place {
			here = append(here, l.adventure(a))
		}
	}
	if len(here) > 0 {
		r.Lines = append(r.Lines, l.t("kutschke.read.open", "Adventures", l.list(here)))
	}
	if len(s.Knights) > 0 {
		r.Lines = append(r.Lines, l.t("kutschke.read.stand", "Names", l.Names(s.Knights)))
	}
	return r
}

// readVirtue returns the text of a virtue card or, without a value, of a pile.
func (l lexicon) readVirtue(v rules.Virtue, value string) *views.Reading {
	text := l.lang.Of(v.Meaning())
	return &views.Reading{
		Name:  views.Sentence(l.card(v.String() + value)),
		Face:  cards.Virtue(v.String() + value),
		Text:  views.Stop(views.Sentence(text)) + " " + l.t("kutschke.read."+v.String()) + " " + l.t("kutschke.read.pays"),
		Lines: []string{l.t("kutschke.read.pile", "Values", pileValues(l.ahead.Piles[v]))},
	}
}

// readAdventure returns an adventure: its place, its cost and its points, and its holder.
func (l lexicon) readAdventure(a rules.Adventure) *views.Reading {
	where := l.t("kutschke.read.at", "Place", l.lang.Of(a.Place().Name()))
	if l.Seated() && l.v.Phase != rules.PhaseOver {
		where += " " + l.distance(a.Place())
	}
	r := &views.Reading{
		Name: l.adventure(a), Face: cards.Adventure(a.String()),
		Text: l.t("kutschke.errand.said", "Cost", l.cost(a), "Shields", l.shields(a.Shields())) + " " + where,
	}
	for i, k := range l.ahead.Seats {
		if slices.Contains(k.Adventures, a) {
			r.Lines = append(r.Lines, l.t("kutschke.read.held", "Name", l.Name(games.Seat(i+1))))
		}
	}
	if seat := l.conquerors()[a.String()]; seat != 0 {
		r.Lines = append(r.Lines, l.t("kutschke.read.done", "Name", l.Name(seat)))
	}
	for _, e := range l.errands() {
		if e.Adventure == a && e.note != "" {
			r.Lines = append(r.Lines, views.Sentence(e.note)+".")
		}
	}
	return r
}

// distance describes the way from the viewer's knight to a place.
func (l lexicon) distance(to rules.Place) string {
	for _, s := range l.ahead.Circle() {
		if s.Place == to && s.Distance > 0 {
			return l.n("kutschke.read.far", s.Distance)
		}
	}
	return l.t("kutschke.read.here")
}

// readKnight returns all public facts about a knight.
func (l lexicon) readKnight(seat games.Seat) *views.Reading {
	for _, r := range l.riders() {
		if r.seat != seat {
			continue
		}
		facts := []string{
			l.t("kutschke.points_of", "Shields", l.shields(r.points), "Target", l.v.Target),
			l.t("kutschke.rider", "Tent", r.tent, "Tincture", l.tincture(seat)),
			l.lang.Of(l.ahead.Seats[seat-1].At.Name()),
			l.n("kutschke.hand.count", r.hand),
		}
		text := &views.Reading{Name: r.name, Lines: []string{strings.Join(append(facts, r.marks...), " · ")}}
		if len(r.errand) > 0 {
			text.Lines = append(text.Lines, l.t("kutschke.carries")+" "+l.list(l.titles(r.errand)))
		}
		if len(r.won) > 0 {
			text.Lines = append(text.Lines, l.t("kutschke.won")+" "+l.list(l.titles(r.won)))
		}
		for _, u := range r.used {
			text.Cards = append(text.Cards, views.CardText{Face: cards.ActionChip(l.lang, u.kind.String(), 0), Name: l.brief(u.kind), Note: views.Either(u.gone, l.t("kutschke.used"), ""), Text: l.says(u.kind)})
		}
		return text
	}
	return nil
}
