package knizia

import (
	"strconv"

	rules "tableronde/games/knizia"
	"tableronde/views"
	"tableronde/views/cards"
)

// prepared tells what the visitor has ordered: when to withdraw, turns to come, and what
// Lancelot answers.
func prepared(m views.Match, text string) (told []string) {
	o, err := rules.ParseOrders(text)
	if err != nil {
		return nil
	}
	for _, w := range o.Withdrawals {
		told = append(told, reasonText(m, w))
	}
	for _, p := range o.Plans {
		names := make([]string, len(p.Cards))
		for i, c := range p.Cards {
			names[i] = cards.Label(m.Lang, game, c.String())
		}
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

// reasonText returns when the visitor withdraws, in words.
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
