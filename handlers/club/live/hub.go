// Package live is events to open pages: the hub with its subscriptions, and the changes that
// a page has missed or that another process has made. It may import match and the root of
// the club.
package live

import (
	"context"
	"slices"
	"sync"
	"time"

	"tableronde/db"
	"tableronde/handlers/club"
)

// Limits is how many event streams may be open at a time.
type Limits struct {
	All     int
	Player  int // of one player, whose tabs share one in a browser
	Address int // of one address, which may be a school's
}

var errTooManyStreams = &club.Error{
	Kind:  club.Unavailable,
	Code:  "too_many_streams",
	Text:  "too many event streams are open at once: close one first",
	Retry: 30,
}

// Topic is the subject of a subscription: a match, a player, or the list of open tables.
type Topic string

// MatchTopic returns the topic of a match; for "" it is the topic of the list of open tables.
func MatchTopic(id string) Topic {
	if id == "" {
		return TablesTopic
	}
	return Topic("match/" + id)
}

func PlayerTopic(id string) Topic { return Topic("player/" + id) }

// Hub passes changes from the code that stores them to the open event streams of this process. It
// is safe for concurrent use.
type Hub struct {
	tables tablesNews
	recent recentPlies

	mu    sync.RWMutex
	done  chan struct{}                        // closed to end the subscriptions that have it
	subs  map[Topic]map[*Subscription]struct{} // nil once closed
	all   int                                  // subscriptions
	most  Limits
	owned map[string]int // subscriptions by player and by address
}

// NewHub returns a hub with the given limits on subscribers.
func NewHub(most Limits) *Hub {
	return &Hub{
		most:  most,
		done:  make(chan struct{}),
		subs:  make(map[Topic]map[*Subscription]struct{}),
		owned: make(map[string]int),
	}
}

// Publish passes a change to the streams of the match and of the players. It never waits for a
// subscriber. A change that comes after one of a greater ply is sent with the greater ply.
func (h *Hub) Publish(c club.Change, players []string) {
	c.Ply = h.recent.note(c)
	h.mu.RLock()
	defer h.mu.RUnlock()
	for sub := range h.subs[MatchTopic(c.Match)] {
		sub.add(c)
	}
	for _, id := range players {
		for sub := range h.subs[PlayerTopic(id)] {
			sub.add(c)
		}
	}
}

// PublishTo passes a change to the streams of a player, unless it was published before: then they
// have it, or have begun after it.
func (h *Hub) PublishTo(player string, c club.Change) {
	if h.recent.has(c) {
		return
	}
	h.mu.RLock()
	defer h.mu.RUnlock()
	for sub := range h.subs[PlayerTopic(player)] {
		sub.add(c)
	}
}

// PublishTalk passes the news of a message in a match to the streams of its audience.
func (h *Hub) PublishTalk(match string, to db.Audience, at time.Time) {
	c := club.Change{Match: match, At: at, Talk: true}
	h.mu.RLock()
	defer h.mu.RUnlock()
	for sub := range h.subs[MatchTopic(match)] {
		if slices.Contains(to.Players, sub.player) != to.Others {
			sub.add(c)
		}
	}
	if to.Others {
		return
	}
	for _, id := range to.Players {
		for sub := range h.subs[PlayerTopic(id)] {
			sub.add(c)
		}
	}
}

// maxRecent is how many matches a hub remembers to have published.
const maxRecent = 10_000

// recentPlies remembers the matches that were published last, and up to which ply.
type recentPlies struct {
	mu    sync.Mutex
	plies map[string]int
}

// note returns the greatest ply of the match that is remembered now.
func (r *recentPlies) note(c club.Change) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.plies == nil || len(r.plies) >= maxRecent {
		r.plies = make(map[string]int) // a forgotten change is sent twice, which does no harm
	}
	ply := max(r.plies[c.Match], c.Ply)
	r.plies[c.Match] = ply
	return ply
}

func (r *recentPlies) has(c club.Change) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	ply, ok := r.plies[c.Match]
	return ok && ply >= c.Ply
}

// Subscribe listens to topics until the subscription is closed. It misses nothing
// that is published after it returns, so a stream subscribes first and reads the
// present state then. The number of subscriptions of a player, "" for none, of an
// address and of the hub is limited; beyond that the error is errTooManyStreams.
func (h *Hub) Subscribe(player, address string, topics ...Topic) (*Subscription, error) {
	sub := &Subscription{hub: h, player: player, topics: topics, ready: make(chan struct{}, 1)}
	sub.heard = sub.signal
	owners := map[string]int{"address " + address: h.most.Address}
	if player != "" {
		owners[ownerPlayer(player)] = h.most.Player
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	sub.done = h.done
	if h.subs == nil {
		return sub, nil
	}
	if h.all >= h.most.All {
		return nil, errTooManyStreams
	}
	for owner, most := range owners {
		if h.owned[owner] >= most {
			return nil, errTooManyStreams
		}
	}
	h.all++
	for owner := range owners {
		h.owned[owner]++
		sub.owners = append(sub.owners, owner)
	}
	for _, t := range topics {
		if h.subs[t] == nil {
			h.subs[t] = make(map[*Subscription]struct{})
		}
		h.subs[t][sub] = struct{}{}
	}
	return sub, nil
}

// Open counts the open subscriptions, the topics that they listen to, and the
// players and addresses that they count for.
func (h *Hub) Open() (subscriptions, topics, owners int) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return h.all, len(h.subs), len(h.owned)
}

// EndStreams ends the streams that are open now: their clients reconnect and get the changes they
// have missed.
func (h *Hub) EndStreams() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.subs != nil {
		h.end()
		h.done = make(chan struct{})
	}
}

// ended is the channel of subscriptions that were ended one by one.
var ended = func() chan struct{} { c := make(chan struct{}); close(c); return c }()

// EndPlayer ends the streams of a player in this process, who has fewer rights now. Clients that
// still may listen reconnect.
func (h *Hub) EndPlayer(player string) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	for _, subs := range h.subs {
		for sub := range subs {
			if slices.Contains(sub.owners, ownerPlayer(player)) {
				sub.end()
			}
		}
	}
}

// EndWatching ends the streams of the spectators of a match. Their clients reconnect, and get the
// streams they may still have.
func (h *Hub) EndWatching(match string, players []string) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	for sub := range h.subs[MatchTopic(match)] {
		if !slices.Contains(players, sub.player) {
			sub.end()
		}
	}
}

// Watchers counts the spectators of a match who are connected to this process: each player once,
// and each stream of a visitor without a name. Streams that were ended do not count.
func (h *Hub) Watchers(match string, players []string) int {
	h.mu.RLock()
	defer h.mu.RUnlock()
	seen := make(map[string]bool)
	nameless := 0
	for sub := range h.subs[MatchTopic(match)] {
		select {
		case <-sub.Done(): // ended, and not yet closed
			continue
		default:
		}
		switch {
		case sub.player == "":
			nameless++
		case !slices.Contains(players, sub.player):
			seen[sub.player] = true
		}
	}
	return nameless + len(seen)
}

// ownerPlayer returns the key by which the streams of a player are counted.
func ownerPlayer(id string) string { return "player " + id }

// Close ends all streams. Further calls do nothing.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.subs != nil {
		h.end()
		h.subs = nil
	}
}

// end ends the subscriptions there are. The caller holds mu.
func (h *Hub) end() {
	close(h.done)
	for _, subs := range h.subs {
		for sub := range subs {
			sub.notify()
		}
	}
}

// Subscription collects the changes of its topics, of each match only the
// newest, until they are taken.
type Subscription struct {
	hub    *Hub
	player string   // "" for none
	owners []string // that it counts for
	topics []Topic
	ready  chan struct{}

	mu      sync.Mutex
	done    <-chan struct{}
	pending []club.Change // the match that changed first leading; few, since streams take them at once
	heard   func()        // called after changes have come in, and after done was closed
}

// Ready yields once after changes have come in.
func (s *Subscription) Ready() <-chan struct{} { return s.ready }

// Done returns a channel that is closed when the hub ends the stream.
func (s *Subscription) Done() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.done
}

// end ends one stream.
func (s *Subscription) end() {
	s.mu.Lock()
	s.done = ended
	heard := s.heard
	s.mu.Unlock()
	heard()
}

// Notify has f called each time changes have come in, or the hub has ended the stream,
// and at once if that has happened; Ready yields nothing from then on. f may be called
// more than once at a time and must not wait.
func (s *Subscription) Notify(f func()) {
	s.mu.Lock()
	s.heard = f
	late, done := len(s.pending) > 0, s.done
	s.mu.Unlock()
	select {
	case <-done:
		late = true
	default:
	}
	if late {
		f()
	}
}

// Take returns the changes that have come in since the last call, at most one per match.
func (s *Subscription) Take() []club.Change {
	s.mu.Lock()
	defer s.mu.Unlock()
	changes := s.pending
	s.pending = nil
	return changes
}

// Close stops listening. It is called once.
func (s *Subscription) Close() {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	if len(s.owners) > 0 {
		s.hub.all--
	}
	for _, owner := range s.owners {
		if s.hub.owned[owner]--; s.hub.owned[owner] <= 0 {
			delete(s.hub.owned, owner)
		}
	}
	s.owners = nil
	for _, t := range s.topics {
		delete(s.hub.subs[t], s)
		if len(s.hub.subs[t]) == 0 {
			delete(s.hub.subs, t)
		}
	}
}

// add notes a change. Two writers may publish in another order than they
// stored, so the greater ply counts.
func (s *Subscription) add(c club.Change) {
	s.mu.Lock()
	i := slices.IndexFunc(s.pending, func(p club.Change) bool { return p.Match == c.Match && p.Talk == c.Talk })
	switch {
	case i < 0:
		s.pending = append(s.pending, c)
	case c.Ply >= s.pending[i].Ply:
		s.pending[i] = c
	}
	heard := s.heard
	s.mu.Unlock()
	heard()
}

func (s *Subscription) notify() {
	s.mu.Lock()
	heard := s.heard
	s.mu.Unlock()
	heard()
}

// signal makes Ready yield.
func (s *Subscription) signal() {
	select {
	case s.ready <- struct{}{}:
	default:
	}
}

// Changes finds changes for pages that come back, and publishes the changes of other
// processes.
type Changes struct {
	store Store
	hub   club.Publisher
	now   func() time.Time
	wakes *club.Wakes
}

// Store is the part of the store that live events need.
type Store interface {
	ChangedSince(ctx context.Context, player string, since time.Time, most int) ([]db.Changed, error)
	Match(ctx context.Context, id string) (db.Match, error)
}

// New returns Changes.
func New(store Store, hub club.Publisher, now func() time.Time, wakes *club.Wakes) *Changes {
	return &Changes{store: store, hub: hub, now: now, wakes: wakes}
}

// tablesPause is the least time between two announcements that the list of open
// tables has changed. However many tables come and go, a page that shows the
// list asks for it once in that time.
const tablesPause = time.Second

// TablesTopic is the topic of the list of open tables. Its changes name no match.
const TablesTopic Topic = "tables"

// tablesNews announces changes of the list of open tables.
type tablesNews struct {
	mu      sync.Mutex
	told    time.Time // when the last change was announced, by the clock of the machine
	changed time.Time // when the list last changed, by the clock of the publisher
	timer   *time.Timer
}

// PublishTables announces that the list of open tables changed at a time: at once,
// or when tablesPause has passed since it was last announced.
func (h *Hub) PublishTables(at time.Time) {
	n := &h.tables
	n.mu.Lock()
	defer n.mu.Unlock()
	if at.After(n.changed) {
		n.changed = at
	}
	switch wait := tablesPause - time.Since(n.told); {
	case n.timer != nil: // the timer will announce it
	case wait > 0:
		n.timer = time.AfterFunc(wait, h.tellTables)
	default:
		n.told = time.Now()
		h.Publish(club.Change{At: n.changed}, nil)
	}
}

func (h *Hub) tellTables() {
	n := &h.tables
	n.mu.Lock()
	defer n.mu.Unlock()
	n.timer, n.told = nil, time.Now()
	h.Publish(club.Change{At: n.changed}, nil)
}

// TablesChanged returns when the list of open tables last changed.
func (h *Hub) TablesChanged() time.Time {
	h.tables.mu.Lock()
	defer h.tables.mu.Unlock()
	return h.tables.changed
}
