package match

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/table"
)

// Load replays a match as stored, and keeps its positions in memory.
func (s *Matches) Load(ctx context.Context, m db.Match) (Match, error) {
	return s.loadFrom(m, func() []byte {
		fold, _ := s.store.FoldOf(ctx, m.ID)
		return fold
	})
}

// loadFrom works like Load. fold returns the stored fold of the match, which FoldOf makes.
func (s *Matches) loadFrom(m db.Match, fold func() []byte) (Match, error) {
	t, ok := s.positions.get(m.ID)
	if !ok && m.Ply >= db.FoldEvery {
		t, ok = s.rules.restore(m, fold())
	}
	loaded, err := s.replayAfter(t, ok, m)
	if err != nil {
		return Match{}, err
	}
	s.keep(loaded)
	return loaded, nil
}

// LoadAll returns the matches of a list, which lack their events, with their positions by id. It
// reads all matches that are not in memory at once. It leaves out matches that cannot be replayed,
// and the error gives the reasons. If it returns no match, the error is the store's.
func (s *Matches) LoadAll(ctx context.Context, list []db.Match) (map[string]Match, error) {
	logs := make(map[string]db.Log)
	var missing []string
	for _, m := range list {
		if t, ok := s.positions.get(m.ID); ok && t.Ply() >= m.Ply {
			logs[m.ID] = db.Log{Events: EventsOf(t.At(m.Ply))}
		} else if m.Ply > 0 {
			missing = append(missing, m.ID)
		}
	}
	read, failed := s.store.Logs(ctx, missing)
	if failed != nil {
		return nil, failed
	}
	maps.Copy(logs, read)
	all := make(map[string]Match)
	for _, m := range list {
		log := logs[m.ID]
		m.Events = log.Events[:min(m.Ply, len(log.Events))] // the match may have gone on since
		f, err := s.loadFrom(m, func() []byte { return log.Fold })
		if err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		all[m.ID] = f
	}
	return all, failed
}

// rulesFinder finds the rules of a game, for version 0 the newest.
type rulesFinder func(game string, version int) (games.Ruleset, error)

// restore returns a long match after its first events, from the fold stored with them. If restore
// cannot read the fold, or another program stored it, the caller replays the match.
func (find rulesFinder) restore(m db.Match, fold []byte) (t table.Match, ok bool) {
	if fold == nil {
		return t, false
	}
	rules, err := find(m.Game, m.Version)
	if err != nil {
		return t, false
	}
	t, err = table.Restore(rules, SetupOf(m), logOf(m), fold)
	return t, err == nil
}

// foldBack is the number of latest events that a fold leaves out. Most pages of a match show its
// last moves, whose positions should be in memory.
const foldBack = 40

// FoldOf returns the fold of a match to store for restore, nil for none.
func FoldOf(t table.Match) []byte { return t.At(t.Ply() - foldBack).Save() }

// logOf converts the events of a match for the rules.
func logOf(m db.Match) []table.Event {
	log := make([]table.Event, len(m.Events))
	for i, e := range m.Events {
		log[i] = table.Event{Seat: e.Seat, Text: e.Text, At: e.At}
	}
	return log
}

// EventsOf returns the events of a match as the store has them.
func EventsOf(t table.Match) []db.Event {
	events := make([]db.Event, t.Ply())
	for ply, e := range t.Log()[:t.Ply()] {
		events[ply] = db.Event{Ply: ply, Seat: e.Seat, Text: e.Text, At: e.At}
	}
	return events
}

// keep stores the positions of a match in memory. Its events must be committed.
func (s *Matches) keep(m Match) {
	if m.Dealt() {
		s.positions.put(m.ID, m.Table)
	}
}

// Evict removes the positions of a match from memory. The next request for the match replays it.
func (s *Matches) Evict(match string) { s.positions.drop(match) }

// Replay replays a match that is not in memory.
func (s *Matches) Replay(m db.Match) (Match, error) {
	t, ok := s.positions.get(m.ID)
	return s.replayAfter(t, ok, m)
}

// replayAfter plays the events of a match that t lacks. Without known, it plays all of them.
func (s *Matches) replayAfter(t table.Match, known bool, m db.Match) (Match, error) {
	if !known {
		start, err := s.rules.start(m)
		if err != nil || !start.Dealt() {
			return start, err
		}
		t = start.Table
	}
	f, err := ReplayFrom(t.At(len(m.Events)), m)
	f.Now, f.pauses = s.now(), s.uptime.snapshot()
	return f, err
}

// ReplayFrom plays the events of a match that t lacks. If the rules refuse one, that is a fault of
// the site, not a refusal.
func ReplayFrom(t table.Match, m db.Match) (Match, error) {
	for _, e := range m.Events[t.Ply():] {
		var err error
		if t, err = t.Replay(table.Event{Seat: e.Seat, Text: e.Text, At: e.At}); err != nil {
			return Match{}, fmt.Errorf("replay match %s at ply %d: %w", m.ID, e.Ply, rulesFault{err})
		}
	}
	return Match{Match: m, Rules: t.Ruleset(), Table: t}, nil
}

// start returns a match before its first event.
func (find rulesFinder) start(m db.Match) (Match, error) {
	rules, err := find(m.Game, m.Version)
	if err != nil {
		return Match{}, fmt.Errorf("rules of match %s: %w", m.ID, err)
	}
	start := Match{Match: m, Rules: rules}
	if !start.Dealt() {
		return start, nil
	}
	if start.Table, err = table.New(rules, SetupOf(m)); err != nil {
		return Match{}, fmt.Errorf("set up match %s: %w", m.ID, rulesFault{err})
	}
	return start, nil
}

// SetupOf returns the setup of a match that can be dealt.
func SetupOf(m db.Match) games.Setup {
	setup := games.Setup{Seats: len(m.Seats), Options: m.Options, Fixed: fixedOf(m)}
	if m.Chance() {
		seed := m.Secret.Seed(m.ID, m.Contributions)
		setup.Seed = &seed
	}
	return setup
}

// Position returns a public match of a list, which lacks its events, with its position.
func (s *Matches) Position(ctx context.Context, m db.Match) (table.Match, error) {
	if t, ok := s.positions.get(m.ID); ok && t.Ply() == m.Ply {
		return t, nil
	}
	loaded, err := s.Match(ctx, m.ID, "")
	return loaded.Table, err
}

// fixedOf returns the results of chance in a historic game, by the tags of its record.
func fixedOf(m db.Match) map[string]string {
	if !db.IsAnnal(m.ID) {
		return nil
	}
	fixed := maps.Clone(m.Tags)
	maps.DeleteFunc(fixed, func(name, _ string) bool {
		return strings.HasPrefix(name, "Seat") || slices.Contains([]string{"Event", "Site", "Round", "Date", "Result", "Source"}, name)
	})
	if len(fixed) == 0 {
		return nil
	}
	return fixed
}
