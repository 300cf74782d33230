package clock

import (
	"sort"
	"time"
)

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
	n := l.pauses.before(t)
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
