package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"tableronde/cmd/internal/cli"
	"tableronde/cmd/internal/soak"
)

type loadSignInsCmd struct {
	product
	SignIns int           `long:"sign-ins" default:"200" description:"How many sign in at the same moment, each by another name and from another address."`
	For     time.Duration `long:"for" default:"5s" description:"How long pages are read while nobody signs in."`
}

// signInLoad is a server, a match on it, and how long it took to read pages.
type signInLoad struct {
	server *soak.Server
	match  string
}

// Run measures how long pages take while many sign in, beside how long they take while
// nobody does.
func (c *loadSignInsCmd) Run(con *cli.Console) error {
	return c.measure(func(program, dir string) error {
		return c.compare(con, &soak.Server{Program: program, DB: filepath.Join(dir, "load.db")})
	})
}

// compare measures both on a server that is not started yet, and prints them.
func (c *loadSignInsCmd) compare(con *cli.Console, server *soak.Server) (err error) {
	l := signInLoad{server: server}
	if err := l.server.Start(); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.server.Kill()) }()
	if _, err := l.server.AwaitReady(); err != nil {
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
	printWaits(con.Out, "nobody signs in", "pages", alone)
	printWaits(con.Out, fmt.Sprint(c.SignIns, " sign in"), "pages", beside)
	fmt.Fprintf(con.Out, "%d sign-ins: %d answered, %d sent away, in %s\n", c.SignIns, statuses[http.StatusUnauthorized],
		statuses[http.StatusTooManyRequests], time.Since(begun).Round(time.Millisecond))
	return nil
}

// openTable opens a public table, whose page is read.
func (l *signInLoad) openTable() error {
	Ledger := soak.NewLedger(l.server)
	var guest struct{ Token string }
	if _, err := Ledger.Call(soak.Request{Method: http.MethodPost, Path: "/guests", Body: map[string]any{"name": "Ada"}}, http.StatusCreated, &guest); err != nil {
		return err
	}
	var m soak.Answer
	_, err := Ledger.Call(soak.Request{Method: http.MethodPost, Path: "/matches", Token: guest.Token, Body: map[string]any{"game": "camelot", "public": true}}, http.StatusCreated, &m)
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
				failed := fetchPage(l.server.URL() + []string{"/m/" + l.match, "/"}[i%2])
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
	resp, err := soak.HTTPClient.Get(url)
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
			r := soak.Request{Method: http.MethodPost, Path: "/sessions", From: fmt.Sprintf("198.18.%d.%d", i/256, i%256),
				Body: map[string]any{"name": fmt.Sprint("Knight ", i), "password": "nine white swans"}}
			status, _, err := r.Send(l.server.URL())
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
