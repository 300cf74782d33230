package knizia

import (
	"cmp"
	"slices"

	"tableronde/games"
	rules "tableronde/games/knizia"
	"tableronde/views"
	"tableronde/views/cards"
)

// choice words an action for hints and reviews.
func choice(m views.Match, view games.View, action string) views.Choice {
	m = m.ByRank()
	v, ok := view.(rules.View)
	if !ok || m.You < 1 || int(m.You) > len(v.Seats) {
		return views.Choice{Does: action}
	}
	s := &scene{Match: &m, now: v, ahead: v}
	if action == "" {
		return views.Choice{Does: s.T("knizia.choice.pass")}
	}
	move, err := rules.ParseMove(action)
	if err != nil {
		return views.Choice{Does: action}
	}
	c := views.Choice{Does: s.does(move), Why: s.keeps(move)}
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

// keeps tells which good cards stay in the hand after a move, for tournaments to come.
func (s *scene) keeps(m rules.Move) string {
	if m.Do != rules.Withdraw && m.Do != rules.EndTurn && m.Do != rules.PlayCard && m.Do != rules.PlayAction {
		return ""
	}
	var hand []rules.Card
	for _, h := range s.now.Hand {
		if !h.Card.IsAction() {
			hand = append(hand, h.Card)
		}
	}
	if i := slices.Index(hand, m.Card); i >= 0 && m.Do == rules.PlayCard {
		hand = slices.Delete(hand, i, i+1)
	}
	if len(hand) == 0 {
		return s.T("knizia.choice.empties")
	}
	slices.SortStableFunc(hand, func(a, b rules.Card) int { return cmp.Compare(b.Value(), a.Value()) })
	var best []string
	for _, c := range hand[:min(2, len(hand))] {
		best = append(best, s.withArticle(c))
	}
	return s.T("knizia.choice.keeps", "Cards", s.List(best))
}
