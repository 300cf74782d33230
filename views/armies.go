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
func (m *Match) ByArmy(seat games.Seat) bool {
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

// DescribeEvent tells an event in words, given its index in Log.
func (m *Match) DescribeEvent(index int) string {
	e := m.Log[index]
	what, name := m.eventName(e), m.NameAt(e.Seat, index)
	if m.ByArmy(e.Seat) {
		if told := m.ArmyEvent(m.Game, e.Seat, what); told != "" {
			return told
		}
	}
	if m.Solo && !table.IsSurrounding(e.Text) {
		return m.T("event.bare", "Name", name, "What", e.Text)
	}
	if key := "event." + what; locale.Has(m.Lang, key) {
		return m.T(key, "Name", name)
	}
	return m.EventText(name, e.Text)
}

// eventName returns the EventKey of an event; among more than two a resignation
// is a wish until the partner resigns too, or the loss of one army.
func (m *Match) eventName(e Event) string {
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

// DescribePly tells in words what happened at a ply, "" outside of the log.
func (m *Match) DescribePly(ply int) string {
	if ply < 1 || ply > len(m.Log) {
		return ""
	}
	return m.DescribeEvent(ply - 1)
}
