package bots

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
)

// Occupy runs one search in each of the places until end is called.
func (p *searches) Occupy(t *testing.T, places int) (end func()) {
	t.Helper()
	var running sync.WaitGroup
	release, begun := make(chan struct{}), make(chan struct{})
	for range places {
		running.Go(func() {
			if err := p.run(context.Background(), "nobody", forBot, func(func() bool) error { begun <- struct{}{}; <-release; return nil }); err != nil {
				t.Error(err)
			}
		})
		<-begun
	}
	return func() { close(release); running.Wait() }
}

// Length returns how many searches wait.
func (p *searches) Length() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.waiting)
}

// Players take turns, with any number of waiting searches each. A search that a player waits
// for comes before the bots of the same player. Reviews come last.
func TestSearchesTakeTurns(t *testing.T) {
	p := newSearches(nil)
	p.size = 1
	end := p.Occupy(t, 1)
	var mu sync.Mutex
	var order []string
	var running sync.WaitGroup
	for i, name := range strings.Fields("review a1 a2 a3 a-hint b1 b2 c1") {
		u := forBot
		if name == "review" {
			u = forReview
		} else if name == "a-hint" {
			u = forPerson
		}
		running.Go(func() {
			_ = p.run(context.Background(), name[:1], u, func(func() bool) error {
				mu.Lock()
				defer mu.Unlock()
				order = append(order, name)
				return nil
			})
		})
		for p.Length() <= i {
			runtime.Gosched()
		}
	}
	end()
	running.Wait()
	if want := strings.Fields("a-hint b1 c1 a1 b2 a2 a3 review"); !slices.Equal(order, want) {
		t.Errorf("the order is %v, want %v", order, want)
	}
	if p.running != 0 || len(p.served) != 0 {
		t.Errorf("%d run afterwards, of %v", p.running, p.served)
	}
}

// A review without an asker begins only if no other search runs, and learns of each that comes
// later.
func TestReviewForNobodyRunsAlone(t *testing.T) {
	p := newSearches(nil)
	p.size = 2
	end := p.Occupy(t, 1)
	never := func(func() bool) error { t.Error("it runs beside another search"); return nil }
	if err := p.run(t.Context(), "", forNobody, never); !errors.Is(err, errNoRoom) {
		t.Errorf("beside another search: %v", err)
	}
	end()
	err := p.run(t.Context(), "", forNobody, func(func() bool) error {
		before := p.isShared()
		end := p.Occupy(t, 1)
		during := p.isShared()
		if end(); before || !during || p.isShared() {
			t.Errorf("shared before %v, during %v, after %v another search", before, during, p.isShared())
		}
		return nil
	})
	if err != nil || p.running != 0 {
		t.Errorf("%v, and %d run afterwards", err, p.running)
	}
}

// A review gives its place to a later search. A review that is stopped during that search
// takes no place after it.
func TestReviewGivesUpItsPlace(t *testing.T) {
	p := newSearches(nil)
	p.size = 1
	ctx, stop := context.WithCancel(t.Context())
	rounds := 0
	err := p.run(ctx, "a", forReview, func(stopped func() bool) error {
		for ; !stopped(); rounds++ {
			began, done := make(chan struct{}), make(chan struct{})
			go func() {
				defer close(done)
				if err := p.run(context.Background(), "b", forPerson, func(func() bool) error { close(began); return nil }); err != nil {
					t.Error(err)
				}
			}()
			for p.Length() == 0 {
				runtime.Gosched()
			}
			if rounds == 3 {
				stop()
			}
			if stopped() != (rounds == 3) {
				t.Errorf("in round %d the review is stopped: %v", rounds, rounds != 3)
			}
			<-began
			<-done
		}
		return errors.New("stopped")
	})
	if err == nil || rounds != 4 || p.running != 0 {
		t.Errorf("after %d rounds: %v, %d run", rounds, err, p.running)
	}
}

// No more players wait for searches than have room.
func TestSearchesRefuseACrowd(t *testing.T) {
	p := newSearches(nil)
	for i := range maxAsks {
		p.waiting = append(p.waiting, &turn{string(rune('A' + i)), forPerson, nil})
	}
	p.running = p.size
	if err := p.run(t.Context(), "one more", forPerson, nil); !errors.Is(err, errNoRoom) {
		t.Errorf("one more gets %v", err)
	}
}
