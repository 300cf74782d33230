package shannon

import (
	"strconv"
	"strings"

	"tableronde/games"
	rules "tableronde/games/shannon"
	"tableronde/views"
	"tableronde/views/cards"
)

// What can be read, besides a weapon by its code and a power by its id: a knight
// with hero, legend and favors, and the card of a knight in the combat or in the
// one before. The number of the seat follows.
const (
	readKnight = "knight"
	readPlayed = "played"
	readEnded  = "ended"
)

// reading returns the text that is asked for, nil for none. A card that is tried and
// cannot be played is read too.
func (p page) reading() *views.Reading {
	if p.text.Code != "" || p.Asking() {
		return p.Opened(p.text, p.read)
	}
	if p.v.Mine == nil || p.v.Phase != rules.PhaseCombat || !p.Yours() {
		return nil
	}
	c := p.held(p.Probe)
	if c == nil || c.Why == nil {
		return nil
	}
	r := p.readWeapon(c.Card)
	r.Origin, r.Close = "card-"+c.Card.String(), p.Opening("")
	return r
}

func (p page) read(code string) *views.Reading {
	if kind := strings.TrimRight(code, "0123456789"); kind != code {
		seat, _ := strconv.Atoi(code[len(kind):]) // of anything else there is no knight
		switch kind {
		case readKnight:
			return p.readKnight(games.Seat(seat))
		case readPlayed:
			return p.readPlayed(p.ahead.Table, games.Seat(seat))
		case readEnded:
			if p.ahead.LastCombat != nil {
				return p.readPlayed(p.ahead.LastCombat.Table, games.Seat(seat))
			}
			return nil
		}
	}
	if power := rules.PowerOf(code); power != nil {
		return &views.Reading{Name: p.power(power), Face: p.powerFace(power, true), Text: p.Lang.Of(power.Text)}
	}
	c, err := rules.ParseCard(code)
	if err != nil || c == rules.Unknown {
		return nil
	}
	r := p.readWeapon(c)
	if p.v.Mine != nil {
		if held := p.held(code); held != nil && held.Why != nil {
			r.Why = p.Refusal(p.worded(held.Why))
		}
	}
	return r
}

// reads returns where a link leads, by its id, that opens a text.
func (p page) reads(code, origin string) string { return p.Opens(p.text, code, origin) }

// readWeapon returns a weapon card in full.
func (p page) readWeapon(c rules.Card) *views.Reading {
	return &views.Reading{Name: views.Sentence(p.card(c.String())), Face: cards.Shannon(c.String(), cards.Play{}), Text: p.weaponText(c), Rule: "/rules/" + game + "#" + weaponRule(c)}
}

// weaponText tells what a weapon card does in a combat, and what it wounds.
func (w words) weaponText(c rules.Card) string {
	code := c.String()
	switch c.Kind() {
	case rules.Enchanter:
		return cards.Text(w.lang, game, code)
	case rules.Alchemic:
		return w.t("shannon.read.alchemy", "Value", c.Value(), "Wounds", w.wounds(c.Wounds()))
	}
	key := views.Either(c.Poison(), "shannon.read.poison", "shannon.read.basic")
	return w.t(key, "Value", c.Value(), "Suit", w.t("shannon.the."+c.Suit().String()), "Wounds", w.wounds(c.Wounds()))
}

// readKnight returns everything that all may know of a knight: how things stand, the
// hero, the legend and the favors with their texts.
func (p page) readKnight(seat games.Seat) *views.Reading {
	if seat < 1 || int(seat) > len(p.v.Knights) {
		return nil
	}
	of := p.v.Knights[seat-1]
	k := p.knight(of)
	facts := []string{p.t("shannon.life", "Life", k.life) + " · " + k.state, p.n("shannon.pile", k.pile)}
	if k.holds != "" {
		facts = append(facts, k.holds)
	}
	r := &views.Reading{Name: k.name, Lines: []string{strings.Join(append(facts, k.marks...), " · ")}}
	r.Lines = append(r.Lines, p.bound(of)...)
	for _, o := range p.powersOf(of) {
		r.Cards = append(r.Cards, views.CardText{Face: o.face, Name: o.name, Note: o.note, Text: o.text})
	}
	return r
}

// readPlayed returns the card of a knight in a combat, with what changed it.
func (p page) readPlayed(table []rules.Played, seat games.Seat) *views.Reading {
	c, ok := playedBy(table, seat)
	if !ok {
		return nil
	}
	r := p.readWeapon(c.Card)
	r.Name = p.t("shannon.read.played", "Name", p.name(seat), "Card", p.became(c))
	r.Face = cards.Shannon(c.Card.String(), drawn(c))
	if how := p.how(c); how != "" && len(c.Modifiers) > 0 {
		r.Lines = append(r.Lines, p.t("shannon.read.value", "How", how))
	}
	if c.Down {
		r.Lines = append(r.Lines, p.t(views.Either(c.Fox, "shannon.read.fox", "shannon.read.feint")))
	}
	told := map[*rules.Power]bool{}
	add := func(power *rules.Power, note string) {
		if !told[power] {
			r.Cards = append(r.Cards, views.CardText{Face: p.powerFace(power, true), Name: p.power(power), Note: note, Text: p.Lang.Of(power.Text)})
		}
		told[power] = true
	}
	for _, d := range c.Declared {
		note := ""
		if d.Target != 0 {
			note = p.name(d.Target)
		}
		add(d.Power, note)
	}
	for _, m := range c.Modifiers {
		add(m.Power, signed(m.Plus))
	}
	return r
}

// powerFace returns the card of a power.
func (p page) powerFace(power *rules.Power, awake bool) string {
	switch power.Kind {
	case rules.Hero:
		return cards.Hero(p.lang, power.ID)
	case rules.Legend:
		return cards.Legend(p.lang, power.ID, awake)
	}
	return cards.Favour(p.lang, power.ID)
}

// weaponRule returns the section of the rules about a weapon card.
func weaponRule(c rules.Card) string {
	switch c.Kind() {
	case rules.Enchanter:
		return "combat.enchanters"
	case rules.Alchemic:
		return "combat.lead"
	}
	return "combat.follow"
}
