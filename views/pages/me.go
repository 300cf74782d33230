package pages

import (
	"net/url"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/views"
)

// Me is the model of the visitor's own page. A visitor who has no name yet has
// neither matches nor counts.
type Me struct {
	views.Page
	Form    NameForm
	Tally   Tally
	Over    bool // the matches that have ended are listed, else those that go on
	Matches []Row
	Next    string // cursor of the page with older matches, "" none
	Older   bool   // this is not the newest page
	Public  PublicMatches
	Games   []games.Info
}

// Tally counts the visitor's matches.
type Tally struct {
	Awaiting, Live, Open, Alone int
	Finished, Won, Drawn, Lost  int
}

// count is one number of a player's matches, with the place where they stand.
type count struct {
	name string
	n    int
	href string
}

func (m Me) counts() []count {
	const live, over = "/me#matches", "/me?list=over#matches"
	return []count{
		{m.N("me.awaiting", m.Tally.Awaiting), m.Tally.Awaiting, "/"},
		{m.N("me.live", m.Tally.Live), m.Tally.Live, live},
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

// address returns the address of a list of the visitor's matches, from a cursor
// on.
func (m Me) address(over bool, after string) templ.SafeURL {
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

// line returns the row of a match in the list.
func (m Me) line(r Row) RowLine {
	l := RowLine{Row: r, When: m.T("time.ago", "Time", m.Since(r.latest()))}
	switch {
	case r.Result != nil:
		l.What = ended(m.Page, r)
	case r.Solo:
		l.What = happened(m.Page, r)
	case r.Moved.IsZero():
		l.What = m.N("home.open_seats", len(r.free()))
	case r.awaits():
		l.What = happened(m.Page, r)
	default:
		l.What = m.T("row.waits", "Names", m.List(r.acting()))
	}
	return l
}
