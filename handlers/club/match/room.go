// Package match is a match in play: load, play, clocks, offers, advance orders, and the
// actions of the server itself. It may import the root of the club, and no other room:
// rooms above learn of a change by the hook Config.Changed.
package match

import (
	"cmp"
	"context"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/catalog"
	"tableronde/handlers/club"
)

// Matches shows and plays matches. Its methods may be called from any goroutine.
//
// Players are named by their ids, "" for a visitor. A match that a player may not see is
// db.ErrNotFound.
type Matches struct {
	store       Store
	hub         club.Publisher
	now         func() time.Time
	rules       func(game string, version int) (games.Ruleset, error)
	changed     func(m db.Match)
	positions   *positionCache
	heart       *heart
	botPause    time.Duration
	forcedPause time.Duration
	random      func() float64
	alarm       club.Signal  // sent when a match has become due earlier than the next alarm
	alarmAt     atomic.Int64 // the next look of the alarms, in milliseconds; 0 if they are about to look
}

// Store is the part of the store that matches need.
type Store interface {
	db.Matches
	db.Lists
	db.Alarms
	db.Heartbeats
	Visit(ctx context.Context, match, player string) (db.Visit, error)
	VisitsOf(ctx context.Context, player string) ([]db.MatchVisit, error)
	NoteVisit(ctx context.Context, match, player string, v db.Visit) error
	WatchedBy(ctx context.Context, player string) ([]string, error)
	Shuns(ctx context.Context, match, player string) (bool, error)
	ActsIn(ctx context.Context, match string) ([]db.Act, error)
}

// Config wires Matches.
type Config struct {
	Store   Store
	Hub     club.Publisher
	Now     func() time.Time
	Changed func(m db.Match) // called after each change of a match; nil for nothing to do
	Alarm   club.Signal

	// Rules finds the rules of a game, for version 0 the newest; nil means catalog.Find.
	Rules func(game string, version int) (games.Ruleset, error)
	// Uptime returns the time since some moment, whatever becomes of the clock of the
	// machine; nil means that Now is never set.
	Uptime func() time.Duration
	// PositionMemory is the number of bytes for positions of matches; 0 keeps a few.
	PositionMemory int64
	// BotPause is the pause of a bot before it thinks about its move, for people to
	// follow; 0 means BotPause of the package.
	BotPause time.Duration
	// ForcedPause is the longest pause before the server decides for a seat that has no
	// choice, where it does not do so at once; 0 means ForcedPause of the package.
	ForcedPause time.Duration
	// Random returns a number from 0 up to 1 by which pauses are drawn; nil means rand.Float64.
	Random func() float64
}

// New returns Matches.
func New(cfg Config) *Matches {
	if cfg.Uptime == nil {
		begun := cfg.Now()
		cfg.Uptime = func() time.Duration { return cfg.Now().Sub(begun) }
	}
	if cfg.Rules == nil {
		cfg.Rules = catalog.Find
	}
	if cfg.Random == nil {
		cfg.Random = rand.Float64
	}
	if cfg.Changed == nil {
		cfg.Changed = func(db.Match) {}
	}
	return &Matches{
		store:       cfg.Store,
		hub:         cfg.Hub,
		now:         cfg.Now,
		rules:       cfg.Rules,
		changed:     cfg.Changed,
		positions:   newPositionCache(cmp.Or(cfg.PositionMemory, fewPositions)),
		heart:       &heart{store: cfg.Store, now: cfg.Now, uptime: cfg.Uptime, changed: club.NewSignal(), asked: club.NewSignal()},
		botPause:    cmp.Or(cfg.BotPause, BotPause),
		forcedPause: cmp.Or(cfg.ForcedPause, ForcedPause),
		random:      cfg.Random,
		alarm:       cfg.Alarm,
	}
}
