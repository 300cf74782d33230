// Package live is events to open pages: the hub with its subscriptions, and the changes that
// a page has missed or that another process has made. It may import match and the root of
// the club.
package live

import (
	"context"
	"time"

	"tableronde/db"
	"tableronde/handlers/club"
)

// Changes finds changes for pages that come back, and publishes the changes of other
// processes.
type Changes struct {
	store   Store
	hub     club.Publisher
	now     func() time.Time
	alarm   club.Signal
	botDue  club.Signal
	noticed club.Signal
}

// Store is the part of the store that live events need.
type Store interface {
	ChangedSince(ctx context.Context, player string, since time.Time, most int) ([]db.Changed, error)
	Match(ctx context.Context, id string) (db.Match, error)
}

// Signals wake the workers that a change of another process concerns.
type Signals struct{ Alarm, BotDue, Noticed club.Signal }

// New returns Changes.
func New(store Store, hub club.Publisher, now func() time.Time, wake Signals) *Changes {
	return &Changes{store: store, hub: hub, now: now, alarm: wake.Alarm, botDue: wake.BotDue, noticed: wake.Noticed}
}
