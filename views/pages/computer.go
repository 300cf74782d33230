package pages

import (
	"slices"

	"tableronde/games"
	"tableronde/views/parker"
)

// homeStyles are the style sheets of the home page.
var homeStyles = append(append([]string{}, parker.Styles...), "computer.css")

// usualLevel is the level of the computer that the form offers first.
const usualLevel = 3

// usualPlayers is the number of players of a card game that the form offers first.
const usualPlayers = 4

// mostPlayers returns the highest number of players of any of some games.
func mostPlayers(all []games.Info) int {
	most := 0
	for _, g := range all {
		most = max(most, slices.Max(g.Seats))
	}
	return most
}
