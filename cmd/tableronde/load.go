package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

type loadCmd struct {
	Clients   int           `default:"64" help:"How many clients post moves at a time, each in a match of its own."`
	For       time.Duration `default:"10s" help:"How long each measurement takes."`
	Rounds    int           `default:"3" help:"How often each is repeated; the figures are those of the median."`
	Processes int           `default:"3" help:"The largest number of processes on PostgreSQL."`
	DB        string        `name:"db" help:"An empty PostgreSQL database, postgres://…; without it only SQLite is measured." placeholder:"URL"`
}

// load is what one measurement runs on.
type load struct {
	name      string
	db        string
	processes int
	figures   []loadFigures // one for each round
}

// loadFigures are the outcome of one measurement.
type loadFigures struct {
	rate     float64 // moves per second
	p50, p99 time.Duration
}

// Run measures in one run how many moves a second are stored over HTTP: by one
// process on SQLite, then by one and more on PostgreSQL.
func (c *loadCmd) Run(con *console) (err error) {
	dir, err := os.MkdirTemp("", "tableronde-load-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	loads := []*load{{name: "SQLite, processes: 1", db: filepath.Join(dir, "load.db"), processes: 1}}
	if c.DB != "" {
		for n := 1; n <= c.Processes; n++ {
			loads = append(loads, &load{name: fmt.Sprint("PostgreSQL, processes: ", n), db: c.DB, processes: n})
		}
	}
	for round := range c.Rounds {
		for _, l := range loads {
			f, err := c.measure(l, round)
			if err != nil {
				return fmt.Errorf("%s: %w", l.name, err)
			}
			l.figures = append(l.figures, f)
		}
	}
	printLoads(con.out, loads)
	return nil
}

// measure starts the processes, has the clients play, and stops the processes.
func (c *loadCmd) measure(l *load, round int) (f loadFigures, err error) {
	servers := make([]*soakServer, l.processes)
	for i := range servers {
		servers[i] = &soakServer{name: os.Args[0], db: l.db}
		if err := servers[i].start(); err != nil {
			return f, err
		}
		defer func() { err = errors.Join(err, servers[i].kill()) }()
		if _, err := servers[i].awaitReady(); err != nil {
			return f, err
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	clients := make([]*loadClient, c.Clients)
	failed := make(chan error, c.Clients)
	for i := range clients {
		clients[i] = &loadClient{soakClient: newSoakClient(newLedger(servers[i%len(servers)]), uint64(round), uint64(i))}
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
	var waits []time.Duration
	for _, client := range clients {
		if err := <-failed; err != nil {
			return f, err
		}
		waits = append(waits, client.waits...)
	}
	slices.Sort(waits)
	if len(waits) == 0 {
		return f, errors.New("no move was stored")
	}
	return loadFigures{float64(len(waits)) / took.Seconds(), waits[len(waits)/2], waits[len(waits)*99/100]}, nil
}

// loadClient plays both sides of one game of Camelot after another.
type loadClient struct {
	*soakClient
	token string
	now   soakAnswer
	waits []time.Duration // for the answer to each move
}

func (c *loadClient) open() error {
	if c.token == "" {
		var guest struct{ Token string }
		from := fmt.Sprintf("198.18.%d.%d", c.rng.IntN(256), c.rng.IntN(256))
		r := request{method: http.MethodPost, path: "/guests", from: from, body: map[string]any{"name": c.name}}
		if _, err := c.ledger.call(r, http.StatusCreated, &guest); err != nil {
			return err
		}
		c.token = guest.Token
	}
	c.now = soakAnswer{}
	_, err := c.ledger.call(c.post(c.token, "/matches", map[string]any{"game": "camelot", "solo": true}), http.StatusCreated, &c.now)
	return err
}

// run plays until ctx ends.
func (c *loadClient) run(ctx context.Context) error {
	for ctx.Err() == nil {
		if c.now.Over || c.now.Ply >= soakPlies {
			if err := c.open(); err != nil {
				return err
			}
		}
		body := map[string]any{"ply": c.now.Ply, "action": c.now.Legal[rand.IntN(len(c.now.Legal))]}
		r := request{method: http.MethodPost, path: "/matches/" + c.now.ID + "/actions", token: c.token, body: body}
		begun := time.Now()
		c.now = soakAnswer{}
		if _, err := c.ledger.call(r, http.StatusOK, &c.now); err != nil {
			return err
		}
		c.waits = append(c.waits, time.Since(begun))
	}
	return nil
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
		fmt.Fprintf(w, "%-24s %7.0f moves/s  %5.2f × SQLite  p50 %s  p99 %s\n", l.name, f.rate, f.rate/first.rate,
			f.p50.Round(100*time.Microsecond), f.p99.Round(100*time.Microsecond))
	}
}
