package views

import (
	"slices"

	"github.com/a-h/templ"

	"tableronde/games"
)

// Table holds a family's parts of a match page. The rest of the page is the same for all games.
type Table struct {
	Styles   []string // style sheets of the family
	Class    string   // CSS class of the main element: "cards knizia"
	Headline string   // subject of the page's heading; "" for the players
	Facts    string   // shown beside the name of the game
	Picture  string   // alternative text of a picture of the match; "" for the name of the game
	Defs     string   // SVG definitions for the drawings; "" for the usual ones
	Here     string   // address of the page for reloads; "" for the one by Draft.Opening and Staging
	Past     string   // event before the shown earlier position; "" for the story

	// Arrange lays out title, field and bar. Nil puts them one below the other.
	Arrange func(title, bar templ.Component) templ.Component

	Field   templ.Component // public part of the table; nil before the match begins
	News    templ.Component // above the bar: actions of others; nil for the story (Narration.News)
	Away    templ.Component // above that story while it has news; nil for none
	Recent  templ.Component // in the same place, with or without news: the last event, if it is no longer on the table; nil for none
	Wishes  []string        // players' offers that still need their partners' consent
	Status  Status
	Says    string          // text of the live region after a change; "" for the status
	Blocked string          // why the touched place or pressed control does nothing; "" for none
	Reading *Reading        // opened card text; nil for none
	Choice  templ.Component // above the status of the bar: a question that leaves the hand in sight; nil for none
	Panel   templ.Component // replaces hand and buttons in the bar: a question or a choice; nil for none
	Hand    templ.Component // between the status and the buttons in the bar; nil for none
	Acts    []Act           // buttons of a player who may act
	Finale  *Finale         // the end of the match; nil until then
	Digest  templ.Component // over the page: the rules on one screen; nil none

	Beside templ.Component // beside the field: the moves; nil for the story and the tabs
	Tabs   []Tab           // views that can replace the story
	Rows   []Act           // links to other views of the field
	Rule   string          // section of the rules about the status; "" for the summary
	Orders string          // name of the orders in this game; "" for the default
	Draws  bool            // the field is a board on which one can draw
	Drawn  bool            // the field shows the visitor's orders, with their numbers if there are several

	// Request returns the address at which the page asks to confirm an event outside of the game,
	// and the link's label. Nil uses the default, which keeps the staged action.
	Request func(text string) (href, label string)

	// Consequence describes the effect of the event to confirm; "" uses a general sentence.
	Consequence string
}

// Status holds the texts of the bar: the state of the match and the next step.
type Status struct {
	Sentence string
	Detail   string         // a further line, "" for none
	Steady   bool           // Detail keeps its room even if it is empty
	More     Act            // link at the end of Detail; no address for none
	Why      *games.Illegal // why the staged action cannot be played; nil if it can
}

// Tab is a view that can be opened beside the table.
type Tab struct {
	ID      string // value in the query
	Label   string
	Content templ.Component
}

// title returns the headline of the page.
func (t *Table) title(m *Position) string {
	if m.Started && t.Headline != "" {
		return t.Headline
	}
	return m.Headline()
}

// ruleSection returns the section of the rules about the status.
func (t *Table) ruleSection(m *Position) string {
	return Either(m.Started && t.Rule != "", t.Rule, "brief")
}

// openTab returns the id of the open tab, "" for the story.
func (t *Table) openTab(see string) string {
	return Either(slices.ContainsFunc(t.Tabs, func(tab Tab) bool { return tab.ID == see }), see, "")
}
