package club

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tableronde/db"
	"tableronde/db/storetest"
	"tableronde/handlers/club/clubtest"
)

// bench is a worker with its own clock. The test sets its items and their errors.
type bench struct {
	*runner
	t     *testing.T
	clock *clubtest.Clock
	log   *clubtest.Log
	mu    sync.Mutex
	items []string         // that are due
	fails map[string]error // the errors of items: with nil an item stays due, without an entry it is done
	did   []string
}

func newBench(t *testing.T, size int) *bench {
	t.Helper()
	b := &bench{t: t, clock: clubtest.NewClock(), log: new(clubtest.Log), fails: make(map[string]error)}
	store := storetest.Open(t, b.clock.Now)
	list := func(_ context.Context, most int) ([]string, error) {
		b.mu.Lock()
		defer b.mu.Unlock()
		if err, wrong := b.fails["list"]; wrong {
			if err == nil {
				panic("the list panics")
			}
			return nil, err
		}
		return slices.Clone(b.items[:min(most, len(b.items))]), nil
	}
	do := func(_ context.Context, id string) error {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.did = append(b.did, id)
		err, stays := b.fails[id]
		if err != nil && err.Error() == "panic" {
			panic(id)
		}
		if !stays {
			b.items = slices.DeleteFunc(b.items, func(item string) bool { return item == id })
		}
		return err
	}
	b.runner = Workers{Store: store, Log: slog.New(slog.NewTextHandler(b.log, nil)), Now: b.clock.Now, After: b.clock.After}.
		runner(Worker{Name: "bench", Size: size, List: ItemsOf(list, do)})
	return b
}

// expect advances the clock, has the worker do the due items, and compares them with want.
func (b *bench) expect(after time.Duration, want ...string) {
	b.t.Helper()
	b.clock.Advance(after)
	b.did = nil
	if err := b.pass(b.t.Context()); err != nil {
		b.t.Error(err)
	}
	if !slices.Equal(b.did, want) {
		b.t.Errorf("it does %v, want %v", b.did, want)
	}
}

func (b *bench) parked() (list []string) {
	b.t.Helper()
	parked, err := b.Store.ListParked(b.t.Context(), "")
	if err != nil {
		b.t.Fatal(err)
	}
	for _, p := range parked {
		list = append(list, p.Name())
	}
	return list
}

// An item that fails or panics holds up no other, is tried again ever more rarely, and waits for
// an operator after five failures. Failures of a worker of another process count, too.
func TestWorkerParksWhatFails(t *testing.T) {
	t.Parallel()
	b := newBench(t, 1)
	b.items = []string{"bad", "worse", "good"}
	b.fails["bad"], b.fails["worse"] = errors.New("no way"), errors.New("panic")
	b.expect(0, "bad", "worse", "good")
	for _, pause := range []time.Duration{5, 10, 20} {
		b.items = append(b.items, "more")
		b.expect(pause*time.Second-1, "more")
		b.expect(1, "bad", "worse")
	}
	if got := b.parked(); len(got) != 0 {
		t.Errorf("%v wait after four failures", got)
	}
	b.expect(40*time.Second, "bad", "worse")
	if got := b.parked(); !slices.Equal(got, []string{"bench bad", "bench worse"}) {
		t.Errorf("%v wait after five failures", got)
	}
	other := newBench(t, 1)
	other.Store, other.items = b.Store, b.items
	other.expect(time.Hour)
	b.expect(time.Hour)
	if text := b.log.String(); strings.Count(text, "background work fails") != 8 || strings.Count(text, "waits for an operator") != 2 || !strings.Contains(text, "item=worse") || !strings.Contains(text, "stack=") {
		t.Errorf("log:\n%s", text)
	}
}

// Operators release or drop parked work. The worker forgets parked work that is not due any
// more.
func TestParkedWorkIsReleasedOrDropped(t *testing.T) {
	t.Parallel()
	b := newBench(t, 1)
	ctx, store := t.Context(), b.Store.(db.Store)
	b.items = []string{"dropped", "released", "gone"}
	for _, item := range b.items {
		if err := b.Store.Park(ctx, db.Parked{Worker: "bench", Item: item, Failures: 5}); err != nil {
			t.Fatal(err)
		}
	}
	b.expect(0)
	for kind, item := range map[db.ActKind]string{db.ActDrop: "dropped", db.ActRelease: "released"} {
		if err := store.Act(ctx, db.NewAct{Kind: kind, Detail: "bench " + item}); err != nil {
			t.Error(err)
		}
	}
	b.items = slices.DeleteFunc(b.items, func(item string) bool { return item == "gone" })
	b.expect(0, "released")
	if got := b.parked(); len(got) != 0 {
		t.Errorf("%v wait", got)
	}
	b.items = nil
	b.expect(0)
	b.items = []string{"dropped"} // something new of the same name
	b.expect(0, "dropped")
}

// An item is tried at once if its pause ends between the list of due items and the wait. The pause
// of the worker does not delay it.
func TestFailedItemIsTriedOnceItsPauseIsOver(t *testing.T) {
	t.Parallel()
	b := newBench(t, 1)
	b.Pause, b.items = LongPause, []string{"a"}
	b.failing["a"] = failure{1, b.clock.Now().Add(FailurePause)}
	if err := b.list(t.Context()); err != nil || len(b.queue) > 0 {
		t.Fatalf("listed before its time: %v, %v", b.queue, err)
	}
	b.clock.Advance(FailurePause)
	timer, _ := b.wait()
	select {
	case <-timer:
	default:
		t.Error("the worker waits for its own pause")
	}
	if err := b.list(t.Context()); err != nil || len(b.queue) != 1 {
		t.Errorf("listed after its time: %v, %v", b.queue, err)
	}
}

// Items that fail or wait do not fill the list, however many they are.
func TestStuckItemsStarveNobody(t *testing.T) {
	t.Parallel()
	b := newBench(t, 1)
	for i := range 200 {
		id := fmt.Sprint("stuck ", i)
		b.items = append(b.items, id)
		b.fails[id] = nil // done, and due as before
		if i%2 == 0 {
			b.fails[id] = errors.New("no way")
		}
	}
	b.items = append(b.items, "good")
	b.did = nil
	if err := b.pass(t.Context()); err != nil || !slices.Contains(b.did, "good") || len(b.did) != 201 {
		t.Errorf("%d items are done, %v", len(b.did), err)
	}
}

// A store that cannot be reached, and a panic in a round, have the worker rest, ever longer, and
// count for no item.
func TestWorkerRests(t *testing.T) {
	t.Parallel()
	b := newBench(t, 1)
	b.items, b.fails["one"] = []string{"one", "two"}, &db.Unavailable{Reason: "away", Err: errors.New("away")}
	if err := b.start(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.finish(t.Context(), <-b.done)
	if !b.resting || len(b.failing) != 0 {
		t.Errorf("resting %v, failing %v", b.resting, b.failing)
	}
	b.fails = map[string]error{"list": nil}
	for range 3 {
		b.resting, b.queue = false, nil
		err := b.start(t.Context())
		if p := (*db.Panic)(nil); !errors.As(err, &p) {
			t.Fatalf("a panic: %v", err)
		}
		b.rests(t.Context(), err)
	}
	timer, woken := b.wait()
	b.clock.Advance(8*time.Second - 1)
	select {
	case <-timer:
		t.Error("it rests for less than 8 s after 4 failures")
	default:
	}
	if b.clock.Advance(1); woken != nil {
		t.Error("it is woken from its rest")
	}
	<-timer
	b.fails = make(map[string]error)
	b.expect(0, "one", "two")
}

// Several items are under way at a time, and one that takes long keeps nobody else waiting.
func TestWorkerDoesSeveralItems(t *testing.T) {
	t.Parallel()
	clock := clubtest.NewClock()
	workers := Workers{Store: storetest.Open(t, nil), Log: slog.New(slog.DiscardHandler), Now: time.Now, After: clock.After}
	release, began := make(chan struct{}), make(chan string, 9)
	var mu sync.Mutex
	due := []string{"slow", "a", "b"}
	w := Worker{Name: "bench", Size: 2, List: ItemsOf(func(context.Context, int) ([]string, error) {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(due), nil
	}, func(_ context.Context, id string) error {
		if began <- id; id == "slow" {
			<-release
		}
		mu.Lock()
		defer mu.Unlock()
		due = slices.DeleteFunc(due, func(other string) bool { return other == id })
		return nil
	})}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); workers.Run(ctx, w) }()
	got := []string{<-began, <-began, <-began}
	slices.Sort(got)
	if !slices.Equal(got, []string{"a", "b", "slow"}) {
		t.Errorf("begun are %v", got)
	}
	stop()
	close(release)
	<-ended
}

// A reason for a check that comes while an item is under way counts for that item as well.
func TestWorkerIsWokenWhileItWorks(t *testing.T) {
	t.Parallel()
	b := newBench(t, 2)
	woken, began, done := make(chan struct{}), make(chan struct{}), make(chan struct{})
	b.Woken = woken
	b.List = ItemsOf(func(context.Context, int) ([]string, error) { return []string{"again"}, nil }, func(context.Context, string) error {
		began <- struct{}{}
		<-done
		return nil
	})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); b.run(ctx) }()
	<-began
	woken <- struct{}{}
	done <- struct{}{}
	<-began
	stop()
	done <- struct{}{}
	<-ended
}
