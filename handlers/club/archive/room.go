// Package archive is looking back: results, ratings, openings, collections, historic games.
// Its worker archives matches that have ended. It may import learn, talk, ladders, tables,
// accounts, match and the root of the club.
package archive

import (
	"context"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/club/match"
)

// Archive keeps and finds finished matches.
type Archive struct {
	store     Store
	now       func() time.Time
	rules     func(game string, version int) (games.Ruleset, error)
	matches   *match.Matches
	accounts  *accounts.Accounts
	ended     club.Signal
	ladderDue club.Signal
}

// Store is the part of the store that the archive needs.
type Store interface {
	db.Archive
	db.Collections
	Match(ctx context.Context, id string) (db.Match, error)
	Player(ctx context.Context, id string) (db.Player, error)
	RemarksOf(ctx context.Context, match, player string) ([]db.Remark, error)
}

// Signals are the ones that the archive waits for and sends.
type Signals struct {
	Ended     club.Signal // wakes its worker
	LadderDue club.Signal // sent when a match was archived
}

// New returns an Archive.
func New(store Store, now func() time.Time, rules func(game string, version int) (games.Ruleset, error),
	matches *match.Matches, accounts *accounts.Accounts, s Signals) *Archive {
	return &Archive{store: store, now: now, rules: rules, matches: matches, accounts: accounts, ended: s.Ended, ladderDue: s.LadderDue}
}
