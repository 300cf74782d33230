package club

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"time"

	"tableronde/handlers/club/clubtest"
)

// leaseStub is one lease on a clock of the test.
type leaseStub struct {
	mu     sync.Mutex
	now    time.Time
	holder string
	until  time.Time
	fails  bool
}

func (l *leaseStub) AcquireLease(_ context.Context, _, holder string, lasts time.Duration) (bool, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.fails:
		return false, errors.New("no way to the database")
	case l.holder != holder && l.now.Before(l.until):
		return false, nil
	}
	l.holder, l.until = holder, l.now.Add(lasts)
	return true, nil
}

func (l *leaseStub) ReleaseLease(_ context.Context, _, holder string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.fails:
		return errors.New("no way to the database")
	case l.holder == holder:
		l.until = time.Time{}
	}
	return nil
}

func (l *leaseStub) set(change func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	change()
}

// process is one process among several that compete for a job. Each of its pauses ends when the
// test says so.
type process struct {
	t       *testing.T
	pauses  chan time.Time
	working chan bool
	kill    context.CancelFunc
	ended   chan struct{}
}

func startProcess(t *testing.T, l *leaseStub, name string) *process {
	t.Helper()
	ctx, kill := context.WithCancel(t.Context())
	p := &process{t: t, pauses: make(chan time.Time), working: make(chan bool, 1), kill: kill, ended: make(chan struct{})}
	j := Job{
		Name: "alarms", Holder: name, Leases: l,
		Log:   slog.New(slog.NewTextHandler(new(clubtest.Log), nil)),
		After: func(time.Duration) <-chan time.Time { return p.pauses },
		Now: func() time.Time {
			l.mu.Lock()
			defer l.mu.Unlock()
			return l.now
		},
	}
	go func() {
		defer close(p.ended)
		j.Run(ctx, func(ctx context.Context) {
			p.working <- true
			<-ctx.Done()
			p.working <- false
		})
	}()
	t.Cleanup(func() { kill(); <-p.ended })
	return p
}

// pass lets the process go on after its pause, to the next one.
func (p *process) pass() {
	p.pauses <- time.Time{}
}

func (p *process) wantWorking(want bool) {
	p.t.Helper()
	if got := <-p.working; got != want {
		p.t.Errorf("the process works: %v, want %v", got, want)
	}
}

func (p *process) wantIdle() {
	p.t.Helper()
	select {
	case <-p.working:
		p.t.Error("a second process works under the lease of the first")
	default:
	}
}

// One process works at a time; another takes over when the first is stopped, or
// when the lease of one that was killed has run out.
func TestJobIsTakenOver(t *testing.T) {
	t.Parallel()
	l := &leaseStub{now: time.Unix(100, 0)}
	first := startProcess(t, l, "first")
	first.wantWorking(true)
	second := startProcess(t, l, "second")
	for range 5 { // longer than a lease lasts without renewal
		l.set(func() { l.now = l.now.Add(leaseRenew) })
		first.pass()
		second.pass()
	}
	first.pass()
	second.pass()
	second.wantIdle()

	first.kill()
	first.wantWorking(false)
	<-first.ended
	second.pass()
	second.wantWorking(true)

	var killed string // it says nothing any more
	l.set(func() { killed = l.holder })
	third := startProcess(t, l, "third")
	l.set(func() { l.now = l.now.Add(leaseLasts - time.Millisecond) })
	third.pass()
	third.pass()
	third.wantIdle()
	l.set(func() { l.now = l.now.Add(time.Millisecond) })
	third.pass()
	third.wantWorking(true)
	if l.set(func() { killed = l.holder }); killed != "third" {
		t.Errorf("%s holds the lease, want third", killed)
	}
	second.pass() // it wakes up, and learns that it has lost the job
	second.wantWorking(false)
}

// A process that cannot renew its lease stops before another may begin.
func TestJobStopsBeforeItsLeaseRunsOut(t *testing.T) {
	t.Parallel()
	l := &leaseStub{now: time.Unix(100, 0)}
	p := startProcess(t, l, "first")
	p.wantWorking(true)
	l.set(func() { l.fails, l.now = true, l.now.Add(leaseRenew) })
	p.pass()
	l.set(func() { l.now = l.now.Add(leaseRenew) })
	p.pass()
	l.set(func() { l.now = l.now.Add(leaseLasts - 3*leaseRenew) })
	p.pass()
	p.wantWorking(false)
	l.set(func() {
		if !l.now.Before(l.until) {
			t.Errorf("it stops at %v, and its lease ran out at %v", l.now, l.until)
		}
		l.fails = false
	})
	p.pass()
	p.wantWorking(true)
}
