package handlers

import (
	"io"
	"net"
	"net/http"
	"testing"
	"time"
)

// Who ends a token, a session, or the account, ends the streams of that player, and of
// nobody else.
func TestStreamsEndWithTheirRight(t *testing.T) {
	s := newTestSite(t)
	bo := s.Guest("Bo")
	for name, end := range map[string]func(r *reader){
		"token": func(r *reader) {
			r.open("/settings")
			r.submit(`form[action="/settings/tokens/revoke"]`, "id", r.page.Find(`[action="/settings/tokens/revoke"] [name=id]`).AttrOr("value", ""))
		},
		"sessions": func(r *reader) {
			r.open("/settings")
			r.send(http.MethodPost, "/sessions", map[string][]string{"end": {"others"}})
		},
		"leaving": func(r *reader) {
			r.open("/settings/leave")
			r.send(http.MethodPost, "/settings/leave", map[string][]string{"sure": {"1"}})
		},
	} {
		ada := s.Guest("Ada " + name)
		match := s.Start(ada, bo, map[string]any{"game": "camelot"})
		streams := append(openStreams(t, s.URL, "/api/v1/me/events", ada.Token, 1), openStreams(t, s.URL, "/api/v1/matches/"+match.ID+"/events", ada.Token, 1)...)
		other := openStreams(t, s.URL, "/api/v1/me/events", bo.Token, 1)[0]
		r := newReader(t, s.URL)
		r.header.Set("Cookie", cookieOf(t, s, ada.Player.ID))
		end(r)
		r.expect(http.StatusOK)
		for i, conn := range streams {
			conn.SetReadDeadline(time.Now().Add(time.Minute))
			if _, err := io.Copy(io.Discard, conn); err != nil {
				t.Errorf("%s: stream %d goes on: %v", name, i, err)
			}
		}
		if isClosed(other) {
			t.Errorf("%s: the stream of another is ended", name)
		}
	}
}

// isClosed reports whether the site has closed a connection.
func isClosed(conn net.Conn) bool {
	conn.SetReadDeadline(time.Now().Add(10 * time.Millisecond))
	_, err := io.Copy(io.Discard, conn)
	return err == nil
}
