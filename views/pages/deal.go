package pages

import (
	"strconv"

	"tableronde/views"
)

// Deal is the model of the page on which a deal is checked.
type Deal struct {
	views.Match
}

// verify returns the command that checks the record of the match.
func (m Deal) verify() string { return "tableronde verify " + m.Game.ID + "-" + m.ID + ".txt" }

// given returns what a seat has contributed to the shuffle, or words for an
// unknown contribution.
func (m Deal) given(i int) string {
	if i < len(m.Fair.Contributions) && m.Fair.Contributions[i] != "" {
		return m.Fair.Contributions[i]
	}
	return m.T("fair.nothing")
}

// lines returns how many lines the seed is computed from.
func (m Deal) lines() string { return strconv.Itoa(len(m.Seats) + 1) }
