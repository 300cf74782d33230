// Package views is what a person sees of Table Ronde: one component a page,
// in French and English. A component takes one model, made of facts; the words
// and the drawing are found here.
//
// Every page works as plain HTML. A page that changes while it is looked at has
// one element that htmx swaps (#match, #home, #tables, #invitation), and a
// component named Fragment that renders that element alone.
package views

import (
	"time"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/games/parker"
	"tableronde/views/locale"
)

// Lang is a language of the site.
type Lang = locale.Lang

// The languages of the site.
const (
	English = locale.English
	French  = locale.French
)

// Page is what the frame around every page shows. Each page's model embeds it.
type Page struct {
	Lang        Lang
	Path        string    // path and query of this page, to come back to after a change of language
	Origin      string    // scheme and host for links that leave the site: "https://table.example"
	Player      string    // name of the visitor, "" as long as there is none
	DefaultName bool      // the visitor is called what all are called who gave no name
	Turns       int       // matches that await the visitor
	Now         time.Time // for "yesterday" and "two hours ago"
	Notice      *Notice   // a line above the content, nil for none

	social *social // found by the page's own view, nil for a page of no interest to others
}

// Notice is a line that tells what has just happened, or why it has not.
type Notice struct {
	Key     string         // of the sentence: "stale_ply", "sent"; looked up as notice.KEY, then fault.KEY
	Args    []any          // its arguments, name and value in turn
	Illegal *games.Illegal // a refusal by the rules, which says more than Key
	Good    bool           // it went well: told politely, not as an alarm
}

// Seat is a place at a table.
type Seat struct {
	Name string // "" while the seat is open
	You  bool
}

// Event is one line of a match's log.
type Event struct {
	Seat games.Seat
	Text string
	At   time.Time
}

// Row is a match in a list.
type Row struct {
	ID      string
	Game    games.Info
	Seats   []Seat // index 0 is seat 1
	Host    string // name of who opened the table
	Title   string // of a game that was imported, "" for none
	Solo    bool
	Public  bool
	Study   string // the position that the match begins from, as text; "" that of the game
	ToAct   []games.Seat
	Ply     int
	Last    Event     // zero while nothing has been played
	Story   string    // what happened last, in sentences; "" where Last says it
	Created time.Time // when the table was opened
	Moved   time.Time // when the last event was stored, or the match began
	Result  *games.Result
}

// Home is the model of the home page.
type Home struct {
	Page
	Awaiting []Row   // matches that await the visitor, longest waiting first
	Offers   []Offer // that wait for the visitor's answer
	Waiting  []Row   // live matches in which somebody else is to act
	Open     []Row   // the visitor's tables that wait for players
	Alone    []Row   // live matches in which the visitor has every seat
	Finished []Row   // the visitor's last finished matches
	Tables   int     // public tables that anybody may join now
	Public   PublicMatches
	Games    []games.Info
	Key      string // idempotency key of the forms
}

// Lobby is the model of the list of open tables.
type Lobby struct {
	Page
	Tables []Row
	Public PublicMatches
	Games  []games.Info
	Game   string // only tables of this game are listed; "" all
	Next   string // cursor of the page with older tables, "" none
	Older  bool   // this is not the newest page
	Key    string
}

// NewTable is the model of the form that opens a table. What the visitor chose
// before comes back with a Problem.
type NewTable struct {
	Page
	Games   []games.Info
	Game    string            // chosen; "" the first
	Options map[string]string // chosen, by Option.ID
	Count   int               // of players; 0 the fewest the game allows
	Words   string            // the visitor's contribution to the shuffle, in games with chance
	Waits   bool              // the game has answers for which a table may give time
	Hours   int               // chosen: so much of it
	Study   *parker.Position  // the match begins from it, and none of Options is asked for; nil: from the game's own
	Seat    games.Seat        // wished for; 0 at random
	Public  bool
	Name    string // typed by a visitor without one
	Key     string
	Problem *Problem
}

// Problem is why a form came back.
type Problem struct {
	Field string // name of the field it is about, "" for the whole form
	Key   string // of the sentence: "name_missing"; looked up as fault.KEY
	Args  []any

	Illegal *games.Illegal // a refusal by the rules, which says more than Key
}

// Invitation is the model of the page behind an invitation link.
type Invitation struct {
	Page
	Token   string
	Table   Row
	Seat    games.Seat // that the link offers; 0 any
	Name    string     // typed by a visitor without one
	Words   string     // the visitor's contribution to the shuffle, in games with chance
	Fair    Fair
	Key     string
	Problem *Problem

	Start   *parker.View      // how the match begins; nil for a game without a board
	Picture templ.Component   // what shows such a game instead, nil for nothing
	Options map[string]string // chosen by the host, by Option.ID
	Waits   bool              // the game has answers for which a table may give time
	Hours   int               // so much of it
	Expires time.Time         // when the table ends unless its seats are taken by then
}

// Fault is the model of an error page.
type Fault struct {
	Page
	Status  int
	Code    string // stable code of the problem: each of the sentences is looked up by it, then by status
	Illegal *games.Illegal
	Request string // id to quote when asking for help, "" none
	Retry   int    // seconds to wait, 0 none
	Match   string // path of the match it is about, "" none
}

// RulesIndex is the model of the list of rules pages.
type RulesIndex struct {
	Page
	Games []games.Info
}

// Rules is the model of one game's rules page.
type Rules struct {
	Page
	Game games.Info

	Chapters []Chapter       // the text, from the game's family
	Picture  templ.Component // what the family shows with the summary, nil for nothing
	Back     string          // address of the match that the visitor comes from, "" none: see BackToMatch
	Key      string          // idempotency key of the form that opens a solo table
}
