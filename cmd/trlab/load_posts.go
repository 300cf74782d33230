package main

import (
	"context"
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
	"tableronde/cmd/tableronde/upkeep"
	"tableronde/db"
	"tableronde/db/sqlite"
	"tableronde/games"
)

// loadPosters is the number of clients that post moves at the same time, each in a match of its
// own.
const loadPosters = 50

// posting is a way of posting moves.
type posting struct {
	what    string
	plies   int // of the matches at the start
	request func(*loadSite, *loadMatch) []byte
	status  int
	bar     string // quoted from boardgame.io, which the run does not measure
}

func (r *ratios) measureForm() error {
	return r.measurePosts(posting{"form answered with the page's part", 0, func(s *loadSite, m *loadMatch) []byte {
		return s.form(m.mover(), m.path(), m.formValues(), "HX-Request", "true")
	}, 200, "bar ≥ 3 × boardgame.io"})
}

func (r *ratios) measureRedirect() error {
	return r.measurePosts(posting{"form answered with 303", 0, func(s *loadSite, m *loadMatch) []byte {
		return s.form(m.mover(), m.path(), m.formValues())
	}, 303, "bar ≥ 5 × boardgame.io"})
}

func (r *ratios) measureAPI() error {
	for _, plies := range []int{0, 322} {
		post := func(_ *loadSite, m *loadMatch) []byte { return m.post("") }
		if err := r.measurePosts(posting{fmt.Sprint("API, from ply ", plies), plies, post, 200, "bar ≥ 1.5 × boardgame.io"}); err != nil {
			return err
		}
	}
	return nil
}

// measurePosts measures the moves a second. For comparison it measures posts of the same size to
// the floor server, and sequential durable commits.
func (r *ratios) measurePosts(p posting) error {
	site, err := r.open(r.some(loadPosters))
	if err != nil {
		return err
	}
	matches := make([]*loadMatch, len(site.people))
	err = site.each(len(matches), func(i int, w *wire) (err error) {
		matches[i], err = soloMatch(w, site.people[i], p.plies)
		return err
	})
	if err != nil {
		return err
	}
	post := func(i int, w *wire) error {
		m := matches[i]
		if err := w.ask(p.request(site, m), p.status); err != nil {
			return err
		}
		m.ply++
		return nil
	}
	w, err := dialWire(site.addr)
	if err != nil {
		return err
	}
	defer w.close()
	if err := post(0, w); err != nil {
		return err
	}
	if err := r.onFloor("/post", w); err != nil {
		return err
	}
	static := site.form(site.people[0], "/post", matches[0].formValues())
	commits, closeBare, err := r.bareCommits()
	if err != nil {
		return err
	}
	defer closeBare()
	figures, err := r.inTurn(
		func() (sample, error) { return throughput(site.loadProcess, len(matches), r.For, post) },
		func() (sample, error) {
			return throughput(r.floor, len(matches), r.For, func(_ int, w *wire) error { return w.ask(static, 200) })
		},
		commits)
	if err != nil {
		return err
	}
	r.print(printed{what: fmt.Sprintf("%s, %d clients", p.what, len(matches)), value: medianRate(figures[0]), unit: "moves/s", ratios: []ratio{
		ratioTo("echo", figures[0], figures[1]),
		costRatio(figures[0], figures[1]),
		ratioTo("bare commits", figures[0], figures[2]),
	}, bar: bar{told: p.bar}})
	return nil
}

// measureCommits measures sequential stored moves, without HTTP.
func (r *ratios) measureCommits() error {
	ctx := context.Background()
	store, closeStore, err := upkeep.OpenStore(ctx, filepath.Join(r.dir, "store.db"), upkeep.StoreSettings{})
	if err != nil {
		return err
	}
	defer closeStore()
	host, err := store.CreatePlayer(ctx, "Player 1")
	if err != nil {
		return err
	}
	match, plies := db.Match{}, 100
	move := func(m db.Match, _ db.Orders) (db.Change, error) {
		seat := m.ToAct[0]
		return db.Change{Events: []db.Event{{Seat: seat, Text: "E6-E8"}}, ToAct: []games.Seat{3 - seat}}, nil
	}
	stored := func() (err error) {
		if plies++; plies >= 100 { // the length of real matches
			match, err = store.CreateMatch(ctx, db.Once{}, db.NewMatch{Game: "camelot", Version: 1, Seats: 2, Solo: true, Host: host.ID, ToAct: []games.Seat{1}}, nil)
			plies = 0
			return err
		}
		_, err = store.Append(ctx, db.Once{}, match.ID, move)
		return err
	}
	commit, closeBare, err := r.bareCommit()
	if err != nil {
		return err
	}
	defer closeBare()
	var moves, bare []sample
	for range r.some(3 * r.Rounds) { // more rounds, because the disk has other work
		m, b, err := r.rates(stored, commit)
		if err != nil {
			return err
		}
		moves, bare = append(moves, m), append(bare, b)
	}
	r.print(printed{what: "durable moves, one after another", value: medianRate(moves), unit: "moves/s",
		ratios: []ratio{ratioTo("bare commits", moves, bare)}, bar: atLeast(0.8)})
	return nil
}

// bareCommits returns a function that measures sequential commits a second of SQLite alone, and a
// function that closes the database.
func (r *ratios) bareCommits() (side func() (sample, error), closeBare func() error, err error) {
	commit, closeBare, err := r.bareCommit()
	return func() (sample, error) { return r.rate(commit) }, closeBare, err
}

// bareCommit returns a function that durably commits a row in SQLite alone, and a function that
// closes the database.
func (r *ratios) bareCommit() (commit, closeBare func() error, err error) {
	ctx := context.Background()
	bare, err := sqlite.OpenBare(ctx, filepath.Join(r.dir, fmt.Sprint("bare", len(r.processes), ".db")))
	if err != nil {
		return nil, nil, err
	}
	n := int64(0)
	return func() error { n++; return bare.Insert(ctx, n) }, bare.Close, nil
}

// rates measures how often a second two functions can be called. It alternates the calls, because
// the speed of a disk varies.
func (r *ratios) rates(f, g func() error) (of, to sample, err error) {
	var took [2]time.Duration
	calls := 0
	for ; took[0]+took[1] < 2*r.For; calls++ {
		for i, call := range []func() error{f, g} {
			begun := time.Now()
			if err := call(); err != nil {
				return of, to, err
			}
			took[i] += time.Since(begun)
		}
	}
	return sample{rate: float64(calls) / took[0].Seconds()}, sample{rate: float64(calls) / took[1].Seconds()}, nil
}

// rate measures how often a second f can be called.
func (r *ratios) rate(f func() error) (sample, error) {
	begun, calls := time.Now(), 0
	for time.Since(begun) < r.For {
		if err := f(); err != nil {
			return sample{}, err
		}
		calls++
	}
	return sample{rate: float64(calls) / time.Since(begun).Seconds()}, nil
}

type loadSignInsCmd struct {
	product
	SignIns int           `long:"sign-ins" default:"200" description:"How many sign in at the same moment, each by another name and from another address."`
	For     time.Duration `long:"for" default:"5s" description:"How long pages are read while nobody signs in."`
}

// signInLoad is a server with a match, and the times of its pages.
type signInLoad struct {
	server *soak.Server
	match  string
}

// Run measures the times of pages while many people sign in, and without sign-ins.
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

// read lets four visitors read pages until a channel is closed, and returns the time of each page.
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

// signIn lets n visitors try a password at the same time, and counts the statuses of the answers.
// An unknown name costs as much as a known one.
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

// printWaits sorts and prints times.
func printWaits(w io.Writer, what, things string, waits []time.Duration) {
	slices.Sort(waits)
	at := func(p int) time.Duration { return waits[(len(waits)-1)*p/100].Round(100 * time.Microsecond) }
	fmt.Fprintf(w, "%-16s %6d %s  p50 %s  p99 %s  longest %s\n", what, len(waits), things, at(50), at(99), at(100))
}
