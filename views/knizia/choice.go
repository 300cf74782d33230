package knizia

import (
	"tableronde/games"
	rules "tableronde/games/knizia"
	"tableronde/views"
	"tableronde/views/cards"
)

// choice words an action for hints and reviews.
func choice(m views.Match, view games.View, action string, why []games.Fact) views.Choice {
	m = m.ByRank()
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

// does returns a move in the infinitive.
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
