package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"tableronde/cmd/internal/cli"
	"tableronde/cmd/internal/soak"
	"tableronde/cmd/tableronde/upkeep"
	"tableronde/db/sqlite"
	"tableronde/handlers/club/match"
)

type soakCmd struct {
	product
	Kills   int           `long:"kills" default:"20" description:"How often the server is killed."`
	Full    int           `long:"full" default:"1" description:"How often its disk is full before that."`
	Clients int           `long:"clients" default:"6" description:"How many matches are played at a time."`
	Pause   time.Duration `long:"pause" default:"600ms" description:"The longest time that a server is ready before it is killed."`
	Seed    uint64        `long:"seed" default:"1" description:"Random seed; the same seed gives the same result."`
	DB      string        `long:"db" value-name:"DIR" description:"Folder in which the database stays; by default it is removed."`
}

// soakRun is one run: a server that is killed and restarted, and the clients that play
// on it.
type soakRun struct {
	soakCmd
	server *soak.Server
	ledger *soak.Ledger
	rng    *rand.Rand // of the kills

	kills, early, starts, full int
	skipped                    string // reason why no disk was filled, "" if one was
	ready                      []time.Duration
}

// Run plays over HTTP on a server that it kills repeatedly, and reports whether the acknowledged
// actions were kept. It returns an error if one was lost or stored twice, or if a match cannot be
// replayed.
func (c *soakCmd) Run(con *cli.Console) error {
	return c.measure(func(program, dir string) error {
		if c.DB != "" {
			dir = c.DB
		}
		return c.play(con, program, filepath.Join(dir, "soak.db"))
	})
}

// play does the work of Run, with the paths of the program and of the database.
func (c *soakCmd) play(con *cli.Console, program, path string) error {
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s is there already", path)
	}
	server := &soak.Server{Program: program, DB: path}
	s := &soakRun{soakCmd: *c, server: server, ledger: soak.NewLedger(server), rng: rand.New(rand.NewPCG(c.Seed, 0))}
	if err := s.run(); err != nil {
		return errors.Join(err, server.Kill())
	}
	checked, err := sqlite.Check(context.Background(), path, match.Verify)
	if err != nil {
		return err
	}
	if err := s.auditOrders(path); err != nil {
		return err
	}
	return s.report(con.Out, checked)
}

// run plays and kills, then compares the stored actions with the acknowledged ones.
func (s *soakRun) run() error {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	failed := make(chan error, s.Clients)
	var clients sync.WaitGroup
	for i := range s.Clients {
		clients.Go(func() {
			if err := soak.NewClient(s.ledger, s.Seed, uint64(i)).Run(ctx); err != nil {
				failed <- err
			}
		})
	}
	for range s.Kills {
		select {
		case err := <-failed:
			return err
		default:
		}
		if err := s.round(); err != nil {
			return err
		}
	}
	if err := s.start(); err != nil {
		return err
	}
	if err := s.awaitReady(); err != nil {
		return err
	}
	stop()
	clients.Wait()
	close(failed)
	if err := <-failed; err != nil {
		return err
	}
	s.ledger.Audit()
	return s.server.Stop()
}

// auditOrders compares the effects of orders with a replay.
func (s *soakRun) auditOrders(path string) (err error) {
	ctx := context.Background()
	store, err := sqlite.Open(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	return s.ledger.AuditOrders(ctx, store)
}

// round starts the server and kills it: a quarter of the times before it is ready, sometimes with a
// full disk, otherwise while it works.
func (s *soakRun) round() error {
	if err := s.start(); err != nil {
		return err
	}
	defer func() { s.kills++ }()
	fill := s.skipped == "" && s.full < s.Full && s.kills >= (s.full+1)*s.Kills/(s.Full+1)
	if !fill && len(s.ready) > 0 && s.rng.IntN(4) == 0 {
		s.early++
		time.Sleep(s.random(s.ready[len(s.ready)-1]))
		return s.server.Kill()
	}
	if err := s.awaitReady(); err != nil {
		return err
	}
	time.Sleep(s.random(s.Pause))
	if fill {
		if err := s.fillDisk(); err != nil {
			return err
		}
	}
	return s.server.Kill()
}

// fillDisk simulates a full disk for a while.
func (s *soakRun) fillDisk() error {
	err := s.server.FillDisk()
	if errors.Is(err, soak.ErrNoFullDisk) {
		s.skipped = err.Error()
		return nil
	}
	s.full++
	time.Sleep(s.random(s.Pause))
	return err
}

// random returns a random duration up to most.
func (s *soakRun) random(most time.Duration) time.Duration {
	return time.Duration(s.rng.Int64N(int64(max(0, most)) + 1))
}

func (s *soakRun) start() error {
	s.starts++
	return s.server.Start()
}

func (s *soakRun) awaitReady() error {
	took, err := s.server.AwaitReady()
	s.ready = append(s.ready, took)
	return err
}

// report prints the figures, and returns an error if anything was lost or doubled.
func (s *soakRun) report(w io.Writer, checked sqlite.Checked) error {
	slices.Sort(s.ready)
	percentile := func(p int) string {
		return fmt.Sprint(s.ready[(len(s.ready)-1)*p/100].Round(time.Millisecond))
	}
	l, full := s.ledger, fmt.Sprint(s.full)
	if s.skipped != "" {
		full += ", " + s.skipped
	}
	fmt.Fprintf(w, "kills         %d, %d of them before the server was ready\n", s.kills, s.early)
	fmt.Fprintf(w, "restarts      %d\n", s.starts-1)
	fmt.Fprintf(w, "full disks    %s\n", full)
	fmt.Fprintf(w, "matches       %s\n", upkeep.DescribeChecked(checked))
	fmt.Fprintf(w, "acknowledged  %d actions, %d after they had to be sent again\n", l.Acknowledged, l.Resent)
	fmt.Fprintf(w, "orders        %d left by seats, %s\n", l.Ordered, l.DescribeActed())
	fmt.Fprintf(w, "lost          %d\n", l.Lost)
	fmt.Fprintf(w, "doubled       %d\n", l.Doubled)
	fmt.Fprintf(w, "ready         p50 %s, p99 %s\n", percentile(50), percentile(99))
	for _, p := range l.Problems {
		fmt.Fprintln(w, p)
	}
	if l.Lost+l.Doubled+len(l.Problems) > 0 {
		return errors.New("the server lost or doubled actions that it acknowledged")
	}
	return nil
}
