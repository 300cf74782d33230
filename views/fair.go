package views

import (
	"strconv"

	"tableronde/games"
)

// Deal is the model of the page on which a deal is checked.
type Deal struct {
	Match
}

// verify is the command that checks the record of the match.
func (m Deal) verify() string { return "tableronde verify " + m.Game.ID + "-" + m.ID + ".txt" }

// given is what a seat has contributed, in words where it is not known.
func (m Match) given(i int) string {
	if i < len(m.Fair.Contributions) && m.Fair.Contributions[i] != "" {
		return m.Fair.Contributions[i]
	}
	return m.t("fair.nothing")
}

// lines is how many lines the seed is computed from.
func (m Deal) lines() string { return strconv.Itoa(len(m.Seats) + 1) }

// allSeats are the seats of the table.
func (m Match) allSeats() []games.Seat {
	seats := make([]games.Seat, len(m.Seats))
	for i := range seats {
		seats[i] = games.Seat(i + 1)
	}
	return seats
}
