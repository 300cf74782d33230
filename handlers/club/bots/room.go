// Package bots is the computer: it plays the seats of bots, gives hints, reviews matches and
// finds the values of positions. It may import learn, match and the root of the club, and the
// rooms between.
package bots

import (
	"context"
	"time"

	"tableronde/db"
	"tableronde/games/bot"
	"tableronde/handlers/club"
	"tableronde/handlers/club/learn"
	"tableronde/handlers/club/match"
)

// Bots plays for bots, and searches for people.
type Bots struct {
	store       Store
	now         func() time.Time
	matches     *match.Matches
	lists       *match.Lists
	notebook    *learn.Notebook
	solver      bot.Solver
	searches    *searches
	aside       func(ctx context.Context, search func() error) error
	mayAsk      func(player string) error
	reviewNodes uint64
	botDue      club.Signal
	reviewDue   club.Signal
}

// Store is the part of the store that bots need.
type Store interface {
	db.Bots
	db.Reviews
	Match(ctx context.Context, id string) (db.Match, error)
}

// Config wires Bots.
type Config struct {
	Store    Store
	Now      func() time.Time
	Matches  *match.Matches
	Lists    *match.Lists
	Notebook *learn.Notebook

	// Busy reports whether somebody waits for a response: searches rest then. Nil means never.
	Busy func() bool
	// Aside makes a search outside of the bounds of the request that ctx belongs to, which
	// would hold up others; nil means that there are none.
	Aside func(ctx context.Context, search func() error) error
	// Solver has the true values of positions of Camette, and of endgames of other games if
	// bot.EndingsOf has them; nil if there is none.
	Solver bot.Solver
	// MayAsk returns an error if a player may have no search made now; nil if everybody
	// always may.
	MayAsk func(player string) error
	// ReviewNodes is the number of positions of each search of a review; 0 means the usual number.
	ReviewNodes uint64

	BotDue    club.Signal // wakes the worker that plays
	ReviewDue club.Signal // wakes the worker that reviews
}

// New returns Bots.
func New(cfg Config) *Bots {
	if cfg.MayAsk == nil {
		cfg.MayAsk = func(string) error { return nil }
	}
	if cfg.Aside == nil {
		cfg.Aside = func(_ context.Context, search func() error) error { return search() }
	}
	return &Bots{store: cfg.Store, now: cfg.Now, matches: cfg.Matches, lists: cfg.Lists, notebook: cfg.Notebook, solver: cfg.Solver, searches: newSearches(cfg.Busy),
		aside: cfg.Aside, mayAsk: cfg.MayAsk, reviewNodes: cfg.ReviewNodes, botDue: cfg.BotDue, reviewDue: cfg.ReviewDue}
}
