package clock

import (
	"slices"
	"sort"
	"time"
)

// Pause is an interval in which no clock runs, since the server was down: from an
// instant up to, but not including, another.
type Pause struct {
	From, Until time.Time
}

// Outage returns the pause between two heartbeats of the server, one after the other,
// that are further apart than it is known to have been up between them; ok is false if
// they are not. After a start that is no time at all; else what a monotonic clock says,
// or the interval of the beats, whichever is less. The clock of a machine that jumps
// ahead looks like an outage and costs as little. So that no step falls between a jump
// and the beat that finds it, whatever stores a step or reads clocks beats first.
func Outage(last, beat time.Time, up time.Duration) (p Pause, ok bool) {
	return Pause{From: last, Until: beat}, beat.Sub(last) > up
}

// Pauses is the set of all pauses of a server. It is an immutable value; the zero
// Pauses is empty. A server only ever adds to it: removing a pause would take time
// from players.
type Pauses struct {
	spans []span     // ascending, disjoint and not touching
	spent [][2]nanos // spent[i] is the time in spans[:i]: the whole, and without weekends
}

// span is an interval of instants, from <= t < until.
type span struct{ from, until nanos }

// NewPauses makes a set of pauses in any order; they may overlap, and those that end
// before they begin are left out.
func NewPauses(pauses ...Pause) (all Pauses) {
	for _, p := range pauses {
		all = all.With(p)
	}
	return all
}

// With returns the set with one more pause.
func (p Pauses) With(pause Pause) Pauses {
	next := span{nanosOf(pause.From), nanosOf(pause.Until)}
	if next.from >= next.until {
		return p
	}
	first := sort.Search(len(p.spans), func(i int) bool { return p.spans[i].until >= next.from })
	last := first
	for ; last < len(p.spans) && p.spans[last].from <= next.until; last++ {
		next.from, next.until = min(next.from, p.spans[last].from), max(next.until, p.spans[last].until)
	}
	spans := slices.Concat(p.spans[:first], []span{next}, p.spans[last:])
	spent := make([][2]nanos, len(spans)+1)
	known := copy(spent, p.spent[:min(first+1, len(p.spent))])
	for i := max(known, 1); i <= len(spans); i++ {
		s := spans[i-1]
		spent[i] = [2]nanos{spent[i-1][0] + s.until - s.from, spent[i-1][1] + weekdays(s.until) - weekdays(s.from)}
	}
	return Pauses{spans: spans, spent: spent}
}

// nanos is an instant, in nanoseconds since the beginning of 1970 (UTC), or a
// distance between two, which may leave out weekends and pauses.
type nanos int64

// The instants that clocks tell apart; others count as the nearest of them.
var (
	earliest = time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC)
	latest   = time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC)
)

func nanosOf(t time.Time) nanos {
	switch {
	case t.Before(earliest):
		t = earliest
	case t.After(latest):
		t = latest
	}
	return nanos(t.UnixNano())
}

func (t nanos) time() time.Time { return time.Unix(0, int64(t)).UTC() }

// timeline tells the time that runs from all other time.
type timeline struct {
	weekendsOff bool
	pauses      Pauses
}

// position returns how much time has run up to an instant, counted from a fixed instant. It
// never decreases, and is constant in weekends that are off and in pauses.
func (l timeline) position(t nanos) nanos {
	n := sort.Search(len(l.pauses.spans), func(i int) bool { return l.pauses.spans[i].from >= t })
	if n == 0 {
		return l.run(t)
	}
	last := l.pauses.spans[n-1]
	return l.run(t) - l.spent(n-1) - l.run(min(t, last.until)) + l.run(last.from)
}

// reach returns the first instant of a position.
func (l timeline) reach(position nanos) nanos {
	behind := sort.Search(len(l.pauses.spans), func(i int) bool {
		return l.run(l.pauses.spans[i].from)-l.spent(i) >= position
	})
	position += l.spent(behind)
	if l.weekendsOff {
		return afterWeekdays(position)
	}
	return position
}

// run returns position, were there no pauses.
func (l timeline) run(t nanos) nanos {
	if l.weekendsOff {
		return weekdays(t)
	}
	return t
}

// spent returns how much time would have run in the first n pauses.
func (l timeline) spent(n int) nanos {
	switch {
	case n == 0:
		return 0
	case l.weekendsOff:
		return l.pauses.spent[n][1]
	}
	return l.pauses.spent[n][0]
}

// between returns how much time runs between two instants, none if the second is
// the earlier one: time never runs backwards.
func (l timeline) between(from, to nanos) time.Duration {
	if to <= from {
		return 0
	}
	return time.Duration(l.position(to) - l.position(from))
}

// after returns the first instant, not before from, at which so much time has run
// since then.
func (l timeline) after(from nanos, d time.Duration) nanos {
	if d <= 0 {
		return from
	}
	return l.reach(l.position(from) + nanos(d))
}

const (
	week    = nanos(7 * day)
	working = nanos(5 * day) // from Monday to Friday
	monday  = nanos(4 * day) // 5 January 1970, on which weeks are counted from
)

// weekdays returns how much of the time up to an instant was not on Saturdays and
// Sundays, counted from monday.
func weekdays(t nanos) nanos {
	weeks := floorDivide(t-monday, week)
	return weeks*working + min(t-monday-weeks*week, working)
}

// afterWeekdays returns the first instant at which weekdays has a value: the end of a
// week, not the beginning of the next.
func afterWeekdays(value nanos) nanos {
	weeks := floorDivide(value-1, working)
	return monday + weeks*week + value - weeks*working
}

// floorDivide returns the greatest integer not above a/b, for a positive b.
func floorDivide(a, b nanos) nanos {
	q := a / b
	if a < q*b {
		q--
	}
	return q
}
