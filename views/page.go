// Package views renders the pages of Table Ronde in each language, one component for each
// page. A component takes one model of facts; this package adds the words and the drawings.
//
// Every page works as plain HTML. A page that changes while it is open has one element that htmx
// swaps (#match, #home, #tables, #invitation). A component named Fragment renders that element
// alone.
package views

import (
	"cmp"
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
// indicators. The pages manage the history: a view within a match replaces the address and adds no
// history entry.
const htmxConfig = `{"history":false,"includeIndicatorCSS":false,"defaultSwap":"outerMorph"}`

// Place is the navigation entry of a page.
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

// WithRules adds the style sheets of pages that explain rules.
func WithRules(styles []string) []string { return slices.Concat(styles, []string{static.RulesSheet}) }

// WithOrders adds the style sheets of pages for preparing later actions.
func WithOrders(styles []string) []string { return slices.Concat(styles, []string{static.OrdersSheet}) }

// Nameless reports whether the visitor has no own name.
func (p Page) Nameless() bool { return p.Player == "" || p.DefaultName }

// T returns the sentence of a key in the page's language. args alternates names and values.
func (p Page) T(key string, args ...any) string { return locale.T(p.Lang, key, args...) }

// N works like T for a sentence with a number of things.
func (p Page) N(key string, n int, args ...any) string { return locale.N(p.Lang, key, n, args...) }

// Titled returns the title of the browser tab. It begins with the number of matches that wait for
// the visitor.
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

// Reworded returns a copy of a refusal with its arguments translated by word; nil for nil.
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

// Reworded returns the notice with its refusal, if any, translated by reword.
func (n *Notice) Reworded(reword func(*games.Illegal) *games.Illegal) *Notice {
	if n == nil || n.Illegal == nil {
		return n
	}
	notice := *n
	notice.Illegal = reword(n.Illegal)
	return &notice
}

// Reworded returns the problem with its refusal, if any, translated by reword.
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

// Stop adds a full stop to a text, unless it ends with one.
func Stop(text string) string { return locale.Stop(text) }

// Since formats the time since t in its largest unit: "2 h".
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

// Ago formats the time since t: "2 h ago". After two months it names the day.
func (p Page) Ago(t time.Time) string {
	if p.Now.Sub(t) >= 60*24*time.Hour {
		return p.ShortDay(t)
	}
	return p.T("time.ago", "Time", p.Since(t))
}

// Day formats a day without the year: "22 December".
func (p Page) Day(t time.Time) string {
	t = p.local(t)
	return p.T(Either(t.Day() == 1, "date.first", "date.day"), "Day", t.Day(), "Month", p.T("date.month."+strconv.Itoa(int(t.Month()))))
}

// ShortDay formats a day: "22 December", with the year unless it is the present one.
func (p Page) ShortDay(t time.Time) string {
	day := p.Day(t)
	if year := p.local(t).Year(); year != p.local(p.Now).Year() {
		day += " " + strconv.Itoa(year)
	}
	return day
}

// MonthOf formats the month of a time: "December 2026".
func (p Page) MonthOf(t time.Time) string {
	t = p.local(t)
	return p.T("date.month."+strconv.Itoa(int(t.Month()))) + " " + strconv.Itoa(t.Year())
}

// local returns a time in the visitor's time zone, UTC if unknown.
func (p Page) local(t time.Time) time.Time {
	if p.Zone == nil {
		return t.UTC()
	}
	return t.In(p.Zone)
}

// Machine formats a time for the datetime attribute.
func Machine(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// Spelled works like N, with small numbers as words, for headlines.
func (p Page) Spelled(key string, n int) string {
	word := strconv.Itoa(n)
	if spelled := "number." + word; locale.Has(p.Lang, spelled) {
		word = p.T(spelled)
	}
	return p.N(key, n, "Number", word)
}

// InWords returns a number within a sentence, as a word if it is small.
func (p Page) InWords(n int) string {
	if word := "count." + strconv.Itoa(n); locale.Has(p.Lang, word) {
		return p.T(word)
	}
	return strconv.Itoa(n)
}

// Players formats the possible numbers of players: "2 players", "2 to 5 players".
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
	return p.T("players.list", "Numbers", strings.Join(Each(info.Seats, strconv.Itoa), p.T("list.or")))
}

// Army returns the name of a seat's army, "" in games without armies.
func (p Page) Army(info games.Info, seat games.Seat) string {
	if seat < 1 || int(seat) > len(info.Armies) {
		return ""
	}
	return p.Lang.Of(info.Armies[seat-1])
}

// Badge returns the shield of a seat's army, or a sign in games without armies.
func Badge(info games.Info, seat games.Seat) string {
	if sign, ok := heraldry.Sign(info.ID, true); ok {
		return sign
	}
	return heraldry.Badge(shieldOf(info, seat))
}

// shieldOf returns the shield of a seat's army: its tincture, and an ordinary if there are more
// than two armies, otherwise a rowel as charge.
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

// EventKey returns the catalog name of an event outside of the game: "offer undo 12" is
// "offer_undo".
func EventKey(text string) string {
	return strings.ReplaceAll(strings.TrimRight(text, " 0123456789"), " ", "_")
}

// Either returns then if yes is true, otherwise the other text.
func Either(yes bool, then, otherwise string) string {
	if yes {
		return then
	}
	return otherwise
}

// Each returns the values that a function has for the items of a list.
func Each[T, V any](list []T, value func(T) V) []V {
	all := make([]V, len(list))
	for i, item := range list {
		all[i] = value(item)
	}
	return all
}

// SeatName returns the name of a seat in a form: its army, or its number.
func (p Page) SeatName(game games.Info, seat games.Seat) string {
	if army := p.Army(game, seat); army != "" {
		return strings.ToUpper(army[:1]) + army[1:]
	}
	return p.T("form.seat_number", "Number", strconv.Itoa(int(seat)))
}

// SetupPath returns the address of the setup page with a position.
func SetupPath(position string) string { return "/setup?position=" + url.QueryEscape(position) }

// Refusal returns the reason why the rules refuse an action as a sentence, "" for nil.
func (p Page) Refusal(why *games.Illegal) string {
	if why == nil {
		return ""
	}
	return refusalText(p.Lang, why)
}

// Has reports whether the catalogue of the page's language has a key.
func (p Page) Has(key string) bool { return locale.Has(p.Lang, key) }

// Theme is the color theme of pages: light, dark, or "" for the system's.
type Theme string

// The themes that a visitor can choose.
const (
	LightTheme Theme = "light"
	DarkTheme  Theme = "dark"
)

// Squares is a palette of the squares of boards: green, or "" for the usual ones.
type Squares string

// GreenSquares are green and cream, as on a printed board.
const GreenSquares Squares = "green"

// Name returns the name of the squares: "usual".
func (s Squares) Name() string { return cmp.Or(string(s), "usual") }

// AllSquares lists the palettes of squares.
var AllSquares = []Squares{"", GreenSquares}

// PaperColor is the background color of light pages, for the manifest and for the browser's bars
// (theme-color).
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
	Pieces      heraldry.Set // the drawings of pieces that the visitor has chosen
	Squares     Squares
	Habits      Habits
	Zone        *time.Location // time zone of the visitor, nil for UTC
	Path        string         // path and query of this page
	Origin      string         // scheme and host for links that leave the site: "https://table.example"
	Player      string         // name of the visitor, "" for none
	Account     bool           // the visitor has an account
	DefaultName bool           // the visitor has a default name
	Keep        string         // the visitor's id, on pages that the browser stores for offline reading
	NoGuests    bool           // the visitor has no account, and needs one to play
	Turns       int            // number of matches that wait for the visitor
	TurnsIn     []string       // ids of at most two of these, to go on with
	Now         time.Time      // for "yesterday" and "two hours ago"
	Notice      *Notice        // a line above the content, nil for none

	Dictionary string // address of the dictionary for pages of this game, "" for none

	Defs   string  // SVG definitions for the drawings; "" for those of Pieces
	Social *Social // preview of links on other sites; nil for none

	Bar templ.Component // replaces the header and the footer; nil for the usual ones
}

// Notice is a line at the top of a page about the last request: its success, or the reason of its
// failure.
type Notice struct {
	Key     string         // of the sentence: "stale_ply", "sent"; see notice.KEY, then fault.KEY
	Args    []any          // arguments; alternates names and values
	Illegal *games.Illegal // refusal by the rules, with more detail than Key
	Good    bool           // success, announced politely and not as an alert
}

// Problem is the reason why a form is shown again.
type Problem struct {
	Field string // field with the problem, "" for the whole form
	Key   string // of the sentence: "name_missing"; looked up as fault.KEY
	Args  []any

	Illegal *games.Illegal // refusal by the rules, with more detail than Key
}

// Social is the preview of a page for links on other sites. Path and Image are paths on this site.
type Social struct {
	Path        string
	Description string
	Image       string // picture of 1200 by 630 pixels
	Alt         string // alternative text of the image
}

// Paging is the part of a long list that a page shows.
type Paging struct {
	First, Last, All int // numbers from 1; Last is 0 for an empty list
	Size             int
	At               func(first int) string // address of the page with the part that begins at first
}

// PartOf returns the part of a list that contains the item with a number, counted from 1, and the
// paging to the other parts.
func PartOf[T any](list []T, number, size int, at func(first int) string) ([]T, Paging) {
	number = min(max(number, 1), max(len(list), 1))
	p := Paging{First: number - (number-1)%size, All: len(list), Size: size, At: at}
	p.Last = min(p.First+size-1, p.All)
	return list[p.First-1 : p.Last], p
}

// GraphMark is a link in the graph of a review, shown as a number.
type GraphMark struct {
	Number      int
	Href, Label string
	Across      float64 // in percent of the width
	Down        int     // in pixels
	Current     bool    // the page shows its target
}

// Append appends the mark to a drawing of the given height in pixels.
func (m GraphMark) Append(out []byte, height int) []byte {
	return fmt.Appendf(out, `<a class="g-mark%s" href="%s" aria-label="%s"><svg x="%.2f%%" y="%d" overflow="visible"><circle class="hit" r="15"/><path d="M0-12L12 0 0 12-12 0Z"/><text y="4.2">%d</text></svg></a>`,
		Either(m.Current, ` on" aria-current="true`, ""), templ.EscapeString(m.Href), templ.EscapeString(m.Label), m.Across, min(max(m.Down, 14), height-14), m.Number)
}

// movePlayed reports whether the page answers a post with a stored move.
func (p Page) movePlayed() bool { return p.Notice != nil && p.Notice.Good }

// Done returns a sentence about the effect of the visitor's last post, "" for none.
func (p Page) Done() string {
	if !p.movePlayed() {
		return ""
	}
	return p.Notice.text(p.Lang)
}

// Reasons joins the clauses for the facts in favor of an action. word turns a fact into a clause.
func (p Page) Reasons(why []games.Fact, word func(games.Fact) string) (text string) {
	for _, f := range why {
		switch clause := word(f); {
		case text == "":
			text = clause
		case clause != "":
			text = p.T("hint.join", "First", text, "Next", clause)
		}
	}
	return text
}

// Habits are the visitor's habits of play. The zero value is the default.
type Habits struct {
	FirstBelow bool // the first seat is at the bottom of boards, not the visitor's
	Quick      bool // no move waits for Confirm
	Confirms   bool // every move waits for Confirm
	GoesOn     bool // after a move, the next match that waits for the visitor is shown
	Keys       bool // the key n leads to that match
	Auto       bool // forced actions are played for the visitor
	Here       bool // others see that the visitor is connected
}

// habitNames holds the stored names of habits.
var habitNames = []struct {
	name string
	of   func(*Habits) *bool
}{
	{"first", func(h *Habits) *bool { return &h.FirstBelow }},
	{"quick", func(h *Habits) *bool { return &h.Quick }},
	{"confirm", func(h *Habits) *bool { return &h.Confirms }},
	{"next", func(h *Habits) *bool { return &h.GoesOn }},
	{"keys", func(h *Habits) *bool { return &h.Keys }},
	{"auto", func(h *Habits) *bool { return &h.Auto }},
	{"here", func(h *Habits) *bool { return &h.Here }},
}

// ParseHabits converts names of habits. It ignores unknown names.
func ParseHabits(names []string) Habits {
	var h Habits
	for _, n := range habitNames {
		*n.of(&h) = slices.Contains(names, n.name)
	}
	return h
}

// Names lists the names of the habits.
func (h Habits) Names() (names []string) {
	for _, n := range habitNames {
		if *n.of(&h) {
			names = append(names, n.name)
		}
	}
	return names
}
