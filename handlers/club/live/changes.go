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

// maxMissed is the most changed matches of a player that are listed one by one.
const maxMissed = 50

// ChangedSince lists the changes since a time in a player's matches and in the watched ones. If
// more than maxMissed of the player's matches changed, one Change with Resync replaces them.
// Watched matches that the player may no longer see are left out.
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

	// followLost is the failure time of the feed after which changes may have been missed.
	followLost = db.ChangeLifetime / 2
)

// Follower publishes the changes that other processes make in the shared store.
type Follower struct {
	changes *Changes
	feed    db.Feed
	hub     *Hub

	last   int64             // number of the last change that was read
	own    []db.StoredChange // changes of this process, from the previous read
	failed time.Time         // start of the feed's failure, zero if it works
}

// NewFollower returns a follower that publishes all changes from now on. Streams opened later miss
// none.
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

// read publishes the changes since the last read. Changes of this process wait until the next read,
// because announce is about to publish them. Unconfirmed changes are not published.
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
			case c.Own && c.Ended: // this process has ended the streams itself
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

// publishStored publishes a change from the feed as announce does for a change of this process.
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
