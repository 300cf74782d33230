package views

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"tableronde/games"
	"tableronde/games/table"
	"tableronde/views/heraldry"
	"tableronde/views/locale"
)

// seatEntry is a line in a list of seats.
type seatEntry struct {
	seat  games.Seat
	badge string // a drawing: empty while nobody sits there
	army  string // or the number of the seat
	who   string // sits there; "" while it is free
	with  string // whose partner it is, in words; "" nobody's
}

// armyText returns the army with its partner: "Green, with Yellow".
func (c seatEntry) armyText() string {
	if c.with == "" {
		return c.army
	}
	return c.army + ", " + c.with
}

// seatEntries returns the seats of a table.
func (p Page) seatEntries(game games.Info, seats []Seat) []seatEntry {
	all := make([]seatEntry, len(seats))
	for i, s := range seats {
		seat := games.Seat(i + 1)
		all[i] = seatEntry{seat: seat, badge: SeatBadge(game, seat, s.Name != ""), army: p.SeatName(game, seat), who: s.Name}
		if s.You {
			all[i].who += " " + p.T("match.you")
		}
		if s.Name == "" {
			all[i].who = s.Kept
		}
		if mate := game.Partner(seat); mate != 0 {
			army := p.Army(game, mate)
			switch at := seats[mate-1]; {
			case at.Rank != "": // whose name has parentheses of its own
				army += ", " + at.Name
			case at.Name != "":
				army += " (" + at.Name + ")"
			}
			all[i].with = p.T("team.with_army", "Army", army)
		}
	}
	return all
}

// freeChairs lists the chairs that nobody has taken.
func freeChairs(chairs []seatEntry) []seatEntry {
	var free []seatEntry
	for _, c := range chairs {
		if c.who == "" {
			free = append(free, c)
		}
	}
	return free
}

// number returns the seat as a form sends it.
func (c seatEntry) number() string { return strconv.Itoa(int(c.seat)) }

// SeatBadge returns the shield of a seat's army, or its outline while nobody has
// taken the seat.
func SeatBadge(game games.Info, seat games.Seat, taken bool) string {
	if taken {
		return Badge(game, seat)
	}
	if sign, ok := heraldry.Sign(game.ID, false); ok {
		return sign
	}
	t, ordinary, charge := shieldOf(game, seat)
	return heraldry.Vacant(t, ordinary, charge)
}

// linkTo names the invitation to a seat: by its army, else by its number.
func (m *Match) linkTo(seat games.Seat) string {
	if army := m.Army(m.Game, seat); army != "" {
		return m.T("seats.link", "Army", army)
	}
	return m.T("form.seat_number", "Number", strconv.Itoa(int(seat)))
}

// Sides divides a number of seats into the groups that win together, in order of the first seat of
// each.
func Sides(game games.Info, seats int) [][]games.Seat {
	var all [][]games.Seat
	for seat := games.Seat(1); int(seat) <= seats; seat++ {
		switch p := game.Partner(seat); {
		case p == 0:
			all = append(all, []games.Seat{seat})
		case p > seat:
			all = append(all, []games.Seat{seat, p})
		}
	}
	return all
}

// PlaceText returns the place of a seat that has not won a match of three sides or more: "2",
// or "2–4" where several share it; "" in other matches.
func PlaceText(game games.Info, r *games.Result, seats int, seat games.Seat) string {
	if r == nil || len(r.Winners) == 0 || seat < 1 || slices.Contains(r.Winners, seat) || len(Sides(game, seats)) < 3 {
		return ""
	}
	place, last := r.Place(seat, seats), -1
	for other := range seats {
		if r.Place(games.Seat(other+1), seats) == place {
			last++
		}
	}
	if last == 0 {
		return strconv.Itoa(place)
	}
	return fmt.Sprintf("%d–%d", place, place+last)
}

// Armies names the armies of some seats: "Red and Blue".
func (p Page) Armies(game games.Info, seats []games.Seat) string {
	names := make([]string, len(seats))
	for i, seat := range seats {
		names[i] = p.Army(game, seat)
	}
	return p.List(names)
}

// InTurn names the armies in turn order.
func (m *Match) InTurn() string {
	return m.Armies(m.Game, m.AllSeats())
}

// PartnerPhrase names the partner of a seat: "your partner", "with Yvain"; "" for a seat that plays
// alone.
func (m *Match) PartnerPhrase(seat games.Seat) string {
	switch p := m.Game.Partner(seat); {
	case p == 0:
		return ""
	case m.IsYou(p):
		return m.T("team.yours")
	case m.Seats[p-1].Name == "" || m.ByArmy(p):
		return m.T("team.with_army", "Army", m.Army(m.Game, p))
	default:
		return m.T("team.with", "Name", cmp.Or(m.Seats[p-1].Rank, m.Name(p)))
	}
}

// NameOrYou returns a seat's name, or "you".
func (m *Match) NameOrYou(seat games.Seat) string {
	if m.IsYou(seat) {
		return m.T("team.you")
	}
	return m.Name(seat)
}

func (m *Match) namesOrYou(seats []games.Seat) string {
	names := make([]string, len(seats))
	for i, seat := range seats {
		names[i] = m.NameOrYou(seat)
	}
	return m.List(names)
}

// votesText names the players who have accepted a pending offer and those yet to answer; "" if one
// answer decides.
func (m *Match) votesText(v Votes) string {
	if !m.Many() {
		return ""
	}
	text := m.T("team.awaited", "Names", m.namesOrYou(v.Awaited))
	if len(v.Agreed) > 1 {
		text = m.T("team.agreed", "Names", m.namesOrYou(v.Agreed)) + " " + text
	}
	return text
}

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

// ArmyEvent returns a sentence about an event around the game with the army as its subject; "" for
// a move and for games without armies. In French an army is plural.
func (p Page) ArmyEvent(game games.Info, seat games.Seat, what string) string {
	key, army := "event.army."+what, p.Army(game, seat)
	if army == "" || !locale.Has(p.Lang, key) {
		return ""
	}
	return p.T(key, "Army", army)
}

// DescribeEvent returns an event in words, given its index in Log.
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

// DescribePly returns the event at a ply in words, "" outside of the log.
func (m *Match) DescribePly(ply int) string {
	if ply < 1 || ply > len(m.Log) {
		return ""
	}
	return m.DescribeEvent(ply - 1)
}

// Levels are the levels of bots.
var Levels = []int{1, 2, 3, 4, 5}

// BotName returns the name of a bot of a level on pages: its rank, and that it is a bot.
func BotName(lang Lang, level, number int) string {
	return locale.T(lang, "bot.name", "Rank", BotRank(lang, level, number))
}

// BotRank returns the words for a bot of a level beside BotIcon. Bots of one level at one table are
// numbered.
func BotRank(lang Lang, level, number int) string {
	rank := locale.T(lang, "bot.level."+strconv.Itoa(level))
	if number > 1 {
		rank += "\u00a0" + strconv.Itoa(number)
	}
	return rank
}

// BotIcon marks a bot where there is no room for words.
const BotIcon = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path fill-rule="evenodd" d="M11 1.5h2V5h5.5a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2H11zM8.5 9a2 2 0 1 0 0 4 2 2 0 0 0 0-4zm7 0a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM8 15v2h8v-2zM.5 10H2v5H.5zM22 10h1.5v5H22z"/></svg>`

// LevelChoice returns the name of a level with its description.
func (p Page) LevelChoice(level int) string {
	n := strconv.Itoa(level)
	return p.T("bot.choice", "Rank", p.T("bot.level."+n), "Says", p.T("bot.says."+n))
}
