package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"tableronde/cmd/internal/cli"
	"tableronde/cmd/internal/soak"
)

type loadCmd struct {
	Moves    loadMovesCmd    `command:"moves" description:"Measure how many moves a second are stored over HTTP (what happens without a sub-command)."`
	Ratios   loadRatiosCmd   `command:"ratios" description:"Measure what pages, moves and streams cost, beside floors in the same run."`
	SignIns  loadSignInsCmd  `command:"signins" description:"Measure how long pages take while many sign in."`
	Searches loadSearchesCmd `command:"searches" description:"Measure how long pages take while bots search."`
	Company  loadCompanyCmd  `command:"company" description:"Measure how long pages take while people play whole games of cards against bots."`
	Floor    loadFloorCmd    `command:"floor" hidden:"yes" description:"Serve fixed bytes, for load ratios."`
}

type loadMovesCmd struct {
	product
	Clients   int           `long:"clients" default:"64" description:"How many clients post moves at a time, each in a match of its own."`
	For       time.Duration `long:"for" default:"10s" description:"How long each measurement takes."`
	Pause     time.Duration `long:"pause" default:"0" description:"How long a client rests after each move."`
	Rounds    int           `long:"rounds" default:"3" description:"How often each is repeated; the figures are those of the median."`
	Processes int           `long:"processes" default:"3" description:"The largest number of processes on PostgreSQL."`
	DB        string        `long:"db" value-name:"URL" description:"An empty PostgreSQL database, postgres://…; without it only SQLite is measured."`
}

// load is the ground of one measurement: a database and a number of processes.
type load struct {
	name      string
	db        string
	processes int
	figures   []loadFigures // one for each round
}

// loadFigures are the outcome of one measurement.
type loadFigures struct {
	rate     float64       // moves per second
	p50, p99 time.Duration // until a move is answered
	told     time.Duration // p99 from the answer until the stream of another process tells of the move
}

// Run measures in one run how many moves a second are stored over HTTP: by one
// process on SQLite, then by one and more on PostgreSQL.
func (c *loadMovesCmd) Run(con *cli.Console) error {
	return c.product.measure(func(program, dir string) error { return c.compare(con, program, dir) })
}

// compare measures one load after the other, and prints them.
func (c *loadMovesCmd) compare(con *cli.Console, program, dir string) error {
	loads := []*load{{name: "SQLite, processes: 1", db: filepath.Join(dir, "load.db"), processes: 1}}
	if c.DB != "" {
		for n := 1; n <= c.Processes; n++ {
			loads = append(loads, &load{name: fmt.Sprint("PostgreSQL, processes: ", n), db: c.DB, processes: n})
		}
	}
	for round := range c.Rounds {
		for _, l := range loads {
			f, err := c.measure(program, l, round)
			if err != nil {
				return fmt.Errorf("%s: %w", l.name, err)
			}
			l.figures = append(l.figures, f)
		}
	}
	printLoads(con.Out, loads)
	return nil
}

// measure starts the processes, has the clients play, and stops the processes.
func (c *loadMovesCmd) measure(program string, l *load, round int) (f loadFigures, err error) {
	servers := make([]*soak.Server, l.processes)
	for i := range servers {
		servers[i] = &soak.Server{Program: program, DB: l.db}
		if err := servers[i].Start(); err != nil {
			return f, err
		}
		defer func() { err = errors.Join(err, servers[i].Kill()) }()
		if _, err := servers[i].AwaitReady(); err != nil {
			return f, err
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	clients := make([]*loadClient, c.Clients)
	failed := make(chan error, c.Clients)
	for i := range clients {
		clients[i] = &loadClient{
			Client:  soak.NewClient(soak.NewLedger(servers[i%len(servers)]), uint64(round), uint64(i)),
			pause:   c.Pause,
			watched: servers[(i+1)%len(servers)],
		}
		if err := clients[i].open(); err != nil {
			return f, err
		}
	}
	var running sync.WaitGroup
	begun := time.Now()
	for _, client := range clients {
		running.Go(func() { failed <- client.run(ctx) })
	}
	time.Sleep(c.For)
	stop()
	running.Wait()
	took := time.Since(begun)
	var waits, told []time.Duration
	for _, client := range clients {
		if err := <-failed; err != nil {
			return f, err
		}
		waits, told = append(waits, client.waits...), append(told, client.told...)
	}
	if len(waits) == 0 || len(told) == 0 {
		return f, errors.New("no move was stored and told")
	}
	percentile := func(list []time.Duration, p int) time.Duration {
		slices.Sort(list)
		return list[(len(list)-1)*p/100]
	}
	return loadFigures{float64(len(waits)) / took.Seconds(), percentile(waits, 50), percentile(waits, 99), percentile(told, 99)}, nil
}

// printLoads prints the medians, and their ratios to the first load.
func printLoads(w io.Writer, loads []*load) {
	median := func(l *load) loadFigures {
		slices.SortFunc(l.figures, func(a, b loadFigures) int { return int(a.rate - b.rate) })
		return l.figures[len(l.figures)/2]
	}
	first := median(loads[0])
	for _, l := range loads {
		f := median(l)
		fmt.Fprintf(w, "%-24s %7.0f moves/s  %5.2f × SQLite  p50 %s  p99 %s  told p99 %s\n", l.name, f.rate, f.rate/first.rate,
			f.p50.Round(100*time.Microsecond), f.p99.Round(100*time.Microsecond), f.told.Round(100*time.Microsecond))
	}
}

// loadClient plays both sides of one game of Camelot after another.
type loadClient struct {
	*soak.Client
	pause   time.Duration
	watched *soak.Server // the server whose event stream reports the moves

	token  string
	now    soak.Answer
	stream *loadStream
	waits  []time.Duration // until the answer to each move
	told   []time.Duration // from the answer until the stream told of the move
}

// open begins a match, at first as a new guest.
func (c *loadClient) open() error {
	if c.token == "" {
		var guest struct{ Token string }
		from := fmt.Sprintf("198.18.%d.%d", c.Rng.IntN(256), c.Rng.IntN(256)) // the server limits the guests of one address
		r := soak.Request{Method: http.MethodPost, Path: "/guests", From: from, Body: map[string]any{"name": c.Name}}
		if _, err := c.Ledger.Call(r, http.StatusCreated, &guest); err != nil {
			return err
		}
		c.token = guest.Token
	}
	c.close()
	c.now = soak.Answer{}
	if _, err := c.Ledger.Call(c.Post(c.token, "/matches", map[string]any{"game": "camelot", "solo": true}), http.StatusCreated, &c.now); err != nil {
		return err
	}
	var err error
	c.stream, err = openLoadStream(c.watched.URL(), c.now.ID, c.token)
	return err
}

// run plays until ctx ends.
func (c *loadClient) run(ctx context.Context) error {
	defer c.close()
	for ctx.Err() == nil {
		if c.now.Over || c.now.Ply >= soak.MatchPlies {
			if err := c.open(); err != nil {
				return err
			}
		}
		body := map[string]any{"ply": c.now.Ply, "action": c.now.Legal[c.Rng.IntN(len(c.now.Legal))]}
		r := soak.Request{Method: http.MethodPost, Path: "/matches/" + c.now.ID + "/actions", Token: c.token, Body: body}
		begun := time.Now()
		c.now = soak.Answer{}
		if _, err := c.Ledger.Call(r, http.StatusOK, &c.now); err != nil {
			return err
		}
		c.waits = append(c.waits, time.Since(begun))
		c.stream.answered(c.now.Ply)
		time.Sleep(c.pause)
	}
	return nil
}

// close ends the stream of the match, and keeps its measurements.
func (c *loadClient) close() {
	if c.stream != nil {
		c.told = append(c.told, c.stream.close()...)
		c.stream = nil
	}
}

// loadStream is the event stream of one match.
type loadStream struct {
	cancel context.CancelFunc
	ended  chan struct{}

	mu      sync.Mutex
	waiting map[int]time.Time // when plies were answered that the stream has not told of
	last    int               // ply that the stream has told of
	told    []time.Duration
}

func openLoadStream(site, match, token string) (*loadStream, error) {
	ctx, cancel := context.WithCancel(context.Background())
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, site+"/api/v1/matches/"+match+"/events", nil)
	if err != nil {
		cancel()
		return nil, err
	}
	req.Header.Set("Authorization", "Bearer "+token)
	resp, err := soak.HTTPClient.Do(req)
	if err == nil && resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		err = fmt.Errorf("a stream is answered with %s", resp.Status)
	}
	if err != nil {
		cancel()
		return nil, err
	}
	s := &loadStream{cancel: cancel, ended: make(chan struct{}), waiting: make(map[int]time.Time)}
	go func() {
		defer close(s.ended)
		defer resp.Body.Close()
		for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
			if id, ok := strings.CutPrefix(lines.Text(), "id: "); ok {
				ply, _ := strconv.Atoi(id) // the ids of this stream are plies
				s.note(ply)
			}
		}
	}()
	return s, nil
}

// answered notes the answer to a move, after which the match has a number of plies.
func (s *loadStream) answered(ply int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if ply <= s.last {
		s.told = append(s.told, 0)
		return
	}
	s.waiting[ply] = time.Now()
}

// note notes that the stream has named all plies up to one.
func (s *loadStream) note(ply int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.last = ply
	for p, at := range s.waiting {
		if p <= ply {
			s.told = append(s.told, time.Since(at))
			delete(s.waiting, p)
		}
	}
}

// close ends the stream and returns its measurements. A move that it has not named counts
// as named now.
func (s *loadStream) close() []time.Duration {
	for range 100 {
		s.mu.Lock()
		open := len(s.waiting)
		s.mu.Unlock()
		if open == 0 {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	s.cancel()
	<-s.ended
	s.note(1 << 30)
	return s.told
}
