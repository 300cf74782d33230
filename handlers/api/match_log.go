package api

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/games"
)

// loggedEvent is an event of a log.
type loggedEvent struct {
	Ply    int        `json:"ply"`
	Seat   games.Seat `json:"seat"`
	Action string     `json:"action"`
	At     string     `json:"at"`
}

// loggedEvents holds the events of a log as JSON, separated by commas.
type loggedEvents []byte

// MarshalJSON returns the list of the events.
func (l loggedEvents) MarshalJSON() ([]byte, error) {
	return slices.Concat([]byte{'['}, l, []byte{']'}), nil
}

// emptyLog is the log of a match that is encoded without its events.
const emptyLog = `"log":[]`

// sendMatchJSON answers with JSON that contains one match, given without its log. It copies the
// encoded events, because they are most of a long match.
func sendMatchJSON(c echo.Context, status int, log loggedEvents, without any) error {
	var text bytes.Buffer
	if err := json.NewEncoder(&text).Encode(without); err != nil {
		return err
	}
	at := bytes.LastIndex(text.Bytes(), []byte(emptyLog)) + len(emptyLog) - 1
	body := slices.Concat(text.Bytes()[:at], log, text.Bytes()[at:])
	c.Response().Header().Set(echo.HeaderContentLength, strconv.Itoa(len(body)))
	return c.Blob(status, echo.MIMEApplicationJSON, body)
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
				panic(err) // cannot fail for a string
			}
			return append(out, escaped...)
		}
	}
	return append(append(append(out, '"'), text...), '"')
}

// appendTime appends the result of formatTime.
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
