package shannon

import (
	"slices"
	"strconv"
	"strings"

	"tableronde/games"
	rules "tableronde/games/shannon"
	"tableronde/views"
)

// turn asks the knight on turn for a card.
type turn struct{ combat }

// handCard is a card of the viewer's own hand.
type handCard struct {
	code  string
	label string
	class string // "no": cannot be played; "up": chosen
	href  string // the link of the card; "" for its text
	on    bool   // chosen
}

// lying returns the hand of a viewer who cannot act now. It shows which cards fit the current
// combat, once that is known.
func (p page) lying() []handCard {
	var all []handCard
	for _, c := range p.v.Mine.Hand {
		h := handCard{code: c.Card.String(), label: p.described(c.Card)}
		if c.Why != nil {
			h.class, h.label = "no", p.t("shannon.hand.no", "Card", h.label, "Why", p.Refusal(p.worded(c.Why)))
		}
		all = append(all, h)
	}
	return all
}

// held returns the card of the viewer's hand with a code, nil if the hand does not have it.
func (p page) held(code string) *rules.HandCard {
	hand := p.v.Mine.Hand
	if i := slices.IndexFunc(hand, func(c rules.HandCard) bool { return c.Card.String() == code }); i >= 0 {
		return &hand[i]
	}
	return nil
}

// play adds the hand, the status and the actions of the knight on turn.
func (p turn) play(t *views.Table) {
	steps := p.Steps()
	l, staged := playLine{}, false
	if len(steps) > 0 {
		l, staged = readLine(steps[0])
	} else if card, suit, ok := strings.Cut(p.Probe, "="); ok && enchanter(card) {
		l = playLine{card: card, suit: suit}
	}
	t.Hand = handList(p.page, p.playing(l))
	t.Status = p.playStatus(l, staged)
	if c := p.held(l.card); c != nil {
		t.Choice = enchanterChoices(p, *c, l, staged)
	}
	t.Acts = p.playActs(l, staged)
}

// playing returns the hand of the knight on turn. A playable card has a link that stages it; the
// label of any other card gives the reason against it.
func (p turn) playing(l playLine) []handCard {
	var all []handCard
	for _, c := range p.v.Mine.Hand {
		h := handCard{code: c.Card.String(), label: p.described(c.Card), on: c.Card.String() == l.card}
		switch {
		case len(c.Lines) == 0:
			h.class, h.href = "no", p.Staging(nil, h.code)
			h.label = p.t("shannon.hand.no", "Card", h.label, "Why", p.Refusal(p.worded(c.Why)))
		case h.on:
			h.class, h.href = "up", p.Staging(nil, "")
		case c.Card.Kind() == rules.Enchanter && c.Most > c.Least:
			h.href = p.Staging(nil, h.code+"="+firstSuit(c))
		default:
			h.href = p.Staging([]string{firstPlay(c)}, "")
		}
		if c.Discards && h.class == "" {
			h.label = p.t("shannon.hand.discard", "Card", h.label)
		}
		all = append(all, h)
	}
	return all
}

// firstPlay returns the default play of a card.
func firstPlay(c rules.HandCard) string {
	for _, text := range c.Lines {
		if l, ok := readLine(text); ok && len(l.declared) == 0 {
			return text
		}
	}
	return c.Lines[0]
}

func firstSuit(c rules.HandCard) string {
	if len(c.Suits) == 0 {
		return ""
	}
	return c.Suits[0].String()
}

// playStatus describes the required play, or the effect of the staged action.
func (p turn) playStatus(l playLine, staged bool) views.Status {
	if c := p.held(p.Probe); c != nil && c.Why != nil {
		return views.Status{Sentence: p.duty(), Why: p.worded(c.Why)}
	}
	switch {
	case staged && p.PreviewErr != nil:
		return views.Status{Sentence: p.t("shannon.status.staged", "Card", p.played(l)), Why: p.worded(p.PreviewErr)}
	case staged && l.discard:
		me := p.v.Knights[p.You-1]
		return views.Status{Sentence: p.t("shannon.status.discard", "Card", p.withArticle(l.card)), Detail: p.t("shannon.status.dishonour", "Wounds", p.wounds(me.Dishonor)) + " " + p.foretold()}
	case staged:
		return views.Status{Sentence: p.t("shannon.status.staged", "Card", p.played(l)), Detail: p.valued() + p.foretold()}
	case l.card != "":
		return views.Status{Sentence: p.t("shannon.status.choose", "Card", p.card(l.card)), Detail: p.t("shannon.status.choose_value")}
	}
	s := views.Status{Sentence: p.duty()}
	if len(p.v.Table) > 0 {
		s.Detail = p.outlook()
	}
	return s
}

// duty describes the required play of the knight in the combat.
func (p turn) duty() string {
	suit := ""
	if p.v.Lead != rules.NoSuit {
		suit = p.t("shannon.the." + p.v.Lead.String())
	}
	switch p.v.Mine.Duty {
	case rules.DutyLead:
		return p.t("shannon.duty.lead")
	case rules.DutyAlchemy:
		return p.t("shannon.duty.alchemy")
	case rules.DutyFollow:
		return p.t(views.Either(p.freely(), "shannon.duty.follow_alchemy", "shannon.duty.follow"), "Suit", suit)
	case rules.DutyInstead:
		return p.t("shannon.duty.instead", "Suit", suit)
	case rules.DutyDishonor:
		return p.t("shannon.duty.dishonour", "Suit", suit)
	case rules.DutyLowest:
		return p.t("shannon.duty.lowest")
	}
	return p.t("shannon.duty.free")
}

// freely reports whether the viewer may play alchemy while able to follow.
func (p turn) freely() bool {
	return slices.ContainsFunc(p.v.Mine.Hand, func(c rules.HandCard) bool { return c.Card.Kind() == rules.Alchemic && len(c.Lines) > 0 })
}

// valued returns a sentence with the final value of the staged card, "" for the printed value.
func (p turn) valued() string {
	c, ok := playedBy(p.ahead.Table, p.You)
	if !ok || len(c.Modifiers) == 0 {
		return ""
	}
	return p.t("shannon.status.value", "Value", c.Value, "How", p.reasons(c.Modifiers)) + " "
}

// foretold describes the effect of the staged card.
func (p turn) foretold() string {
	if p.done() && p.ahead.LastCombat != nil {
		return p.closed(*p.ahead.LastCombat)
	}
	return p.outlook()
}

// playActs returns the buttons of the knight on turn.
func (p turn) playActs(l playLine, staged bool) []views.Act {
	back := views.Act{ID: "undo", Label: p.t("shannon.act.back"), Icon: "back", Why: p.t("shannon.act.nothing")}
	if l.card != "" {
		back.Href, back.Why = p.Staging(nil, ""), ""
	}
	confirm := views.Act{ID: "confirm", Label: p.t("shannon.act.play"), Icon: "check", Class: "primary", Why: p.t("shannon.act.choose_card")}
	switch {
	case staged && p.PreviewErr != nil:
		confirm.Label, confirm.Why = p.t("shannon.act.play_card", "Card", p.played(l)), p.Refusal(p.worded(p.PreviewErr))
	case staged && l.discard:
		confirm.Label, confirm.Actions = p.t("shannon.act.discard_card", "Card", p.withArticle(l.card)), p.Steps()
	case staged:
		confirm.Label, confirm.Actions = p.t("shannon.act.play_card", "Card", p.played(l)), p.Steps()
		c := p.held(l.card)
		confirm.Final = c != nil && !enchanter(l.card) && len(c.Declare) == 0
	}
	return []views.Act{back, confirm}
}

// choiceLink is a choice within a panel: a value, a suit, an opponent.
type choiceLink struct {
	id, label string
	say       string // the label with its subject, for screen readers; "" for the same label
	href      string
	on        bool
}

// suits returns the suits that an enchanter can take.
func (p turn) suits(c rules.HandCard, l playLine) []choiceLink {
	var all []choiceLink
	for _, s := range c.Suits {
		to := l
		to.suit = s.String()
		all = append(all, choiceLink{id: "suit-" + to.suit, label: p.suit(s), href: p.restage(to), on: l.suit == to.suit})
	}
	return all
}

// values returns the values that an enchanter can take.
func (p turn) values(c rules.HandCard, l playLine) []choiceLink {
	var all []choiceLink
	if c.Card.Kind() != rules.Enchanter {
		return nil
	}
	for n := c.Least; n <= c.Most; n++ {
		to := l
		to.value = strconv.Itoa(n)
		all = append(all, choiceLink{id: "value-" + to.value, label: to.value, say: p.t("shannon.choose.value_of", "Value", n), href: p.restage(to), on: l.value == to.value})
	}
	return all
}

// restage returns the address of the page with a line staged or, if the line lacks its value,
// tried.
func (p turn) restage(l playLine) string {
	if enchanter(l.card) && l.value == "" && !l.discard {
		return p.Staging(nil, l.card+"="+l.suit)
	}
	return p.Staging([]string{l.String()}, "")
}

// powerChoice holds the declarations possible with a card by one power, or by all the powers that
// are only on or off.
type powerChoice struct {
	title string
	picks []choiceLink
}

// declarable lists the declarations possible with a card, each as a toggle.
func (p turn) declarable(c rules.HandCard, l playLine) []powerChoice {
	plain, all := powerChoice{title: p.t("shannon.choose.declare")}, []powerChoice(nil)
	for _, d := range c.Declare {
		word, name := d.Power.Word(), p.power(d.Power)
		one := powerChoice{title: p.remaining(name, d.Left)}
		toggle := func(declaration, label, say string) {
			to := l.with(declaration)
			if l.has(declaration) {
				to = l.without(word)
			}
			if word == "shapeshift" {
				to.discard = false
				if l.has(declaration) {
					to = playLine{card: l.card, discard: true}
				}
			}
			one.picks = append(one.picks, choiceLink{id: "declare-" + strings.ReplaceAll(declaration, " ", "-"), label: label, say: say, href: p.restage(to), on: l.has(declaration)})
		}
		switch {
		case d.Most > 0:
			for n := -d.Most; n <= d.Most; n++ {
				if n != 0 {
					toggle(word+ascii(n), signed(n), name+" "+signed(n))
				}
			}
		case len(d.Targets) > 0:
			for _, seat := range d.Targets {
				toggle(word+" "+seatID(seat), p.name(seat), p.t("shannon.declared.at", "Power", name, "Name", p.name(seat)))
			}
		default:
			toggle(word, p.remaining(p.t("shannon.token."+word), d.Left), "")
			plain.picks = append(plain.picks, one.picks...)
			continue
		}
		all = append(all, one)
	}
	if len(plain.picks) > 0 {
		all = append(all, plain)
	}
	return all
}

// remaining returns a power with the number of uses left, if it has several.
func (p turn) remaining(name string, left int) string {
	if left == 1 {
		return name
	}
	return p.t("shannon.choose.power", "Power", name, "Left", left)
}

func ascii(n int) string {
	if n > 0 {
		return "+" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

// opponents returns all seats except one, in turn order.
func opponents(v rules.View, seat games.Seat) []games.Seat {
	n := len(v.Knights)
	return views.SeatsAfter(seat, n)[:max(n-1, 0)]
}
