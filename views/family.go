package views

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/games/table"
	"tableronde/views/locale"
)

// Family holds the functions that show the games of one family. Package families lists all
// families. A function may be nil where its comment says so.
type Family struct {
	Styles   []string                                                            // style sheets of its own, by name
	LayOut   func(Match) (Match, Table)                                          // adds the game's words and parts to a match page
	Story    func(Storyteller) []Entry                                           // the events as sentences; nil if there is a list of moves instead
	Chapters func(Rules) []Chapter                                               // the rules of a game
	Brief    func(Rules) templ.Component                                         // picture in the summary of the rules
	Orders   func(Orders) templ.Component                                        // page of a seat's advance orders; nil for games without them
	Analysis func(Analysis) templ.Component                                      // analysis page; nil for games without one
	Review   func(r Review, part bool) templ.Component                           // page of a review, or only its changing element; nil for games without reviews
	Choice   func(m Match, v games.View, action string, why []games.Fact) Choice // an action of m.You in a view as text, with its reasons; nil for games without hidden parts
	Moment   func(m Match, at games.Moment) string                               // the moment of a decision as text; nil without Choice
	Waits    bool                                                                // tables may set interrupt windows
	Board    bool                                                                // a board game: positions can be set up, drawn and replayed
	Prepared func(Match, string) []string                                        // sentences for the visitor's orders; nil without Orders
	Written  func(form url.Values) string                                        // converts the form of Orders to the notation of the rules; nil without Orders
	Digest   func(Rules) Digest                                                  // the rules on one screen
	Decisive func(*Match) (index int, ok bool)                                   // the index in Log of the move that decided the match; nil on tables of cards
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

// Fragment returns only the element #match of its page, which htmx swaps.
func (f Family) Fragment(m Match) templ.Component {
	m, t := f.LayOut(m)
	m.advise(&t)
	return MatchFragment(&m, &t)
}

// Explain adds the parts of the family to a rules page.
func (f Family) Explain(m Rules) Rules {
	m.Board, m.Styles, m.Chapters, m.Picture = f.Board, f.Styles, f.Chapters(m), f.Brief(m)
	return m
}

// Summarize adds the rules on one screen, in the manner of the family.
func (f Family) Summarize(m Rules) Rules {
	m.Board, m.Styles, m.Digest = f.Board, f.Styles, f.Digest(m)
	return m
}

// Narrate returns the story of a match. Events of a player who later left a seat have that player's
// name.
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

// Storyteller is the data for the story of a match.
type Storyteller struct {
	Page
	Game games.Info
	Name func(games.Seat) string // name of the player of a seat
	You  games.Seat              // the viewer's seat, Spectator for none

	Holders Holders // earlier players of seats
	Told    []Told  // consecutive events, the oldest first
	From    int     // index in Told of the first event of the story
}

// Surrounding returns a sentence about an event outside of the game, as a resignation or an offer;
// "" for an action of the game.
func (t Storyteller) Surrounding(e Told) string {
	if !table.IsSurrounding(e.Text) {
		return ""
	}
	return Stop(t.EventText(t.Name(e.Seat), e.Text))
}

// Chapter is a section of a rules page.
type Chapter struct {
	ID        string   // id for refusals (games.Illegal.Rule) and links
	Level     int      // level of its heading: 2 or 3
	Anchors   []string // further ids that lead here
	Title     string
	Sentences []string        // its paragraphs
	Body      templ.Component // content after the paragraphs; nil for none
	Source    string          // source of the text, "" if obvious
}

// Section returns a section of the rules of a game: its title, its numbered sentences, and the
// sources that its letters name. A part of a section, "combat.lead", has a smaller heading.
func (m Rules) Section(id, sources string, args ...any) Chapter {
	book := "rules." + m.Game.ID + "."
	key := book + id + "."
	c := Chapter{ID: id, Level: 2 + strings.Count(id, "."), Title: m.T(key + "title")}
	for n := 1; m.Has(key + strconv.Itoa(n)); n++ {
		c.Sentences = append(c.Sentences, m.T(key+strconv.Itoa(n), args...))
	}
	if sources != "" {
		names := Each([]rune(sources), func(letter rune) string { return m.T(book + "source." + string(letter)) })
		c.Source = m.T("rules.source") + strings.Join(names, ", ")
	}
	return c
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
	Back     string          // address of the visitor's match, "" for none: see BackToMatch
	Key      string          // idempotency key of the form that opens a solo table
}
