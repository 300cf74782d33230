package table

import (
	"fmt"
	"slices"
	"sync"

	"tableronde/games"
)

// stateOf returns the state of a position of the match. It folds at most stateInterval
// actions, in a match that was restored once all the actions before, too.
func (m Match) stateOf(p *position) games.State {
	if p == m.now.pos {
		return m.state
	}
	var missing []*position
	state := m.game.recent.stateOf(p)
	for q := p; state == nil; state = m.game.recent.stateOf(q) {
		missing = append(missing, q)
		q = q.prev
	}
	for _, q := range slices.Backward(missing) {
		var err error
		if state, err = q.follow(state); err != nil {
			// Rules decide alike every time, and these have allowed it before.
			panic(fmt.Errorf("fold ply %d of a match of %s again: %w", q.at.ply, m.game.rules.Info().ID, err))
		}
		m.game.recent.add(q, state)
	}
	return state
}

// follow returns the state of a position from the state of the one before.
func (p *position) follow(state games.State) (games.State, error) {
	e := p.at.event
	if returner, ok := state.(games.Returner); ok && !p.acted && IsTakeOver(e.Text) {
		return returner.Return(e.Seat)
	}
	if !p.acted { // a draw ends the match, so that its state is kept as the last one
		return state.Resign(e.Seat)
	}
	state, _, err := state.Apply(e.Seat, e.Text)
	return state, err
}

// keeps reports whether a position is one of those that keep their states.
func (p *position) keeps() bool { return !p.acted || p.moves%stateInterval == 0 }

// recentStates keeps the states of the positions asked for last, for readers that go through a
// match in order.
type recentStates struct {
	mu   sync.Mutex
	kept map[*position]games.State // of positions that were restored without the states they keep
	list [2]struct {
		pos   *position
		state games.State
	}
}

// stateOf returns the state of a position, nil if it has to be folded.
func (r *recentStates) stateOf(p *position) games.State {
	if p.state != nil {
		return p.state
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if state := r.kept[p]; state != nil {
		return state
	}
	for _, kept := range r.list {
		if kept.pos == p {
			return kept.state
		}
	}
	return nil
}

// add keeps the state of a position, for good if it is one of those.
func (r *recentStates) add(p *position, state games.State) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if p.state == nil && p.keeps() {
		if r.kept == nil {
			r.kept = make(map[*position]games.State)
		}
		r.kept[p] = state
	}
	if r.list[0].pos != p {
		r.list[1] = r.list[0]
		r.list[0].pos, r.list[0].state = p, state
	}
}

// maxTold is the number of viewers whose facts are kept.
const maxTold = 6

// factLists keeps the facts of a match for the viewers who asked last. The facts of an event do
// not change, so the lists only grow.
type factLists struct {
	mu    sync.Mutex
	lists []viewerFacts // the latest asked for first
}

// viewerFacts are the facts of the events up to a moment.
type viewerFacts struct {
	viewer games.Seat
	upTo   *moment
	facts  [][]games.Fact // by index in Log, never written to
}

// upTo returns the facts of all events of a match, by index in Log.
func (k *factLists) upTo(m Match, viewer games.Seat) [][]games.Fact {
	k.mu.Lock()
	defer k.mu.Unlock()
	list := viewerFacts{viewer: viewer}
	i := slices.IndexFunc(k.lists, func(t viewerFacts) bool { return t.viewer == viewer })
	if i >= 0 {
		list = k.lists[i]
	}
	n := len(list.facts)
	if i >= 0 && n >= m.now.ply && list.upTo.back(m.now.ply) == m.now {
		return list.facts[:m.now.ply]
	}
	if n > 0 && m.now.back(n) != list.upTo { // another course of the match
		list.facts, n = nil, 0
	}
	for _, t := range m.momentsAfter(n) {
		list.facts = append(list.facts, m.factsOf(t, viewer))
	}
	if list.upTo = m.now; i >= 0 {
		k.lists = slices.Delete(k.lists, i, i+1)
	} else if len(k.lists) == maxTold {
		k.lists = k.lists[:maxTold-1]
	}
	k.lists = slices.Insert(k.lists, 0, list)
	return list.facts
}

// momentsAfter lists the moments after the first ply events.
func (m Match) momentsAfter(ply int) []*moment {
	list := make([]*moment, m.now.ply-ply)
	for t := m.now; t.ply > ply; t = t.prev {
		list[t.ply-ply-1] = t
	}
	return list
}
