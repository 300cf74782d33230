package views

import (
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"tableronde/games"
)

// Table is what a family of card games puts into the page of a match: the parts
// that only it knows. The rest of the page is the same for all of them.
type Table struct {
	Class    string          // of the page's main element: "knizia"
	Headline string          // what the table is about now; "" names who plays
	Facts    string          // beside the name of the game
	Defs     string          // SVG that the drawings refer to; once in a page
	Field    templ.Component // the table as all see it; nil before the match begins
	Away     templ.Component // on top of the bar while there is news (Match.News), until the visitor acts; nil none
	Recent   templ.Component // there too, news or not: what happened last and is no longer on the table; nil none
	Status   Status
	Reading  *Reading        // the card whose text is open; nil none
	Panel    templ.Component // in the bar in place of hand and buttons: a question, a choice; nil none
	Hand     templ.Component // in the bar, between the status and the buttons; nil none
	Acts     []Act           // the buttons of whoever may do something; none for those who wait
	Tabs     []Tab           // what can be opened beside the table, besides the story
	Rule     string          // section of the rules that the status is about; "" their summary
	Orders   string          // what standing orders are called in this game; "" orders
}

// Status is what the bar says: where things stand, and what is to be done.
type Status struct {
	Sentence string
	Detail   string         // one line more, "" none
	Why      *games.Illegal // why what is staged does not fit; nil where it does
}

// Act is a button at the foot of the bar. It leads to a page, or posts actions,
// or it can only tell why it does neither.
type Act struct {
	ID      string // stable: the focus stays on it. "confirm" is the chief one
	Label   string
	Detail  string // a few words under the label
	Icon    string
	Class   string   // "primary", "danger"
	Href    string   // leads there
	Actions []string // or posts these, all or nothing
	Why     string   // why neither is possible now
}

// Tab is something to open beside the table.
type Tab struct {
	ID      string // in the query
	Label   string
	Content templ.Component
}

// CardPage is the page of one match of cards.
func CardPage(m Match, t Table) templ.Component { return cardPage(m, t) }

// CardFragment is #match of such a page with its title and the visitor's count of
// turns.
func CardFragment(m Match, t Table) templ.Component { return cardFragment(m, t) }

// title is the headline of the page.
func (m Match) cardTitle(t Table) string {
	if m.Started && t.Headline != "" {
		return t.Headline
	}
	return m.headline()
}

// cardHere is the page as it is shown: what a reload asks for.
func (m Match) cardHere() string {
	if m.past() {
		return m.Opening(m.Try)
	}
	if m.asking() {
		return m.Asks(m.Ask)
	}
	return m.Staging(m.Steps(), m.Try)
}

// ordersTitle is what leads to the sheet of standing orders.
func (m Match) ordersTitle(t Table) string {
	if t.Orders != "" {
		return t.Orders
	}
	return m.t("orders.title")
}

// tab is the one that is open, "" the story.
func (m Match) tab(t Table) string {
	for _, tab := range t.Tabs {
		if tab.ID == m.See {
			return tab.ID
		}
	}
	return ""
}

// latest is what happened last, "" while nothing has.
func (m Match) latest() string {
	if len(m.Story) == 0 {
		return ""
	}
	return m.Story[len(m.Story)-1].Text
}

// passage is the part of the story that led to the position shown.
func (m Match) passage() string {
	for _, e := range m.Story {
		if e.From <= m.Shown && m.Shown <= e.To {
			return e.Text
		}
	}
	return m.t("match.past_start")
}

// cardStatus is what the bar says in whatever state the match is.
func (m Match) cardStatus(t Table) Status {
	switch {
	case m.past():
		return Status{Sentence: m.passage(), Detail: m.whichPosition()}
	case m.Result != nil:
		return Status{Sentence: m.outcome(), Detail: m.ending()}
	case t.Status.Sentence != "":
		return t.Status
	}
	return Status{Sentence: m.waitSentence(), Detail: m.latest()}
}

// cardSays is what the live region reads out after a change.
func (m Match) cardSays(t Table) string {
	switch {
	case m.asking():
		return m.t("ask."+eventKey(m.Ask)) + " " + m.consequence()
	case !m.Started:
		return m.waitsFor(len(m.free()))
	case t.Reading != nil:
		return t.Reading.says()
	}
	s := m.cardStatus(t)
	parts := []string{s.Sentence}
	if s.Why != nil {
		parts = append(parts, refusal(m.Lang, s.Why))
	} else {
		parts = append(parts, s.Detail)
	}
	if m.Staged == "" && m.Try == "" && !m.past() && m.Result == nil && s.Detail != m.latest() {
		parts = append([]string{m.latest()}, parts...)
	}
	return strings.TrimSpace(strings.Join(parts, " "))
}

// request is what asking for an event is called: at cards one withdraws from
// rounds, and leaves the game.
func (m Match) request(text string) string {
	if eventKey(text) == "resign" {
		return m.t("do.leave")
	}
	return m.t("do." + eventKey(text))
}

// deadline counts down in the page, where a script may do so by itself.
func (c *Clock) deadline() string { return strconv.FormatInt(c.Until.UnixMilli(), 10) }
