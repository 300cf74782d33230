// Package live sends events to open pages. It has the hub with its subscriptions, and finds the
// changes that a page has missed or that another process has made. It may import match and the root
// of the club.
package live

import (
	"context"
	"slices"
	"sync"
	"time"

	"tableronde/db"
	"tableronde/handlers/club"
)

// Limits holds the most event streams that may be open at the same time.
type Limits struct {
	All     int
	Player  int // of one player; all tabs of a browser share one
	Address int // of one network address, which may belong to a school
}

var errTooManyStreams = &club.Error{
	Kind:  club.Unavailable,
	Code:  "too_many_streams",
	Text:  "too many event streams are open at once: close one first",
	Retry: 30,
}

// Topic is the subject of a subscription: a match, a player, or the list of open tables.
type Topic string

// MatchTopic returns the topic of a match. For "" it is the topic of the list of open tables.
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
	done  chan struct{}                        // closed to end all subscriptions made with it
	subs  map[Topic]map[*Subscription]struct{} // nil after Close
	all   int                                  // number of subscriptions
	most  Limits
	owned map[string]int // number of subscriptions by player and by address
	here  map[string]int // number of subscriptions that show their player, by player
}

// NewHub returns a hub with the given limits on subscribers.
func NewHub(most Limits) *Hub {
	return &Hub{
		most:  most,
		done:  make(chan struct{}),
		subs:  make(map[Topic]map[*Subscription]struct{}),
		owned: make(map[string]int),
		here:  make(map[string]int),
	}
}

// Publish passes a change to the streams of the match and of the players. It never waits for a
// subscriber. If a greater ply of the match was published before, that ply is sent.
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

// PublishTo passes a change to the streams of a player, unless it was published before. Then the
// streams have it already, or began after it.
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

// PublishTalk announces a new message in a match to the streams of its audience.
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

// maxRecent is the most matches whose published plies a hub remembers.
const maxRecent = 10_000

// recentPlies holds, for recently published matches, the greatest ply published.
type recentPlies struct {
	mu    sync.Mutex
	plies map[string]int
}

// note records a change and returns the greatest ply recorded for its match.
func (r *recentPlies) note(c club.Change) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.plies == nil || len(r.plies) >= maxRecent {
		r.plies = make(map[string]int) // a forgotten change is sent twice at worst
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

// Subscribe listens to topics until the subscription is closed. It misses nothing that is published
// after Subscribe returns, so a stream subscribes first and then reads the present state. The error
// is errTooManyStreams if the player, "" for none, the address or the hub has too many
// subscriptions.
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

// Open returns the numbers of open subscriptions, of topics listened to, and of players and
// addresses with a subscription.
func (h *Hub) Open() (subscriptions, topics, owners int) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	return h.all, len(h.subs), len(h.owned)
}

// EndStreams ends all open streams. Their clients reconnect and get the changes they missed.
func (h *Hub) EndStreams() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.subs != nil {
		h.end()
		h.done = make(chan struct{})
	}
}

// ended is the closed channel of subscriptions that were ended one by one.
var ended = func() chan struct{} { c := make(chan struct{}); close(c); return c }()

// EndPlayer ends the streams of a player in this process after the player's rights were reduced.
// Clients that may still listen reconnect.
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

// EndWatching ends the streams of the spectators of a match. Clients that may still listen
// reconnect.
func (h *Hub) EndWatching(match string, players []string) {
	h.mu.RLock()
	defer h.mu.RUnlock()
	for sub := range h.subs[MatchTopic(match)] {
		if !slices.Contains(players, sub.player) {
			sub.end()
		}
	}
}

// Watchers counts the spectators connected to this process: each player once, and each stream of a
// visitor without a name. It counts neither the players of the match nor ended streams.
func (h *Hub) Watchers(match string, players []string) int {
	h.mu.RLock()
	defer h.mu.RUnlock()
	seen := make(map[string]bool)
	nameless := 0
	for sub := range h.subs[MatchTopic(match)] {
		select {
		case <-sub.Done(): // ended but not yet closed
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

// ownerPlayer returns the key under which the streams of a player are counted.
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

// end ends all present subscriptions. The caller holds mu.
func (h *Hub) end() {
	close(h.done)
	for _, subs := range h.subs {
		for sub := range subs {
			sub.notify()
		}
	}
}

// Subscription collects the changes of its topics until they are taken. It holds only the newest
// change of each match.
type Subscription struct {
	hub    *Hub
	player string   // "" for none
	owners []string // keys under which it is counted
	topics []Topic
	ready  chan struct{}
	shown  bool // in Hub.Here

	mu      sync.Mutex
	done    <-chan struct{}
	pending []club.Change // in the order of their first change; short, because streams take changes at once
	heard   func()        // called after changes arrive, and after done is closed
}

// Ready yields once after changes have arrived.
func (s *Subscription) Ready() <-chan struct{} { return s.ready }

// Done returns a channel that is closed when the hub ends the stream.
func (s *Subscription) Done() <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.done
}

// end ends this subscription.
func (s *Subscription) end() {
	s.mu.Lock()
	s.done = ended
	heard := s.heard
	s.mu.Unlock()
	heard()
}

// Notify calls f each time changes arrive, and when the hub ends the stream. If either has happened
// already, it calls f at once. Ready yields nothing from then on. f must not wait, and must be safe
// for concurrent calls.
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

// Take returns the changes that arrived since the last call, at most one per match.
func (s *Subscription) Take() []club.Change {
	s.mu.Lock()
	defer s.mu.Unlock()
	changes := s.pending
	s.pending = nil
	return changes
}

// Close ends the subscription. It must be called once.
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
	s.hide()
	for _, t := range s.topics {
		delete(s.hub.subs[t], s)
		if len(s.hub.subs[t]) == 0 {
			delete(s.hub.subs, t)
		}
	}
}

// add stores a change for Take. Two writers may publish in a different order than they stored, so
// the change with the greater ply wins.
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

// Changes finds the changes that returning pages have missed, and publishes the changes of other
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

// tablesPause is the least time between two announcements of the list of open tables. Pages that
// show the list thus fetch it at most once in that time.
const tablesPause = time.Second

// TablesTopic is the topic of the list of open tables. Its changes name no match.
const TablesTopic Topic = "tables"

// tablesNews announces changes of the list of open tables.
type tablesNews struct {
	mu      sync.Mutex
	told    time.Time // time of the last announcement, by the machine's clock
	changed time.Time // time of the list's last change, by the publisher's clock
	timer   *time.Timer
}

// PublishTables announces a change of the list of open tables. It waits until tablesPause has
// passed since the last announcement.
func (h *Hub) PublishTables(at time.Time) {
	n := &h.tables
	n.mu.Lock()
	defer n.mu.Unlock()
	if at.After(n.changed) {
		n.changed = at
	}
	switch wait := tablesPause - time.Since(n.told); {
	case n.timer != nil: // the pending timer will announce it
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
