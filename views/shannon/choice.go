package shannon

import (
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
	rules "tableronde/games/shannon"
	"tableronde/views"
	"tableronde/views/cards"
)

// choice words an action for hints and reviews.
func choice(m views.Match, view games.View, action string, why []games.Fact) views.Choice {
	m = m.ByRank()
	v, ok := view.(rules.View)
	if !ok || v.Mine == nil {
		return views.Choice{Does: action}
	}
	p := page{Match: &m, words: words{m.Lang}, v: v, ahead: v}
	c := views.Choice{Does: action, Why: m.Reasons(why, p.reason)}
	if l, ok := readLine(action); ok {
		c.Does, c.Face = p.plays(l), cards.Shannon(l.card, cards.Play{})
		return c
	}
	verb, rest, _ := strings.Cut(action, " ")
	switch power := rules.PowerOf(rest); {
	case verb == "prepare":
		c.Does = p.prepares(strings.Fields(rest))
	case verb == "move":
		c.Does = p.sends(strings.Fields(rest))
	case power != nil:
		c.Does = p.t("shannon.choice.power", "Power", p.power(power))
	case verb == "favour":
		c.Does = p.t("shannon.choice.unseen")
	}
	return c
}

// plays returns the play of a card in the infinitive.
func (p page) plays(l playLine) string {
	if l.discard {
		return p.t("shannon.choice.discard", "Card", p.withArticle(l.card))
	}
	does := p.t("shannon.choice.play", "Card", p.words.played(l))
	var with []string
	for _, d := range l.declared {
		with = append(with, p.declaration(d))
	}
	if len(with) > 0 {
		does = p.t("shannon.choice.with", "Does", does, "Powers", p.list(with))
	}
	return does
}

// prepares returns a preparation in the infinitive.
func (p page) prepares(parts []string) string {
	var all []string
	for i := 0; i < len(parts); i++ {
		switch word := parts[i]; word {
		case "lancelot":
			i++
			all = append(all, p.t("shannon.choice.lancelot", "Card", p.withArticle(wordAt(parts, i))))
		case "trade":
			all = append(all, p.t("shannon.choice.trade", "Card", p.withArticle(wordAt(parts, i+2)), "Name", p.seatWord(wordAt(parts, i+1))))
			i += 2
		case "discard":
			all = append(all, p.t("shannon.choice.aside", "Cards", p.cards(parts[i+1:])))
			i = len(parts)
		default:
			i++
			all = append(all, p.t("shannon.choice.against", "Power", p.declaration(word), "Name", p.seatWord(wordAt(parts, i))))
		}
	}
	if len(all) == 0 {
		return p.t("shannon.choice.nothing")
	}
	return p.list(all)
}

// sends returns the moving of cards at a count in the infinitive.
func (p page) sends(moves []string) string {
	var all []string
	for _, m := range moves {
		card, to, _ := strings.Cut(m, ">")
		all = append(all, p.t("shannon.choice.send", "Card", p.withArticle(card), "Name", p.seatWord(to)))
	}
	if len(all) == 0 {
		return p.t("shannon.choice.nothing")
	}
	return p.list(all)
}

func wordAt(words []string, i int) string {
	if i >= len(words) {
		return ""
	}
	return words[i]
}

// seatWord names the seat with a number.
func (p page) seatWord(number string) string {
	n, err := strconv.Atoi(number)
	if err != nil {
		return number
	}
	return p.Name(games.Seat(n))
}

// play adds the hand, the status and the actions of the knight on turn.
func (p page) play(t *views.Table) {
	steps := p.Steps()
	l, staged := playLine{}, false
	if len(steps) > 0 {
		l, staged = readLine(steps[0])
	} else if card, suit, ok := strings.Cut(p.Probe, "="); ok && enchanter(card) {
		l = playLine{card: card, suit: suit}
	}
	t.Hand = handList(p, p.playing(l))
	t.Status = p.playStatus(l, staged)
	if c := p.held(l.card); c != nil {
		t.Panel = enchanterChoices(p, *c, l, staged)
	}
	t.Acts = p.playActs(l, staged)
}

// chooseOne lets the viewer take one of several things with one line each.
func (p page) chooseOne(t *views.Table, what string, offers []rules.Offer) {
	t.Status = views.Status{Sentence: p.t("shannon.duty." + what)}
	confirm := views.Act{ID: "confirm", Label: p.t("shannon.act.take"), Icon: "check", Class: "primary", Why: p.t("shannon.duty." + what)}
	back := views.Act{ID: "undo", Label: p.t("shannon.act.back"), Icon: "back", Why: p.t("shannon.act.nothing")}
	for _, o := range offers {
		if !slices.Equal(p.Steps(), []string{o.Line}) {
			continue
		}
		name := p.t("shannon.favour.unseen")
		if o.Power != nil {
			name = p.power(o.Power)
			t.Status.Detail = p.Lang.Of(o.Power.Text)
		}
		t.Status.Sentence = p.t("shannon.status.take", "Name", name)
		confirm.Label, confirm.Actions, confirm.Final = p.t("shannon.act.take_it", "Name", name), p.Steps(), true
		back.Href = p.Staging(nil, "")
		t.Status.Why = p.worded(o.Why)
	}
	if t.Status.Why == nil {
		t.Status.Why = p.worded(p.PreviewErr)
	}
	if t.Status.Why != nil {
		confirm.Actions, confirm.Why = nil, p.Refusal(t.Status.Why)
	}
	t.Acts = []views.Act{back, confirm}
}

// prepare fills in the preparation of a round: one question after the other, and
// all of it posted at once.
func (p page) prepare(t *views.Table) {
	prep := p.v.Mine.Prep
	if p.ahead.Phase == rules.PhasePrepare && p.ahead.Mine != nil && p.ahead.Mine.Prep != nil {
		prep = p.ahead.Mine.Prep
	} else if len(p.Steps()) > 0 && p.PreviewErr == nil {
		prep = &rules.Preparing{} // the last part, and everybody else is ready
	}
	ask, owes := rules.Part(0), len(prep.Owed) > 0
	if owes {
		ask = prep.Owed[0]
	}
	t.Hand = handList(p, p.preparing(*prep, ask, owes))
	t.Status = views.Status{Sentence: p.t("shannon.prepare.done"), Detail: p.decided(), Why: p.worded(p.PreviewErr)}
	if owes {
		t.Status = p.prepareStatus(*prep, ask)
		if picks := p.targets(*prep, ask); len(picks) > 0 {
			t.Panel = opponentChoice(p.t("shannon.prepare.whom"), picks)
		}
	}
	t.Acts = p.prepareActs(owes)
}

// moveCards fills in the choice of cards to move before the count.
func (p page) moveCards(t *views.Table) {
	moving := p.v.Mine.Moves
	moved := p.moved()
	t.Status = views.Status{
		Sentence: p.n("shannon.move.ask", moving.Most),
		Detail:   p.sent(moved),
		Why:      p.worded(p.PreviewErr),
	}
	chosen := ""
	if slices.ContainsFunc(moving.Cards, func(c rules.Card) bool { return c.String() == p.Probe }) {
		chosen = p.Probe
		t.Status.Detail = p.t("shannon.move.whom", "Card", p.withArticle(chosen))
		var picks []choiceLink
		for _, seat := range moving.Opponents {
			picks = append(picks, choiceLink{id: "target-" + seatID(seat), label: p.name(seat), href: p.moving(append(slices.Clone(moved), chosen+">"+seatID(seat)))})
		}
		t.Panel = opponentChoice(p.t("shannon.prepare.whom"), picks)
	}
	t.Hand = handList(p, p.movable(*moving, moved, chosen))
	t.Acts = p.moveActs(moved)
}
