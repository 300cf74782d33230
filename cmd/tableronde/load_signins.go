package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

type loadSignInsCmd struct {
	SignIns int           `long:"sign-ins" default:"200" description:"How many sign in at the same moment, each by another name and from another address."`
	For     time.Duration `long:"for" default:"5s" description:"How long pages are read while nobody signs in."`
}

// signInLoad is a server, a match on it, and how long it took to read pages.
type signInLoad struct {
	server *soakServer
	match  string
}

// Run measures how long pages take while many sign in, beside how long they take while
// nobody does.
func (c *loadSignInsCmd) Run(con *console) (err error) {
	dir, err := os.MkdirTemp("", "tableronde-load-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	l := signInLoad{server: &soakServer{name: os.Args[0], db: filepath.Join(dir, "load.db")}}
	if err := l.server.start(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.server.kill()) }()
	if _, err := l.server.awaitReady(); err != nil {
		return err
	}
	if err := l.openTable(); err != nil {
		return err
	}
	quiet := make(chan struct{})
	time.AfterFunc(c.For, func() { close(quiet) })
	alone, err := l.read(quiet)
	if err != nil {
		return err
	}
	done := make(chan struct{})
	var statuses map[int]int
	begun := time.Now()
	go func() { defer close(done); statuses = l.signIn(c.SignIns) }()
	beside, err := l.read(done)
	if err != nil {
		return err
	}
	<-done
	printWaits(con.out, "nobody signs in", "pages", alone)
	printWaits(con.out, fmt.Sprint(c.SignIns, " sign in"), "pages", beside)
	fmt.Fprintf(con.out, "%d sign-ins: %d answered, %d sent away, in %s\n", c.SignIns, statuses[http.StatusUnauthorized],
		statuses[http.StatusTooManyRequests], time.Since(begun).Round(time.Millisecond))
	return nil
}

// openTable opens a public table, whose page is read.
func (l *signInLoad) openTable() error {
	ledger := newLedger(l.server)
	var guest struct{ Token string }
	if _, err := ledger.call(request{method: http.MethodPost, path: "/guests", body: map[string]any{"name": "Ada"}}, http.StatusCreated, &guest); err != nil {
		return err
	}
	var m soakAnswer
	_, err := ledger.call(request{method: http.MethodPost, path: "/matches", token: guest.Token, body: map[string]any{"game": "camelot", "public": true}}, http.StatusCreated, &m)
	l.match = m.ID
	return err
}

// read has four visitors read pages until a channel is closed, and returns how long each
// page took.
func (l *signInLoad) read(until <-chan struct{}) (waits []time.Duration, err error) {
	var mu sync.Mutex
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-until:
					return
				default:
				}
				begun := time.Now()
				failed := fetchPage(l.server.url() + []string{"/m/" + l.match, "/"}[i%2])
				mu.Lock()
				waits, err = append(waits, time.Since(begun)), errors.Join(err, failed)
				mu.Unlock()
			}
		})
	}
	all.Wait()
	return waits, err
}

// fetchPage reads a page to its end.
func fetchPage(url string) error {
	resp, err := soakHTTP.Get(url)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s is answered with %s", url, resp.Status)
	}
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}

// signIn has n strangers try a password at the same moment, and counts the statuses of
// the answers. A name that nobody has costs as much as any.
func (l *signInLoad) signIn(n int) map[int]int {
	var mu sync.Mutex
	var all sync.WaitGroup
	statuses := map[int]int{}
	for i := range n {
		all.Go(func() {
			r := request{method: http.MethodPost, path: "/sessions", from: fmt.Sprintf("198.18.%d.%d", i/256, i%256),
				body: map[string]any{"name": fmt.Sprint("Knight ", i), "password": "nine white swans"}}
			status, _, err := r.send(l.server.url())
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				statuses[status]++
			}
		})
	}
	all.Wait()
	return statuses
}

// printWaits prints how long things took. It sorts the times.
func printWaits(w io.Writer, what, things string, waits []time.Duration) {
	slices.Sort(waits)
	at := func(p int) time.Duration { return waits[(len(waits)-1)*p/100].Round(100 * time.Microsecond) }
	fmt.Fprintf(w, "%-16s %6d %s  p50 %s  p99 %s  longest %s\n", what, len(waits), things, at(50), at(99), at(100))
}
