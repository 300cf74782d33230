package views

import (
	"net/url"
	"time"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/games/table"
)

// Family shows the games of one family on the site; package families lists them
// all. A hook may be nil where its comment says so.
type Family struct {
	Styles   []string                                                            // style sheets of its own, by name
	LayOut   func(Match) (Match, Table)                                          // the match in the words of the game, and what its page shows of the game
	Story    func(Teller) []Entry                                                // what happened, in sentences (see Tell); nil: the list of moves tells it
	Chapters func(Rules) []Chapter                                               // the rules of a game
	Brief    func(Rules) templ.Component                                         // the picture in their summary
	Orders   func(Orders) templ.Component                                        // the page of a seat's standing orders; nil: the game has none
	Analysis func(Analysis) templ.Component                                      // the page on which moves are tried from any position; nil: the game has none
	Review   func(r Review, part bool) templ.Component                           // the page of the review of a match, or the part of it that changes while it is made; nil: the game has none
	Choice   func(m Match, v games.View, action string, why []games.Fact) Choice // what m.You may do with that view, in words, and what speaks for it; nil: the game hides nothing
	Moment   func(m Match, at games.Moment) string                               // the moment at which somebody decides, in words; nil without Choice
	Waits    bool                                                                // a table may give others time to answer what is played
	Board    bool                                                                // played on a board that all see: positions can be set up, pictured and looked back at
	Prepared func(Match, string) []string                                        // what the visitor's orders say, by their text, a sentence each; nil without Orders
	Written  func(form url.Values) string                                        // formats the orders in the form of that page as the rules read them; nil without Orders
}

// Page returns the whole page of a match.
func (f Family) Page(m Match) templ.Component {
	m, t := f.LayOut(m)
	m.advise(&t)
	return MatchPage(&m, &t)
}

// Fragment returns the #match of its page alone: what htmx swaps in.
func (f Family) Fragment(m Match) templ.Component {
	m, t := f.LayOut(m)
	m.advise(&t)
	return MatchFragment(&m, &t)
}

// Explain fills in what the family says of the rules of its game.
func (f Family) Explain(m Rules) Rules {
	m.Board, m.Styles, m.Chapters, m.Picture = f.Board, f.Styles, f.Chapters(m), f.Brief(m)
	return m
}

// Teller holds what a family needs to tell the story of a match.
type Teller struct {
	Page
	Game games.Info
	Name func(games.Seat) string // who sits at a seat
	You  games.Seat              // the viewer's own seat, Spectator for none

	Holders Holders // who held seats before others
	Told    []Told  // events one after the other, the oldest first
	From    int     // index in Told of the first event to be told
}

// Surrounding tells an event that belongs to every match in a sentence: a
// resignation, an offer; "" for an action of the game.
func (t Teller) Surrounding(e Told) string {
	if !table.IsSurrounding(e.Text) {
		return ""
	}
	return Stop(t.EventText(t.Name(e.Seat), e.Text))
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

// secondsLeft returns how many seconds remain, rounded up.
func (c Clock) secondsLeft(now time.Time) int {
	return int(max(0, (c.Until.Sub(now)+time.Second-1)/time.Second))
}

// Rules is the model of one game's rules page.
type Rules struct {
	Page
	Game games.Info

	Chapters []Chapter       // the text, from the game's family
	Picture  templ.Component // what the family shows with the summary, nil for nothing
	Board    bool            // the game is played on a board
	Styles   []string        // style sheets of the family
	Back     string          // address of the match that the visitor comes from, "" none: see BackToMatch
	Key      string          // idempotency key of the form that opens a solo table
}
