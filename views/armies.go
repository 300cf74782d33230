package views

import (
	"tableronde/games"
	"tableronde/games/table"
	"tableronde/views/locale"
)

// TheArmies joins the names of the armies of some seats within a sentence; in
// French each has its article: "les Rouges et les Bleus".
func (p Page) TheArmies(game games.Info, seats []games.Seat) string {
	names := make([]string, len(seats))
	for i, seat := range seats {
		names[i] = p.T("army.the", "Army", p.Army(game, seat))
	}
	return p.List(names)
}

// ByArmy reports whether a seat is called by its army: at a table of one, unless
// the match was imported with the names of its players.
func (m Match) ByArmy(seat games.Seat) bool {
	army := m.Army(m.Game, seat)
	return m.Solo && army != "" && m.Name(seat) == army
}

// ArmyEvent tells an event around the game with the army as its subject; "" for a
// move and for games without armies. In French an army is plural.
func (p Page) ArmyEvent(game games.Info, seat games.Seat, what string) string {
	key, army := "event.army."+what, p.Army(game, seat)
	if army == "" || !locale.Has(p.Lang, key) {
		return ""
	}
	return p.T(key, "Army", army)
}

// DescribeEvent tells an event in words.
func (m Match) DescribeEvent(e Event) string {
	what := m.eventName(e)
	if m.ByArmy(e.Seat) {
		if told := m.ArmyEvent(m.Game, e.Seat, what); told != "" {
			return told
		}
	}
	if m.Solo && !table.IsSurrounding(e.Text) {
		return m.T("event.bare", "Name", m.Name(e.Seat), "What", e.Text)
	}
	if key := "event." + what; locale.Has(m.Lang, key) {
		return m.T(key, "Name", m.Name(e.Seat))
	}
	return m.EventText(m.Name(e.Seat), e.Text)
}
