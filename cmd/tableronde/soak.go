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

	"tableronde/db/sqlite"
	"tableronde/handlers/club/match"
)

type soakCmd struct {
	Kills   int           `long:"kills" default:"20" description:"How often the server is killed."`
	Full    int           `long:"full" default:"1" description:"How often its disk is full before that."`
	Clients int           `long:"clients" default:"6" description:"How many matches are played at a time."`
	Pause   time.Duration `long:"pause" default:"600ms" description:"The longest time that a server is ready before it is killed."`
	Seed    uint64        `long:"seed" default:"1" description:"What the kills and the moves are drawn from."`
	DB      string        `long:"db" value-name:"DIR" description:"Folder in which the database stays; by default it is removed."`
}

// soak is one run: a server that is killed and restarted, and the clients that play
// on it.
type soak struct {
	soakCmd
	server *soakServer
	ledger *ledger
	rng    *rand.Rand // of the kills

	kills, early, starts, full int
	skipped                    string // why no disk was full, "" if it was
	ready                      []time.Duration
}

// Run plays over HTTP on a server of its own that it kills again and again, and
// reports what became of the acknowledged actions. It returns an error if one was
// lost or stored twice, or if a match cannot be replayed.
func (c *soakCmd) Run(con *console) (err error) {
	dir := c.DB
	if dir == "" {
		if dir, err = os.MkdirTemp("", "tableronde-soak-"); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	}
	path := filepath.Join(dir, "soak.db")
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s is there already", path)
	}
	server := &soakServer{name: os.Args[0], db: path}
	s := &soak{soakCmd: *c, server: server, ledger: newLedger(server), rng: rand.New(rand.NewPCG(c.Seed, 0))}
	if err := s.run(); err != nil {
		return errors.Join(err, server.kill())
	}
	checked, err := sqlite.Check(context.Background(), path, match.Verify)
	if err != nil {
		return err
	}
	if err := s.auditOrders(path); err != nil {
		return err
	}
	return s.report(con.out, checked)
}

// run plays and kills, then compares the stored actions with the acknowledged ones.
func (s *soak) run() error {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	failed := make(chan error, s.Clients)
	var clients sync.WaitGroup
	for i := range s.Clients {
		clients.Go(func() {
			if err := newSoakClient(s.ledger, s.Seed, uint64(i)).run(ctx); err != nil {
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
	s.ledger.audit()
	return s.server.stop()
}

// auditOrders compares what orders have done with what they should have.
func (s *soak) auditOrders(path string) (err error) {
	ctx := context.Background()
	store, err := sqlite.Open(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	return s.ledger.auditOrders(ctx, store)
}

// round starts the server and kills it: a quarter of the servers before they are
// ready, some with a full disk, the others at work.
func (s *soak) round() error {
	if err := s.start(); err != nil {
		return err
	}
	defer func() { s.kills++ }()
	fill := s.skipped == "" && s.full < s.Full && s.kills >= (s.full+1)*s.Kills/(s.Full+1)
	if !fill && len(s.ready) > 0 && s.rng.IntN(4) == 0 {
		s.early++
		time.Sleep(s.random(s.ready[len(s.ready)-1]))
		return s.server.kill()
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
	return s.server.kill()
}

// fillDisk leaves the server without disk space for a while.
func (s *soak) fillDisk() error {
	err := s.server.fillDisk()
	if errors.Is(err, errNoFullDisk) {
		s.skipped = err.Error()
		return nil
	}
	s.full++
	time.Sleep(s.random(s.Pause))
	return err
}

// random returns a random duration of at most most.
func (s *soak) random(most time.Duration) time.Duration {
	return time.Duration(s.rng.Int64N(int64(max(0, most)) + 1))
}

func (s *soak) start() error {
	s.starts++
	return s.server.start()
}

func (s *soak) awaitReady() error {
	took, err := s.server.awaitReady()
	s.ready = append(s.ready, took)
	return err
}

// report prints the figures, and returns an error if anything was lost or doubled.
func (s *soak) report(w io.Writer, checked sqlite.Checked) error {
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
	fmt.Fprintf(w, "matches       %s\n", describeChecked(checked))
	fmt.Fprintf(w, "acknowledged  %d actions, %d after they had to be sent again\n", l.acknowledged, l.resent)
	fmt.Fprintf(w, "orders        %d left by seats, %s\n", l.ordered, l.describeActed())
	fmt.Fprintf(w, "lost          %d\n", l.lost)
	fmt.Fprintf(w, "doubled       %d\n", l.doubled)
	fmt.Fprintf(w, "ready         p50 %s, p99 %s\n", percentile(50), percentile(99))
	for _, p := range l.problems {
		fmt.Fprintln(w, p)
	}
	if l.lost+l.doubled+len(l.problems) > 0 {
		return errors.New("the server did not keep what it acknowledged")
	}
	return nil
}
