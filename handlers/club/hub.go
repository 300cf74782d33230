package club

import (
	"sync"
	"time"
)

// How many event streams may be open at a time.
const (
	MaxPlayerStreams  = 20   // of one player, whose tabs share one in a browser
	maxAddressStreams = 200  // of one address, which may be a school's
	MaxStreams        = 4000 // of all, where the process may have descriptors for more
)

var errTooManyStreams = &Error{
	Kind:  Unavailable,
	Code:  "too_many_streams",
	Text:  "too many event streams are open at once: close one first",
	Retry: 30,
}

// Change says that a match has changed, or the list of open tables, and nothing
// of what changed: each viewer fetches that for himself, as he may see it.
type Change struct {
	Match string    // "" for the list of open tables
	Ply   int       // number of events stored by then
	At    time.Time // when it was published
}

// Topic is what a subscription listens to.
type Topic string

// MatchTopic is a match; "" stands for the list of open tables.
func MatchTopic(id string) Topic {
	if id == "" {
		return TablesTopic
	}
	return Topic("match/" + id)
}

func PlayerTopic(id string) Topic { return Topic("player/" + id) }

// Hub passes changes from those who store them to the open event streams of
// this process. It is safe for concurrent use.
type Hub struct {
	done   chan struct{}
	tables tablesNews

	mu    sync.RWMutex
	Subs  map[Topic]map[*Subscription]struct{} // nil once closed
	All   int                                  // subscriptions
	most  int                                  // of them
	Owned map[string]int                       // subscriptions by player and by address
}

// NewHub returns a hub that takes at most so many subscribers.
func NewHub(most int) *Hub {
	return &Hub{
		most:   most,
		done:   make(chan struct{}),
		Subs:   make(map[Topic]map[*Subscription]struct{}),
		Owned:  make(map[string]int),
		tables: tablesNews{pause: tablesPause},
	}
}

// Publish tells a change to the streams of the match and of the players. It
// never waits for a subscriber.
func (h *Hub) Publish(c Change, players []string) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	for sub := range h.Subs[MatchTopic(c.Match)] {
		sub.offer(c)
	}
	for _, id := range players {
		for sub := range h.Subs[PlayerTopic(id)] {
			sub.offer(c)
		}
	}
}

// Subscribe listens to topics until the subscription is closed. What is
// published from now on is not missed, so a stream subscribes first and reads
// the present state after. A player, "" for none, an address and the hub may have
// so many subscriptions at a time; one more is errTooManyStreams.
func (h *Hub) Subscribe(player, address string, topics ...Topic) (*Subscription, error) {
	sub := &Subscription{hub: h, topics: topics, ready: make(chan struct{}, 1), pending: make(map[string]Change)}
	owners := map[string]int{"address " + address: maxAddressStreams}
	if player != "" {
		owners["player "+player] = MaxPlayerStreams
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.Subs == nil {
		return sub, nil
	}
	if h.All >= h.most {
		return nil, errTooManyStreams
	}
	for owner, most := range owners {
		if h.Owned[owner] >= most {
			return nil, errTooManyStreams
		}
	}
	h.All++
	for owner := range owners {
		h.Owned[owner]++
		sub.owners = append(sub.owners, owner)
	}
	for _, t := range topics {
		if h.Subs[t] == nil {
			h.Subs[t] = make(map[*Subscription]struct{})
		}
		h.Subs[t][sub] = struct{}{}
	}
	return sub, nil
}

// Done is closed when the hub is.
func (h *Hub) Done() <-chan struct{} { return h.done }

// Close ends all streams. Further calls do nothing.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.Subs != nil {
		h.Subs = nil
		close(h.done)
	}
}

// Subscription collects the changes of its topics, of each match only the
// newest, until they are taken.
type Subscription struct {
	hub    *Hub
	owners []string // that it counts for
	topics []Topic
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
	if len(s.owners) > 0 {
		s.hub.All--
	}
	for _, owner := range s.owners {
		if s.hub.Owned[owner]--; s.hub.Owned[owner] <= 0 {
			delete(s.hub.Owned, owner)
		}
	}
	s.owners = nil
	for _, t := range s.topics {
		delete(s.hub.Subs[t], s)
		if len(s.hub.Subs[t]) == 0 {
			delete(s.hub.Subs, t)
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
