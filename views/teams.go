package views

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

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

// PlaceText returns the place of a seat that has not won a match of three sides or more: "2",
// or "2–4" where several share it; "" in other matches.
func PlaceText(game games.Info, r *games.Result, seats int, seat games.Seat) string {
	if r == nil || len(r.Winners) == 0 || seat < 1 || slices.Contains(r.Winners, seat) || len(Sides(game, seats)) < 3 {
		return ""
	}
	place, last := r.Place(seat, seats), -1
	for other := range seats {
		if r.Place(games.Seat(other+1), seats) == place {
			last++
		}
	}
	if last == 0 {
		return strconv.Itoa(place)
	}
	return fmt.Sprintf("%d–%d", place, place+last)
}

// Armies names the armies of some seats: "Red and Blue".
func (p Page) Armies(game games.Info, seats []games.Seat) string {
	names := make([]string, len(seats))
	for i, seat := range seats {
		names[i] = p.Army(game, seat)
	}
	return p.List(names)
}

// InTurn names the armies in turn order.
func (m *Match) InTurn() string {
	return m.Armies(m.Game, m.AllSeats())
}

// PartnerPhrase tells with whom a seat plays: "your partner", "with Yvain"; ""
// for a seat that plays alone.
func (m *Match) PartnerPhrase(seat games.Seat) string {
	switch p := m.Game.Partner(seat); {
	case p == 0:
		return ""
	case m.IsYou(p):
		return m.T("team.yours")
	case m.Seats[p-1].Name == "" || m.ByArmy(p):
		return m.T("team.with_army", "Army", m.Army(m.Game, p))
	default:
		return m.T("team.with", "Name", cmp.Or(m.Seats[p-1].Rank, m.Name(p)))
	}
}

// NameOrYou returns a seat's name, or "you".
func (m *Match) NameOrYou(seat games.Seat) string {
	if m.IsYou(seat) {
		return m.T("team.you")
	}
	return m.Name(seat)
}

func (m *Match) namesOrYou(seats []games.Seat) string {
	names := make([]string, len(seats))
	for i, seat := range seats {
		names[i] = m.NameOrYou(seat)
	}
	return m.List(names)
}

// votesText returns who has accepted a pending offer and who has not answered; "" if
// one answer decides.
func (m *Match) votesText(v Votes) string {
	if !m.Many() {
		return ""
	}
	text := m.T("team.awaited", "Names", m.namesOrYou(v.Awaited))
	if len(v.Agreed) > 1 {
		text = m.T("team.agreed", "Names", m.namesOrYou(v.Agreed)) + " " + text
	}
	return text
}
