package knizia

import (
	"tableronde/games"
	rules "tableronde/games/knizia"
	"tableronde/views"
)

// reason words a fact that speaks for a move, as a clause without a subject.
func (s *scene) reason(f games.Fact) string {
	kind := f.Kind
	switch {
	case kind == rules.WhyLeads && f.Before == 0:
		kind = "leads_first"
	case kind == rules.WhyFrees && f.Seat == 0:
		kind = "frees_own"
	}
	var names []string
	for _, code := range f.Cards {
		names = append(names, s.withArticle(rules.ParseCard(code)))
	}
	return s.Counted("knizia.reason."+kind, f.Number, "Name", s.Name(f.Seat), "Number", f.Number, "Before", f.Before, "Cards", s.List(names))
}

// moment says at what moment of the match somebody decides.
func moment(m views.Match, at games.Moment) string {
	key := "knizia.moment." + at.Phase
	if !m.Has(key) {
		return ""
	}
	return m.N(key, at.Seats, "Round", at.Round, "Color", m.T("knizia.color."+at.Word))
}
