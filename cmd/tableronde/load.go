package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
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
	Clients   int           `long:"clients" default:"64" description:"How many clients post moves at a time, each in a match of its own."`
	For       time.Duration `long:"for" default:"10s" description:"How long each measurement takes."`
	Pause     time.Duration `long:"pause" default:"0" description:"How long a client rests after each move."`
	Rounds    int           `long:"rounds" default:"3" description:"How often each is repeated; the figures are those of the median."`
	Processes int           `long:"processes" default:"3" description:"The largest number of processes on PostgreSQL."`
	DB        string        `long:"db" value-name:"URL" description:"An empty PostgreSQL database, postgres://…; without it only SQLite is measured."`
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
	rate     float64       // moves per second
	p50, p99 time.Duration // until a move is answered
	told     time.Duration // p99 from the answer until the stream of another process tells of the move
}

// Run measures in one run how many moves a second are stored over HTTP: by one
// process on SQLite, then by one and more on PostgreSQL.
func (c *loadMovesCmd) Run(con *console) (err error) {
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
func (c *loadMovesCmd) measure(l *load, round int) (f loadFigures, err error) {
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
		clients[i] = &loadClient{
			soakClient: newSoakClient(newLedger(servers[i%len(servers)]), uint64(round), uint64(i)),
			pause:      c.Pause,
			watched:    servers[(i+1)%len(servers)],
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
