package web

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"tableronde/handlers/club"
)

// A stream sends a sign of life now and then, so that proxies keep it open and a lost
// client is noticed: a comment, to pages an event, by which scripts notice a mute stream.
const (
	comment = ":\n\n"
	beat    = "event: beat\ndata: {}\n\n"
)

// beatPause returns how long to wait for the next sign of life.
func beatPause() time.Duration { return jitter(15*time.Second, 25*time.Second) }

// event is one event of a stream.
type event struct {
	id, data string
	text     []byte // all of it on the wire; shared by streams, not to be changed
}

func newEvent(id, name, data string) event {
	return event{id, data, slices.Clip(fmt.Appendf(nil, "id: %s\nevent: %s\ndata: %s\n\n", id, name, data))}
}

// encode returns the text of events to be written in one go, so that all of them
// arrive or the last id does not.
func encode(changes []club.Change, format func(club.Change) event) []byte {
	if len(changes) == 1 {
		return format(changes[0]).text
	}
	var text []byte
	for _, c := range changes {
		text = append(text, format(c).text...)
	}
	return text
}

// lastEvent keeps the event that was made last: all listeners of a match are told of a
// change one after the other. It is safe for concurrent use.
type lastEvent struct {
	made atomic.Pointer[madeEvent]
}

type madeEvent struct {
	change club.Change
	event  event
}

// of returns the event of a change, by newEvent if it is another than the last.
func (l *lastEvent) of(c club.Change, newEvent func() event) event {
	if m := l.made.Load(); m != nil && m.change == c {
		return m.event
	}
	m := &madeEvent{c, newEvent()}
	l.made.Store(m)
	return m.event
}

// formatMoment formats a time as an event id: microseconds since 1970.
func formatMoment(t time.Time) string { return strconv.FormatInt(t.UnixMicro(), 10) }

// parseMoment parses an event id; it returns the zero time for any other text.
func parseMoment(id string) time.Time {
	µs, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return time.Time{}
	}
	return time.UnixMicro(µs)
}

// jitter returns a random duration, to spread what many clients would do at the same
// moment.
func jitter(from, to time.Duration) time.Duration { return from + rand.N(to-from) }
