package views

import (
	"slices"

	"tableronde/games"
)

// game is the game chosen, the first where none is.
func (m NewTable) game() games.Info {
	for i, g := range m.Games {
		if m.chosen(i, g) {
			return g
		}
	}
	return games.Info{}
}

func (m NewTable) chosen(i int, g games.Info) bool {
	if slices.ContainsFunc(m.Games, func(other games.Info) bool { return other.ID == m.Game }) {
		return g.ID == m.Game
	}
	return i == 0
}

// seats lists the seats of the game chosen.
func (m NewTable) seats() []games.Seat {
	n := 2
	if counts := m.game().Seats; len(counts) > 0 {
		n = counts[0]
	}
	all := make([]games.Seat, n)
	for i := range all {
		all[i] = games.Seat(i + 1)
	}
	return all
}

// picked tells whether a value of an option is the one chosen.
func (m NewTable) picked(g games.Info, o games.Option, i int) bool {
	value, ok := m.Options[o.ID]
	if !ok || g.ID != m.game().ID || !slices.Contains(o.Values, value) {
		return i == 0
	}
	return o.Values[i] == value
}

func (m NewTable) meaning(o games.Option, i int) string {
	if i < len(o.Meaning) {
		return m.Lang.Of(o.Meaning[i])
	}
	return o.Values[i]
}
