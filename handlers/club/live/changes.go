package live

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tableronde/db"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
)

// maxMissed is how many changed matches of a player are listed one by one.
const maxMissed = 50

// ChangedSince lists which of a player's matches, and of those watched, have
// changed at or after a time. More than maxMissed of the player's are one Change,
// with Resync set. Watched matches that the player may no longer see are left out.
func (s *Changes) ChangedSince(ctx context.Context, player string, watched []string, since time.Time) ([]club.Change, error) {
	var changes []club.Change
	for _, id := range watched {
		m, err := s.store.Match(ctx, id)
		switch {
		case errors.Is(err, db.ErrNotFound):
		case err != nil:
			return nil, fmt.Errorf("load watched match: %w", err)
		case match.Visible(m, player) && !changedAt(m).Before(since):
			changes = append(changes, club.Change{Match: m.ID, Ply: m.Ply})
		}
	}
	if player == "" {
		return changes, nil
	}
	own, err := s.store.ChangedSince(ctx, player, since, maxMissed+1)
	if err != nil {
		return nil, fmt.Errorf("list matches of a player: %w", err)
	}
	if len(own) > maxMissed {
		return append(changes, club.Change{Resync: true}), nil
	}
	for _, c := range own {
		changes = append(changes, club.Change{Match: c.ID, Ply: c.Ply})
	}
	return changes, nil
}

// changedAt returns when a match last changed, as far as the store knows.
func changedAt(m db.Match) time.Time {
	last := m.Created
	for _, t := range []time.Time{m.Started, m.Moved, m.Ended} {
		if t.After(last) {
			last = t
		}
	}
	return last
}
