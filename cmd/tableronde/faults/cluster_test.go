package faults

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"tableronde/cmd/internal/soak"
	"tableronde/cmd/tableronde/clitest"
	"tableronde/db"
	"tableronde/db/postgres"
	"tableronde/db/postgres/pgtest"
	"tableronde/handlers/club/match"
)

// cluster is three processes on one PostgreSQL, behind a balancer, with clients that
// play through it.
type cluster struct {
	t         *testing.T
	db        *pgtest.Replicas
	processes []*soak.Server
	balancer  *balancer
	ledger    *soak.Ledger
	watchers  *watchers
	stop      context.CancelFunc
	clients   sync.WaitGroup
	failed    chan error
}

func startCluster(t *testing.T, clients int) *cluster {
	t.Helper()
	c := &cluster{t: t, db: pgtest.StartReplicas(t), failed: make(chan error, clients)}
	for range 3 {
		p := &soak.Server{Program: "tableronde", DB: c.db.URL("postgres")}
		c.processes = append(c.processes, p)
		t.Cleanup(func() { _ = p.Kill() })
		c.start(p)
	}
	c.balancer = startBalancer(t, c.processes)
	c.ledger = soak.NewLedger(c.balancer)
	c.watchers = newWatchers(c.balancer)
	c.ledger.Opened, c.ledger.Left = c.watchers.watch, c.watchers.finish
	var ctx context.Context
	ctx, c.stop = context.WithCancel(t.Context())
	for i := range clients {
		c.clients.Go(func() {
			if err := soak.NewClient(c.ledger, 1, uint64(i)).Run(ctx); err != nil {
				c.failed <- err
			}
		})
	}
	return c
}

func (c *cluster) start(p *soak.Server) {
	c.t.Helper()
	if err := p.Start(); err != nil {
		c.t.Fatal(err)
	}
	if _, err := p.AwaitReady(); err != nil {
		c.t.Fatal(err)
	}
}

// play lets the clients play for a while, and ends the test if one of them fails.
func (c *cluster) play(d time.Duration) {
	c.t.Helper()
	select {
	case err := <-c.failed:
		c.t.Fatal(err)
	case <-time.After(d):
	}
}

// end stops the clients and compares the acknowledged actions with the stored ones.
func (c *cluster) end() {
	c.t.Helper()
	c.stop()
	c.clients.Wait()
	c.play(0)
	l := c.ledger
	l.Audit()
	c.t.Logf("%d actions acknowledged in %d matches, %d sent again; %d lost, %d doubled; %d streams with %d events and %d reconnects",
		l.Acknowledged, len(l.Matches), l.Resent, l.Lost, l.Doubled, c.watchers.streams, c.watchers.events, c.watchers.reconnects)
	if replayed := c.replayAll(); replayed < len(l.Matches) {
		c.t.Errorf("%d matches are stored, want at least %d", replayed, len(l.Matches))
	}
	c.t.Logf("%d orders left, %s", l.Ordered, l.DescribeActed())
	for _, p := range append(l.Problems, c.watchers.problems...) {
		c.t.Error(p)
	}
	if l.Acknowledged == 0 || l.Lost+l.Doubled > 0 || c.watchers.events == 0 {
		c.t.Error("not everything that was acknowledged is there once")
	}
	if n := c.balancer.curt.Load(); n > 0 {
		c.t.Errorf("%d answers 503 do not say when to come back", n)
	}
}

// replayAll replays every stored match, and checks the orders of the clients. It returns the number
// of stored matches.
func (c *cluster) replayAll() (matches int) {
	c.t.Helper()
	store, err := postgres.Open(c.t.Context(), c.db.URL("postgres"))
	if err != nil {
		c.t.Fatal(err)
	}
	defer store.Close()
	err = store.EachMatch(c.t.Context(), func(id string, m db.Match, err error) error {
		matches++
		if err == nil {
			err = match.Verify(m)
		}
		if err != nil {
			c.t.Errorf("match %s: %v", id, err)
		}
		return nil
	})
	if err := errors.Join(err, c.ledger.AuditOrders(c.t.Context(), store)); err != nil {
		c.t.Error(err)
	}
	return matches
}

// Processes of the site and the database under it are killed. Every acknowledged action is stored
// once, and the streams report the actions in order.
func TestClusterIsKilled(t *testing.T) {
	t.Parallel()
	clitest.NeedProcess(t)
	c := startCluster(t, 16)
	rng := rand.New(rand.NewPCG(1, 0))
	for kill := range killsOf(t, 8) {
		c.play(time.Duration(200+rng.IntN(400)) * time.Millisecond)
		if kill%6 == 1 {
			begun := time.Now()
			c.db.FailOver()
			before := c.ledger.Count()
			for c.ledger.Count() == before {
				c.play(10 * time.Millisecond)
			}
			t.Logf("%v after the primary was killed, with a new standby, the next action is acknowledged", time.Since(begun).Round(time.Millisecond))
		}
		p := c.processes[rng.IntN(len(c.processes))]
		if err := p.Kill(); err != nil {
			t.Fatal(err)
		}
		c.play(time.Duration(rng.IntN(200)) * time.Millisecond)
		c.start(p)
	}
	c.end()
}

// The processes can be replaced one after the other while people play, and each process answers
// every player.
func TestClusterIsRestarted(t *testing.T) {
	t.Parallel()
	clitest.NeedProcess(t)
	c := startCluster(t, 8)
	c.play(time.Second)
	c.checkSession()
	for _, p := range c.processes {
		if err := p.Stop(); err != nil {
			t.Fatal(err)
		}
		c.play(200 * time.Millisecond)
		c.start(p)
		c.play(500 * time.Millisecond)
	}
	c.end()
	if n := c.balancer.broken.Load(); n > 0 {
		t.Errorf("%d requests were broken off by the restart", n)
	}
}

// checkSession opens pages as one visitor, who must stay the same player on every process.
func (c *cluster) checkSession() {
	c.t.Helper()
	visitor := clitest.NewVisitor(c.t, c.balancer.URL())
	visitor.Open("/new?game=camelot")
	visitor.Submit(`form[action="/matches"]`, "name", "Aliénor", "seat", "1", "public", "1")
	match := visitor.Path
	for range 12 {
		visitor.Open(match)
		if got := strings.Join(strings.Fields(visitor.Page.Find("main").Text()), " "); !strings.Contains(got, "Aliénor (you)") {
			c.t.Fatalf("the host of %s reads\n%s", match, got)
		}
	}
}
