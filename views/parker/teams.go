package parker

import (
	"slices"
	"strings"

	"tableronde/games"
	rules "tableronde/games/parker"
)

// armyNamed returns the army of a seat to stand before its partner, "" at a table
// of one where it is the seat's name.
func (m match) armyNamed(seat games.Seat) string {
	if m.Solo && m.Name(seat) == m.Army(m.Game, seat) {
		return ""
	}
	return m.Army(m.Game, seat) + ","
}

// nextTurns tells whose turns follow that of the seat to move.
func (m match) nextTurns() string {
	v, ok := m.View.(rules.View)
	if !ok || !m.Many() || len(m.ToAct) != 1 {
		return ""
	}
	n := games.Seat(len(m.Seats))
	var names []string
	for i := games.Seat(1); i < n; i++ {
		if seat := (m.ToAct[0]-1+i)%n + 1; v.Position().Count(seat) > 0 {
			names = append(names, m.NameOrYou(seat))
		}
	}
	return m.T("team.then", "Names", strings.Join(names, ", "))
}

// passed lists the seats that had pieces but no move between the last action and
// the turn in the position shown.
func (m match) passed() []games.Seat {
	v, ok := m.View.(rules.View)
	if !ok || !m.Many() || len(m.Path) == 0 || v.Turn() == 0 || m.Path[len(m.Path)-1] != m.Shown-1 {
		return nil
	}
	n := games.Seat(len(m.Seats))
	var seats []games.Seat
	for seat := m.Log[m.Shown-1].Seat%n + 1; seat != v.Turn(); seat = seat%n + 1 {
		if v.Position().Count(seat) > 0 {
			seats = append(seats, seat)
		}
	}
	return seats
}

// seatState tells in a word or two what has happened to a seat among more than
// two: out, resigned, would resign, or passed; "" if it simply plays.
func (m match) seatState(seat games.Seat) string {
	v, ok := m.View.(rules.View)
	switch {
	case !ok || !m.Many():
		return ""
	case v.Position().Count(seat) == 0 && v.Resigned(seat) && m.Game.Partner(seat) == 0:
		return m.T("team.resigned")
	case v.Position().Count(seat) == 0:
		return m.T("team.out")
	case m.Result != nil && !m.Past():
		return ""
	case v.Resigned(seat):
		return m.T("team.would_resign")
	case slices.Contains(m.passed(), seat):
		return m.T("team.passed")
	}
	return ""
}

// wishes lists the resignations that wait for the partner's agreement.
func (m match) wishes() []string {
	v, ok := m.View.(rules.View)
	if !ok || m.Past() || m.Result != nil {
		return nil
	}
	var all []string
	for i := range m.Seats {
		seat := games.Seat(i + 1)
		p := m.Game.Partner(seat)
		if p == 0 || !v.Resigned(seat) || v.Position().Count(seat) == 0 {
			continue
		}
		switch {
		case m.IsYou(p):
			all = append(all, m.T("team.wish_yours", "Name", m.Name(seat)))
		case m.ByArmy(seat):
			all = append(all, m.T("team.wish_army", "Army", m.Army(m.Game, seat), "Partner", m.Army(m.Game, p)))
		default:
			all = append(all, m.T("team.wish", "Name", m.Name(seat), "Partner", m.Name(p)))
		}
	}
	return all
}

// resignConsequence tells what happens if the visitor resigns among more than
// two.
func (m match) resignConsequence() string {
	v, ok := m.View.(rules.View)
	if !ok {
		return m.T("ask.resign.leave")
	}
	alive := func(seat games.Seat) bool { return v.Position().Count(seat) > 0 }
	p := m.Game.Partner(m.You)
	if p != 0 && alive(p) && !v.Resigned(p) {
		return m.T("ask.resign.partner", "Name", m.Name(p))
	}
	var rivals []games.Seat
	for i := range m.Seats {
		if seat := games.Seat(i + 1); seat != m.You && seat != p && (p != 0 || alive(seat)) {
			rivals = append(rivals, seat)
		}
	}
	if p == 0 && len(rivals) > 1 {
		return m.T("ask.resign.army")
	}
	return m.T("ask.resign.ends", "Names", m.Names(rivals))
}

// voters names the seats that must agree to a draw or to taking back.
func (m match) voters(draw bool) string {
	v, ok := m.View.(rules.View)
	var seats []games.Seat
	for i := range m.Seats {
		if seat := games.Seat(i + 1); seat != m.You && (!ok || !draw || v.Position().Count(seat) > 0) {
			seats = append(seats, seat)
		}
	}
	return m.Names(seats)
}
