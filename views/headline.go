package views

import (
	"slices"

	"tableronde/games"
)

// Headline names the match.
func (m *Match) Headline() string {
	switch {
	case m.Title != "":
		return m.Title
	case m.Played != nil:
		return m.T("import.untitled")
	case m.Solo:
		return m.T("match.solo")
	case !m.Started:
		for _, s := range m.Seats {
			if s.Name != "" {
				return m.T("match.waits", "Host", s.Name)
			}
		}
		return m.T("match.wait_title")
	case m.Many():
		return m.sidesHeadline()
	}
	return m.T("match.versus", "One", m.Name(1), "Two", m.Name(2))
}

// Outcome tells how the match ended.
func (m *Match) Outcome() string {
	switch r := m.Result; {
	case r.Reason == games.ReasonAborted && m.Played != nil:
		return m.T("over.excerpt")
	case r.Reason == games.ReasonAborted:
		return m.T("over.aborted")
	case len(r.Winners) == 0:
		return m.T("over.drawn")
	case m.Many():
		text := m.teamOutcome()
		if place := PlaceText(m.Game, r, len(m.Seats), m.You); place != "" && !m.Solo {
			text += " " + m.T("over.place", "Place", place, "Seats", len(m.Seats))
		}
		return text
	case m.Solo && m.Played == nil && len(r.Winners) == 1:
		return m.T("over.army", "Army", m.Name(r.Winners[0]))
	case !m.Solo && slices.Contains(r.Winners, m.You):
		return m.T("over.you")
	default:
		return m.T("over.won", "Names", m.Names(r.Winners))
	}
}

// sidesHeadline returns the headline of a match of more than two: "Red and Blue
// against Green and Yellow".
func (m *Match) sidesHeadline() string {
	if m.Game.Armies == nil {
		return m.Names(m.AllSeats())
	}
	parted := Sides(m.Game, len(m.Seats))
	if len(parted) == 2 {
		return m.T("match.versus", "One", m.Armies(m.Game, parted[0]), "Two", m.Armies(m.Game, parted[1]))
	}
	return m.T("match.melee", "Armies", m.InTurn())
}

// teamOutcome tells who has won a match of more than two.
func (m *Match) teamOutcome() string {
	winners := m.Result.Winners
	armies := m.Armies(m.Game, winners)
	p := m.Game.Partner(m.You)
	switch yours := slices.Contains(winners, m.You) && !m.Solo; {
	case yours && len(winners) > 1:
		return m.T("over.you_with", "Name", m.Name(p), "Armies", armies)
	case yours:
		return m.T("over.you")
	case (m.Game.Armies == nil || m.Game.Hidden) && len(winners) > 1:
		return m.T("over.team", "Names", m.Names(winners))
	case m.Game.Armies == nil || m.Game.Hidden: // at cards a seat has a knight's name, and leads no army
		return m.T("over.won", "Names", m.Names(winners))
	case m.Solo && len(winners) == 1:
		return m.T("over.army", "Army", armies)
	case m.Solo:
		return Sentence(m.T("over.team", "Names", m.TheArmies(m.Game, winners)))
	case len(winners) == 1:
		return m.T("over.army_of", "Army", armies, "Name", m.Name(winners[0]))
	}
	return Sentence(m.T("over.team_of", "Armies", m.TheArmies(m.Game, winners), "Names", m.Names(winners)))
}
