package views

import (
	"slices"

	"tableronde/games"
)

// Sides parts so many seats into those that win together, in order of the first
// of each.
func Sides(game games.Info, seats int) [][]games.Seat {
	var all [][]games.Seat
	for seat := games.Seat(1); int(seat) <= seats; seat++ {
		switch p := game.Partner(seat); {
		case p == 0:
			all = append(all, []games.Seat{seat})
		case p > seat:
			all = append(all, []games.Seat{seat, p})
		}
	}
	return all
}

// Many reports whether more than two sit at the table.
func (m Match) Many() bool { return len(m.Seats) > 2 }

// Armies names the armies of some seats: "Red and Blue".
func (p Page) Armies(game games.Info, seats []games.Seat) string {
	names := make([]string, len(seats))
	for i, seat := range seats {
		names[i] = p.Army(game, seat)
	}
	return p.List(names)
}

// sidesHeadline returns the headline of a match of more than two: "Red and Blue
// against Green and Yellow".
func (m Match) sidesHeadline() string {
	if m.Game.Armies == nil {
		return m.Names(m.AllSeats())
	}
	parted := Sides(m.Game, len(m.Seats))
	if len(parted) == 2 {
		return m.T("match.versus", "One", m.Armies(m.Game, parted[0]), "Two", m.Armies(m.Game, parted[1]))
	}
	return m.T("match.melee", "Armies", m.InTurn())
}

// InTurn names the armies in turn order.
func (m Match) InTurn() string {
	return m.Armies(m.Game, m.AllSeats())
}

// PartnerPhrase tells with whom a seat plays: "your partner", "with Yvain"; ""
// for a seat that plays alone.
func (m Match) PartnerPhrase(seat games.Seat) string {
	switch p := m.Game.Partner(seat); {
	case p == 0:
		return ""
	case m.IsYou(p):
		return m.T("team.yours")
	case m.Seats[p-1].Name == "" || m.ByArmy(p):
		return m.T("team.with_army", "Army", m.Army(m.Game, p))
	default:
		return m.T("team.with", "Name", m.Name(p))
	}
}

// NameOrYou returns a seat's name, or "you".
func (m Match) NameOrYou(seat games.Seat) string {
	if m.IsYou(seat) {
		return m.T("team.you")
	}
	return m.Name(seat)
}

func (m Match) namesOrYou(seats []games.Seat) string {
	names := make([]string, len(seats))
	for i, seat := range seats {
		names[i] = m.NameOrYou(seat)
	}
	return m.List(names)
}

// eventName returns the EventKey of an event; among more than two a resignation
// is a wish until the partner resigns too, or the loss of one army.
func (m Match) eventName(e Event) string {
	key := EventKey(e.Text)
	switch {
	case !m.Many() || key != "resign" || m.Game.Armies == nil:
		return key
	case m.Game.Partner(e.Seat) == 0:
		return "resign_army"
	case m.Result != nil && m.Result.Reason == games.ReasonResignation && m.Log[len(m.Log)-1].Seat == e.Seat:
		return key
	}
	return "resign_wish"
}

// votes tells who has accepted a pending offer and who has not answered; "" if
// one answer decides.
func (m Match) votes(v Votes) string {
	if !m.Many() {
		return ""
	}
	text := m.T("team.awaited", "Names", m.namesOrYou(v.Awaited))
	if len(v.Agreed) > 1 {
		text = m.T("team.agreed", "Names", m.namesOrYou(v.Agreed)) + " " + text
	}
	return text
}

// teamOutcome tells who has won a match of more than two.
func (m Match) teamOutcome() string {
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

// AllSeats returns the seats of the table.
func (m Match) AllSeats() []games.Seat {
	seats := make([]games.Seat, len(m.Seats))
	for i := range seats {
		seats[i] = games.Seat(i + 1)
	}
	return seats
}
