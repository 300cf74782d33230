// Package notify is notifications by page, mail, push, webhook and feed: their settings, the
// outbox that distributes them, and the worker that sends them. It may import live, accounts,
// match and the root of the club.
package notify

import (
	"context"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/club/match"
)

// Notifier distributes notifications.
type Notifier struct {
	store     Store
	now       func() time.Time
	matches   *match.Matches
	accounts  *accounts.Accounts
	mailGrace time.Duration
	noticed   club.Signal
	told      club.Signal // sent when deliveries were stored
}

// Store is the part of the store that notifications need.
type Store interface {
	db.Telling
	db.Outbox
	OrdersOf(ctx context.Context, match string, seat games.Seat) (string, error)
}

// Signals wake the workers of a Notifier.
type Signals struct{ Noticed, Told club.Signal }

// New returns a Notifier; a mailGrace of 0 means MailGrace.
func New(store Store, now func() time.Time, matches *match.Matches, accounts *accounts.Accounts, mailGrace time.Duration, s Signals) *Notifier {
	if mailGrace == 0 {
		mailGrace = MailGrace
	}
	return &Notifier{store: store, now: now, matches: matches, accounts: accounts, mailGrace: mailGrace, noticed: s.Noticed, told: s.Told}
}
