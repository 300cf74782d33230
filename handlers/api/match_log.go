package api

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"
	"github.com/maypok86/otter/v2"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club/match"
)

// loggedEvent is an event of a log.
type loggedEvent struct {
	Ply    int        `json:"ply"`
	Seat   games.Seat `json:"seat"`
	Action string     `json:"action"`
	At     string     `json:"at"`
}

const (
	// logMemory is how many bytes of encoded logs are kept.
	logMemory = 2 << 20
	// keptLog is the number of events from which on a log is kept encoded.
	keptLog = 64
	// eventBytes is about how long an event is in JSON.
	eventBytes = 80
)

// loggedEvents are events in JSON, with commas between them.
type loggedEvents []byte

// MarshalJSON returns the list of the events.
func (l loggedEvents) MarshalJSON() ([]byte, error) {
	return slices.Concat([]byte{'['}, l, []byte{']'}), nil
}

// emptyLog is the log of a match that is encoded without its events.
const emptyLog = `"log":[]`

// sendMatchJSON answers with JSON that has one match, given without its log. The events
// are copied as they are, since they are most of a long match.
func sendMatchJSON(c echo.Context, status int, log loggedEvents, without any) error {
	var text bytes.Buffer
	if err := json.NewEncoder(&text).Encode(without); err != nil {
		return err
	}
	at := bytes.LastIndex(text.Bytes(), []byte(emptyLog)) + len(emptyLog) - 1
	head, tail := text.Bytes()[:at], text.Bytes()[at:]
	parts := [][]byte{head, log, tail}
	res := c.Response()
	size := 0
	for _, part := range parts {
		size += len(part)
	}
	res.Header().Set(echo.HeaderContentType, echo.MIMEApplicationJSON)
	res.Header().Set(echo.HeaderContentLength, strconv.Itoa(size))
	res.WriteHeader(status)
	for _, part := range parts {
		if _, err := res.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// withoutLog returns the match without its events.
func (m Match) withoutLog() *Match {
	m.Log = nil
	return &m
}

// appendEvent appends the JSON of the event as a loggedEvent.
func appendEvent(text []byte, e db.Event) []byte {
	text = strconv.AppendInt(append(text, `{"ply":`...), int64(e.Ply), 10)
	text = strconv.AppendInt(append(text, `,"seat":`...), int64(e.Seat), 10)
	text = appendString(append(text, `,"action":`...), e.Text)
	return append(appendTime(append(text, `,"at":"`...), e.At), `"}`...)
}

// appendString appends a text as encoding/json writes it.
func appendString(out []byte, text string) []byte {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			escaped, err := json.Marshal(text)
			if err != nil {
				panic(err) // of a string
			}
			return append(out, escaped...)
		}
	}
	return append(append(append(out, '"'), text...), '"')
}

// appendTime appends what formatTime returns.
func appendTime(out []byte, t time.Time) []byte {
	t = t.UTC()
	out = t.AppendFormat(out, time.RFC3339)
	ms := t.Nanosecond() / int(time.Millisecond)
	return append(out[:len(out)-len("Z")], '.', byte('0'+ms/100), byte('0'+ms/10%10), byte('0'+ms%10), 'Z')
}

func appendEvents(text []byte, events []db.Event) []byte {
	for i, e := range events {
		if i > 0 {
			text = append(text, ',')
		}
		text = appendEvent(text, e)
	}
	return text
}

// logCache keeps the logs of the long matches that are asked for most, encoded, within
// a number of bytes. A log only ever grows, and so does what is kept of it. Games with
// hidden parts have other logs for each viewer, and none is kept.
type logCache struct {
	logs *otter.Cache[string, *encodedLog] // by match
}

// encodedLog are the events of a match, and where each of them ends. Other values share
// their memory, and go on behind their ends.
type encodedLog struct {
	text loggedEvents
	ends []int
}

func newLogCache(bytes int64) *logCache {
	return &logCache{otter.Must(&otter.Options[string, *encodedLog]{
		MaximumWeight: uint64(bytes),
		Weigher:       func(_ string, l *encodedLog) uint32 { return uint32(cap(l.text) + 8*cap(l.ends)) },
		Executor:      func(evict func()) { evict() },
	})}
}

// since returns the events of a match from a ply on as a seat may read them. The caller
// must not change them. A nil cache keeps nothing.
func (l *logCache) since(f match.Match, seat games.Seat, ply int) loggedEvents {
	if l == nil || len(f.Events)-ply < keptLog || f.Rules.Info().Hidden {
		return appendEvents(nil, f.LogSince(seat, ply))
	}
	kept, ok := l.logs.GetIfPresent(f.ID)
	if !ok || len(kept.ends) < len(f.Events) || !kept.agrees(f.Events) {
		kept, _ = l.logs.Compute(f.ID, func(old *encodedLog, _ bool) (*encodedLog, otter.ComputeOp) {
			if old == nil || !old.agrees(f.Events) {
				old = new(encodedLog)
			}
			if len(old.ends) >= len(f.Events) {
				return old, otter.CancelOp
			}
			grown := old.with(f.Events[len(old.ends):])
			return &grown, otter.WriteOp
		})
	}
	begin := 0
	if ply > 0 {
		begin = kept.ends[ply-1] + len(",")
	}
	return kept.text[begin:kept.ends[len(f.Events)-1]]
}

// agrees reports whether the log is the beginning of that of a match, or the other way
// round: whether the last event that they share is the same.
func (l encodedLog) agrees(events []db.Event) bool {
	n := min(len(l.ends), len(events))
	if n == 0 {
		return true
	}
	var buffer [256]byte
	last := appendEvent(buffer[:0], events[n-1])
	return bytes.HasSuffix(l.text[:l.ends[n-1]], last)
}

// with returns the log with more events. Only the longest log that has the same memory
// may be extended.
func (l encodedLog) with(events []db.Event) encodedLog {
	if len(events) > keptLog { // many at once
		l.text, l.ends = slices.Grow(l.text, eventBytes*len(events)), slices.Grow(l.ends, len(events))
	}
	for _, e := range events {
		if len(l.ends) > 0 {
			l.text = append(l.text, ',')
		}
		l.text = appendEvent(l.text, e)
		l.ends = append(l.ends, len(l.text))
	}
	return l
}
