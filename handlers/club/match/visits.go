package match

import (
	"context"
	"time"

	"tableronde/db"
)

// A visit lasts as long as a player looks at a match again and again. What the
// others did before it is told on each page of it, and no longer once the player
// touches a piece, plays, or comes back for another visit.
const (
	visitGap   = 30 * time.Minute // without a look at the match, after which a look begins a new visit
	visitNoted = 5 * time.Minute  // after which a look that brings nothing new is noted all the same
)

// visitAfterLook returns a player's visits after a look at a match with ply events.
func visitAfterLook(v db.Visit, ply int, now time.Time) db.Visit {
	if now.Sub(v.Latest) >= visitGap {
		v.Told, v.Began = v.Seen, now
	}
	v.Seen, v.Latest = max(v.Seen, ply), now
	return v
}

// visitAfterAction returns a player's visits after the player did something that
// shows the news to be known.
func visitAfterAction(v db.Visit, ply int, now time.Time) db.Visit {
	v = visitAfterLook(v, ply, now)
	v.Told = v.Seen
	return v
}

// Visit returns what will be known of a player's visits to a match once they have
// looked at its present state. With aware the player has done something that shows
// the news to be known.
func (s *Matches) Visit(ctx context.Context, f Match, player string, aware bool) (db.Visit, error) {
	_, after, err := s.visits(ctx, f, player, aware)
	return after, err
}

func (s *Matches) visits(ctx context.Context, f Match, player string, aware bool) (before, after db.Visit, err error) {
	if before, err = s.store.Visit(ctx, f.ID, player); err != nil {
		return before, before, err
	}
	if aware {
		return before, visitAfterAction(before, f.Ply, s.now()), nil
	}
	return before, visitAfterLook(before, f.Ply, s.now()), nil
}

// NoteVisit stores what visit returns, unless the last look was much the same.
func (s *Matches) NoteVisit(ctx context.Context, f Match, player string, aware bool) error {
	before, after, err := s.visits(ctx, f, player, aware)
	switch {
	case err != nil:
		return err
	case before.Seen == after.Seen && before.Told == after.Told && before.Began.Equal(after.Began) && after.Latest.Sub(before.Latest) < visitNoted:
		return nil
	}
	return s.store.NoteVisit(ctx, f.ID, player, after)
}

// VisitsOf returns a player's visits to all matches, and those of which the player has read
// what people wrote who watch.
func (s *Matches) VisitsOf(ctx context.Context, player string) (visits []db.MatchVisit, watched []string, err error) {
	if visits, err = s.store.VisitsOf(ctx, player); err == nil {
		watched, err = s.store.WatchedBy(ctx, player)
	}
	return visits, watched, err
}
