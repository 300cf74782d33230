package kutschke

import (
	"tableronde/games"
	rules "tableronde/games/kutschke"
	"tableronde/views"
	"tableronde/views/cards"
)

// reason words a fact that speaks for an action, as a clause without a subject.
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

// moment says at what moment of the match somebody decides.
func moment(m views.Match, at games.Moment) string {
	if key := "kutschke.moment." + at.Phase; m.Has(key) {
		return m.T(key, "Round", at.Round, "Step", at.Step)
	}
	return ""
}
