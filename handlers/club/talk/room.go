// Package talk holds the chat of matches, and the relations between players: favorites, muted and
// blocked players. It may import accounts, match and the root of the club.
package talk

import (
	"time"

	"tableronde/db"
	"tableronde/handlers/club"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/club/match"
)

// Chat keeps the messages of matches.
type Chat struct {
	store    db.Talk
	hub      club.Publisher
	now      func() time.Time
	matches  *match.Matches
	accounts *accounts.Accounts
	wakes    *club.Wakes
}

// New returns a Chat. It sends on noticed after it has stored notifications.
func New(store db.Talk, hub club.Publisher, now func() time.Time, matches *match.Matches, accounts *accounts.Accounts, wakes *club.Wakes) *Chat {
	return &Chat{store: store, hub: hub, now: now, matches: matches, accounts: accounts, wakes: wakes}
}
