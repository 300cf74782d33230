package shannon

import "tableronde/games"

// Veil hides preparations of others: all of them until everybody is ready, later their
// cards, except those that have been shown.
func (s *state) Veil(viewer, seat games.Seat, before games.State, text string) string {
	past, ok := before.(*state)
	if !ok || viewer == seat || viewer == games.Omniscient || s.phase == PhaseOver || past.phase != PhasePrepare {
		return text
	}
	if s.round == past.round && s.phase == PhasePrepare {
		return actionWords[actPrepare] + " ?"
	}
	a, why := past.parse(seat, text)
	if why != nil {
		return actionWords[actPrepare] + " ?"
	}
	revealed := s.round > past.round || s.phase > PhaseCombat
	return a.prepare.text(func(c Card) string {
		if revealed && a.prepare.has[PartLancelot] && c == a.prepare.placed ||
			viewer == a.prepare.targets[PartTrade] && a.prepare.has[PartTrade] && c == a.prepare.promised {
			return c.String()
		}
		return Unknown.String()
	})
}
