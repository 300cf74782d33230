// Package ladders is the ladders of the games: who stands where, challenges on them, and
// their settlement. It may import tables, accounts, match and the root of the club.
package ladders

import (
	"context"
	"time"

	"tableronde/db"
	"tableronde/handlers/club"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
)

// Ladders ranks players by challenges.
type Ladders struct {
	store     Store
	now       func() time.Time
	matches   *match.Matches
	tables    *tables.Tables
	ladderDue club.Signal
}

// Store is the part of the store that ladders need.
type Store interface {
	db.Ladders
	Player(ctx context.Context, id string) (db.Player, error)
}

// New returns Ladders, whose worker due wakes.
func New(store Store, now func() time.Time, matches *match.Matches, tables *tables.Tables, due club.Signal) *Ladders {
	return &Ladders{store: store, now: now, matches: matches, tables: tables, ladderDue: due}
}
