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

// changedAt returns when a match last changed, by the times in the store.
func changedAt(m db.Match) time.Time {
	last := m.Created
	for _, t := range []time.Time{m.Started, m.Moved, m.Ended} {
		if t.After(last) {
			last = t
		}
	}
	return last
}

const (
	followPause = 50 * time.Millisecond // between two reads of the feed

	// followLost is how long the feed may fail before changes may have been missed.
	followLost = db.ChangeLifetime / 2
)

// Follower publishes the changes that other processes make in the store they share with this one.
type Follower struct {
	changes *Changes
	feed    db.Feed
	hub     *Hub

	last   int64             // number of the last change that was read
	own    []db.StoredChange // of this process, from the previous read
	failed time.Time         // since when the feed fails, zero if it does not
}

// NewFollower returns a follower that publishes all changes from now on. Streams that are opened
// later miss nothing.
func NewFollower(ctx context.Context, s *Changes, f db.Feed, h *Hub) (*Follower, error) {
	last, err := f.LastChange(ctx)
	if err != nil {
		return nil, err
	}
	return &Follower{changes: s, feed: f, hub: h, last: last}, nil
}

// Worker returns the worker that publishes changes.
func (f *Follower) Worker() club.Worker {
	return club.Worker{Name: "feed", Everywhere: true, Pause: followPause, Round: func(ctx context.Context) error {
		err := f.read(ctx)
		if err != nil && f.failed.IsZero() {
			f.failed = f.changes.now()
		}
		return err
	}}
}

// read publishes the changes since the last one. Changes of this process wait for the next read,
// for announce is about to publish them. It does not publish changes that were stored and could
// not be confirmed.
func (f *Follower) read(ctx context.Context) error {
	for _, c := range f.own {
		if !c.Talk && !f.hub.recent.has(club.Change{Match: c.Match, Ply: c.Ply}) {
			f.changes.publishStored(ctx, c)
		}
	}
	f.own = f.own[:0]
	for {
		list, err := f.feed.Changes(ctx, f.last, db.MaxChanges)
		if err != nil {
			return err
		}
		if !f.failed.IsZero() && f.changes.now().Sub(f.failed) > followLost {
			f.hub.EndStreams() // clients reconnect and read the changes they have missed
		}
		f.failed = time.Time{}
		for _, c := range list {
			switch {
			case c.Own && c.Ended: // this process has ended them
			case c.Own:
				f.own = append(f.own, c)
			default:
				f.changes.publishStored(ctx, c)
			}
			f.last = c.Number
		}
		if len(list) < db.MaxChanges {
			return nil
		}
	}
}

// publishStored publishes a change that is read in the feed, as announce publishes a change of
// this process.
func (s *Changes) publishStored(ctx context.Context, c db.StoredChange) {
	if c.Ended {
		for _, player := range c.Players {
			s.hub.EndPlayer(player)
		}
		return
	}
	if c.Talk {
		s.hub.PublishTalk(c.Match, db.Audience{Players: c.Players, Others: c.Others}, s.now())
		return
	}
	if c.Due {
		s.wakes.Wake(club.Alarms, club.BotMoves)
	}
	s.hub.Publish(club.Change{Match: c.Match, Ply: c.Ply, At: s.now()}, c.Players)
	if c.Listed {
		s.hub.PublishTables(s.now())
		if m, err := s.store.Match(ctx, c.Match); err == nil && m.Closed() {
			s.hub.EndWatching(m.ID, match.PlayersOf(m))
		}
	}
	s.wakes.Wake(club.Notifications)
}
