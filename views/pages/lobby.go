package pages

import (
	"net/url"
	"slices"
	"strconv"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/views"
)

// Lobby is the model of the list of open tables.
type Lobby struct {
	views.Page
	Fitting []Row // that fit the visitor, on the first page alone
	Tables  []Row // the others
	Public  PublicMatches
	Games   []games.Info
	Filter  TableFilter
	Next    string // cursor of the page with older tables, "" none
	Older   bool   // this is not the newest page
	Key     string
}

// TableFilter chooses the tables to list.
type TableFilter struct {
	Game  string // "" all
	Seats int    // 0 any number
	Pace  string // one of tempos, "" any
}

// tempos are the paces by which tables are filtered.
var tempos = []string{"days", "live", "none"}

// query returns the filter as parameters of an address.
func (m Lobby) query() url.Values {
	q := url.Values{}
	if m.Filter.Game != "" {
		q.Set("game", m.Filter.Game)
	}
	if m.Filter.Seats != 0 {
		q.Set("seats", strconv.Itoa(m.Filter.Seats))
	}
	if m.Filter.Pace != "" {
		q.Set("pace", m.Filter.Pace)
	}
	return q
}

// gameChoices lists the games by which tables are filtered.
func (m Lobby) gameChoices() []views.Option {
	return views.Each(m.Games, func(g games.Info) views.Option {
		return views.Option{Value: g.ID, Text: m.Lang.Of(g.Name), Chosen: m.Filter.Game == g.ID}
	})
}

// filtered reports whether some tables may be left out.
func (m Lobby) filtered() bool { return m.Filter != TableFilter{} }

// firstPage returns the address of the page with the newest tables.
func (m Lobby) firstPage() templ.SafeURL { return lobbyPath(m.query()) }

// nextPage returns the address of the tables after those on this page.
func (m Lobby) nextPage() templ.SafeURL {
	q := m.query()
	q.Set("after", m.Next)
	return lobbyPath(q)
}

func lobbyPath(q url.Values) templ.SafeURL {
	if len(q) == 0 {
		return "/tables"
	}
	return templ.SafeURL("/tables?" + q.Encode())
}

// seatCounts lists the numbers of seats that tables may have.
func (m Lobby) seatCounts() []int {
	var counts []int
	for _, g := range m.Games {
		counts = append(counts, g.Seats...)
	}
	slices.Sort(counts)
	return slices.Compact(counts)
}

// offeredGames lists the games of which a table can be opened here: the listed one, or all.
func (m Lobby) offeredGames() []games.Info {
	for _, g := range m.Games {
		if g.ID == m.Filter.Game {
			return []games.Info{g}
		}
	}
	return m.Games
}

// openPath returns the address of the form that opens a public table.
func (m Lobby) openPath() templ.SafeURL {
	if games := m.offeredGames(); len(games) == 1 {
		return newPublic(games[0])
	}
	return "/new?public=1"
}

// freeSeats returns a sentence about the free seats of a table.
func (m Lobby) freeSeats(r Row) string {
	free := r.freeSeats()
	var names []string
	for _, seat := range free {
		if name := m.Army(r.Game, seat); name != "" {
			names = append(names, name)
		}
	}
	if len(names) < len(free) {
		return m.N("home.open_seats", len(free))
	}
	return m.N("tables.free", len(free), "Armies", m.List(names))
}
