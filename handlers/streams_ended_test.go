package handlers

import (
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"tableronde/db/postgres/pgtest"
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
			if !ends(conn) {
				t.Errorf("%s: stream %d goes on", name, i)
			}
		}
		if isClosed(other) {
			t.Errorf("%s: the stream of another is ended", name)
		}
	}
}

// ends reports whether the site closes a connection in time.
func ends(conn net.Conn) bool {
	_, err := io.Copy(io.Discard, conn)
	return err == nil
}

// isClosed reports whether the site has closed a connection.
func isClosed(conn net.Conn) bool {
	conn.SetReadDeadline(time.Now().Add(10 * time.Millisecond))
	return ends(conn)
}

// A right that ends in one process ends the streams at every other, too.
func TestStreamsEndInEveryProcess(t *testing.T) {
	place := pgtest.NewStore(t)
	here, there := newTestSiteOn(t, Config{Store: pgtest.OpenURL(t, place, nil)}), newTestSiteOn(t, Config{Store: pgtest.OpenURL(t, place, nil)})
	bo := there.Guest("Bo")
	other := openStreams(t, there.URL, "/api/v1/me/events", bo.Token, 1)[0]
	for name, end := range map[string]func(r *reader){
		"password": func(r *reader) {
			r.open("/settings")
			r.submit("#password", "old", goodPassword, "password", "ten grey geese")
		},
		"token": func(r *reader) {
			r.open("/settings")
			r.submit(`form[action="/settings/tokens/revoke"]`, "id", r.page.Find(`[action="/settings/tokens/revoke"] [name=id]`).AttrOr("value", ""))
		},
		"sessions": func(r *reader) { r.send(http.MethodPost, "/sessions", map[string][]string{"end": {"others"}}) },
		"leaving":  func(r *reader) { r.send(http.MethodPost, "/settings/leave", map[string][]string{"sure": {"1"}}) },
	} {
		r := newReader(t, here.URL)
		r.open("/sign-in")
		r.submit("#join-form", "name", "Ada "+name, "password", goodPassword)
		r.open("/settings")
		r.submit("#token-form", "name", "bot", "scope", "read")
		stream := openStreams(t, there.URL, "/api/v1/me/events", r.page.Find("#new-token").AttrOr("value", ""), 1)[0]
		end(r)
		r.expect(http.StatusOK)
		stream.SetReadDeadline(time.Now().Add(time.Minute))
		if !ends(stream) {
			t.Errorf("%s: the stream goes on in the other process", name)
		}
	}
	if isClosed(other) {
		t.Error("the stream of another is ended")
	}
}
