package pages

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"tableronde/games"
	rules "tableronde/games/parker"
	"tableronde/views"
	"tableronde/views/board"
)

// Home is the model of the home page.
type Home struct {
	views.Page
	Awaiting   []Row   // matches that wait for the visitor's move, the longest wait first
	Offers     []Offer // offers that wait for the visitor's answer
	Challenges []Offer // challenges to the visitor
	Waiting    []Row   // running matches that wait for others
	Open       []Row   // the visitor's tables that wait for players
	Alone      []Row   // running solo matches
	Finished   []Row   // the visitor's latest finished matches
	Tables     int     // number of public tables that anybody may join, at most mostTables
	Public     PublicMatches
	Here       []Person // connected players that the visitor may ask for a match
	Games      []games.Info
	Key        string // idempotency key of the forms
}

// hasMatches reports whether the visitor has any matches or tables.
func (m Home) hasMatches() bool {
	return len(m.Awaiting)+len(m.Offers)+len(m.Challenges)+len(m.Waiting)+len(m.Open)+len(m.Alone)+len(m.Finished) > 0
}

func (m Home) headline() string {
	switch {
	case m.awaitedCount() > 0:
		return m.Spelled("home.awaiting", m.awaitedCount())
	case len(m.Challenges) > 0:
		return m.N("challenge.home", len(m.Challenges), "Name", m.Challenges[0].Row.Host)
	case m.hasMatches():
		return m.T("home.quiet")
	}
	return m.T("home.welcome")
}

// moverSince returns a sentence about who is to move in a match, and since when.
func (m Home) moverSince(r Row) string {
	if r.left() {
		return m.T("row.left")
	}
	names := r.moverNames()
	return m.N("home.thinks", len(names), "Names", m.List(names), "Time", m.Since(r.Moved))
}

// awaitedCount returns the number of matches that wait for the visitor's move or answer.
func (m Home) awaitedCount() int {
	ids := make(map[string]bool)
	for _, r := range m.Awaiting {
		ids[r.ID] = true
	}
	for _, o := range m.Offers {
		ids[o.Row.ID] = true
	}
	return len(ids)
}

// Roomy reports whether Public.Shown fits the page, given the number of the visitor's matches.
func (m Home) Roomy() bool {
	return len(m.Awaiting)+len(m.Offers)+len(m.Challenges)+len(m.Waiting)+len(m.Open)+len(m.Alone)+len(m.Finished) <= 5
}

// mostTables is the number at which the count of open tables stops.
const mostTables = 100

// tablesText returns a sentence about the number of tables that anybody may join.
func (m Home) tablesText() string {
	if m.Tables >= mostTables {
		return m.T("home.tables_many", "N", strconv.Itoa(mostTables))
	}
	return m.N("home.tables", m.Tables)
}

// briefParts are the endings of the catalog keys of a game's summary: rules.VOICE.brief.goal and so
// on.
var briefParts = []string{"goal", "turn", "end"}

// entryOf is an entry of the table of contents.
type entryOf struct {
	id, title string
	level     int
}

// contentsOf returns the table of contents of the rules of a game.
func contentsOf(m views.Rules) []entryOf {
	all := []entryOf{briefEntry(m)}
	for _, c := range m.Chapters {
		all = append(all, entryOf{c.ID, c.Title, c.Level})
	}
	return all
}

func briefEntry(m views.Rules) entryOf { return entryOf{"brief", m.T("summary.title"), 2} }

// pictureLink leads to a picture of a match.
type pictureLink struct{ href, label string }

// pictureLinks lists pictures of a board match at the shown position.
func pictureLinks(m views.Match) []pictureLink {
	at := views.Either(m.Past(), "?ply="+strconv.Itoa(m.Shown), "")
	return []pictureLink{
		{m.Address() + "/moving.svg", m.T("elsewhere.moving")},
		{m.Address() + "/moving.svg?last=1", m.T("elsewhere.last")},
		{m.Address() + "/picture.svg" + at, m.T("elsewhere.svg")},
		{m.Address() + "/picture.png" + at, m.T("elsewhere.png")},
	}
}

// PublicMatches are matches that anybody may watch, without the visitor's own.
type PublicMatches struct {
	Live  []Row       // running ones, the latest move first
	Over  []Row       // finished ones, the latest first
	Shown *ShownMatch // one that is in neither list; nil without a board match
}

// ShownMatch is a match with its present position, as spectators see it.
type ShownMatch struct {
	Row  Row
	View rules.View
	Last string // the last move, "" for none
}

// shownSeat is a player beside the picture of a match.
type shownSeat struct {
	badge, name string
	acts        bool
}

// hasMatches reports whether there is a match in the lists.
func (m PublicMatches) hasMatches() bool { return len(m.Live)+len(m.Over) > 0 }

// seats returns the players of the seats from to to.
func (s ShownMatch) seats(p views.Page, from, to games.Seat) []shownSeat {
	var list []shownSeat
	for seat := from; seat <= to; seat++ {
		name := NameIn(p, s.Row, seat)
		if s.Row.Title != "" {
			name = p.SeatName(s.Row.Game, seat)
		}
		list = append(list, shownSeat{views.Badge(s.Row.Game, seat), name, slices.Contains(s.Row.ToAct, seat)})
	}
	return list
}

// opponents returns the players at the top of the picture. own returns the player at the bottom.
func (s ShownMatch) opponents(p views.Page) []shownSeat {
	return s.seats(p, 2, games.Seat(len(s.Row.Seats)))
}

func (s ShownMatch) firstPlayer(p views.Page) []shownSeat { return s.seats(p, 1, 1) }

// picture draws the position from the side of the first seat.
func (s ShownMatch) picture(lang views.Lang) board.Picture {
	picture := board.Picture{Lang: lang, View: s.View, Bottom: 1}
	if legs, err := s.View.Board().Route(s.Last); err == nil {
		picture.LastMove = legs
	}
	return picture
}

// heading returns a heading for the shown match, running or finished.
func (s ShownMatch) heading(p views.Page) string {
	if s.Row.Exhibition {
		return broadcast(p, s.Row)
	}
	return p.T(views.Either(s.Row.Result != nil, "public.last", "public.now"))
}

// broadcast returns the title of an exhibition: "Nimue against Palamedes, Camelot, move 12".
func broadcast(p views.Page, r Row) string {
	names := views.Each(r.Seats, func(s views.Seat) string { return cmp.Or(s.Bot, s.Name) })
	parties := partiesOf(p, r.Game, names)
	players := p.List(names)
	if len(parties) == 2 {
		players = p.T("public.against", "First", parties[0], "Second", parties[1])
	}
	key := "public.exhibition.begins"
	switch {
	case r.Result != nil:
		key = "public.exhibition.over"
	case r.Ply > 0:
		key = "public.exhibition"
	}
	return p.T(key, "Players", players, "Game", p.Lang.Of(r.Game.Name), "Number", strconv.Itoa(r.Ply))
}

// pairing returns the names of the players of a match: "Ada – Bo". Partners are next to each other.
func pairing(p views.Page, r Row) string {
	switch {
	case r.Title != "":
		return r.Title
	case r.Solo:
		return p.T("public.alone", "Name", r.Host)
	}
	return pairingOf(p, r.Game, r.names())
}

// partiesOf returns the names of the players on each side of a game, given by seat.
func partiesOf(p views.Page, game games.Info, players []string) []string {
	return views.Each(views.Sides(game, len(players)), func(side []games.Seat) string {
		return p.List(views.Each(side, func(seat games.Seat) string { return players[seat-1] }))
	})
}

// pairingOf joins the names of the players of a game, by seat.
func pairingOf(p views.Page, game games.Info, players []string) string {
	parties := partiesOf(p, game, players)
	if len(parties) == 2 {
		return strings.Join(parties, " – ")
	}
	return p.List(parties)
}

// latestOf describes the last event or the end of a match to a spectator.
func latestOf(p views.Page, r Row) string {
	switch {
	case r.Result != nil:
		return outcomeOf(p, r)
	case r.Last.Text == "":
		return p.T("row.waits", "Names", p.List(r.moverNames()))
	}
	return p.EventText(r.Name(r.Last.Seat), r.Last.Text)
}

// outcomeOf describes the end of a match and its reason.
func outcomeOf(p views.Page, r Row) string {
	return Ending(Preview{Lang: p.Lang, Game: r.Game, Result: r.Result, Names: r.names()})
}

// newPublic returns the address of the form that opens a public table of a game.
func newPublic(game games.Info) templ.SafeURL {
	return templ.SafeURL("/new?public=1&game=" + game.ID)
}
