package pages

import (
	"net/url"
	"time"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/views"
)

// Me is the model of the visitor's own page. A visitor who has no name yet has
// neither matches nor counts.
type Me struct {
	views.Page
	ID      string // of the player, "" for a visitor
	Account bool   // can sign in again by name and password
	Tally   Tally
	Over    bool // the matches that have ended are listed, else those that go on
	Matches []Row
	Next    string // cursor of the page with older matches, "" none
	Older   bool   // this is not the newest page
	Public  PublicMatches
	Games   []games.Info
	Studies []StudyRow // analyses that are kept, the last changed first
	Studied int        // how many there are

	Favorites []Person
}

// StudyRow is an analysis that is kept.
type StudyRow struct {
	ID      string // of the match
	Name    string // of the game, "" for a match that the visitor does not see any more
	Players []string
	Changed time.Time
}

// title names the match of an analysis.
func (m Me) title(r StudyRow) string {
	switch {
	case r.Name == "":
		return m.T("me.study_gone")
	case len(r.Players) == 0:
		return r.Name
	}
	return m.T("me.study", "Game", r.Name, "Names", m.List(r.Players))
}

// Tally counts the visitor's matches.
type Tally struct {
	Awaiting, Live, Open, Alone int
	Finished, Won, Drawn, Lost  int
}

// listCount is a number of the player's matches, with the address of their list.
type listCount struct {
	name string
	n    int
	href string
}

func (m Me) counts() []listCount {
	const live, over = "/me#matches", "/me?list=over#matches"
	return []listCount{
		{m.N("me.awaiting", m.Tally.Awaiting), m.Tally.Awaiting, "/"},
		{m.N("me.live", m.Tally.Live+m.Tally.Alone), m.Tally.Live + m.Tally.Alone, live},
		{m.N("me.open", m.Tally.Open), m.Tally.Open, live},
		{m.N("me.finished", m.Tally.Finished), m.Tally.Finished, over},
	}
}

// score returns how the finished matches ended.
func (m Me) score() string {
	if m.Tally.Won+m.Tally.Drawn+m.Tally.Lost == 0 {
		return ""
	}
	return m.T("me.score", "Won", m.N("me.won", m.Tally.Won), "Lost", m.N("me.lost", m.Tally.Lost), "Drawn", m.N("me.drawn", m.Tally.Drawn))
}

// listPath returns the address of a list of the visitor's matches, from a cursor
// on.
func (m Me) listPath(over bool, after string) templ.SafeURL {
	q := url.Values{}
	if over {
		q.Set("list", "over")
	}
	if after != "" {
		q.Set("after", after)
	}
	path := "/me"
	if len(q) > 0 {
		path += "?" + q.Encode()
	}
	return templ.SafeURL(path + "#matches")
}

// rowLine returns the row of a match in the list.
func (m Me) rowLine(r Row) RowLine {
	l := RowLine{Row: r, When: m.Ago(r.changedAt())}
	switch {
	case r.left():
		l.What = m.T("row.left")
	case r.Result != nil:
		l.What = resultText(m.Page, r)
	case r.Solo:
		l.What = lastEventText(m.Page, r)
	case r.Moved.IsZero():
		l.What = r.missing(m.Page)
	case r.awaitsVisitor():
		l.What = lastEventText(m.Page, r)
	default:
		l.What = m.T("row.waits", "Names", m.List(r.moverNames()))
	}
	return l
}
