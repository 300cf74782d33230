package handlers

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tableronde/db"
)

// pageOfChanges is how many matches changedSince reads at a time.
const pageOfChanges = 200

// changedSince lists which of a player's matches, and of those watched, have
// changed at or after a time. Watched matches that the player may no longer see
// are left out.
func (ms *matches) changedSince(ctx context.Context, player string, watched []string, since time.Time) ([]Change, error) {
	var changes []Change
	add := func(m db.Match) {
		if !changedAt(m).Before(since) {
			changes = append(changes, Change{Match: m.ID, Ply: m.Ply})
		}
	}
	for _, id := range watched {
		m, err := ms.view(ctx, id, player)
		switch {
		case err == nil:
			add(m.Match)
		case !errors.Is(err, db.ErrNotFound):
			return nil, err
		}
	}
	if player == "" {
		return changes, nil
	}
	for after := ""; ; {
		page, next, err := ms.store.MatchesOf(ctx, player, db.Filter{}, after, pageOfChanges)
		if err != nil {
			return nil, fmt.Errorf("list matches of a player: %w", err)
		}
		for _, m := range page {
			add(m)
		}
		if next == "" {
			return changes, nil
		}
		after = next
	}
}

// changedAt is when a match last changed, as far as the store knows.
func changedAt(m db.Match) time.Time {
	last := m.Created
	for _, t := range []time.Time{m.Started, m.Moved, m.Ended} {
		if t.After(last) {
			last = t
		}
	}
	return last
}
