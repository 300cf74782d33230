package sitetest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"tableronde/handlers/api"
)

// patience is the longest wait for an event that must come.
const patience = 10 * time.Second

// Event is an event as a client receives it.
type Event struct {
	ID, Name, Data string
}

// PlyEvent returns the event for a changed match.
func PlyEvent(ply int) Event {
	return Event{ID: strconv.Itoa(ply), Name: "changed", Data: fmt.Sprintf(`{"ply":%d}`, ply)}
}

// Stream is an open event stream.
type Stream struct {
	T      testing.TB
	Events chan Event // closed with the stream
	Header http.Header
	Close  context.CancelFunc

	firstID chan string // the id before any event
}

// Listen opens an event stream of the API.
func (c *Client) Listen(path string, header ...string) *Stream {
	c.T.Helper()
	return c.ListenAt(c.URL+api.Path+path, header...)
}

// Status returns the status of a stream's answer, without reading the stream.
func (c *Client) Status(ctx context.Context, path string) (int, error) {
	res, err := c.do(ctx, http.MethodGet, c.URL+api.Path+path, nil)
	if err != nil {
		return 0, err
	}
	return res.StatusCode, res.Body.Close()
}

// ListenAt opens the event stream at a URL.
func (c *Client) ListenAt(url string, header ...string) *Stream {
	c.T.Helper()
	ctx, cancel := context.WithCancel(c.T.Context())
	res, err := c.do(ctx, http.MethodGet, url, nil, header...)
	if err != nil {
		c.T.Fatal(err)
	}
	if res.StatusCode != http.StatusOK {
		body, _ := io.ReadAll(res.Body)
		c.T.Fatalf("GET %s: %d %s", url, res.StatusCode, body)
	}
	s := &Stream{T: c.T, Events: make(chan Event, 1000), Header: res.Header, Close: cancel, firstID: make(chan string, 1)}
	c.T.Cleanup(cancel)
	go func() {
		defer close(s.Events)
		defer res.Body.Close()
		s.read(res.Body)
	}()
	return s
}

// read parses the event stream by those rules of the HTML standard that the site uses.
func (s *Stream) read(body io.Reader) {
	lines := bufio.NewScanner(body)
	var e Event
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ":")
		value = strings.TrimPrefix(value, " ")
		switch {
		case lines.Text() == "" && e.Data == "":
			select {
			case s.firstID <- e.ID:
			default:
			}
			e.Name = ""
		case lines.Text() == "":
			s.Events <- e
			e.Name, e.Data = "", ""
		case name == "id":
			e.ID = value
		case name == "event":
			e.Name = value
		case name == "data":
			e.Data = value
		}
	}
}

// Next returns the next event. The test fails if none comes.
func (s *Stream) Next() Event {
	s.T.Helper()
	select {
	case e, ok := <-s.Events:
		if !ok {
			s.T.Fatal("the stream has ended")
		}
		return e
	case <-time.After(patience):
		s.T.Fatalf("no event within %v", patience)
	}
	return Event{}
}

// Want fails the test unless the next event is the wanted one.
func (s *Stream) Want(want Event) {
	s.T.Helper()
	if got := s.Next(); got != want {
		s.T.Errorf("event %+v, want %+v", got, want)
	}
}

// Begun waits for the beginning of the stream and returns the id sent there.
func (s *Stream) Begun() string {
	s.T.Helper()
	select {
	case id := <-s.firstID:
		return id
	case <-time.After(patience):
		s.T.Fatalf("the stream has not begun within %v", patience)
	}
	return ""
}
