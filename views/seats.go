package views

import (
	"strconv"

	"tableronde/games"
	"tableronde/views/heraldry"
)

// seatEntry is a line in a list of seats.
type seatEntry struct {
	seat  games.Seat
	badge string // a drawing: empty while nobody sits there
	army  string // or the number of the seat
	who   string // sits there; "" while it is free
	with  string // whose partner it is, in words; "" nobody's
}

// armyText returns the army with its partner: "Green, with Yellow".
func (c seatEntry) armyText() string {
	if c.with == "" {
		return c.army
	}
	return c.army + ", " + c.with
}

// seatEntries returns the seats of a table.
func (p Page) seatEntries(game games.Info, seats []Seat) []seatEntry {
	all := make([]seatEntry, len(seats))
	for i, s := range seats {
		seat := games.Seat(i + 1)
		all[i] = seatEntry{seat: seat, badge: SeatBadge(game, seat, s.Name != ""), army: p.SeatName(game, seat), who: s.Name}
		if s.You {
			all[i].who += " " + p.T("match.you")
		}
		if s.Name == "" {
			all[i].who = s.Kept
		}
		if mate := game.Partner(seat); mate != 0 {
			army := p.Army(game, mate)
			switch at := seats[mate-1]; {
			case at.Rank != "": // whose name has parentheses of its own
				army += ", " + at.Name
			case at.Name != "":
				army += " (" + at.Name + ")"
			}
			all[i].with = p.T("team.with_army", "Army", army)
		}
	}
	return all
}

// freeChairs lists the chairs that nobody has taken.
func freeChairs(chairs []seatEntry) []seatEntry {
	var free []seatEntry
	for _, c := range chairs {
		if c.who == "" {
			free = append(free, c)
		}
	}
	return free
}

// number returns the seat as a form sends it.
func (c seatEntry) number() string { return strconv.Itoa(int(c.seat)) }

// SeatBadge returns the shield of a seat's army, or its outline while nobody has
// taken the seat.
func SeatBadge(game games.Info, seat games.Seat, taken bool) string {
	if taken {
		return Badge(game, seat)
	}
	if sign, ok := heraldry.Sign(game.ID, false); ok {
		return sign
	}
	t, ordinary, charge := shieldOf(game, seat)
	return heraldry.Vacant(t, ordinary, charge)
}

// linkTo names the invitation to a seat: by its army, else by its number.
func (m *Match) linkTo(seat games.Seat) string {
	if army := m.Army(m.Game, seat); army != "" {
		return m.T("seats.link", "Army", army)
	}
	return m.T("form.seat_number", "Number", strconv.Itoa(int(seat)))
}
