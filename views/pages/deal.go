package pages

import (
	"strconv"

	"tableronde/views"
)

// Deal is the model of the page on which a deal is checked.
type Deal struct {
	views.Match
}

// verifyCommand returns the command that checks the record of the match.
func (m Deal) verifyCommand() string { return "tableronde verify " + m.Game.ID + "-" + m.ID + ".txt" }

// contribution returns what a seat has contributed to the shuffle, or words for an
// unknown contribution.
func (m Deal) contribution(i int) string {
	if i < len(m.Fair.Contributions) && m.Fair.Contributions[i] != "" {
		return m.Fair.Contributions[i]
	}
	return m.T("fair.nothing")
}

// lineCount returns how many lines the seed is computed from.
func (m Deal) lineCount() string { return strconv.Itoa(len(m.Seats) + 1) }
