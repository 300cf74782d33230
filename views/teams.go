package views

import (
	"slices"
	"strings"

	"tableronde/games"
	"tableronde/games/parker"
)

// partner is who plays with a seat, 0 for a seat that plays alone.
func partner(game games.Info, seat games.Seat) games.Seat {
	if g := parker.BoardOf(game.ID); g != nil && seat >= 1 && int(seat) <= g.Seats() {
		return g.Partner(seat)
	}
	return 0
}

// sides parts so many seats into those that win together, in order of the first
// of each.
func sides(game games.Info, seats int) [][]games.Seat {
	var all [][]games.Seat
	for seat := games.Seat(1); int(seat) <= seats; seat++ {
		switch p := partner(game, seat); {
		case p == 0:
			all = append(all, []games.Seat{seat})
		case p > seat:
			all = append(all, []games.Seat{seat, p})
		}
	}
	return all
}

// many tells whether more than two sit at the table.
func (m Match) many() bool { return len(m.Seats) > 2 }

// armies names the armies of some seats: "Red and Blue".
func (p Page) armies(game games.Info, seats []games.Seat) string {
	names := make([]string, len(seats))
	for i, seat := range seats {
		names[i] = p.army(game, seat)
	}
	return p.list(names)
}

// against is the headline of a match of more than two: "Red and Blue against
// Green and Yellow".
func (m Match) against() string {
	if m.Game.Armies == nil {
		return m.names(m.allSeats())
	}
	parted := sides(m.Game, len(m.Seats))
	if len(parted) == 2 {
		return m.t("match.versus", "One", m.armies(m.Game, parted[0]), "Two", m.armies(m.Game, parted[1]))
	}
	return m.t("match.melee", "Armies", m.inTurn())
}

// inTurn names the armies in turn order.
func (m Match) inTurn() string {
	seats := make([]games.Seat, len(m.Seats))
	for i := range seats {
		seats[i] = games.Seat(i + 1)
	}
	return m.armies(m.Game, seats)
}

// company is with whom a seat plays: "your partner", "with Yvain"; "" for one
// that plays alone.
func (m Match) company(seat games.Seat) string {
	switch p := partner(m.Game, seat); {
	case p == 0:
		return ""
	case m.isYou(p) && !m.Solo:
		return m.t("team.yours")
	case m.Seats[p-1].Name == "" || m.byArmy(p):
		return m.t("team.with_army", "Army", m.army(m.Game, p))
	default:
		return m.t("team.with", "Name", m.name(p))
	}
}

// armyNamed is the army of a seat, as it stands before its company. At a table
// of one the army is the seat's name already.
func (m Match) armyNamed(seat games.Seat) string {
	if m.Solo && m.name(seat) == m.army(m.Game, seat) {
		return ""
	}
	return m.army(m.Game, seat) + ","
}

// then tells in words whose turns follow that of the seat to move.
func (m Match) then() string {
	v, ok := m.View.(parker.View)
	if !ok || !m.many() || len(m.ToAct) != 1 {
		return ""
	}
	n := games.Seat(len(m.Seats))
	var names []string
	for i := games.Seat(1); i < n; i++ {
		if seat := (m.ToAct[0]-1+i)%n + 1; v.Position().Count(seat) > 0 {
			names = append(names, m.who(seat))
		}
	}
	return m.t("team.then", "Names", strings.Join(names, ", "))
}

// who is a seat's name, or "you".
func (m Match) who(seat games.Seat) string {
	if m.isYou(seat) && !m.Solo {
		return m.t("team.you")
	}
	return m.name(seat)
}

func (m Match) whos(seats []games.Seat) string {
	names := make([]string, len(seats))
	for i, seat := range seats {
		names[i] = m.who(seat)
	}
	return m.list(names)
}

// passed lists the seats that had pieces but no move between the last action and
// the turn in the position shown.
func (m Match) passed() []games.Seat {
	v, ok := m.View.(parker.View)
	if !ok || !m.many() || len(m.Path) == 0 || v.Turn() == 0 || m.Path[len(m.Path)-1] != m.Shown-1 {
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

// plight is what has become of a seat among more than two, in a word or two:
// that it is out, has resigned, would resign, or had to pass; "" if none.
func (m Match) plight(seat games.Seat) string {
	v, ok := m.View.(parker.View)
	switch {
	case !ok || !m.many():
		return ""
	case v.Position().Count(seat) == 0 && v.Resigned(seat) && partner(m.Game, seat) == 0:
		return m.t("team.resigned")
	case v.Position().Count(seat) == 0:
		return m.t("team.out")
	case m.Result != nil && !m.past():
		return ""
	case v.Resigned(seat):
		return m.t("team.would_resign")
	case slices.Contains(m.passed(), seat):
		return m.t("team.passed")
	}
	return ""
}

// eventName is eventKey of an event, but tells resignations among more than two
// apart: each is a wish until the partner resigns too, or an army less.
func (m Match) eventName(e Event) string {
	key := eventKey(e.Text)
	switch {
	case !m.many() || key != "resign" || m.Game.Armies == nil:
		return key
	case partner(m.Game, e.Seat) == 0:
		return "resign_army"
	case m.Result != nil && m.Result.Reason == games.ReasonResignation && m.Log[len(m.Log)-1].Seat == e.Seat:
		return key
	}
	return "resign_wish"
}

// wishes lists what some players would do and their partners have not yet agreed
// to, for all at the table: to resign.
func (m Match) wishes() []string {
	v, ok := m.View.(parker.View)
	if !ok || m.past() || m.Result != nil {
		return nil
	}
	var all []string
	for i := range m.Seats {
		seat := games.Seat(i + 1)
		p := partner(m.Game, seat)
		if p == 0 || !v.Resigned(seat) || v.Position().Count(seat) == 0 {
			continue
		}
		switch {
		case m.isYou(p) && !m.Solo:
			all = append(all, m.t("team.wish_yours", "Name", m.name(seat)))
		case m.byArmy(seat):
			all = append(all, m.t("team.wish_army", "Army", m.army(m.Game, seat), "Partner", m.army(m.Game, p)))
		default:
			all = append(all, m.t("team.wish", "Name", m.name(seat), "Partner", m.name(p)))
		}
	}
	return all
}

// giveUp tells what it means that the visitor resigns among more than two.
func (m Match) giveUp() string {
	v, ok := m.View.(parker.View)
	if !ok {
		return m.t("ask.resign.leave")
	}
	alive := func(seat games.Seat) bool { return v.Position().Count(seat) > 0 }
	p := partner(m.Game, m.You)
	if p != 0 && alive(p) && !v.Resigned(p) {
		return m.t("ask.resign.partner", "Name", m.name(p))
	}
	var rivals []games.Seat
	for i := range m.Seats {
		if seat := games.Seat(i + 1); seat != m.You && seat != p && (p != 0 || alive(seat)) {
			rivals = append(rivals, seat)
		}
	}
	if p == 0 && len(rivals) > 1 {
		return m.t("ask.resign.army")
	}
	return m.t("ask.resign.ends", "Names", m.names(rivals))
}

// voters names who else must agree to a draw or to go back.
func (m Match) voters(draw bool) string {
	v, ok := m.View.(parker.View)
	var seats []games.Seat
	for i := range m.Seats {
		if seat := games.Seat(i + 1); seat != m.You && (!ok || !draw || v.Position().Count(seat) > 0) {
			seats = append(seats, seat)
		}
	}
	return m.names(seats)
}

// votes tells who has agreed so far to what stands, and who is still to answer;
// "" where one answer decides.
func (m Match) votes(v Votes) string {
	if !m.many() {
		return ""
	}
	text := m.t("team.awaited", "Names", m.whos(v.Awaited))
	if len(v.Agreed) > 1 {
		text = m.t("team.agreed", "Names", m.whos(v.Agreed)) + " " + text
	}
	return text
}

// won tells who has won a match of more than two.
func (m Match) won() string {
	winners := m.Result.Winners
	armies := m.armies(m.Game, winners)
	p := partner(m.Game, m.You)
	switch yours := slices.Contains(winners, m.You) && !m.Solo; {
	case yours && len(winners) > 1:
		return m.t("over.you_with", "Name", m.name(p), "Armies", armies)
	case yours:
		return m.t("over.you")
	case (m.Game.Armies == nil || m.Game.Hidden) && len(winners) > 1:
		return m.t("over.team", "Names", m.names(winners))
	case m.Game.Armies == nil || m.Game.Hidden: // at cards a seat has a knight's name, and leads no army
		return m.t("over.won", "Names", m.names(winners))
	case m.Solo && len(winners) == 1:
		return m.t("over.army", "Army", armies)
	case m.Solo:
		return sentence(m.t("over.team", "Names", m.theArmies(m.Game, winners)))
	case len(winners) == 1:
		return m.t("over.army_of", "Army", armies, "Name", m.name(winners[0]))
	}
	return sentence(m.t("over.team_of", "Armies", m.theArmies(m.Game, winners), "Names", m.names(winners)))
}
