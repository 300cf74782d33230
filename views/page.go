// Package views renders the pages of Table Ronde in French and English: one component a page. A
// component takes one model, made of facts; this package adds the words and the drawing.
//
// Every page works as plain HTML. A page that changes while it is open has one element that htmx
// swaps (#match, #home, #tables, #invitation). A component named Fragment renders that element
// alone.
package views

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/static"
	"tableronde/views/heraldry"
	"tableronde/views/locale"
)

// htmxConfig switches off two features of htmx. The content security policy forbids its styles for
// indicators. The pages handle the history themselves: a view within a match replaces the address
// and adds no page to go back to.
const htmxConfig = `{"history":false,"includeIndicatorCSS":false,"defaultSwap":"outerMorph"}`

// Place is the entry of the navigation that a page belongs to.
type Place int

const (
	AtElsewhere Place = iota
	AtHome
	AtTables
	AtArchive
	AtCups
	AtRules
	AtLearn
	AtHelp
	AtMe
	AtSignIn
	AtSettings
)

// WithRules returns the style sheets of families for a page that explains rules.
func WithRules(styles []string) []string { return slices.Concat(styles, []string{static.RulesSheet}) }

// WithOrders returns the style sheets of a page on which a player prepares later actions.
func WithOrders(styles []string) []string { return slices.Concat(styles, []string{static.OrdersSheet}) }

// LanguageNames are the names of the languages, each in itself.
var LanguageNames = map[Lang]string{English: "English", French: "Français"}

// Nameless reports whether the visitor has no name of their own.
func (p Page) Nameless() bool { return p.Player == "" || p.DefaultName }

// T returns the sentence with a key in the language of the page; args alternate
// names and values.
func (p Page) T(key string, args ...any) string { return locale.T(p.Lang, key, args...) }

// N returns T for a sentence about a number of things.
func (p Page) N(key string, n int, args ...any) string { return locale.N(p.Lang, key, n, args...) }

// Titled returns the title of the browser's tab; it begins with the number of
// matches that await the visitor.
func (p Page) Titled(title string) string {
	title += " — " + p.T("site.name")
	if p.Turns > 0 {
		return "(" + strconv.Itoa(p.Turns) + ") " + title
	}
	return title
}

// text returns the sentence of a notice.
func (n *Notice) text(lang Lang) string {
	if n.Illegal != nil {
		return refusalText(lang, n.Illegal)
	}
	if key := "notice." + n.Key; locale.Has(lang, key) {
		return locale.T(lang, key, n.Args...)
	}
	return FaultText(lang, n.Key, n.Args...)
}

// Text returns the sentence of a problem with a form.
func (p *Problem) Text(lang Lang) string {
	if p.Illegal != nil {
		return refusalText(lang, p.Illegal)
	}
	return FaultText(lang, p.Key, p.Args...)
}

// About reports whether a problem is about a field of the form.
func (p *Problem) About(field string) bool { return p != nil && p.Field == field }

// FaultText returns the sentence about a problem with a stable code.
func FaultText(lang Lang, code string, args ...any) string {
	key := "fault." + code
	if !locale.Has(lang, key) {
		key = "fault.bad_request"
	}
	return locale.T(lang, key, args...)
}

// Reworded returns a copy of a refusal with other words for its arguments, nil for
// nil.
func Reworded(why *games.Illegal, word func(name, value string) string) *games.Illegal {
	if why == nil {
		return nil
	}
	e := *why
	e.Args = make(map[string]string, len(why.Args))
	for name, value := range why.Args {
		e.Args[name] = word(name, value)
	}
	return &e
}

// Reworded returns the notice with its refusal, if it has one, as reword returns it.
func (n *Notice) Reworded(reword func(*games.Illegal) *games.Illegal) *Notice {
	if n == nil || n.Illegal == nil {
		return n
	}
	notice := *n
	notice.Illegal = reword(n.Illegal)
	return &notice
}

// Reworded returns the problem with its refusal, if it has one, as reword returns it.
func (p *Problem) Reworded(reword func(*games.Illegal) *games.Illegal) *Problem {
	if p == nil || p.Illegal == nil {
		return p
	}
	problem := *p
	problem.Illegal = reword(p.Illegal)
	return &problem
}

// refusalText returns the reason why the rules refuse an action.
func refusalText(lang Lang, why *games.Illegal) string {
	if !locale.Has(lang, why.Key) {
		return why.Text
	}
	args := make([]any, 0, 2*len(why.Args))
	for name, value := range why.Args {
		args = append(args, name, value)
	}
	return Sentence(locale.T(lang, why.Key, args...))
}

// Sentence returns the text with a capital first letter.
func Sentence(text string) string {
	if text == "" {
		return ""
	}
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// Stop ends a text in a full stop, where it does not end in one.
func Stop(text string) string { return locale.Stop(text) }

// Since returns how long ago something happened, in its largest unit: "2 h".
func (p Page) Since(t time.Time) string {
	d := p.Now.Sub(t)
	switch {
	case d < time.Minute:
		return p.T("time.now")
	case d < time.Hour:
		return p.N("time.minutes", int(d/time.Minute))
	case d < 48*time.Hour:
		return p.N("time.hours", int(d/time.Hour))
	}
	return p.N("time.days", int(d/(24*time.Hour)))
}

// Ago returns the time since t: "2 h ago", after two months the day.
func (p Page) Ago(t time.Time) string {
	if p.Now.Sub(t) >= 60*24*time.Hour {
		return p.ShortDay(t)
	}
	return p.T("time.ago", "Time", p.Since(t))
}

// Day names a day of the year: "22 December".
func (p Page) Day(t time.Time) string {
	t = p.local(t)
	key := "date.day"
	if t.Day() == 1 {
		key = "date.first"
	}
	return p.T(key, "Day", t.Day(), "Month", p.T("date.month."+strconv.Itoa(int(t.Month()))))
}

// ShortDay names a day: "22 December", with the year unless it is the present one.
func (p Page) ShortDay(t time.Time) string {
	day := p.Day(t)
	if year := p.local(t).Year(); year != p.local(p.Now).Year() {
		day += " " + strconv.Itoa(year)
	}
	return day
}

// MonthOf names the month of a time: "December 2026".
func (p Page) MonthOf(t time.Time) string {
	t = p.local(t)
	return p.T("date.month."+strconv.Itoa(int(t.Month()))) + " " + strconv.Itoa(t.Year())
}

// local returns a time in the zone of the visitor, in UTC if that is not known.
func (p Page) local(t time.Time) time.Time {
	if p.Zone == nil {
		return t.UTC()
	}
	return t.In(p.Zone)
}

// Machine returns a time for the datetime attribute.
func Machine(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// Spelled returns a sentence about n things that names small numbers as words, as a
// headline does.
func (p Page) Spelled(key string, n int) string {
	word := strconv.Itoa(n)
	if spelled := "number." + word; locale.Has(p.Lang, spelled) {
		word = p.T(spelled)
	}
	return p.N(key, n, "Number", word)
}

// Players returns how many can play a game: "2 players", "2 to 5 players".
func (p Page) Players(info games.Info) string {
	if len(info.Seats) == 0 {
		return ""
	}
	low, high := info.Seats[0], info.Seats[len(info.Seats)-1]
	switch {
	case low == high:
		return p.N("players.exactly", low)
	case high-low+1 == len(info.Seats) && len(info.Seats) > 2:
		return p.T("players.range", "Low", low, "High", high)
	}
	numbers := make([]string, len(info.Seats))
	for i, n := range info.Seats {
		numbers[i] = strconv.Itoa(n)
	}
	return p.T("players.list", "Numbers", strings.Join(numbers, p.T("list.or")))
}

// Army returns the name of a seat's army, "" where the game has no armies.
func (p Page) Army(info games.Info, seat games.Seat) string {
	if seat < 1 || int(seat) > len(info.Armies) {
		return ""
	}
	return p.Lang.Of(info.Armies[seat-1])
}

// Badge returns the shield of a seat's army, or the sign of a game without armies.
func Badge(info games.Info, seat games.Seat) string {
	if sign, ok := heraldry.Sign(info.ID, true); ok {
		return sign
	}
	return heraldry.Badge(shieldOf(info, seat))
}

// shieldOf returns the shield of a seat's army: its tincture, with an ordinary among
// more than two armies, else with a rowel as its charge.
func shieldOf(info games.Info, seat games.Seat) (t heraldry.Tincture, ordinary bool, charge string) {
	t = heraldry.Sable
	if seat >= 1 && int(seat) <= len(info.Armies) {
		t = heraldry.TinctureOf(info.Armies[seat-1].En)
	}
	if len(info.Armies) > 2 {
		return t, true, ""
	}
	return t, false, "mullet"
}

// List joins names: "Ada", "Ada and Bo", "Ada, Bo and Cy".
func (p Page) List(names []string) string { return locale.And(p.Lang, names) }

// EventText returns a sentence about an event of a player: an action, or one of the events around a
// game.
func (p Page) EventText(name, text string) string {
	key := "event." + EventKey(text)
	if !locale.Has(p.Lang, key) {
		return p.T("event.played", "Name", name, "Move", text)
	}
	return p.T(key, "Name", name)
}

// EventKey returns the name of a surrounding event in the catalogues:
// "offer undo 12" is "offer_undo".
func EventKey(text string) string {
	return strings.ReplaceAll(strings.TrimRight(text, " 0123456789"), " ", "_")
}

// Either returns then if yes, else otherwise.
func Either(yes bool, then, otherwise string) string {
	if yes {
		return then
	}
	return otherwise
}

// SeatName returns the name of a seat in a form: the name of its army, else its number.
func (p Page) SeatName(game games.Info, seat games.Seat) string {
	if army := p.Army(game, seat); army != "" {
		return strings.ToUpper(army[:1]) + army[1:]
	}
	return p.T("form.seat_number", "Number", strconv.Itoa(int(seat)))
}

// SetupPath returns the address at which a position can be changed, from its text.
func SetupPath(position string) string { return "/setup?position=" + url.QueryEscape(position) }

// Refusal returns a sentence about why the rules refuse an action, "" for no refusal.
func (p Page) Refusal(why *games.Illegal) string {
	if why == nil {
		return ""
	}
	return refusalText(p.Lang, why)
}

// Has reports whether the catalogue of the page's language has a key.
func (p Page) Has(key string) bool { return locale.Has(p.Lang, key) }

// Theme is whether pages are light or dark; "" is as the system says.
type Theme string

// The themes that a visitor can choose.
const (
	LightTheme Theme = "light"
	DarkTheme  Theme = "dark"
)

// PaperColor is the color of light pages, for the manifest and for the bars that a browser draws
// around a page (theme-color).
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
	DefaultName bool           // the visitor has the name of all visitors who gave none
	Keep        string         // the visitor's id where the page is of an own match, which the browser keeps to be read off line
	NoGuests    bool           // the visitor has no account, and needs one to play
	Turns       int            // matches that await the visitor
	TurnsIn     []string       // of these, the ids of two at most to go on with
	Now         time.Time      // for "yesterday" and "two hours ago"
	Notice      *Notice        // a line above the content, nil for none

	Defs   string  // SVG that its drawings refer to; "" for heraldry.Defs
	Social *Social // preview of links on other sites; nil for a page of no interest to others

	Bar templ.Component // in place of the header and the footer of the site; nil for those
}

// Notice is a line on top of a page about the last request: its success, or the reason of its
// failure.
type Notice struct {
	Key     string         // of the sentence: "stale_ply", "sent"; looked up as notice.KEY, then fault.KEY
	Args    []any          // its arguments, name and value in turn
	Illegal *games.Illegal // a refusal by the rules, which says more than Key
	Good    bool           // it went well: announced politely, not as an alarm
}

// Seat is a place at a table.
type Seat struct {
	Name string // "" while the seat is open
	You  bool
	Kept string // player for an open seat, in words; "" for everybody
	Rank string // of a bot, which Name has in words: "Squire 2"; "" for people

	For    string // player who has left the seat to a bot; "" for nobody
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

// Address returns the path of the match; for visitors who see it by a link to it,
// the path of that link.
func (m *Match) Address() string {
	switch {
	case m.Viewed != "":
		return m.Viewed
	case m.Token != "":
		return "/w/" + m.Token
	}
	return "/m/" + m.ID
}

// displayState is the visitor's choice of how the board or the table is shown.
type displayState struct {
	bottom    games.Seat
	zoom      string
	pick      bool
	sort, see string
	in        string
	eyes      games.Seat
}

func (m *Match) displayState() displayState {
	return displayState{m.Bottom, m.Zoom, m.Pick, m.Sort, m.See, m.In, m.Eyes}
}

// DisplayQuery returns the part of the query that every link of the page keeps: the display of the
// board, "turn=2&zoom=nw"; "" for the default.
func (m *Match) DisplayQuery() string { return m.displayQueryOf(m.displayState()) }

func (m *Match) displayQueryOf(l displayState) string { return encodeQuery(m.displayParameters(l)) }

func (m *Match) displayParameters(l displayState) []Parameter {
	var list []Parameter
	add := func(differs bool, name, value string) {
		if differs {
			list = append(list, Parameter{name, value})
		}
	}
	add(l.bottom != m.DefaultSeat(), "turn", strconv.Itoa(int(l.bottom)))
	add(l.zoom != "", "zoom", l.zoom)
	add(l.pick, "pick", "1")
	add(l.sort != "", "sort", l.sort)
	add(l.see != "", "see", l.see)
	add(l.in != "", "in", l.in)
	add(l.eyes != 0, "eyes", strconv.Itoa(int(l.eyes)))
	return list
}

// Parameter is one name and value in a query.
type Parameter struct{ Name, Value string }

func encodeQuery(list []Parameter) string {
	var b strings.Builder
	for i, p := range list {
		if i > 0 {
			b.WriteByte('&')
		}
		b.WriteString(p.Name)
		b.WriteByte('=')
		b.WriteString(url.QueryEscape(p.Value))
	}
	return b.String()
}

// DisplayFields returns DisplayQuery as names and values, for the hidden fields
// of a form.
func (m *Match) DisplayFields() []Parameter { return m.displayWith() }

// DisplayQueryWith returns DisplayQuery with more parameters, all in the order of their
// names. Those without a value are left out.
func (m *Match) DisplayQueryWith(more ...Parameter) string {
	return encodeQuery(m.displayWith(more...))
}

func (m *Match) displayWith(more ...Parameter) []Parameter {
	list := append(m.displayParameters(m.displayState()), more...)
	list = slices.DeleteFunc(list, func(p Parameter) bool { return p.Value == "" })
	slices.SortFunc(list, func(a, b Parameter) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// withDisplay returns the address of the page as it is shown, with another
// display.
func (m *Match) withDisplay(l displayState) string {
	return m.withParameter(m.displayQueryOf(l), m.shownParameter(), m.shownValue())
}

// Zoomed returns the address of the page as it is shown, with a part of the board,
// "" for all of it.
func (m *Match) Zoomed(part string) string {
	l := m.displayState()
	l.zoom = part
	return m.withDisplay(l)
}

// Picking returns the address of the page as it is shown, with the lists of pieces
// and squares or without.
func (m *Match) Picking(on bool) string {
	l := m.displayState()
	l.pick = on
	return m.withDisplay(l)
}

// DefaultSeat returns the seat whose side is at the bottom unless the visitor turns the
// board: the visitor's, else the first.
func (m *Match) DefaultSeat() games.Seat {
	if m.Habits.FirstBelow && !m.Game.Hidden {
		return 1
	}
	if i := slices.IndexFunc(m.Seats, func(s Seat) bool { return s.You }); i >= 0 {
		return games.Seat(i + 1)
	}
	return 1
}

// To returns the address of the page with one more parameter, or with none if
// name is "".
func (m *Match) To(name, value string) string { return m.withParameter(m.DisplayQuery(), name, value) }

// withParameter returns the address of the page with the query kept and one more
// parameter.
func (m *Match) withParameter(kept, name, value string) string {
	switch {
	case name == "" && kept == "":
		return m.Address()
	case name == "":
		return m.Address() + "?" + kept
	case kept == "":
		return m.Address() + "?" + name + "=" + url.QueryEscape(value)
	}
	return m.Address() + "?" + kept + "&" + name + "=" + url.QueryEscape(value)
}

// Here returns the address of the page as it is shown, without a probe or a confirmation.
func (m *Match) Here() string {
	return m.withParameter(m.DisplayQuery(), m.shownParameter(), m.shownValue())
}

// Flipped returns the address of the page with the next seat's side at the
// bottom.
func (m *Match) Flipped() string {
	l := m.displayState()
	l.bottom = l.bottom%games.Seat(len(m.Seats)) + 1
	return m.withDisplay(l)
}

// shownParameter returns the name of the parameter that selects the shown position, ""
// for the present one; shownValue returns its value.
func (m *Match) shownParameter() string {
	switch {
	case m.Again:
		return "again"
	case m.Past():
		return "ply"
	case m.Staged != "":
		return "m"
	}
	return ""
}

func (m *Match) shownValue() string {
	switch {
	case m.Again:
		return "1"
	case m.Past():
		return strconv.Itoa(m.Shown)
	}
	return m.Staged
}

// At returns the address of the position after ply events.
func (m *Match) At(ply int) string {
	if ply >= m.Ply {
		return m.To("", "")
	}
	return m.To("ply", strconv.Itoa(max(ply, 0)))
}

// Steps returns the actions that are staged.
func (m *Match) Steps() []string { return SplitSteps(m.Staged) }

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
func (m *Match) Staging(steps []string, chosen string) string {
	return m.addressWith(Parameter{"m", JoinSteps(steps)}, Parameter{"try", chosen})
}

// Further returns the address of the page with one more action staged.
func (m *Match) Further(action string) string {
	return m.Staging(append(slices.Clone(m.Steps()), action), "")
}

// Asks returns the address of the page that asks to confirm something.
func (m *Match) Asks(what string) string {
	var staged string
	if len(m.Steps()) > 0 {
		staged = m.Staged
	}
	return m.addressWith(Parameter{"ask", what}, Parameter{"m", staged})
}

// Seeing returns the page as it is, with the hand sorted in another way or another
// part of the table opened.
func (m *Match) Seeing(sort, see string) string {
	other := *m
	other.Sort, other.See = sort, see
	if m.Past() {
		return other.At(m.Shown)
	}
	return other.Staging(m.Steps(), m.Probe)
}

func (m *Match) addressWith(more ...Parameter) string {
	query := m.DisplayQueryWith(more...)
	if query == "" {
		return m.Address()
	}
	return m.Address() + "?" + query
}

// Opening returns the address of the page as it is shown, with something opened
// that changes nothing else; "" closes it.
func (m *Match) Opening(what string) string {
	return m.addressWith(Parameter{m.shownParameter(), m.shownValue()}, Parameter{"try", what})
}

// Pressing returns the address of the page as it is shown, with the reason why a
// control, named by its id, can do nothing now.
func (m *Match) Pressing(id string) string {
	shown := Parameter{"m", m.Staged}
	if m.Past() {
		shown = Parameter{m.shownParameter(), m.shownValue()}
	}
	return m.addressWith(shown, Parameter{"try", m.Probe}, Parameter{"why", id})
}

// Paging is the part of a long list that a page shows.
type Paging struct {
	First, Last, All int // numbers from 1; Last is 0 for an empty list
	Size             int
	At               func(first int) string // address of the page with another part
}

// PartOf returns the part of a list that has the item with a number, from 1, in it, and the
// paging that leads to the others.
func PartOf[T any](list []T, number, size int, at func(first int) string) ([]T, Paging) {
	number = min(max(number, 1), max(len(list), 1))
	p := Paging{First: number - (number-1)%size, All: len(list), Size: size, At: at}
	p.Last = min(p.First+size-1, p.All)
	return list[p.First-1 : p.Last], p
}

// GraphMark is a number on a graph of a review, which is a link.
type GraphMark struct {
	Number      int
	Href, Label string
	Across      float64 // in per cent of the width
	Down        int     // in pixels
	Current     bool    // the page shows its target
}

// Append appends the mark of a graph of a height in pixels, which it does not leave.
func (m GraphMark) Append(out []byte, height int) []byte {
	return fmt.Appendf(out, `<a class="g-mark%s" href="%s" aria-label="%s"><svg x="%.2f%%" y="%d" overflow="visible"><circle class="hit" r="15"/><path d="M0-12L12 0 0 12-12 0Z"/><text y="4.2">%d</text></svg></a>`,
		Either(m.Current, ` on" aria-current="true`, ""), templ.EscapeString(m.Href), templ.EscapeString(m.Label), m.Across, min(max(m.Down, 14), height-14), m.Number)
}
