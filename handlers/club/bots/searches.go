package bots

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"
	"time"
)

// urgency orders the waiting searches. The search with the lowest number begins first.
type urgency int

const (
	forPerson urgency = iota // a player waits for a page
	forBot
	forReview // yields to any other search, even after it has begun
	forNobody // a review without an asker: begins only if no other search runs or waits
)

// Most searches that may wait for pages: of all players together, and of one.
const (
	maxAsks       = 64
	maxPlayerAsks = 3
)

// searches runs all searches of the site, a few at a time with low priority. Each player has a
// queue, and the queues take turns.
type searches struct {
	size int         // searches at a time
	busy func() bool // reports whether a client waits for a response; nil for never

	mu      sync.Mutex
	running int
	waiting []*turn
	begun   int
	served  map[string]int // for each waiting player, the count of searches begun when the player came or was last served
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

// run runs a search for a player when its turn comes. The search calls stop often to learn whether
// to end; stop pauses it while more urgent work waits. The error is errNoRoom if too many searches
// wait already, the error of ctx if it ends before the search begins, or the error of the search. A
// search for nobody has no room beside any other one.
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

// add queues a search, unless too many are waiting.
func (p *searches) add(t *turn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	all, own := map[urgency]int{}, map[urgency]int{}
	for _, other := range p.waiting {
		if all[other.urgency]++; other.player == t.player {
			own[other.urgency]++
		}
	}
	if t.urgency == forNobody && p.running+len(p.waiting) > 0 {
		return false
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

// leave frees the place of a search.
func (p *searches) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.running--
	p.fill()
}

// fill gives free places to waiting searches. Reviews come last. Among the others, the player who
// was served longest ago comes first, with their most urgent search.
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

// hasUrgent reports whether a search other than a review is waiting.
func (p *searches) hasUrgent() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.ContainsFunc(p.waiting, func(t *turn) bool { return t.urgency < forReview })
}

// isShared reports whether several searches run or wait.
func (p *searches) isShared() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.running+len(p.waiting) > 1
}

// rest pauses a search while a client waits for a response, which needs the processor more. It
// pauses for a few milliseconds after at most one millisecond of search. Thus searches end, slowly,
// even on a site that is always busy.
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
