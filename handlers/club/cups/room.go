// Package cups is competitions of many matches: plan, join, start, and the rounds that its
// worker steps through. It may import archive, tables, accounts, match and the root of the
// club, and the rooms between.
package cups

import (
	"context"
	"math/rand/v2"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
)

// Cups plans cups and steps them through their rounds.
type Cups struct {
	store    Store
	now      func() time.Time
	rules    func(game string, version int) (games.Ruleset, error)
	random   func() float64
	matches  *match.Matches
	tables   *tables.Tables
	accounts *accounts.Accounts
	cupDue   club.Signal
}

// Store is the part of the store that cups need.
type Store interface {
	db.Cups
	RatingsOf(ctx context.Context, player string) ([]db.Rated, error)
}

// Config wires Cups.
type Config struct {
	Store    Store
	Now      func() time.Time
	Rules    func(game string, version int) (games.Ruleset, error)
	Random   func() float64 // from 0 up to 1; nil means rand.Float64
	Matches  *match.Matches
	Tables   *tables.Tables
	Accounts *accounts.Accounts
	CupDue   club.Signal // wakes the worker
}

// New returns Cups.
func New(cfg Config) *Cups {
	if cfg.Random == nil {
		cfg.Random = rand.Float64
	}
	return &Cups{store: cfg.Store, now: cfg.Now, rules: cfg.Rules, random: cfg.Random, matches: cfg.Matches, tables: cfg.Tables,
		accounts: cfg.Accounts, cupDue: cfg.CupDue}
}
