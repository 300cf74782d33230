package views

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"tableronde/games"
	"tableronde/views/heraldry"
	"tableronde/views/locale"
)

// Party is a match with its players. It has their names for all parts of the page.
type Party struct {
	Page
	ID       string
	Game     games.Info
	Options  map[string]string
	Seats    []Seat     // index 0 is seat 1
	You      games.Seat // the visitor's seat, Spectator for none; at a solo table the seat to act, or the chosen one
	Solo     bool       // one person has all seats
	Bots     bool       // bots have all seats except one
	BotsPlay bool       // bots may take seats
	Holders  Holders    // earlier players of seats
	Title    string     // of an imported game, "" if unknown
	Played   []string   // original players of an imported game by seat, "" if unknown; nil for other games

	Public    bool
	Watching  int    // spectators at present
	Guided    string // address of the step of a guided round, which stands in for a match; "" for a match
	Token     string // of a link that shows the match, "" if the visitor may see it anyway
	Viewed    string // address at which an operator views a seat, "" for everybody else
	AtAddress bool   // the page is at Address
}

// Seat is a place at a table.
type Seat struct {
	Name string // "" while the seat is open
	You  bool
	Kept string // player for an open seat, in words; "" for everybody
	Bot  string // short name of a bot, of which Name also says that it is one; "" for people
	Rank string // of a bot: "Squire"

	For    string // player whose seat the bot has taken over; "" for none
	ForYou bool   // For is the visitor
}

// Holder is a player who held a seat before another player took it.
type Holder struct {
	Seat games.Seat
	Ply  int // number of events before the change
	Name string
}

// Holders lists the earlier players of a match's seats, in the order of its log.
type Holders []Holder

// At returns the name of a seat's player at an event, given its index in the log; "" for the
// present player. Players hold a seat from the event with which they take it.
func (h Holders) At(seat games.Seat, index int) string {
	if i := slices.IndexFunc(h, func(one Holder) bool { return one.Seat == seat && one.Ply > index }); i >= 0 {
		return h[i].Name
	}
	return ""
}

// Address returns the path of the match. For visitors with a shared link, it is the path of the
// link. A guided round has the path of its step.
func (m *Party) Address() string {
	switch {
	case m.Viewed != "":
		return m.Viewed
	case m.Guided != "":
		return m.Guided
	case m.Token != "":
		return "/w/" + m.Token
	}
	return "/m/" + m.ID
}

// Seated reports whether the visitor sits at the table.
func (m *Party) Seated() bool {
	return slices.ContainsFunc(m.Seats, func(s Seat) bool { return s.You })
}

// HasSeat reports whether the visitor has a seat. At a solo table that is every seat.
func (m *Party) HasSeat(seat games.Seat) bool {
	return seat >= 1 && int(seat) <= len(m.Seats) && m.Seats[seat-1].You
}

// IsYou reports whether the visitor has a seat and is not alone at the table.
func (m *Party) IsYou(seat games.Seat) bool { return m.HasSeat(seat) && !m.Solo }

// Many reports whether the table has more than two seats.
func (m *Party) Many() bool { return len(m.Seats) > 2 }

// AllSeats returns the seats of the table.
func (m *Party) AllSeats() []games.Seat {
	return SeatsAfter(0, len(m.Seats))
}

// SeatsWhere returns the seats of the table that meet a condition.
func (m *Party) SeatsWhere(meets func(games.Seat) bool) []games.Seat {
	return slices.DeleteFunc(m.AllSeats(), func(seat games.Seat) bool { return !meets(seat) })
}

// DefaultSeat returns the seat whose side is at the bottom by default: the visitor's, or the first.
func (m *Party) DefaultSeat() games.Seat {
	if m.Habits.FirstBelow && !m.Game.Hidden {
		return 1
	}
	if i := slices.IndexFunc(m.Seats, func(s Seat) bool { return s.You }); i >= 0 {
		return games.Seat(i + 1)
	}
	return 1
}

// Name returns the name of the player of a seat. At a solo table it is the army's name, or the
// original player of an imported game.
func (m *Party) Name(seat games.Seat) string {
	if seat < 1 || int(seat) > len(m.Seats) {
		return ""
	}
	if int(seat) <= len(m.Played) && m.Played[seat-1] != "" {
		return Isolate(m.Played[seat-1])
	}
	if m.Solo {
		if army := m.Army(m.Game, seat); army != "" {
			return army
		}
		return m.SeatName(m.Game, seat)
	}
	return cmp.Or(m.Seats[seat-1].Name, m.T("match.open_seat"))
}

// Names joins the names of some seats.
func (m *Party) Names(seats []games.Seat) string {
	return m.List(Each(seats, m.Name))
}

// NameAt returns the name of a seat's player at an event, given its index in Log.
func (m *Party) NameAt(seat games.Seat, index int) string {
	return cmp.Or(m.Holders.At(seat, index), m.Name(seat))
}

// NameOrYou returns a seat's name, or "you".
func (m *Party) NameOrYou(seat games.Seat) string {
	if m.IsYou(seat) {
		return m.T("team.you")
	}
	return m.Name(seat)
}

func (m *Party) namesOrYou(seats []games.Seat) string {
	return m.List(Each(seats, m.NameOrYou))
}

// rivalNames joins the names of all seats except the visitor's.
func (m *Party) rivalNames() string {
	return m.Names(m.SeatsWhere(func(seat games.Seat) bool { return seat != m.You }))
}

// unansweredNames returns the names of the players at seats, who have not answered an offer.
func (m *Party) unansweredNames(seats []games.Seat) string {
	return m.N("offer.unanswered", len(seats), "Names", m.Names(seats))
}

// votesText names the players who have accepted a pending offer and the players who have not
// answered; "" if one answer decides.
func (m *Party) votesText(v Votes) string {
	if !m.Many() {
		return ""
	}
	text := m.T("team.awaited", "Names", m.namesOrYou(v.Awaited))
	if len(v.Agreed) > 1 {
		text = m.T("team.agreed", "Names", m.namesOrYou(v.Agreed)) + " " + text
	}
	return text
}

// ByArmy reports whether a seat is called by its army: at a solo table, unless the match was
// imported with names.
func (m *Party) ByArmy(seat games.Seat) bool {
	army := m.Army(m.Game, seat)
	return m.Solo && army != "" && m.Name(seat) == army
}

// PartnerPhrase returns a phrase for the partner of a seat: "your partner", "with Yvain"; ""
// without a partner.
func (m *Party) PartnerPhrase(seat games.Seat) string {
	switch p := m.Game.Partner(seat); {
	case p == 0:
		return ""
	case m.IsYou(p):
		return m.T("team.yours")
	case m.Seats[p-1].Name == "" || m.ByArmy(p):
		return m.T("team.with_army", "Army", m.Army(m.Game, p))
	default:
		return m.T("team.with", "Name", cmp.Or(m.Seats[p-1].Bot, m.Name(p)))
	}
}

// InTurn names the armies in turn order.
func (m *Party) InTurn() string {
	return m.Armies(m.Game, m.AllSeats())
}

// sidesHeadline returns the headline of a match with teams: "Red and Blue against Green and
// Yellow".
func (m *Party) sidesHeadline() string {
	if m.Game.Armies == nil {
		return m.Names(m.AllSeats())
	}
	parted := Sides(m.Game, len(m.Seats))
	if len(parted) == 2 {
		return m.T("match.versus", "One", m.Armies(m.Game, parted[0]), "Two", m.Armies(m.Game, parted[1]))
	}
	return m.T("match.melee", "Armies", m.InTurn())
}

// freeSeats lists the open seats.
func (m *Party) freeSeats() []games.Seat {
	return m.SeatsWhere(func(seat games.Seat) bool { return m.Seats[seat-1].Name == "" })
}

// openChairs lists the seats that anybody may take.
func (m *Party) openChairs() []seatEntry { return freeChairs(m.seatEntries(m.Game, m.Seats)) }

// waitsFor returns a sentence about the number of missing players.
func (m *Party) waitsFor(players int) string {
	if !m.Many() {
		return m.T("match.wait_title")
	}
	return m.N("seats.waiting", players, "Number", m.InWords(players))
}

// linkTo returns the name of an invitation to a seat: by its army, or by its number.
func (m *Party) linkTo(seat games.Seat) string {
	if army := m.Army(m.Game, seat); army != "" {
		return m.T("seats.link", "Army", army)
	}
	return m.T("form.seat_number", "Number", strconv.Itoa(int(seat)))
}

// seatEntry is a line in a list of seats.
type seatEntry struct {
	seat  games.Seat
	badge string // a drawing: empty while nobody sits there
	army  string // a drawing: empty for an open seat
	who   string // sits there; "" while it is free
	with  string // name of the player; "" for an open seat
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
			case at.Bot != "": // whose name has parentheses of its own
				army += ", " + at.Name
			case at.Name != "":
				army += " (" + at.Name + ")"
			}
			all[i].with = p.T("team.with_army", "Army", army)
		}
	}
	return all
}

// freeChairs lists the open seats.
func freeChairs(chairs []seatEntry) []seatEntry {
	return slices.DeleteFunc(slices.Clone(chairs), func(c seatEntry) bool { return c.who != "" })
}

// number returns the number of the seat for a form.
func (c seatEntry) number() string { return strconv.Itoa(int(c.seat)) }

// SeatBadge returns the shield of a seat's army, or its outline for an open seat.
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

// SeatsAfter lists the seats of a table of n in turn order, beginning after a seat.
func SeatsAfter(seat games.Seat, n int) []games.Seat {
	all := make([]games.Seat, n)
	for i := range all {
		all[i] = (seat+games.Seat(i))%games.Seat(n) + 1
	}
	return all
}

// Sides groups the seats that win together, in the order of each group's first seat.
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

// PlaceText returns the place of a seat that has not won a match of three sides or more: "2", or
// "2–4" for a shared place. It is "" in other matches.
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

// Armies joins the names of the seats' armies: "Red and Blue".
func (p Page) Armies(game games.Info, seats []games.Seat) string {
	return p.List(Each(seats, func(seat games.Seat) string { return p.Army(game, seat) }))
}

// TheArmies joins the names of the seats' armies within a sentence. In French each has its article:
// "les Rouges et les Bleus".
func (p Page) TheArmies(game games.Info, seats []games.Seat) string {
	return p.List(Each(seats, func(seat games.Seat) string { return p.T("army.the", "Army", p.Army(game, seat)) }))
}

// ArmyEvent returns a sentence about an event outside of the game with the army as its subject. It
// is "" for a move and for games without armies. In French an army is plural.
func (p Page) ArmyEvent(game games.Info, seat games.Seat, what string) string {
	key, army := "event.army."+what, p.Army(game, seat)
	if army == "" || !locale.Has(p.Lang, key) {
		return ""
	}
	return p.T(key, "Army", army)
}
