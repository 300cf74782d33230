package knizia

import (
	"strings"

	"tableronde/games"
	rules "tableronde/games/knizia"
	"tableronde/views"
)

// answering reports whether the bar says what the action card under way would do,
// because others have time to cancel it.
func (s *scene) answering() bool {
	return s.now.Phase == rules.PhaseReact && s.WindowEnds != nil && s.Seated() && !s.Past()
}

// effect says what the action card under way would do, and whose totals it would
// change; "" where none waits for its effect.
func (s *scene) effect() string {
	u := s.now.UnderWay
	if u == nil || s.now.Phase != rules.PhaseReact {
		return ""
	}
	n := narrator{Teller: views.Teller{Page: s.Page, Game: s.Game, Name: s.Name, You: s.You}}
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

// foretold is an announced effect that an interrupt can still cancel, with the
// seats it is about.
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
