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

	"tableronde/games"
	"tableronde/views/locale"
)

// Theme is whether pages are light or dark; "" is as the system says.
type Theme string

// The themes that a visitor can choose.
const (
	LightTheme Theme = "light"
	DarkTheme  Theme = "dark"
)

// PaperColor is the color of light pages, for what surrounds them.
const PaperColor = "#f7f3ea"

// Themes lists all themes.
var Themes = []Theme{"", LightTheme, DarkTheme}

// Lang is a language of the site.
type Lang = locale.Lang

// The languages of the site.
const (
	English = locale.English
	French  = locale.French
)

// Page is the model of the frame around every page; each page's model embeds it.
type Page struct {
	Lang        Lang
	Theme       Theme
	Habits      Habits
	Zone        *time.Location // in whose time the page is written, nil for UTC
	Path        string         // path and query of this page, to come back to after a change of language
	Origin      string         // scheme and host for links that leave the site: "https://table.example"
	Player      string         // name of the visitor, "" as long as there is none
	Account     bool           // the visitor can come back from any browser
	DefaultName bool           // the visitor is called what all are called who gave no name
	Keep        string         // the visitor's id where the page is of an own match, which the browser keeps to be read off line
	NoGuests    bool           // the visitor has no account, and needs one to play
	Turns       int            // matches that await the visitor
	TurnsIn     []string       // of these, the ids of two at most to go on with
	Now         time.Time      // for "yesterday" and "two hours ago"
	Notice      *Notice        // a line above the content, nil for none

	Defs   string  // SVG that its drawings refer to; "" for heraldry.Defs
	Social *Social // what other sites show of links to the page; nil for a page of no interest to others
}

// Notice is a line on top of a page that tells what has just happened, or why it
// has not.
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
	Kept string // for whom an open seat is, in words; "" for everybody
	Rank string // of a bot, which Name has in words: "Squire 2"; "" for people

	For    string // who has left the seat, and for whom a bot plays on; "" for nobody
	ForYou bool   // that is the visitor
}

// Event is one line of a match's log.
type Event struct {
	Seat games.Seat
	Text string
	At   time.Time
}

// Problem is the reason why a form is shown again.
type Problem struct {
	Field string // name of the field it is about, "" for the whole form
	Key   string // of the sentence: "name_missing"; looked up as fault.KEY
	Args  []any

	Illegal *games.Illegal // a refusal by the rules, which says more than Key
}

// Social is the preview of a link to a page on other sites. Path and Image are
// paths on this site.
type Social struct {
	Path        string
	Description string
	Image       string // of 1200 by 630
	Alt         string // of the image
}
