package kutschke

import "tableronde/games"

// Default returns the first action card that may be picked, in the order of the data
// file; the end of the turn; or no stake. It is "" for a seat that owes nothing.
func (s *state) Default(seat games.Seat) string {
	i := int(seat) - 1
	if !s.acts(i) {
		return ""
	}
	switch s.phase {
	case PhasePick:
		return s.legalPicks(&s.knights[i])[0]
	case PhaseAct:
		return doneWord
	}
	return bidWord
}
