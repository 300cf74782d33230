package views

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"tableronde/games"
	"tableronde/views/heraldry"
	"tableronde/views/locale"
)

// htmxConfig switches off what the content security policy forbids and what the
// pages do themselves: styles for indicators, and the history, since what is
// looked at within a match replaces the address and adds no page to go back to.
const htmxConfig = `{"history":false,"includeIndicatorCSS":false,"defaultSwap":"outerMorph"}`

// place is where in the site a page stands.
type place int

const (
	atElsewhere place = iota
	atHome
	atTables
	atRules
	atMe
)

var languageNames = map[Lang]string{English: "English", French: "Français"}

// nameless reports whether the visitor has no name of their own.
func (p Page) nameless() bool { return p.Player == "" || p.DefaultName }

func (p Page) t(key string, args ...any) string        { return locale.T(p.Lang, key, args...) }
func (p Page) n(key string, n int, args ...any) string { return locale.N(p.Lang, key, n, args...) }

// titled is the title of the browser's tab; it begins with the number of
// matches that await the visitor.
func (p Page) titled(title string) string {
	title += " — " + p.t("site.name")
	if p.Turns > 0 {
		return "(" + strconv.Itoa(p.Turns) + ") " + title
	}
	return title
}

// text is the sentence of a notice.
func (n *Notice) text(lang Lang) string {
	if n.Illegal != nil {
		return refusal(lang, n.Illegal)
	}
	if key := "notice." + n.Key; locale.Has(lang, key) {
		return locale.T(lang, key, n.Args...)
	}
	return faultText(lang, n.Key, n.Args...)
}

// text is the sentence of a problem with a form.
func (p *Problem) text(lang Lang) string {
	if p.Illegal != nil {
		return refusal(lang, p.Illegal)
	}
	return faultText(lang, p.Key, p.Args...)
}

// about tells whether a problem is about a field of the form.
func (p *Problem) about(field string) bool { return p != nil && p.Field == field }

func faultText(lang Lang, code string, args ...any) string {
	key := "fault." + code
	if !locale.Has(lang, key) {
		key = "fault.bad_request"
	}
	return locale.T(lang, key, args...)
}

// refusal is why the rules refuse an action, in words.
func refusal(lang Lang, why *games.Illegal) string {
	if !locale.Has(lang, why.Key) {
		return why.Text
	}
	args := make([]any, 0, 2*len(why.Args))
	for name, value := range why.Args {
		args = append(args, name, value)
	}
	return sentence(locale.T(lang, why.Key, args...))
}

// sentence is a text that begins with a capital letter, whatever its first
// argument is.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:]
}

// since is how long ago something happened, in its largest unit: "2 h".
func (p Page) since(t time.Time) string {
	d := p.Now.Sub(t)
	switch {
	case d < time.Minute:
		return p.t("time.now")
	case d < time.Hour:
		return p.n("time.minutes", int(d/time.Minute))
	case d < 48*time.Hour:
		return p.n("time.hours", int(d/time.Hour))
	}
	return p.n("time.days", int(d/(24*time.Hour)))
}

// day names a day of the year: "22 December".
func (p Page) day(t time.Time) string {
	t = t.UTC()
	key := "date.day"
	if t.Day() == 1 {
		key = "date.first"
	}
	return p.t(key, "Day", t.Day(), "Month", p.t("date.month."+strconv.Itoa(int(t.Month()))))
}

// machine is a time for the datetime attribute.
func machine(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// spelled is a sentence about n things that names small numbers as words, as a
// headline does.
func (p Page) spelled(key string, n int) string {
	word := strconv.Itoa(n)
	if spelled := "number." + word; locale.Has(p.Lang, spelled) {
		word = p.t(spelled)
	}
	return p.n(key, n, "Number", word)
}

// players is how many can play a game: "2 players", "2 to 5 players".
func (p Page) players(info games.Info) string {
	if len(info.Seats) == 0 {
		return ""
	}
	low, high := info.Seats[0], info.Seats[len(info.Seats)-1]
	switch {
	case low == high:
		return p.n("players.exactly", low)
	case high-low+1 == len(info.Seats) && len(info.Seats) > 2:
		return p.t("players.range", "Low", low, "High", high)
	}
	numbers := make([]string, len(info.Seats))
	for i, n := range info.Seats {
		numbers[i] = strconv.Itoa(n)
	}
	return p.t("players.list", "Numbers", strings.Join(numbers, p.t("list.or")))
}

// army is the name of a seat's army, "" where the game has no armies.
func (p Page) army(info games.Info, seat games.Seat) string {
	if seat < 1 || int(seat) > len(info.Armies) {
		return ""
	}
	return p.Lang.Of(info.Armies[seat-1])
}

// badge is the shield of a seat's army, or the sign of a game without armies.
func badge(info games.Info, seat games.Seat) string {
	if sign, ok := heraldry.Sign(info.ID, true); ok {
		return sign
	}
	return heraldry.Badge(bearing(info, seat))
}

// bearing is what the shield of a seat's army bears: its ordinary among more
// than two armies, else a rowel.
func bearing(info games.Info, seat games.Seat) (t heraldry.Tincture, ordinary bool, charge string) {
	t = heraldry.Sable
	if seat >= 1 && int(seat) <= len(info.Armies) {
		t = heraldry.Of(info.Armies[seat-1].En)
	}
	if len(info.Armies) > 2 {
		return t, true, ""
	}
	return t, false, "mullet"
}

// you is the seat of the visitor in a row, Spectator for none; of several it is
// the first.
func (r Row) you() games.Seat {
	for i, s := range r.Seats {
		if s.You {
			return games.Seat(i + 1)
		}
	}
	return games.Spectator
}

// name is who sits at a seat, "" while it is open.
func (r Row) name(seat games.Seat) string {
	if seat < 1 || int(seat) > len(r.Seats) {
		return ""
	}
	return r.Seats[seat-1].Name
}

// NameIn is who sits at a seat of a match in a list; at a table of one the seat
// goes by its army, or its number.
func (p Page) NameIn(r Row, seat games.Seat) string {
	if r.Solo {
		return p.seatName(r.Game, seat)
	}
	return r.name(seat)
}

// free lists the open seats.
func (r Row) free() []games.Seat {
	var open []games.Seat
	for i, s := range r.Seats {
		if s.Name == "" {
			open = append(open, games.Seat(i+1))
		}
	}
	return open
}

// others names everybody at the table against whom the visitor plays.
func (p Page) others(r Row) string {
	var names []string
	for i, s := range r.Seats {
		if !s.You && s.Name != "" && games.Seat(i+1) != partner(r.Game, r.you()) {
			names = append(names, s.Name)
		}
	}
	return p.list(names)
}

// list joins names: "Ada", "Ada and Bo", "Ada, Bo and Cy".
func (p Page) list(names []string) string {
	switch len(names) {
	case 0:
		return ""
	case 1:
		return names[0]
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + p.t("list.and") + names[last]
}

// path is the address of a match.
func (r Row) path() string { return "/m/" + r.ID }

// happened tells the last event of a row in a few words.
func (p Page) happened(r Row) string {
	switch {
	case r.Story != "":
		return r.Story
	case r.Title != "" && r.Last.Text == "":
		return r.Title
	case r.Title != "":
		return p.t("home.titled", "Title", r.Title, "Move", p.ownEvent(r))
	case r.Game.Hidden && r.Ply > 0:
		return p.t("home.goes_on", "Names", p.others(r))
	case r.Last.Text == "" && r.Solo:
		return p.t("home.solo")
	case r.Last.Text == "":
		return p.t("home.begin", "Names", p.others(r))
	case r.Solo:
		if told := p.ownEvent(r); told != r.Last.Text {
			return told
		}
		return p.t("home.solo_last", "Move", r.Last.Text)
	}
	return p.event(r.name(r.Last.Seat), r.Last.Text)
}

// ownEvent tells the last event of a table of one, where a move tells by itself
// whose it is.
func (p Page) ownEvent(r Row) string {
	if told := p.armyEvent(r.Game, r.Last.Seat, eventKey(r.Last.Text)); told != "" {
		return told
	}
	return r.Last.Text
}

// event tells what somebody did: an action, or one of the events around a game.
func (p Page) event(name, text string) string {
	key := "event." + eventKey(text)
	if !locale.Has(p.Lang, key) {
		return p.t("event.played", "Name", name, "Move", text)
	}
	return p.t(key, "Name", name)
}

// eventKey is the name of an event of the table in the catalogues:
// "offer undo 12" is "offer_undo".
func eventKey(text string) string {
	return strings.ReplaceAll(strings.TrimRight(text, " 0123456789"), " ", "_")
}

// ended tells how a match of the visitor's ended, in a few words.
func (p Page) ended(r Row) string {
	switch {
	case r.Result == nil:
		return ""
	case r.Result.Reason == games.ReasonAborted:
		return p.t("ended.aborted")
	case r.Title != "":
		return r.Title
	case r.Solo:
		return p.t("ended.solo")
	case len(r.Result.Winners) == 0:
		return p.t("ended.drawn", "Names", p.others(r))
	}
	won, mate := slices.Contains(r.Result.Winners, r.you()), r.name(partner(r.Game, r.you()))
	switch {
	case won && mate != "":
		return p.t("ended.won_with", "Partner", mate, "Names", p.others(r))
	case won:
		return p.t("ended.won", "Names", p.others(r))
	case mate != "":
		return p.t("ended.lost_with", "Partner", mate, "Names", p.others(r))
	}
	return p.t("ended.lost", "Names", p.others(r))
}

// either is one of two classes.
func either(yes bool, then, otherwise string) string {
	if yes {
		return then
	}
	return otherwise
}
