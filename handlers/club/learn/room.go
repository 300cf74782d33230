// Package learn is the analysis of finished matches by players: variations that they try, and
// notes that they write beside moves. It may import match and the root of the club.
package learn

import (
	"context"

	"tableronde/db"
	"tableronde/handlers/club/match"
)

// Notebook keeps analyses and notes.
type Notebook struct {
	store   Store
	matches *match.Matches
}

// Store is the part of the store that analyses and notes need.
type Store interface {
	db.Studies
	db.Remarks
	Match(ctx context.Context, id string) (db.Match, error)
}

// New returns a Notebook.
func New(store Store, matches *match.Matches) *Notebook {
	return &Notebook{store: store, matches: matches}
}
