package handlers

import (
	"net/http"
	"strings"
	"sync"
	"time"
)

// How many event streams may be open at a time.
const (
	maxStreams        = 20  // of one player
	maxAddressStreams = 200 // of visitors without a player at one address, who may be a school
)

// addressOwner begins the name of an owner of streams that is an address.
const addressOwner = "address "

var errTooManyStreams = &refusal{
	status: http.StatusTooManyRequests,
	code:   "too_many_streams",
	text:   "too many event streams are open at once: close one first",
	retry:  5,
}

// Change says that a match has changed, or the list of open tables, and nothing
// of what changed: each viewer fetches that for himself, as he may see it.
type Change struct {
	Match string    // "" for the list of open tables
	Ply   int       // number of events stored by then
	At    time.Time // when it was published
}

// topic is what a subscription listens to.
type topic string

// matchTopic is a match; "" stands for the list of open tables.
func matchTopic(id string) topic {
	if id == "" {
		return tablesTopic
	}
	return topic("match/" + id)
}

func playerTopic(id string) topic { return topic("player/" + id) }

// Hub passes changes from those who store them to the open event streams of
// this process. It is safe for concurrent use.
type Hub struct {
	done   chan struct{}
	tables tablesNews

	mu   sync.RWMutex
	subs map[topic]map[*Subscription]struct{} // nil once closed
	open map[string]int                       // subscriptions by owner
}

// NewHub returns a hub without subscribers.
func NewHub() *Hub {
	return &Hub{
		done: make(chan struct{}),
		subs: make(map[topic]map[*Subscription]struct{}),
		open: make(map[string]int),

		tables: tablesNews{pause: tablesPause},
	}
}

// Publish tells a change to the streams of the match and of the players. It
// never waits for a subscriber.
func (h *Hub) Publish(c Change, players []string) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	for sub := range h.subs[matchTopic(c.Match)] {
		sub.offer(c)
	}
	for _, id := range players {
		for sub := range h.subs[playerTopic(id)] {
			sub.offer(c)
		}
	}
}

// Subscribe listens to topics until the subscription is closed. What is
// published from now on is not missed, so a stream subscribes first and reads
// the present state after. The owner, a player or an address, may have
// so many subscriptions at a time; one more is errTooManyStreams.
func (h *Hub) Subscribe(owner string, topics ...topic) (*Subscription, error) {
	sub := &Subscription{hub: h, owner: owner, topics: topics, ready: make(chan struct{}, 1), pending: make(map[string]Change)}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.subs == nil {
		return sub, nil
	}
	limit := maxStreams
	if strings.HasPrefix(owner, addressOwner) {
		limit = maxAddressStreams
	}
	if h.open[owner] >= limit {
		return nil, errTooManyStreams
	}
	h.open[owner]++
	for _, t := range topics {
		if h.subs[t] == nil {
			h.subs[t] = make(map[*Subscription]struct{})
		}
		h.subs[t][sub] = struct{}{}
	}
	return sub, nil
}

// Done is closed when the hub is.
func (h *Hub) Done() <-chan struct{} { return h.done }

// Close ends all streams. Further calls do nothing.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.subs != nil {
		h.subs = nil
		close(h.done)
	}
}

// Subscription collects the changes of its topics, of each match only the
// newest, until they are taken.
type Subscription struct {
	hub    *Hub
	owner  string
	topics []topic
	ready  chan struct{}

	mu      sync.Mutex
	pending map[string]Change // by match
	order   []string          // matches in pending, the one that changed first leading
}

// Ready yields once after changes have come in.
func (s *Subscription) Ready() <-chan struct{} { return s.ready }

// Take hands over what has come in since it was last called, at most one change
// per match.
func (s *Subscription) Take() []Change {
	s.mu.Lock()
	defer s.mu.Unlock()
	changes := make([]Change, 0, len(s.order))
	for _, id := range s.order {
		changes = append(changes, s.pending[id])
	}
	clear(s.pending)
	s.order = s.order[:0]
	return changes
}

// Close stops listening. It is called once.
func (s *Subscription) Close() {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	if s.hub.open[s.owner]--; s.hub.open[s.owner] <= 0 {
		delete(s.hub.open, s.owner)
	}
	for _, t := range s.topics {
		delete(s.hub.subs[t], s)
		if len(s.hub.subs[t]) == 0 {
			delete(s.hub.subs, t)
		}
	}
}

// offer notes a change. Two writers may publish in another order than they
// stored, so the greater ply counts.
func (s *Subscription) offer(c Change) {
	s.mu.Lock()
	old, waiting := s.pending[c.Match]
	if !waiting {
		s.order = append(s.order, c.Match)
	}
	if !waiting || c.Ply >= old.Ply {
		s.pending[c.Match] = c
	}
	s.mu.Unlock()
	select {
	case s.ready <- struct{}{}:
	default:
	}
}
