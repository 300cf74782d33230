package match

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/games/table"
)

// Verify replays a stored match from its first event and compares the result with the stored match.
// An error means that the file is damaged, or that a program wrote it wrongly.
func Verify(m db.Match) error { return rulesFinder(catalog.Find).verify(m) }

// Verify is the function Verify by the rules of the matches.
func (s *Matches) Verify(m db.Match) error { return s.rules.verify(m) }

func (find rulesFinder) verify(m db.Match) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("its events crash the rules: %v", v)
		}
	}()
	f, err := find.start(m)
	if err != nil || !f.Dealt() {
		return err
	}
	if f, err = ReplayFrom(f.Table, m); err != nil {
		return err
	}
	for i, e := range f.Table.Log() {
		if stored := m.Events[i]; e.Seat != stored.Seat || e.Text != stored.Text {
			return fmt.Errorf("event %d is %q by seat %d, which the rules read as %q by seat %d", i, stored.Text, stored.Seat, e.Text, e.Seat)
		}
	}
	if err := f.checkFold(); err != nil {
		return err
	}
	return f.checkSummary()
}

// checkFold compares the stored fold of the match with its replay. It ignores the fold of another
// program.
func (f Match) checkFold() error {
	if f.Fold == nil {
		return nil
	}
	restored, err := table.Restore(f.Rules, SetupOf(f.Match), f.Table.Log(), f.Fold)
	switch {
	case errors.Is(err, games.ErrSavedFormat):
		return nil
	case err != nil:
		return fmt.Errorf("its fold is damaged: %w", err)
	case !bytes.Equal(restored.Save(), f.Table.At(restored.Ply()).Save()):
		return fmt.Errorf("its fold at ply %d differs from the result of its events", restored.Ply())
	}
	return nil
}

// checkSummary compares the stored summary of a match with its replay.
func (f Match) checkSummary() error {
	if m := f.Match; !sameResult(f.Table.Result(), m.Result) || f.Table.Over() != m.Over {
		return fmt.Errorf("its result is stored as %v, and its events lead to %v", m.Result, f.Table.Result())
	}
	if f.Started.IsZero() {
		return nil
	}
	acting := f.Table.ToAct()
	if !f.WindowEnds.IsZero() { // the server will act for one of them
		acting = slices.DeleteFunc(slices.Clone(acting), f.AutoPlayed)
	}
	if !slices.Equal(acting, f.Match.ToAct) {
		return fmt.Errorf("seats %v are stored as those to act, and its events lead to %v", f.Match.ToAct, acting)
	}
	return nil
}

func sameResult(a, b *games.Result) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Reason == b.Reason && slices.Equal(a.Winners, b.Winners) && maps.Equal(a.Scores, b.Scores)
}
