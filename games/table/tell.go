package table

import (
	"iter"

	"tableronde/games"
)

// StoryEvent is an event of the log as a viewer may read it, with its consequences.
type StoryEvent struct {
	Event
	Facts []games.Fact // in order, none if the ruleset has none
}

// Revealed reports whether the match has no secrets left. It never has any in a game without
// hidden parts, and none once it is over.
func (m Match) Revealed() bool { return !m.game.hidden || m.Over() }

// LogFor returns Log as a viewer may read it now: secret actions of others are veiled while the
// rules keep them secret. Once the match is over everybody reads everything.
func (m Match) LogFor(viewer games.Seat) []Event {
	log := m.Log()
	for i, text := range m.Veiled(viewer) {
		log[i].Text = text
	}
	return log
}

// Veiled yields the texts that a viewer reads instead of the secret actions of others, by index in
// Log, the last one first.
func (m Match) Veiled(viewer games.Seat) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		veil := m.veil(viewer)
		for t := m.now; veil != nil && t.ply > 0; t = t.prev {
			if t.wasSecret() && !yield(t.ply-1, veil(t)) {
				return
			}
		}
	}
}

// Story returns the events Log()[from:to] with their consequences, without the secrets of others.
// Indexes outside the log stand for the nearest ones inside. To the ruleset a time-out is the
// action "resign".
func (m Match) Story(viewer games.Seat, from, to int) []StoryEvent {
	from, to = max(from, 0), min(to, m.now.ply)
	if from >= to {
		return nil
	}
	veil := m.veil(viewer)
	facts := m.Facts(viewer)
	story := make([]StoryEvent, to-from)
	for t := m.now.back(to); t.ply > from; t = t.prev {
		now := &story[t.ply-from-1]
		now.Event = t.event
		if veil != nil && t.wasSecret() {
			now.Text = veil(t)
		}
		now.Facts = facts[t.ply-1]
	}
	return story
}

// veil returns a function for the text that a viewer reads of a secret action, nil if everything
// is shown as it is.
func (m Match) veil(viewer games.Seat) func(*moment) string {
	state, ok := m.State().(games.Veiler)
	if !ok || viewer == games.Omniscient || m.Revealed() {
		return nil
	}
	return func(t *moment) string { return state.Veil(viewer, t.event.Seat, t.pos.before, t.event.Text) }
}

// wasSecret reports whether the event that led to the moment was hidden from anybody when
// it was played.
func (t *moment) wasSecret() bool { return t.pos.before != nil && t.played() }

// isSecret reports whether a game action is hidden from anybody right after it. An open action
// stays open.
func isSecret(before, after games.State, e Event) bool {
	v, ok := after.(games.Veiler)
	return ok && v.Veil(games.Spectator, e.Seat, before, e.Text) != e.Text
}

// played reports whether the event that led to the moment was a game action.
func (t *moment) played() bool { return t.pos.acted && t.pos.at == t }

// Facts lists the consequences of each event, without the secrets of others. The caller must not
// change them.
func (m Match) Facts(viewer games.Seat) [][]games.Fact {
	if m.Revealed() {
		viewer = games.Omniscient
	}
	return m.game.told.upTo(m, viewer)
}

// factsOf lists the consequences of the event that led to a moment.
func (m Match) factsOf(t *moment, viewer games.Seat) []games.Fact {
	if t.pos.at != t {
		return nil
	}
	teller, ok := m.stateOf(t.prev.pos).(games.Reporter)
	if !ok {
		return nil
	}
	text := t.event.Text
	if !t.played() {
		c, err := parseCommand(text)
		if err != nil || c.kind != cmdResign && c.kind != cmdTimeout {
			return nil
		}
		text = cmdResign.String()
	}
	return teller.Tell(viewer, t.event.Seat, text)
}
