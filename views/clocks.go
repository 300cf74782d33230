package views

import (
	"strconv"
	"strings"
	"time"

	"tableronde/games"
	"tableronde/games/clock"
)

// Clocks hold the time that the players have.
type Clocks struct {
	Times      []Timed // clocks by seat; nil without clocks or before the start
	Pace       string  // time control in words; "" without clocks
	Holidays   bool    // the clocks have vacation time
	Live       bool    // the players are expected to stay at the table
	Waits      bool    // the table has interrupt windows
	WindowEnds *Clock  // end of the interrupt window; nil if none is open
}

// Clock is a countdown on the page.
type Clock struct {
	Until time.Time
	Whole time.Duration // length of the whole window
}

// secondsLeft returns the remaining seconds, rounded up.
func (c Clock) secondsLeft(now time.Time) int {
	return int(max(0, (c.Until.Sub(now)+time.Second-1)/time.Second))
}

// deadlineMillis returns the deadline in Unix milliseconds, for the script of the countdown.
func (c *Clock) deadlineMillis() string { return strconv.FormatInt(c.Until.UnixMilli(), 10) }

// Timed is the clock of a seat, for a page.
type Timed struct {
	Left     time.Duration // time left without vacation
	Vacation time.Duration // vacation left
	Until    time.Time     // end of Rest; zero unless the clock runs
	Deadline time.Time     // time when the clock falls, vacation included; zero unless it runs
	Share    float64       // share of the whole time that is left, from 0 to 1
	Fallen   bool
	Away     bool // on vacation time now
	Low      bool // little time is left
}

// Runs reports whether the seat owes a decision.
func (t Timed) Runs() bool { return !t.Deadline.IsZero() }

// Ticks reports whether the page counts down, which it does in the last hour.
func (t Timed) Ticks() bool { return t.Runs() && !t.Fallen && t.Rest() <= time.Hour }

// Rest returns the vacation left if it is running, otherwise the time left before the vacation.
func (t Timed) Rest() time.Duration {
	if t.Away {
		return t.Vacation
	}
	return t.Left
}

// ClockOf returns the clock of a seat. ok is false in a match without clocks, and for an earlier
// position.
func (c *Clocks) ClockOf(m *Position, seat games.Seat) (t Timed, ok bool) {
	if m.Past() || m.Result != nil || seat < 1 || int(seat) > len(c.Times) {
		return Timed{}, false
	}
	return c.Times[seat-1], true
}

// pressing returns the seat whose clock the bar shows: the visitor's if it runs, otherwise the one
// that falls first; 0 for none.
func (c *Clocks) pressing(you games.Seat) games.Seat {
	var first games.Seat
	for i, t := range c.Times {
		seat := games.Seat(i + 1)
		switch {
		case !t.Runs():
		case seat == you:
			return seat
		case first == 0 || t.Deadline.Before(c.Times[first-1].Deadline):
			first = seat
		}
	}
	return first
}

// clockSentence returns a sentence about the time of the seat to act, in two parts around the time.
// Both are "" in a match without clocks.
func (c *Clocks) clockSentence(m *Position) (before, after string) {
	seat := c.pressing(m.You)
	t, ok := c.ClockOf(m, seat)
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

// isShort reports whether the clock in the bar shows little time.
func (c *Clocks) isShort(m *Position) bool {
	t, ok := c.ClockOf(m, c.pressing(m.You))
	return ok && (t.Low || t.Fallen)
}

// clockRows lists the time control, and the time and vacation left to each seat.
func (c *Clocks) clockRows(p *Party) string {
	rows := []string{p.T("new.told", "Option", p.T("clock.list"), "Value", c.Pace)}
	for i, t := range c.Times {
		left := p.Span(t.Left)
		if t.Fallen {
			left = p.T("clock.none")
		}
		if t.Runs() && !t.Fallen {
			left += ", " + p.T("clock.until", "When", p.When(t.Until))
		}
		if c.Holidays {
			left += ", " + p.T("clock.holidays_left", "Time", p.Span(t.Vacation))
		}
		rows = append(rows, p.T("event.bare", "Name", p.Name(games.Seat(i+1)), "What", left))
	}
	return strings.Join(rows, " · ")
}

// Span formats a duration in its two largest units: "1 d 14 h", "42 min".
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

// When formats a time in the visitor's time zone, in words.
func (p Page) When(t time.Time) string {
	t = p.local(t)
	hour := p.T(Either(p.Zone != nil, "clock.hour", "clock.hour_utc"), "Hour", t.Format("15"), "Minute", t.Format("04"))
	switch date(t) - date(p.local(p.Now)) {
	case 0:
		return p.T("clock.today", "Hour", hour)
	case 1:
		return p.T("clock.tomorrow", "Hour", hour)
	}
	return p.T("clock.day", "Day", p.Day(t), "Hour", hour)
}

// date returns the number of a day, for comparing days.
func date(t time.Time) int {
	year, month, day := t.Date()
	return int(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix() / (24 * 60 * 60))
}

// PaceText describes a time control: "10 days + 36 h".
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

// Length formats a duration as a whole number of its largest possible unit.
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
