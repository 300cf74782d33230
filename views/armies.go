package views

import (
	"tableronde/games"
	"tableronde/games/table"
	"tableronde/views/locale"
)

// theArmies names the armies of some seats within a sentence, which in French
// gives each its article: "les Rouges et les Bleus".
func (p Page) theArmies(game games.Info, seats []games.Seat) string {
	names := make([]string, len(seats))
	for i, seat := range seats {
		names[i] = p.t("army.the", "Army", p.army(game, seat))
	}
	return p.list(names)
}

// byArmy reports whether a seat goes by the name of its army: at a table of one,
// unless an imported game tells who led it.
func (m Match) byArmy(seat games.Seat) bool {
	army := m.army(m.Game, seat)
	return m.Solo && army != "" && m.name(seat) == army
}

// armyEvent tells what an army did around the game, like offering a draw; "" for
// a move and for games without armies. In French an army is plural.
func (p Page) armyEvent(game games.Info, seat games.Seat, what string) string {
	key, army := "event.army."+what, p.army(game, seat)
	if army == "" || !locale.Has(p.Lang, key) {
		return ""
	}
	return p.t(key, "Army", army)
}

// did tells an event in words.
func (m Match) did(e Event) string {
	what := m.eventName(e)
	if m.byArmy(e.Seat) {
		if told := m.armyEvent(m.Game, e.Seat, what); told != "" {
			return told
		}
	}
	if m.Solo && !table.IsSurrounding(e.Text) {
		return m.t("event.bare", "Name", m.name(e.Seat), "What", e.Text)
	}
	if key := "event." + what; locale.Has(m.Lang, key) {
		return m.t(key, "Name", m.name(e.Seat))
	}
	return m.event(m.name(e.Seat), e.Text)
}
