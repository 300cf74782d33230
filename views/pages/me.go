package pages

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/games/clock"
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
	Studies []StudyRow // stored analyses, the last changed first
	Studied int        // their number

	Favorites []Person
}

// StudyRow is a stored analysis.
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

// listPath returns the address of the part of a list of the visitor's matches that begins at a
// cursor.
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

// maxStandingLive is the largest number of simultaneous matches of a standing offer.
const maxStandingLive = 10

// Standing is the model of the page of the visitor's standing offers.
type Standing struct {
	views.Page
	Offers []StandingRow
	Full   bool // no more are allowed
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
	Live    int    // its matches under way
}

// facts describes the tables that an offer opens.
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

// state describes the state of an offer.
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

// Offer is an offer in a list that waits for the visitor's answer.
type Offer struct {
	Row  Row
	Kind string // "draw", "undo", "bot", "rematch", "challenge"
	By   games.Seat
	Move string // of "undo": the move to go back to before
	Key  string // idempotency key of the forms

	Seat  games.Seat // of "bot": whose seat it is for
	Level int        // of that bot
}

// offerText returns an offer in a sentence or two.
func offerText(p views.Page, o Offer) string {
	name := o.Row.Name(o.By)
	switch o.Kind {
	case "challenge":
		text := strings.TrimSpace(p.T("challenge.asks", "Name", o.Row.Host) + " " + o.Row.paceText(p))
		if o.Row.Ladder {
			text += " " + p.T("ladder.stake_short")
		}
		return text
	case "rematch":
		return p.T("rematch.offers", "Name", name)
	case "undo":
		return p.T("match.undo", "Name", name, "Move", o.Move)
	case "bot":
		return p.T("offer.bot", "Name", name, "Rank", views.BotCalled(p.Lang, o.Level, 1), "Other", o.Row.Name(o.Seat))
	}
	return p.T("match.drew", "Name", name) + " " + p.T("offer.until_move")
}

// answersTo returns the two answers to an offer in a list, declining first.
func answersTo(p views.Page, o Offer) []views.Answer {
	path, ply := "/m/"+o.Row.ID, strconv.Itoa(o.Row.Ply)
	if o.Kind == "challenge" {
		return []views.Answer{
			{Path: path + "/challenge", Do: "decline", Ply: ply, Short: p.T("offer.decline"), Label: p.T("challenge.decline_whose", "Name", o.Row.Host)},
			{Path: path + "/join", Ply: ply, Short: p.T("offer.accept"), Label: p.T("challenge.accept_whose", "Name", o.Row.Host)},
		}
	}
	if o.Kind == "rematch" {
		return []views.Answer{
			{Path: path + "/rematch/decline", Ply: ply, Short: p.T("offer.decline"), Label: p.T("rematch.decline")},
			{Path: path + "/rematch", Ply: ply, Short: p.T("offer.accept"), Label: p.T("rematch.accept")},
		}
	}
	both := []views.Answer{p.AnswerWith("decline " + o.Kind), p.AnswerWith("accept " + o.Kind)}
	for i := range both {
		both[i].Path, both[i].Ply = path, ply
	}
	return both
}
