package pages

import (
	"strings"

	"tableronde/games"
	"tableronde/games/clock"
	"tableronde/views"
)

// maxStandingLive is the largest number of matches at a time that a standing offer is good
// for.
const maxStandingLive = 10

// Standing is the model of the page of the visitor's standing offers.
type Standing struct {
	views.Page
	Offers []StandingRow
	Full   bool // there are as many as may be
}

// StandingRow is a standing offer.
type StandingRow struct {
	ID      string
	Game    games.Info
	Seats   int
	Needs   views.Needs
	Control *clock.Control // nil for matches without clocks
	Most    int
	Paused  bool
	Open    string // id of its open table, "" for none
	Live    int    // matches under way that have come of it
}

// facts tells what tables an offer opens.
func (r StandingRow) facts(p views.Page) string {
	var list []string
	if len(r.Game.Seats) > 1 {
		list = append(list, p.N("standing.players", r.Seats))
	}
	if r.Control != nil {
		list = append(list, p.PaceText(*r.Control))
	} else {
		list = append(list, p.T("pace.none"))
	}
	if needs := r.Needs.Text(p); needs != "" {
		list = append(list, needs)
	}
	return strings.Join(list, " · ")
}

// state tells how an offer stands.
func (r StandingRow) state(p views.Page) string {
	switch {
	case r.Paused:
		return p.T("standing.is.paused")
	case r.Open != "":
		return p.T("standing.is.open")
	case r.Live >= r.Most:
		return p.T("standing.is.full")
	}
	return p.T("standing.is.waiting")
}
