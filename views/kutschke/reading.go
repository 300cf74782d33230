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

// readKnight and the number of a seat read a knight; everything else goes by its
// code or its id.
const readKnight = "knight"

// reads returns where a link leads, by its id, that opens a text.
func (p page) reads(code, origin string) string { return p.Opens(p.text, code, origin) }

// reading returns the text that is asked for, nil for none. An action that is tried
// and cannot be done is read too.
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

// triedInVain reports whether a card is chosen that nothing can be done with.
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
		seat, _ := strconv.Atoi(number) // of anything else there is no knight
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
	for _, a := range rules.Adventures() {
		if a.String() == code {
			return p.readAdventure(a)
		}
	}
	return nil
}

// readAction returns an action card: where it is carried out, what it does, and how
// many are left.
func (p page) readAction(k rules.Kind) *views.Reading {
	r := &views.Reading{Name: p.kind(k), Face: cards.ActionChip(p.lang, k.String(), 0), Text: p.says(k)}
	if v := k.Virtue(); v != 0 {
		r.Lines = append(r.Lines, p.t("kutschke.read.pile", "Values", pileValues(p.ahead.Piles[v])))
	}
	if p.v.Phase == rules.PhasePick {
		r.Lines = append(r.Lines, views.Sentence(p.n("kutschke.left", p.v.Supply[k]))+".")
	}
	return r
}

// readVirtue returns a virtue card, or a pile of them where there is no value.
func (p page) readVirtue(v rules.Virtue, value string) *views.Reading {
	text := p.lang.Of(v.Meaning())
	return &views.Reading{
		Name:  views.Sentence(p.card(v.String() + value)),
		Face:  cards.Virtue(v.String() + value),
		Text:  views.Stop(views.Sentence(text)) + " " + p.t("kutschke.read."+v.String()) + " " + p.t("kutschke.read.pays"),
		Lines: []string{p.t("kutschke.read.pile", "Values", pileValues(p.ahead.Piles[v]))},
	}
}

// readAdventure returns an adventure: where it waits, what it asks for and brings, and
// whose it is.
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

// distance tells how far a place is from the viewer's knight.
func (p page) distance(to rules.Place) string {
	for _, s := range p.ahead.Circle() {
		if s.Place == to && s.Distance > 0 {
			return p.n("kutschke.read.far", s.Distance)
		}
	}
	return p.t("kutschke.read.here")
}

// readKnight returns everything that all may know of a knight.
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
