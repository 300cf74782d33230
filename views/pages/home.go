package pages

import (
	"strconv"

	"tableronde/games"
	"tableronde/views"
)

// Home is the model of the home page.
type Home struct {
	views.Page
	Awaiting   []Row   // matches that await the visitor, longest waiting first
	Offers     []Offer // that wait for the visitor's answer
	Challenges []Offer // of others who ask the visitor to play
	Waiting    []Row   // live matches in which somebody else is to act
	Open       []Row   // the visitor's tables that wait for players
	Alone      []Row   // live matches in which the visitor has every seat
	Finished   []Row   // the visitor's last finished matches
	Tables     int     // public tables that anybody may join now, up to mostTables
	Public     PublicMatches
	Games      []games.Info
	Key        string // idempotency key of the forms
}

// hasMatches reports whether the visitor has matches or tables at all.
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

// awaitedCount returns how many matches await the visitor: for a move, or for an answer.
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

// Roomy reports whether the visitor's own matches leave room for Public.Shown.
func (m Home) Roomy() bool {
	return len(m.Awaiting)+len(m.Offers)+len(m.Challenges)+len(m.Waiting)+len(m.Open)+len(m.Alone)+len(m.Finished) <= 5
}

// mostTables is up to how many open tables are counted.
const mostTables = 100

// tablesText tells how many tables anybody may join.
func (m Home) tablesText() string {
	if m.Tables >= mostTables {
		return m.T("home.tables_many", "N", strconv.Itoa(mostTables))
	}
	return m.N("home.tables", m.Tables)
}
