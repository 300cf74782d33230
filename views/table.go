package views

import (
	"slices"

	"github.com/a-h/templ"

	"tableronde/games"
)

// Table holds the parts of the page of a match that the family of the game provides. The rest of
// the page is the same for all games.
type Table struct {
	Styles   []string // style sheets of the family
	Class    string   // of the page's main element: "cards knizia"
	Headline string   // the current subject of the table; "" names the players
	Facts    string   // beside the name of the game
	Picture  string   // a picture of the match, in words; "" the name of the game
	Defs     string   // SVG that the drawings of the page refer to; "" for heraldry.Defs
	Here     string   // address of the page as it is shown, for a reload; "" as Draft.Opening and Staging write it
	Past     string   // the event that led to the earlier position shown; "" shows the story

	// Arrange lays out title, field and bar; nil puts them one below the other.
	Arrange func(title, bar templ.Component) templ.Component

	Field   templ.Component // the table as all see it; nil before the match begins
	News    templ.Component // on top of the bar: the others' actions; nil shows the story (Narration.News)
	Away    templ.Component // above that story while there is news, until the visitor acts; nil none
	Recent  templ.Component // there too, news or not: the last event, if it is no longer on the table; nil none
	Wishes  []string        // offers of some players to which their partners have not agreed
	Status  Status
	Finale  *Finale         // the end of the match; nil until then
	Says    string          // words that the live region reads out after a change; "" the status
	Blocked string          // why the touched or pressed place does nothing now; "" if none was
	Reading *Reading        // the card whose text is open; nil none
	Panel   templ.Component // in the bar in place of hand and buttons: a question, a choice; nil none
	Digest  templ.Component // over the page: the rules on one screen; nil none
	Hand    templ.Component // in the bar, between the status and the buttons; nil none
	Acts    []Act           // the buttons of a player who may act; none for players who wait

	Beside templ.Component // beside the field: the moves; nil the story and the tabs
	Tabs   []Tab           // views that can be opened in place of the story
	Rows   []Act           // links to other views of the field
	Rule   string          // section of the rules that the status is about; "" their summary
	Orders string          // the name of orders in this game; "" orders

	// Request returns the address at which the page asks to confirm a surrounding event, and the
	// label of that link; nil keeps the staged action.
	Request func(text string) (href, label string)

	// Consequence describes the effect of the event to be confirmed; "" for general words.
	Consequence string
}

// Status holds the words of the bar: the state of the match, and the next action.
type Status struct {
	Sentence string
	Detail   string         // one line more, "" none
	Steady   bool           // that line keeps its place even if it says nothing
	More     Act            // a link at the end of that line; none without an address
	Why      *games.Illegal // why the staged action does not fit; nil where it does
}

// Tab is something to open beside the table.
type Tab struct {
	ID      string // in the query
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

// ruleSection returns the section of the rules that the status is about.
func (t *Table) ruleSection(m *Position) string {
	return Either(m.Started && t.Rule != "", t.Rule, "brief")
}

// openTab returns the id of the open tab, "" for the story.
func (t *Table) openTab(see string) string {
	return Either(slices.ContainsFunc(t.Tabs, func(tab Tab) bool { return tab.ID == see }), see, "")
}
