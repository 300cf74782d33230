package views

import (
	"cmp"
	"net/url"
	"slices"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/games/table"
	"tableronde/views/locale"
)

// Family shows the games of one family on the site; package families lists them
// all. A hook may be nil where its comment says so.
type Family struct {
	Styles   []string                                                            // style sheets of its own, by name
	LayOut   func(Match) (Match, Table)                                          // the match in the words of the game, and the game's parts of its page
	Story    func(Storyteller) []Entry                                           // the events, in sentences (see Tell); nil: the list of moves replaces it
	Chapters func(Rules) []Chapter                                               // the rules of a game
	Brief    func(Rules) templ.Component                                         // the picture in their summary
	Digest   func(Rules) Digest                                                  // the rules on one screen
	Decisive func(*Match) (index int, ok bool)                                   // the index in Log of the move that decided the match; nil on tables of cards
	Orders   func(Orders) templ.Component                                        // the page of a seat's advance orders; nil: the game has none
	Analysis func(Analysis) templ.Component                                      // the page on which moves are tried from any position; nil: the game has none
	Review   func(r Review, part bool) templ.Component                           // the page of the review of a match, or the part of it that changes while it is made; nil: the game has none
	Choice   func(m Match, v games.View, action string, why []games.Fact) Choice // an action of m.You in that view, in words, and its reasons; nil: the game hides nothing
	Moment   func(m Match, at games.Moment) string                               // the moment at which somebody decides, in words; nil without Choice
	Waits    bool                                                                // a table may give others time to answer an action
	Board    bool                                                                // played on a board that all see: positions can be set up, pictured and looked back at
	Prepared func(Match, string) []string                                        // the visitor's orders, parsed from their text, a sentence each; nil without Orders
	Written  func(form url.Values) string                                        // formats the orders in the form of that page as the rules read them; nil without Orders
}

// Page returns the whole page of a match.
func (f Family) Page(m Match) templ.Component {
	m, t := f.LayOut(m)
	m.advise(&t)
	if m.Digest {
		t.Digest = digestDialog(f.Summarize(Rules{Page: m.Page, Game: m.Game}), m.currentPath(&t), m.rulesPath(&t)+"#"+t.ruleSection(&m.Position))
	}
	return MatchPage(&m, &t)
}

// Fragment returns the #match of its page alone, which htmx swaps in.
func (f Family) Fragment(m Match) templ.Component {
	m, t := f.LayOut(m)
	m.advise(&t)
	return MatchFragment(&m, &t)
}

// Explain adds the parts of the family to the page of the rules of its game.
func (f Family) Explain(m Rules) Rules {
	m.Board, m.Styles, m.Chapters, m.Picture = f.Board, f.Styles, f.Chapters(m), f.Brief(m)
	return m
}

// Summarize adds the rules on one screen, in the manner of the family.
func (f Family) Summarize(m Rules) Rules {
	m.Board, m.Styles, m.Digest = f.Board, f.Styles, f.Digest(m)
	return m
}

// Narrate returns the story of a match. A player who has since left a seat is named in the events
// of their time there.
func (f Family) Narrate(t Storyteller) []Entry {
	var all []Entry
	names := t.Name
	for i := t.From; i < len(t.Told) && len(t.Holders) > 0; i++ {
		if at := t.Told[i].Ply - 1; slices.ContainsFunc(t.Holders, func(h Holder) bool { return h.Ply == at }) {
			part := t
			part.Told, part.Name = t.Told[:i], func(seat games.Seat) string { return cmp.Or(t.Holders.At(seat, at-1), names(seat)) }
			all, t.From = append(all, f.Story(part)...), i
		}
	}
	if n := len(t.Told); n > 0 {
		last := t.Told[n-1].Ply - 1
		t.Name = func(seat games.Seat) string { return cmp.Or(t.Holders.At(seat, last), names(seat)) }
	}
	all = append(all, f.Story(t)...)
	for i := range all {
		all[i].Text = locale.Begin(t.Lang, all[i].Text)
	}
	return all
}

// Storyteller holds the data from which a family writes the story of a match.
type Storyteller struct {
	Page
	Game games.Info
	Name func(games.Seat) string // who sits at a seat
	You  games.Seat              // the viewer's own seat, Spectator for none

	Holders Holders // who held seats before others
	Told    []Told  // events one after the other, the oldest first
	From    int     // index in Told of the first event of the story
}

// Surrounding returns a sentence about an event that belongs to every match, such as a resignation
// or an offer; "" for an action of the game.
func (t Storyteller) Surrounding(e Told) string {
	if !table.IsSurrounding(e.Text) {
		return ""
	}
	return Stop(t.EventText(t.Name(e.Seat), e.Text))
}

// Chapter is a section of a rules page.
type Chapter struct {
	ID        string   // id that refusals (games.Illegal.Rule) and links use
	Level     int      // of its heading: 2 or 3
	Anchors   []string // more ids that lead here
	Title     string
	Sentences []string        // its paragraphs
	Body      templ.Component // content after them; nil nothing
	Source    string          // where it comes from, "" where that goes without saying
}

// Rules is the model of one game's rules page.
type Rules struct {
	Page
	Game games.Info

	Chapters []Chapter       // the text, from the game's family
	Digest   Digest          // the rules on one screen
	Picture  templ.Component // picture of the family beside the summary, nil for nothing
	Board    bool            // the game is played on a board
	Styles   []string        // style sheets of the family
	Back     string          // address of the match that the visitor comes from, "" none: see BackToMatch
	Key      string          // idempotency key of the form that opens a solo table
}
