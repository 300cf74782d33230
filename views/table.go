package views

import (
	"cmp"
	"net/url"
	"strconv"
	"strings"

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
	Here     string   // address of the page as it is shown, for a reload; "" as Match.Opening and Staging write it
	Past     string   // the event that led to the earlier position shown; "" shows the story

	// Arrange lays out title, field and bar; nil puts them one below the other.
	Arrange func(title, bar templ.Component) templ.Component

	Field   templ.Component // the table as all see it; nil before the match begins
	News    templ.Component // on top of the bar: the others' actions; nil shows the story (Match.News)
	Away    templ.Component // above that story while there is news, until the visitor acts; nil none
	Recent  templ.Component // there too, news or not: the last event, if it is no longer on the table; nil none
	Wishes  []string        // offers of some players to which their partners have not agreed
	Status  Status
	Says    string          // words that the live region reads out after a change; "" the status
	Blocked string          // why the touched or pressed place does nothing now; "" if none was
	Reading *Reading        // the card whose text is open; nil none
	Panel   templ.Component // in the bar in place of hand and buttons: a question, a choice; nil none
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
func (m *Match) title(t *Table) string {
	if m.Started && t.Headline != "" {
		return t.Headline
	}
	return m.Headline()
}

// currentPath returns the address of the page in its present state, for reloads.
func (m *Match) currentPath(t *Table) string {
	switch {
	case t.Here != "":
		return t.Here
	case m.Past():
		return m.Opening(m.Probe)
	case m.Asking():
		return m.Asks(m.Confirm)
	}
	return m.Staging(m.Steps(), m.Probe)
}

// rulesPath returns the address of the rules of the game. They lead back to the match as it is
// shown, with the staged action.
func (m *Match) rulesPath(t *Table) string {
	return "/rules/" + m.Game.ID + "?back=" + url.QueryEscape(m.currentPath(t))
}

// ruleSection returns the section of the rules that the status is about.
func (m *Match) ruleSection(t *Table) string {
	if m.Started && t.Rule != "" {
		return t.Rule
	}
	return "brief"
}

// ordersTitle returns the label of the link to the orders.
func (m *Match) ordersTitle(t *Table) string {
	if t.Orders != "" {
		return t.Orders
	}
	return m.T("orders.title")
}

// openTab returns the id of the open tab, "" for the story.
func (m *Match) openTab(t *Table) string {
	for _, tab := range t.Tabs {
		if tab.ID == m.See {
			return tab.ID
		}
	}
	return ""
}

// latestText returns the last entry of the story, "" if there is none.
func (m *Match) latestText() string {
	if len(m.Story) == 0 {
		return ""
	}
	return m.Story[len(m.Story)-1].Text
}

// shownPassage returns the part of the story that led to the shown position.
func (m *Match) shownPassage() string {
	for _, e := range m.Story {
		if e.From <= m.Shown && m.Shown <= e.To {
			return e.Text
		}
	}
	return m.T("match.past_start")
}

// barStatus returns the status in the bar for any state of the match.
func (m *Match) barStatus(t *Table) Status {
	switch {
	case m.Past() && t.Past != "":
		return Status{Sentence: t.Past, Detail: m.WhichPosition()}
	case m.Past():
		return Status{Sentence: m.shownPassage(), Detail: m.WhichPosition()}
	case m.Result != nil:
		return Status{Sentence: m.Outcome(), Detail: m.Ending()}
	case t.Status.Sentence != "":
		return t.Status
	}
	return Status{Sentence: m.WaitSentence(), Detail: m.latestText()}
}

// liveText returns the text of the live region after a change.
func (m *Match) liveText(t *Table) string {
	switch {
	case t.Says != "":
		return t.Says
	case m.Asking():
		return m.T("ask."+EventKey(m.Confirm)) + " " + cmp.Or(t.Consequence, m.Consequence())
	case !m.Started:
		return m.waitsFor(len(m.freeSeats()))
	case t.Reading != nil:
		return t.Reading.liveText()
	}
	s := m.barStatus(t)
	parts := []string{s.Sentence}
	if s.Why != nil {
		parts = append(parts, m.Refusal(s.Why))
	} else {
		parts = append(parts, s.Detail)
	}
	if m.Staged == "" && m.Probe == "" && !m.Past() && m.Result == nil && s.Detail != m.latestText() {
		parts = append([]string{m.latestText()}, parts...)
	}
	return strings.TrimSpace(strings.Join(parts, " "))
}

// requestLink returns the address at which the page asks to confirm an event, and
// the label of the link. At cards one withdraws from rounds, and leaves the game.
func (m *Match) requestLink(t *Table, text string) (href, label string) {
	switch {
	case t.Request != nil:
		return t.Request(text)
	case EventKey(text) == "resign":
		return m.Asks(text), m.T("do.leave")
	}
	return m.Asks(text), m.T("do." + EventKey(text))
}

// Consequence describes in general words the effect of the event to be confirmed.
func (m *Match) Consequence() string {
	switch key := EventKey(m.Confirm); {
	case m.Many() && key == "resign":
		return m.T("ask.resign.leave")
	case m.Many() && (key == "offer_draw" || key == "offer_undo"):
		return m.T("ask."+key+".all", "Names", m.rivalNames())
	case m.Solo && key == "resign":
		return m.T("ask.resign.solo", "Army", m.Name(m.You))
	default:
		return m.T("ask."+key+".what", "Names", m.rivalNames())
	}
}

// pastSentence describes the event that led to the earlier position shown.
func (m *Match) pastSentence(t *Table) string {
	switch {
	case t.Past != "":
		return t.Past
	case m.Again && m.Shown < len(m.Log):
		return Stop(m.DescribeEvent(m.Shown))
	case m.Shown == 0:
		return m.T("match.past_start")
	}
	return m.T("match.last_was", "What", m.DescribePly(m.Shown))
}

// positionText returns how the match came to the shown position, and the number of
// that position; "" while the match goes on and its present position is shown.
func (m *Match) positionText() string {
	if !m.Past() && m.Result == nil {
		return ""
	}
	if m.ShownMove() == 0 {
		return m.Whereabouts(m.T("match.past_start"))
	}
	return m.Whereabouts(m.shownPassage())
}

// deadlineMillis returns the deadline in Unix milliseconds, for the script that counts
// down.
func (c *Clock) deadlineMillis() string { return strconv.FormatInt(c.Until.UnixMilli(), 10) }
