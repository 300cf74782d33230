package views

import (
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/a-h/templ"

	"tableronde/games"
	"tableronde/games/clock"
)

// FieldMore is the field of lines of orders that no other field can say.
const FieldMore = "more"

// Orders is the model of the page on which a seat writes its advance orders.
type Orders struct {
	Match
	Text    string     // as they are kept, "" for none
	Form    url.Values // the values of the form as sent, or of a preset; nil: show Text
	Saved   bool       // they have just been kept
	Problem *Problem

	// Acted are the actions of the orders, the last first.
	Acted []ActedOrder

	// Explored is the position to which the visitor looks ahead, where orders are
	// conditional moves.
	Explored Explored

	// ViewAt returns the position after a number of events, as the visitor's seat saw it; nil where
	// a page does without.
	ViewAt func(ply int) games.View
}

// ActedOrder is an action that orders have played.
type ActedOrder struct {
	Ply  int // the position after it
	Text string
}

// ProblemText returns why the form came back, "" where it did not.
func (o Orders) ProblemText() string {
	if o.Problem == nil {
		return ""
	}
	return o.Problem.Text(o.Lang)
}

// Filled returns the address of the page with other values in its form than the
// saved ones.
func (o Orders) Filled(form url.Values) string {
	q := url.Values{}
	for name, values := range form {
		q[name] = values
	}
	if seat := o.seatText(); seat != "" {
		q.Set("as", seat)
	}
	return o.ordersPath() + "?" + q.Encode()
}

// seatText returns the seat whose orders these are as text at a table of one, ""
// elsewhere.
func (o Orders) seatText() string {
	if !o.Solo {
		return ""
	}
	return strconv.Itoa(int(o.You))
}

// SeatText exports seatText to the families.
func (o Orders) SeatText() string { return o.seatText() }

// Action returns the address of the page, to which its forms are sent.
func (o Orders) Action() string { return o.ordersPath() }

func (o Orders) ordersPath() string { return o.Address() + "/orders" }

// Sheet holds the parts of a game for the page of its orders, except the fields of the form. The
// rest of the page is the same for all games.
type Sheet struct {
	Styles  []string        // style sheets of the family
	Class   string          // of the page's main element
	Defs    string          // SVG that the drawings refer to
	Title   string          // name of the orders in this game; "" orders
	Lead    string          // their purpose
	Secret  string          // who can see them, "" where the lead says so
	Before  templ.Component // above the form; nil nothing
	Edited  bool            // the fields differ from the kept orders
	Unsaved string          // label of the button then
	Saved   string          // says that they have just been kept; "" of orders
	Save    string          // label of the button
	Aside   Act             // a link beside the button; none leads back to the match
}

// heading returns the title of the page.
func (s Sheet) heading(o Orders) string {
	if s.Title != "" {
		return s.Title
	}
	return o.T("orders.title")
}

// savedText returns the notice that the orders have been saved.
func (s Sheet) savedText(o Orders) string {
	if s.Saved != "" {
		return s.Saved
	}
	return o.T("notice.orders")
}

// asideLink returns the link beside the button.
func (s Sheet) asideLink(o Orders) Act {
	if s.Aside.Href != "" {
		return s.Aside
	}
	return Act{ID: "leave", Label: o.T("fair.back"), Href: o.Address()}
}

// mostPrepared is the number of orders that the page of a match shows.
const mostPrepared = 6

// preparedFirst returns the first mostPrepared of the prepared orders.
func (m *Match) preparedFirst() []string { return m.Prepared[:min(len(m.Prepared), mostPrepared)] }

// Timed is the clock of a seat as the page shows it.
type Timed struct {
	Left     time.Duration // without the holidays
	Vacation time.Duration // left
	Until    time.Time     // when Rest is used up, zero unless the clock runs
	Deadline time.Time     // when the clock falls, its holidays used up; zero unless it runs
	Share    float64       // of the whole allowance that is left, from 0 to 1
	Fallen   bool
	Away     bool // the holidays are being used
	Low      bool // time is short
}

// Runs reports whether the seat owes a decision.
func (t Timed) Runs() bool { return !t.Deadline.IsZero() }

// Ticks reports whether the page counts down: in the last hour.
func (t Timed) Ticks() bool { return t.Runs() && !t.Fallen && t.Rest() <= time.Hour }

// Rest is the rest of the holidays while they are being used, else of the time before them.
func (t Timed) Rest() time.Duration {
	if t.Away {
		return t.Vacation
	}
	return t.Left
}

// ClockOf returns the clock of a seat; ok is false in a match without clocks and
// where an earlier position is shown.
func (m *Match) ClockOf(seat games.Seat) (t Timed, ok bool) {
	if m.Past() || m.Result != nil || seat < 1 || int(seat) > len(m.Times) {
		return Timed{}, false
	}
	return m.Times[seat-1], true
}

// pressing returns the seat whose clock the bar shows: the visitor's own if it runs, else the clock
// that falls first; 0 if none runs.
func (m *Match) pressing() games.Seat {
	var first games.Seat
	for i, t := range m.Times {
		seat := games.Seat(i + 1)
		switch {
		case !t.Runs():
		case seat == m.You:
			return seat
		case first == 0 || t.Deadline.Before(m.Times[first-1].Deadline):
			first = seat
		}
	}
	return first
}

// clockSentence returns a sentence about the time of the seat to act, in the words before the time
// and the words after it. Both are "" in a match without clocks.
func (m *Match) clockSentence() (before, after string) {
	seat := m.pressing()
	t, ok := m.ClockOf(seat)
	if !ok {
		return "", ""
	}
	own := m.IsYou(seat)
	key := Either(own, "clock.has_own", "clock.has")
	switch {
	case t.Fallen:
		key = Either(own, "clock.fallen_own", "clock.fallen")
	case t.Away:
		key = Either(own, "clock.away_own", "clock.away")
	}
	const mark = "\x00"
	text := m.T(key, "Name", m.Name(seat), "Time", mark, "When", m.When(t.Until))
	if own && !t.Fallen && !t.Away && t.Vacation > 0 {
		text += " " + m.T("clock.then", "Time", m.Span(t.Vacation))
	}
	before, after, _ = strings.Cut(text, mark)
	return strings.TrimSpace(before), after
}

// clockRows lists the pace, and the time left to each seat, with its holidays.
func (m *Match) clockRows() string {
	rows := []string{m.T("new.told", "Option", m.T("clock.list"), "Value", m.Pace)}
	for i, t := range m.Times {
		left := m.Span(t.Left)
		if t.Fallen {
			left = m.T("clock.none")
		}
		if t.Runs() && !t.Fallen {
			left += ", " + m.T("clock.until", "When", m.When(t.Until))
		}
		if m.Holidays {
			left += ", " + m.T("clock.holidays_left", "Time", m.Span(t.Vacation))
		}
		rows = append(rows, m.T("event.bare", "Name", m.Name(games.Seat(i+1)), "What", left))
	}
	return strings.Join(rows, " · ")
}

// Span writes a duration in its two largest units: "1 d 14 h", "42 min".
func (p Page) Span(d time.Duration) string {
	switch {
	case d >= 24*time.Hour:
		return p.units("span.days", int(d/(24*time.Hour)), "span.hours", int(d/time.Hour)%24)
	case d >= time.Hour:
		return p.units("span.hours", int(d/time.Hour), "span.minutes", int(d/time.Minute)%60)
	case d >= 10*time.Minute:
		return p.T("span.minutes", "Number", strconv.Itoa(int(d/time.Minute)))
	case d >= time.Minute:
		return p.units("span.minutes", int(d/time.Minute), "span.seconds", int(d/time.Second)%60)
	}
	return p.T("span.seconds", "Number", strconv.Itoa(int(max(d, 0)/time.Second)))
}

func (p Page) units(large string, n int, small string, rest int) string {
	text := p.T(large, "Number", strconv.Itoa(n))
	if rest > 0 {
		text += " " + p.T(small, "Number", strconv.Itoa(rest))
	}
	return text
}

// When names a time in words, by the clocks where the visitor is.
func (p Page) When(t time.Time) string {
	t = p.local(t)
	hour := p.T("clock.hour_utc", "Hour", t.Format("15"), "Minute", t.Format("04"))
	if p.Zone != nil {
		hour = p.T("clock.hour", "Hour", t.Format("15"), "Minute", t.Format("04"))
	}
	switch date(t) - date(p.local(p.Now)) {
	case 0:
		return p.T("clock.today", "Hour", hour)
	case 1:
		return p.T("clock.tomorrow", "Hour", hour)
	}
	return p.T("clock.day", "Day", p.Day(t), "Hour", hour)
}

// date counts the days of the calendar.
func date(t time.Time) int {
	year, month, day := t.Date()
	return int(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60))
}

// isShort reports whether the clock in the bar has little time left.
func (m *Match) isShort() bool {
	t, ok := m.ClockOf(m.pressing())
	return ok && (t.Low || t.Fallen)
}

// PaceText describes the time that a control gives: "10 days + 36 h".
func (p Page) PaceText(c clock.Control) string {
	var text string
	switch {
	case c.Move > 0:
		text = p.T("pace.move", "Time", p.Length(c.Move))
	case c.Live():
		text = p.T("pace.live", "Bank", p.Length(c.Bank), "Increment", p.Length(c.Increment))
	default:
		text = p.T("pace.bank", "Bank", p.Length(c.Bank), "Increment", p.Length(c.Increment))
	}
	if c.WeekendsOff {
		text += ", " + p.T("pace.weekends_off")
	}
	return text
}

// Length writes a duration in one unit, the largest in which it is whole.
func (p Page) Length(d time.Duration) string {
	for _, unit := range []struct {
		length time.Duration
		key    string
	}{{24 * time.Hour, "time.days"}, {time.Hour, "time.hours"}, {time.Minute, "time.minutes"}} {
		if d >= unit.length && d%unit.length == 0 {
			return p.N(unit.key, int(d/unit.length))
		}
	}
	return p.T("span.seconds", "Number", strconv.Itoa(int(d/time.Second)))
}
