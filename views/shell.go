package views

import (
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/games/table"
	"tableronde/views/locale"
)

// Family shows the games of one family on the site; package families lists them
// all. A hook may be nil where its comment says so.
type Family struct {
	Styles   []string                     // style sheets of its own, by name
	Page     func(Match) templ.Component  // the whole page of a match
	Fragment func(Match) templ.Component  // its #match alone: what htmx swaps in
	Story    func(Teller) []Entry         // what happened, in sentences; nil: the list of moves tells it
	Chapters func(Rules) []Chapter        // the rules of a game
	Brief    func(Rules) templ.Component  // the picture in their summary
	Orders   func(Orders) templ.Component // the page of a seat's standing orders; nil: the game has none
	Waits    bool                         // a table may give others time to answer what is played
	Board    bool                         // played on a board that all see: positions can be set up, pictured and looked back at
	Written  func(form url.Values) string // formats the orders in the form of that page as the rules read them; nil without Orders
}

// Explain fills in what the family says of the rules of its game.
func (f Family) Explain(m Rules) Rules {
	m.Board, m.Styles, m.Chapters, m.Picture = f.Board, f.Styles, f.Chapters(m), f.Brief(m)
	return m
}

// Told is one event of a match, as far as its viewer may know it.
type Told struct {
	Event
	Ply   int          // events stored once it had happened: 1 for the first
	Facts []games.Fact // what it led to (games.Teller); none of what surrounds the game
}

// Teller holds what a family needs to tell the story of a match.
type Teller struct {
	Page
	Game games.Info
	Name func(games.Seat) string // who sits at a seat
	You  games.Seat              // the viewer's own seat, Spectator for none
	Told []Told                  // events one after the other, the oldest first
}

// Entry is a passage of a story: what one seat did in one go.
type Entry struct {
	From, To int        // the first and the last of its events, by Told.Ply
	Seat     games.Seat // whose doing it is; 0 nobody's
	Text     string     // whole sentences
	Grave    bool       // a tournament, a round or the match ends with it
}

// Surrounding tells an event that belongs to every match in a sentence: a
// resignation, an offer; "" for an action of the game.
func (t Teller) Surrounding(e Told) string {
	if !table.IsSurrounding(e.Text) {
		return ""
	}
	return t.EventText(t.Name(e.Seat), e.Text) + "."
}

// Chapter is a section of a rules page.
type Chapter struct {
	ID        string   // what refusals name (games.Illegal.Rule) and what one can link to
	Level     int      // of its heading: 2 or 3
	Anchors   []string // more ids that lead here
	Title     string
	Sentences []string        // its paragraphs
	Body      templ.Component // what follows them; nil nothing
	Source    string          // where it comes from, "" where that goes without saying
}

// Fair is what everybody may know about the shuffle of a match.
type Fair struct {
	Commitment    string   // SHA-256 of the server's secret, as 64 hexadecimal digits; "" in games without chance
	Contributions []string // what each seat has added, by seat; "" where nothing is known yet
	Secret        string   // 64 hexadecimal digits; "" until the match is over
	Seed          string   // the same
	Decks         []Deck   // what chance decided; nil until the match is over
}

// Deck is an order of cards, or a list of other results of chance, as the record
// has it.
type Deck struct {
	Tag   string // as in a record: "Deck", "Deck.2", "Chance"
	Cards string
}

// Refusal tells why the rules refuse an action, "" for no refusal.
func (p Page) Refusal(why *games.Illegal) string {
	if why == nil {
		return ""
	}
	return refusal(p.Lang, why)
}

// Has reports whether the catalogue of the page's language knows a key.
func (p Page) Has(key string) bool { return locale.Has(p.Lang, key) }

// IsYou reports whether the visitor has a seat, and is not alone at the table.
func (m Match) IsYou(seat games.Seat) bool { return m.HasSeat(seat) && !m.Solo }

// Steps returns the actions that are staged.
func (m Match) Steps() []string { return SplitSteps(m.Staged) }

// SplitSteps parses a list of staged actions in a query: "play R3;end".
func SplitSteps(staged string) []string {
	var steps []string
	for step := range strings.SplitSeq(staged, ";") {
		if step = strings.Join(strings.Fields(step), " "); step != "" {
			steps = append(steps, step)
		}
	}
	return steps
}

// JoinSteps formats a list of actions so that SplitSteps parses it.
func JoinSteps(steps []string) string { return strings.Join(steps, ";") }

// Staging returns the address of the page with a list of actions staged, and an
// incomplete choice of the viewer's, "" for none.
func (m Match) Staging(steps []string, chosen string) string {
	q, _ := url.ParseQuery(m.DisplayQuery())
	if len(steps) > 0 {
		q.Set("m", JoinSteps(steps))
	}
	if chosen != "" {
		q.Set("try", chosen)
	}
	return m.address(q)
}

// Further returns the address of the page with one more action staged.
func (m Match) Further(action string) string {
	return m.Staging(append(slices.Clone(m.Steps()), action), "")
}

// Asks returns the address of the page that asks to confirm something.
func (m Match) Asks(what string) string {
	q, _ := url.ParseQuery(m.DisplayQuery())
	if len(m.Steps()) > 0 {
		q.Set("m", m.Staged)
	}
	q.Set("ask", what)
	return m.address(q)
}

// Seeing returns the page as it is, with the hand sorted in another way or another
// part of the table opened.
func (m Match) Seeing(sort, see string) string {
	m.Sort, m.See = sort, see
	if m.Past() {
		return m.At(m.Shown)
	}
	return m.Staging(m.Steps(), m.Probe)
}

func (m Match) address(q url.Values) string {
	if len(q) == 0 {
		return m.Address()
	}
	return m.Address() + "?" + q.Encode()
}

// Clock is the end of a countdown on the page.
type Clock struct {
	Until time.Time
	Whole time.Duration // of the whole window
}

// left returns how many seconds remain, rounded up.
func (c Clock) left(now time.Time) int {
	return int(max(0, (c.Until.Sub(now)+time.Second-1)/time.Second))
}
