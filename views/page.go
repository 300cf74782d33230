package views

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"tableronde/games"
	"tableronde/static"
	"tableronde/views/heraldry"
	"tableronde/views/locale"
)

// htmxConfig switches off what the content security policy forbids and what the
// pages do themselves: styles for indicators, and the history, since what is
// looked at within a match replaces the address and adds no page to go back to.
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
	AtMe
	AtSignIn
	AtSettings
)

// WithRules returns the style sheets of families of a page that tells rules.
func WithRules(styles []string) []string { return slices.Concat(styles, []string{static.RulesSheet}) }

// WithOrders returns the style sheets of a page on which a player prepares what to do later.
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

// Ago tells when something happened: "2 h ago", after two months by the day.
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

// EventText tells what somebody did: an action, or one of the events around a game.
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

// SeatName returns the name of a seat in a form: that of its army, else its number.
func (p Page) SeatName(game games.Info, seat games.Seat) string {
	if army := p.Army(game, seat); army != "" {
		return strings.ToUpper(army[:1]) + army[1:]
	}
	return p.T("form.seat_number", "Number", strconv.Itoa(int(seat)))
}

// SetupPath returns the address at which a position can be changed, from its text.
func SetupPath(position string) string { return "/setup?position=" + url.QueryEscape(position) }

// Refusal tells why the rules refuse an action, "" for no refusal.
func (p Page) Refusal(why *games.Illegal) string {
	if why == nil {
		return ""
	}
	return refusalText(p.Lang, why)
}

// Has reports whether the catalogue of the page's language knows a key.
func (p Page) Has(key string) bool { return locale.Has(p.Lang, key) }
