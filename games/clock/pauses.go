package clock

import (
	"cmp"
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
func NewPauses(pauses ...Pause) Pauses {
	var spans []span
	for _, p := range pauses {
		if s := (span{nanosOf(p.From), nanosOf(p.Until)}); s.from < s.until {
			spans = append(spans, s)
		}
	}
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.from, b.from) })
	return Pauses{}.join(spans)
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
	return Pauses{spans: spans, spent: spentIn(spans, p.spent[:min(first+1, len(p.spent))])}
}

// join returns the set of spans that ascend by their beginning.
func (p Pauses) join(spans []span) Pauses {
	for _, s := range spans {
		if last := len(p.spans) - 1; last >= 0 && s.from <= p.spans[last].until {
			p.spans[last].until = max(p.spans[last].until, s.until)
		} else {
			p.spans = append(p.spans, s)
		}
	}
	p.spent = spentIn(p.spans, nil)
	return p
}

// spentIn returns Pauses.spent for some spans, of which the first values are known.
func spentIn(spans []span, known [][2]nanos) [][2]nanos {
	spent := make([][2]nanos, len(spans)+1)
	for i := copy(spent, known); i <= len(spans); i++ {
		if i > 0 {
			s := spans[i-1]
			spent[i] = [2]nanos{spent[i-1][0] + s.until - s.from, spent[i-1][1] + weekdays(s.until) - weekdays(s.from)}
		}
	}
	return spent
}

// before returns how many pauses begin before an instant.
func (p Pauses) before(t nanos) int {
	return sort.Search(len(p.spans), func(i int) bool { return p.spans[i].from >= t })
}
