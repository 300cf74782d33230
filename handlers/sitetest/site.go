// Package sitetest serves a whole site for a test, and calls its API like a program.
package sitetest

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/storetest"
	"tableronde/games"
	"tableronde/handlers/api"
	"tableronde/handlers/api/apitest"
	"tableronde/handlers/club/clubtest"
	"tableronde/handlers/club/rooms"
)

// Server is a site without its listener. It is an interface because the tests of *handlers.Server
// use this package too.
type Server interface {
	Handler() http.Handler
	Drain()
	Close()
}

// Site is a site that listens at URL. It checks the answers of its API against openapi.yaml.
type Site struct {
	T      testing.TB
	URL    string
	Server Server
	Store  db.Store
	Log    *clubtest.Log

	description apitest.Description
}

// Start serves the site from newServer until the test ends. A nil store means a new one in a file.
// At the end, every match in that file is verified by the rules from find; nil means catalog.Find.
func Start(t testing.TB, store db.Store, find func(string, int) (games.Ruleset, error), newServer func(db.Store, *slog.Logger) (Server, error)) *Site {
	t.Helper()
	verify := store == nil
	if verify {
		store = storetest.Open(t, nil)
	}
	log := new(clubtest.Log)
	server, err := newServer(store, slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})))
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(server.Handler())
	t.Cleanup(func() {
		server.Close()
		web.Close()
		if verify {
			verifyMatches(t, store, find)
		}
		if err := store.Close(); err != nil {
			t.Errorf("close the store: %v", err)
		}
	})
	return &Site{T: t, URL: web.URL, Server: server, Store: store, Log: log, description: apitest.Load(t)}
}

// verifyMatches replays every match of a store.
func verifyMatches(t testing.TB, store db.Store, find func(string, int) (games.Ruleset, error)) {
	t.Helper()
	matches := rooms.New(rooms.Config{Store: store, Rules: find, Now: time.Now})
	err := store.EachMatch(context.Background(), func(id string, m db.Match, err error) error {
		if err == nil {
			err = matches.Match.Verify(m)
		}
		if err != nil {
			t.Errorf("stored match %s: %v", id, err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// At returns the same site at another address.
func (s *Site) At(url string) *Site {
	other := *s
	other.URL = url
	return &other
}

// Nobody returns a client without a token.
func (s *Site) Nobody() *Client { return s.Client("") }

// Client returns a client with a token.
func (s *Site) Client(token string) *Client { return &Client{Site: s, Token: token} }

// Guest returns a client of a new guest.
func (s *Site) Guest(name string) *Client {
	s.T.Helper()
	var guest api.Guest
	s.Nobody().Post("/guests", map[string]any{"name": name}).Want(s.T, http.StatusCreated, "").Read(s.T, &guest)
	return &Client{Site: s, Token: guest.Token, Player: *guest.Player}
}

// Start seats two guests at a match and returns it as the first sees it.
func (s *Site) Start(first, second *Client, proposal map[string]any) Match {
	s.T.Helper()
	made := first.Post("/matches", proposal).Want(s.T, http.StatusCreated, "").Match
	second.Post("/matches/"+made.ID+"/join", map[string]any{"invite": made.token()}).Want(s.T, http.StatusOK, "")
	return first.Get("/matches/"+made.ID).Want(s.T, http.StatusOK, "").Match
}

// Seat seats guests at a match with its invitation, in the order of the list, and returns it as the
// first sees it.
func (s *Site) Seat(proposal map[string]any, guests ...*Client) Match {
	s.T.Helper()
	proposal["seat"] = 1
	made := guests[0].Post("/matches", proposal).Want(s.T, http.StatusCreated, "").Match
	for i, p := range guests[1:] {
		p.Post("/matches/"+made.ID+"/join", map[string]any{"invite": made.token(), "seat": i + 2}).Want(s.T, http.StatusOK, "")
	}
	return guests[0].Get("/matches/"+made.ID).Want(s.T, http.StatusOK, "").Match
}

// token returns the token in the path of the match's invitation.
func (m Match) token() string { return m.Invite[strings.LastIndex(m.Invite, "/")+1:] }
