package bots

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"
	"time"
)

// urgency orders the waiting searches. Searches with the least number begin first.
type urgency int

const (
	forPerson urgency = iota // who waits for a page
	forBot
	forReview // gives its place to any other search, also once it has begun
)

// How many searches may wait for pages: of all players, and of one.
const (
	maxAsks       = 64
	maxPlayerAsks = 3
)

// searches makes all searches of the site, a few at a time and with low priority. Each player
// has a queue, and the queues take turns.
type searches struct {
	size int         // searches at a time
	busy func() bool // somebody waits for a response; nil for never

	mu      sync.Mutex
	running int
	waiting []*turn
	begun   int
	served  map[string]int // searches that had begun when a player who waits came, or was served last
}

// turn is the place of a search in the queue of a player.
type turn struct {
	player string
	urgency
	come chan struct{} // closed once the search may begin
}

func newSearches(busy func() bool) *searches {
	return &searches{size: max(2, runtime.GOMAXPROCS(0)/2), busy: busy, served: make(map[string]int)}
}

// run makes a search for a player once it is its turn. The search asks stop often whether to
// end, and rests there while others come first. The error is errNoRoom if many people wait
// already, the one of ctx if it ends before the search begins, else the one of the search.
func (p *searches) run(ctx context.Context, player string, u urgency, search func(stop func() bool) error) error {
	err := p.enter(ctx, player, u)
	if err != nil {
		return err
	}
	defer func() {
		if err == nil {
			p.leave()
		}
	}()
	return search(func() bool {
		p.rest()
		if err == nil && u == forReview && p.hasUrgent() {
			p.leave()
			err = p.enter(ctx, player, u)
		}
		return ctx.Err() != nil
	})
}

// enter waits for the turn of a search.
func (p *searches) enter(ctx context.Context, player string, u urgency) error {
	t := &turn{player, u, make(chan struct{})}
	if !p.add(t) {
		return errNoRoom
	}
	select {
	case <-t.come:
		return nil
	case <-ctx.Done():
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := slices.Index(p.waiting, t); i >= 0 {
		p.waiting = slices.Delete(p.waiting, i, i+1)
	} else {
		p.running--
		p.fill()
	}
	return ctx.Err()
}

// add has a search wait, unless too many people do.
func (p *searches) add(t *turn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	all, own := map[urgency]int{}, map[urgency]int{}
	for _, other := range p.waiting {
		if all[other.urgency]++; other.player == t.player {
			own[other.urgency]++
		}
	}
	if t.urgency == forPerson && (all[forPerson] >= maxAsks || own[forPerson] >= maxPlayerAsks) {
		return false
	}
	if len(own) == 0 {
		p.served[t.player] = p.begun
	}
	p.waiting = append(p.waiting, t)
	p.fill()
	return true
}

// leave gives a place back.
func (p *searches) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.running--
	p.fill()
}

// fill gives free places to the searches that wait: reviews last, then to the player who was
// served longest ago, and there to the most urgent.
func (p *searches) fill() {
	for p.running < p.size && len(p.waiting) > 0 {
		next := slices.MinFunc(p.waiting, func(a, b *turn) int {
			return cmp.Or(cmp.Compare(a.urgency/forReview, b.urgency/forReview), cmp.Compare(p.served[a.player], p.served[b.player]), cmp.Compare(a.urgency, b.urgency))
		})
		p.waiting = slices.DeleteFunc(p.waiting, func(t *turn) bool { return t == next })
		p.running++
		p.begun++
		p.served[next.player] = p.begun
		close(next.come)
	}
	if len(p.waiting) == 0 {
		clear(p.served)
	}
}

// hasUrgent reports whether another search than a review waits.
func (p *searches) hasUrgent() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.ContainsFunc(p.waiting, func(t *turn) bool { return t.urgency < forReview })
}

// rest lets a search rest while somebody waits for a response, which needs the processor
// more: for a few milliseconds after each millisecond of search at most, so that searches
// end, slowly, on a site where somebody always waits.
func (p *searches) rest() {
	const step, steps = 500 * time.Microsecond, 8
	for range steps {
		if p.busy == nil || !p.busy() {
			break
		}
		time.Sleep(step)
	}
	runtime.Gosched()
}
