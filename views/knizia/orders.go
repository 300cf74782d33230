package knizia

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"tableronde/games"
	rules "tableronde/games/knizia"
	"tableronde/views"
	"tableronde/views/cards"
)

// written converts the orders of a form to notation. The rules refuse invalid ones.
func written(form url.Values) string {
	lines := views.Each(rules.SheetCards(), func(c rules.Card) string { return c.String() + " " + cardTerms(form, "-"+c.String()) })
	if choice := strings.TrimSpace(form.Get(fieldAdapt)); choice != "" {
		lines = append(lines, "adapt-choice "+choice)
	}
	return strings.Join(append(lines, plannedAhead(form)...), "\n")
}

// cardTerms returns the terms of a form for one card, in the notation after the card's code.
func cardTerms(form url.Values, code string) string {
	switch when := wordOr(form.Get(fieldWhen+code), rules.Never.String()); when {
	case whenCost:
		return rules.IfMe.String() + " minLoss=" + strconv.Itoa(costly)
	case whenIf:
	default:
		return when
	}
	line := views.Either(form.Get(fieldMe+code) != "", rules.IfMe.String(), rules.Any.String())
	if loss := strings.TrimSpace(form.Get(fieldLoss + code)); loss != "" {
		line += " minLoss=" + strings.Join(strings.Fields(loss), "_")
	}
	if form.Get(fieldLead+code) != "" {
		line += " onlyIfLeading"
	}
	if in := strings.TrimSpace(form.Get(fieldIn + code)); in != "" {
		line += " maxIn=" + strings.Join(strings.Fields(in), "_")
	}
	return line
}

func ordersSheet(m views.Orders) templ.Component {
	s := sheet{Orders: m}
	s.orders, _ = rules.ParseOrders(m.Text)
	s.kept = s.orders.Sheet
	s.record = s.played()
	switch preset := m.Form.Get(fieldPreset); {
	case m.Problem != nil:
		s.filled = m.Form
	case slices.Contains(rules.Presets(), preset):
		s.kept = s.kept.Fill(preset)
	}
	return sheetPage(s, s.frame())
}

// frame returns the parts of the page around the form.
func (s sheet) frame() views.Sheet {
	return views.Sheet{
		Styles: styles,
		Class:  "narrow sheet knizia", Defs: cards.Defs(game), Lead: s.T("knizia.orders.lead"), Before: presetLinks(s),
		Edited: s.unsaved(), Unsaved: s.T("knizia.orders.unsaved"), Save: s.T("knizia.orders.save"),
	}
}

// prepared lists the visitor's orders: when to withdraw, later turns, and Lancelot's answers.
func prepared(m views.Match, text string) (told []string) {
	o, err := rules.ParseOrders(text)
	if err != nil {
		return nil
	}
	for _, w := range o.Withdrawals {
		told = append(told, reasonText(m, w))
	}
	for _, p := range o.Plans {
		names := views.Each(p.Cards, func(c rules.Card) string { return cards.Label(m.Lang, game, c.String()) })
		told = append(told, m.T("knizia.prepared.turn", "Color", m.T("knizia.color."+p.Color.String()), "Most", strconv.Itoa(p.Most), "Cards", m.List(names)))
	}
	if preset := o.Sheet.Preset(); preset != "off" {
		if preset == "" {
			preset = "own"
		}
		told = append(told, m.T("knizia.prepared.lancelot", "Sheet", m.T("knizia.orders.preset."+preset)))
	}
	return told
}

// reasonText returns a reason to withdraw in words.
func reasonText(m views.Match, w rules.Withdrawal) string {
	span := m.T("knizia.ahead.always")
	if w.Tournament > 0 {
		span = m.T("knizia.prepared.tournament", "Number", w.Tournament)
	}
	key := "knizia.prepared.now"
	switch w.Reason {
	case rules.AtTotal:
		key = "knizia.prepared.total"
	case rules.AtBeaten:
		key = "knizia.prepared.beaten"
	case rules.AtTokens:
		key = "knizia.prepared.tokens"
	}
	return m.T(key, "Bound", w.Bound, "Span", span)
}

// answering reports whether the bar describes the effect of a pending action card, because others
// have time to cancel it.
func (s *scene) answering() bool {
	return s.now.Phase == rules.PhaseReact && s.WindowEnds != nil && s.Seated() && !s.Past()
}

// effect describes the effect of the pending action card, and the totals that it would change; ""
// for none.
func (s *scene) effect() string {
	u := s.now.UnderWay
	if u == nil || s.now.Phase != rules.PhaseReact {
		return ""
	}
	n := narrator{Storyteller: views.Storyteller{Page: s.Page, Game: s.Game, Name: s.Name, You: s.You}}
	var parts []string
	for _, f := range u.Effect {
		if text := n.foretold(f); text != "" {
			parts = append(parts, text)
		}
	}
	if u.Move.Card == rules.KnockDown {
		parts = append(parts, s.T("knizia.effect.robbed", "Name", s.Name(u.Seat), "Other", s.Name(u.Move.Seat)))
	}
	for _, seat := range s.now.Seats {
		if seat.In && seat.After != seat.Total {
			parts = append(parts, s.T("knizia.would.total", "Name", s.Name(seat.Seat), "Was", seat.Total, "Total", seat.After))
		}
	}
	if len(parts) == 0 {
		parts = append(parts, s.T("knizia.effect.none"))
	}
	return s.T("knizia.effect", "What", strings.Join(parts, ", "))
}

// foretold returns an announced effect that an interrupt can still cancel, with the seats
// concerned.
func (n *narrator) foretold(f games.Fact) string {
	name := n.Name(f.Seat)
	switch f.Kind {
	case rules.FactTaken:
		return n.T("knizia.effect.taken", "Name", name, "Card", n.withArticle(f.Cards[0]))
	case rules.FactTakenBack:
		return n.T("knizia.effect.back", "Name", name, "Card", n.withArticle(f.Cards[0]))
	case rules.FactExchanged:
		return n.T("knizia.effect.exchanged", "Name", name, "Give", n.withArticle(f.Cards[0]), "Take", n.withArticle(f.Cards[1]))
	case rules.FactShielded:
		return n.T("knizia.effect.shielded", "Name", name)
	case rules.FactChooses:
		return n.T("knizia.effect.chooses", "Name", name)
	case rules.FactTurned, rules.FactLost, rules.FactStunned, rules.FactNoEffect:
		return n.came(f)
	}
	return ""
}

// choice describes an action for hints and reviews.
func choice(m views.Match, view games.View, action string, why []games.Fact) views.Choice {
	m = m.CalledShort()
	v, ok := view.(rules.View)
	if !ok || m.You < 1 || int(m.You) > len(v.Seats) {
		return views.Choice{Does: action}
	}
	s := &scene{Match: &m, now: v, ahead: v}
	reasons := s.Reasons(why, s.reason)
	if action == "" {
		return views.Choice{Does: s.T("knizia.choice.pass"), Why: reasons}
	}
	move, err := rules.ParseMove(action)
	if err != nil {
		return views.Choice{Does: action}
	}
	c := views.Choice{Does: s.does(move), Why: reasons}
	switch move.Do {
	case rules.PlayCard, rules.PlayAction, rules.Cancel:
		c.Face = cards.Knizia(m.Lang, move.Card.String())
	}
	return c
}

// does returns a move as an infinitive phrase.
func (s *scene) does(m rules.Move) string {
	switch m.Do {
	case rules.PlayCard:
		return s.T("knizia.choice.play", "Card", s.withArticle(m.Card))
	case rules.ChooseColor:
		return s.T("knizia.choice.open", "Tournament", s.T("knizia.by."+m.Color.String()))
	case rules.TakeToken:
		return s.T("knizia.choice.token", "Color", s.color(m.Color))
	case rules.EndTurn:
		return s.T("knizia.choice.end")
	case rules.Withdraw:
		if m.Color != rules.NoColor {
			return s.T("knizia.choice.return", "Color", s.color(m.Color))
		}
		return s.T("knizia.choice.withdraw")
	case rules.Pass:
		return s.T("knizia.choice.pass")
	case rules.Cancel:
		return s.T("knizia.choice.cancel")
	case rules.KeepCards:
		var kept []string
		for place := range s.now.Seats[s.You-1].Display {
			if at := rules.Place(place + 1); m.Keep.Has(at) {
				kept = append(kept, s.withArticle(cardAt(s.now, s.You, at)))
			}
		}
		return s.T("knizia.choice.keep", "Cards", s.List(kept))
	}
	return s.T("knizia.choice.play", "Card", s.moveLabelIn(s.now, m))
}
