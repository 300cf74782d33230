package club

import (
	"context"
	"fmt"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/table"
)

// load replays a match as it is committed, and keeps its positions in memory.
func (s *Service) load(m db.Match) (Match, error) {
	loaded, err := s.replay(m)
	if err != nil {
		return Match{}, err
	}
	s.keep(loaded)
	return loaded, nil
}

// keep keeps the positions of a match in memory. Its events must be committed.
func (s *Service) keep(m Match) {
	if m.Dealt() {
		s.positions.put(m.ID, m.Table)
	}
}

// Evict removes the positions of a match from memory: whoever asks next has it
// replayed.
func (s *Service) Evict(match string) { s.positions.drop(match) }

// replay plays the events of a match that are not in memory.
func (s *Service) replay(m db.Match) (Match, error) {
	t, ok := s.positions.get(m.ID)
	if !ok {
		start, err := s.start(m)
		if err != nil || !start.Dealt() {
			return start, err
		}
		t = start.Table
	}
	f, err := replayFrom(t.At(len(m.Events)), m)
	f.now, f.pauses = s.now(), s.heart.snapshot()
	return f, err
}

// replayFrom plays the events of a match that t lacks. That they cannot be played
// is a fault, whatever the rules say of it.
func replayFrom(t table.Match, m db.Match) (Match, error) {
	for _, e := range m.Events[t.Ply():] {
		var err error
		if t, err = t.Replay(table.Event{Seat: e.Seat, Text: e.Text, At: e.At}); err != nil {
			return Match{}, fmt.Errorf("replay match %s at ply %d: %w", m.ID, e.Ply, rulesFault{err})
		}
	}
	return Match{Match: m, Rules: t.Ruleset(), Table: t}, nil
}

// start returns a match before its first event.
func (s *Service) start(m db.Match) (Match, error) {
	rules, err := s.rules(m.Game, m.Version)
	if err != nil {
		return Match{}, fmt.Errorf("rules of match %s: %w", m.ID, err)
	}
	start := Match{Match: m, Rules: rules}
	if !start.Dealt() {
		return start, nil
	}
	setup := games.Setup{Seats: len(m.Seats), Options: m.Options}
	if m.Chance() {
		seed := m.Secret.Seed(m.ID, m.Contributions)
		setup.Seed = &seed
	}
	if start.Table, err = table.New(rules, setup); err != nil {
		return Match{}, fmt.Errorf("set up match %s: %w", m.ID, rulesFault{err})
	}
	return start, nil
}

// Position returns a public match of a list, which has no events, with its
// position.
func (s *Service) Position(ctx context.Context, m db.Match) (table.Match, error) {
	if t, ok := s.positions.get(m.ID); ok && t.Ply() == m.Ply {
		return t, nil
	}
	loaded, err := s.Match(ctx, m.ID, "")
	return loaded.Table, err
}
