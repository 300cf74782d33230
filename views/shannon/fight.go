package shannon

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
	rules "tableronde/games/shannon"
	"tableronde/views"
	"tableronde/views/cards"
)

// combat draws a combat: the current one, the one that the staged action ends, or a finished one.
type combat struct{ page }

// slot is the place of a knight in a combat.
type slot struct {
	seat   games.Seat
	name   string
	card   rules.Card   // Unknown while there is none
	drawn  cards.Play   // its state in the drawing
	label  string       // the card, as a screen reader says it
	value  int          // final value
	how    string       // the parts of the value, "" for the printed value
	note   string       // "leads", "loses"
	class  string       // "low", "feint", "staged", "beaten", ""
	powers []knightMark // declared with the card
	by     []knightMark // other causes of its value
}

// reads returns the link target of the card: the card as it was played, or the card discarded in
// dishonor.
func (s slot) reads(where string) string {
	if s.class == "beaten" || s.class == "beaten staged" {
		return s.card.String()
	}
	return where + seatID(s.seat)
}

// slots returns the places of all knights in the combat, the leader first. The viewer's staged card
// is among them.
func (p combat) slots() []slot {
	v := p.ahead
	if len(v.Table) == 0 && p.closing() {
		return p.ended(*v.LastCombat)
	}
	all := make([]slot, 0, len(v.Knights))
	waiting := false
	for _, seat := range views.SeatsAfter(v.Leader-1, len(v.Knights)) {
		if c, ok := playedBy(v.Table, seat); ok {
			s := p.slot(c)
			if !p.done() && v.Outlook.Loser == seat {
				s.class, s.note = "low", p.losing(seat)
			}
			if p.staged(seat) {
				s.class = strings.TrimSpace(s.class + " staged")
			}
			all = append(all, s)
			continue
		}
		if card, out := discarded(v, seat); out {
			all = append(all, p.dishonored(rules.Dishonor{Seat: seat, Card: card, Wounds: v.Knights[seat-1].Dishonor}))
			continue
		}
		s := slot{seat: seat, name: p.called(seat)}
		if p.Acts(seat) && !waiting {
			s.note = p.t("shannon.slot.play")
		}
		waiting = true
		all = append(all, s)
	}
	return all
}

// discarded returns the card with which a knight is out of the current combat. Such discards are
// the last ones, in turn order.
func discarded(v rules.View, seat games.Seat) (card rules.Card, out bool) {
	if !v.Knights[seat-1].Dishonored {
		return rules.Unknown, false
	}
	later := 0
	for _, next := range opponents(v, seat) {
		if next == v.Leader {
			break
		} else if v.Knights[next-1].Dishonored {
			later++
		}
	}
	if last := len(v.Discard) - 1 - later; last >= 0 {
		return v.Discard[last], true
	}
	return rules.Unknown, true
}

// dishonored returns the place of a knight who could not follow: the discarded card, and its
// wounds.
func (p combat) dishonored(d rules.Dishonor) slot {
	s := slot{seat: d.Seat, name: p.called(d.Seat), card: d.Card, class: "beaten",
		note:  p.t(views.Either(p.IsYou(d.Seat), "shannon.slot.you_out", "shannon.slot.out")),
		label: p.t("shannon.slot.discarded", "Card", p.described(d.Card))}
	if d.Wounds > 0 {
		s.how = p.t("shannon.slot.dishonour", "Wounds", d.Wounds)
	}
	if p.staged(d.Seat) && !p.v.Knights[d.Seat-1].Dishonored {
		s.class += " staged"
	}
	return s
}

// losing reports whether a seat loses the combat, or would.
func (p combat) losing(seat games.Seat) string {
	return p.t(views.Either(p.IsYou(seat), "shannon.slot.you_lose", "shannon.slot.lost"))
}

// staged reports whether the card of a seat is only staged.
func (p combat) staged(seat games.Seat) bool {
	if seat != p.You || len(p.Steps()) == 0 {
		return false
	}
	_, lies := playedBy(p.v.Table, seat)
	return !lies
}

// closing reports whether the staged action, or the last action played, ended a combat.
func (p combat) closing() bool {
	return p.ahead.LastCombat != nil && p.ahead.Phase != rules.PhaseHero && p.ahead.Phase != rules.PhasePrepare
}

// taker returns the id of the knight who gets the cards of a finished combat, "" for none.
func (p combat) taker() string {
	if p.done() && p.ahead.LastCombat != nil && p.ahead.LastCombat.Outcome.Loser != 0 {
		return "seat-" + seatID(p.ahead.LastCombat.Outcome.Taker)
	}
	return ""
}

// done reports whether the combat shown is over.
func (p combat) done() bool { return len(p.ahead.Table) == 0 }

// ended returns the places in a combat that is over.
func (p combat) ended(c rules.Combat) []slot {
	all := make([]slot, 0, len(p.v.Knights))
	for _, seat := range views.SeatsAfter(c.Leader-1, len(p.v.Knights)) {
		if lies, ok := playedBy(c.Table, seat); ok {
			s := p.slot(lies)
			switch {
			case c.Outcome.Loser == seat:
				s.class, s.note = "low", p.losing(seat)
			case c.Outcome.Escaped == seat:
				s.note = p.t("shannon.slot.escaped")
			}
			all = append(all, s)
			continue
		}
		for _, d := range c.Dishonored {
			if d.Seat == seat {
				all = append(all, p.dishonored(d))
			}
		}
	}
	return all
}

func playedBy(table []rules.Played, seat games.Seat) (rules.Played, bool) {
	for _, c := range table {
		if c.Seat == seat {
			return c, true
		}
	}
	return rules.Played{}, false
}

// called returns the name of a seat, with a short form for little space.
func (p combat) called(seat games.Seat) string {
	if p.IsYou(seat) {
		return p.t("shannon.slot.you")
	}
	return cmp.Or(p.Seats[seat-1].Bot, p.name(seat))
}

func (p combat) slot(c rules.Played) slot {
	s := slot{seat: c.Seat, name: p.called(c.Seat), card: c.Card, drawn: drawn(c), value: c.Value, how: p.how(c), label: p.became(c)}
	for _, d := range c.Declared {
		s.powers = append(s.powers, knightMark{text: p.declared(d), sign: d.Power.ID})
	}
	for _, m := range c.Modifiers {
		if !slices.ContainsFunc(c.Declared, func(d rules.Declared) bool { return d.Power == m.Power }) {
			s.by = append(s.by, knightMark{text: p.t("shannon.value.by", "Power", p.short(m.Power), "Plus", signed(m.Plus)), sign: m.Power.ID})
		}
	}
	switch {
	case c.Down:
		s.class, s.note = "feint", p.t("shannon.slot.feint")
	case c.Seat == p.ahead.Leader && !p.done():
		s.note = p.t("shannon.slot.lead")
	}
	return s
}

// drawn returns the state of a played card for its drawing.
func drawn(c rules.Played) cards.Play {
	play := cards.Play{Feinted: c.Down}
	if c.Card.Kind() == rules.Enchanter {
		play.As = c.As.String() + strconv.Itoa(c.Base)
	}
	return play
}

// how returns the calculation of a final value: "8 + 3 = 11"; "" for a value printed on the card.
func (p combat) how(c rules.Played) string {
	if len(c.Modifiers) == 0 && c.Card.Value() == c.Value {
		return ""
	}
	var b strings.Builder
	b.WriteString(strconv.Itoa(c.Base))
	for _, m := range c.Modifiers {
		b.WriteString("\u00a0" + views.Either(m.Plus < 0, "−", "+") + "\u00a0" + strconv.Itoa(max(m.Plus, -m.Plus)))
	}
	if len(c.Modifiers) > 0 {
		b.WriteString("\u00a0=\u00a0" + strconv.Itoa(c.Value))
	}
	return b.String()
}

// reasons lists the sources of the parts of a final value.
func (p combat) reasons(mods []rules.Modifier) string {
	return p.list(views.Each(mods, func(m rules.Modifier) string {
		return p.t("shannon.value.by", "Power", p.power(m.Power), "Plus", signed(m.Plus))
	}))
}

// declared returns a declaration in a few words: "Deflection: Bo".
func (p combat) declared(d rules.Declared) string {
	if d.Target != 0 {
		return p.t("shannon.declared.at", "Power", p.power(d.Power), "Name", p.name(d.Target))
	}
	if kindOf(d.Word) == "will" {
		return p.t("shannon.declared.by", "Power", p.power(d.Power), "Plus", strings.Replace(strings.TrimPrefix(d.Word, "will"), "-", "−", 1))
	}
	return p.t("shannon.token." + kindOf(d.Word))
}

// outlook describes how the combat would end as it stands.
func (p combat) outlook() string {
	v := p.ahead
	o := v.Outlook
	if len(v.Table) == 0 {
		return ""
	}
	wounds := p.wounds(o.Wounds)
	switch {
	case o.Loser == 0:
		return p.t("shannon.outlook.none", "Wounds", wounds)
	case o.Loser == p.You && !p.Solo:
		if o.Taker != o.Loser {
			return p.t("shannon.outlook.you_pass", "Wounds", wounds, "Name", p.name(o.Taker))
		}
		return p.t("shannon.outlook.you", "Wounds", wounds)
	case o.Taker != o.Loser:
		return p.t(views.Either(p.IsYou(o.Taker), "shannon.outlook.pass_you", "shannon.outlook.pass"), "Name", p.name(o.Loser), "Other", p.name(o.Taker), "Wounds", wounds)
	}
	return p.t("shannon.outlook.loses", "Name", p.name(o.Loser), "Wounds", wounds)
}

// closed describes the end of the last combat.
func (p combat) closed(c rules.Combat) string {
	text := p.taken(c)
	if c.Riposte != 0 {
		text += " " + p.t("shannon.closed.riposte", "Name", p.name(c.Riposte), "Wounds", p.wounds(c.RiposteWounds))
	}
	return text
}

func (p combat) taken(c rules.Combat) string {
	o := c.Outcome
	wounds := p.wounds(o.Wounds)
	switch {
	case o.Loser == 0 && c.Number == 12:
		return p.t("shannon.closed.dropped", "Combat", c.Number, "Wounds", wounds)
	case o.Loser == 0:
		return p.t("shannon.closed.none", "Combat", c.Number, "Wounds", wounds)
	case o.Taker != o.Loser:
		return p.t("shannon.closed.pass", "Combat", c.Number, "Name", p.name(o.Loser), "Other", p.name(o.Taker), "Wounds", wounds)
	}
	return p.t("shannon.closed.lost", "Combat", c.Number, "Name", p.name(o.Loser), "Wounds", wounds)
}

// endedCombat returns the last combat of the round for a viewer who has not acted since; nil for
// others, and while the table itself still shows it.
func (p combat) endedCombat() *rules.Combat {
	last := p.v.LastCombat
	if p.v.Mine == nil || p.Past() || p.v.Phase != rules.PhaseCombat || last == nil || last.Round != p.v.Round || len(p.v.Table) == 0 {
		return nil
	}
	if _, acted := playedBy(p.v.Table, p.v.Viewer); acted || p.v.Knights[p.v.Viewer-1].Dishonored {
		return nil
	}
	return last
}
