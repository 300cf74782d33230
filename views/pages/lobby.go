package pages

import (
	"net/url"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/views"
)

// Lobby is the model of the list of open tables.
type Lobby struct {
	views.Page
	Tables []Row
	Public PublicMatches
	Games  []games.Info
	Game   string // only tables of this game are listed; "" all
	Next   string // cursor of the page with older tables, "" none
	Older  bool   // this is not the newest page
	Key    string
}

// firstPage returns the address of the newest tables.
func (m Lobby) firstPage() templ.SafeURL {
	if m.Game == "" {
		return "/tables"
	}
	return templ.SafeURL("/tables?" + url.Values{"game": {m.Game}}.Encode())
}

// nextPage returns the address of the tables after those on this page.
func (m Lobby) nextPage() templ.SafeURL {
	q := url.Values{"after": {m.Next}}
	if m.Game != "" {
		q.Set("game", m.Game)
	}
	return templ.SafeURL("/tables?" + q.Encode())
}

// offeredGames lists the games of which a table can be opened here: the one that is
// listed, or all.
func (m Lobby) offeredGames() []games.Info {
	for _, g := range m.Games {
		if g.ID == m.Game {
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
