// Package tables is everything before and after a match is played: open, join, invite,
// challenge, start, rematch, import, show, leave for good, repeating tables and the list of
// open ones. It may import accounts, match and the root of the club.
package tables

import (
	"context"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/club/match"
)

// Tables opens, fills and closes tables.
type Tables struct {
	store     Store
	hub       club.Publisher
	now       func() time.Time
	rules     func(game string, version int) (games.Ruleset, error)
	botLimits db.BotLimits
	matches   *match.Matches
	lists     *match.Lists
	accounts  *accounts.Accounts
	ended     club.Signal
	ladderDue club.Signal
	leaving   club.Signal
	noticed   club.Signal
	repeatDue club.Signal
}

// Store is the part of the store that tables need.
type Store interface {
	db.Tables
	db.Leavers
	db.Lobby
	db.Challenges
	db.Rematches
	Match(ctx context.Context, id string) (db.Match, error)
	MatchByInvite(ctx context.Context, token string) (db.Match, error)
	ShareMatch(ctx context.Context, o db.Once, id string, note func(token string) (status int, text []byte)) (string, error)
	ShowMatch(ctx context.Context, id string, shown bool) (db.Match, error)
	UnshareMatch(ctx context.Context, id string) (db.Match, error)
	RatingsOf(ctx context.Context, player string) ([]db.Rated, error)
	Scores(ctx context.Context, viewer, player string) ([]db.Tallied, error)
	TiesOf(ctx context.Context, player string) ([]db.Tie, error)
	// Purge deletes expired rows, and calls ended with each table that has expired.
	Purge(ctx context.Context, ended func(db.Match)) error
}

// Config wires Tables.
type Config struct {
	Store     Store
	Hub       club.Publisher
	Now       func() time.Time
	Rules     func(game string, version int) (games.Ruleset, error)
	BotLimits db.BotLimits // for each player; the zero value means none
	Matches   *match.Matches
	Lists     *match.Lists
	Accounts  *accounts.Accounts

	Ended     club.Signal // sent when a match was made public
	LadderDue club.Signal // sent when a challenge on a ladder has ended
	Leaving   club.Signal // sent when somebody has left and matches still have them
	Noticed   club.Signal // sent when notifications may have been stored
	RepeatDue club.Signal // sent when a repeating table may have to open
}

// New returns Tables.
func New(cfg Config) *Tables {
	return &Tables{store: cfg.Store, hub: cfg.Hub, now: cfg.Now, rules: cfg.Rules, botLimits: cfg.BotLimits,
		matches: cfg.Matches, lists: cfg.Lists, accounts: cfg.Accounts,
		ended: cfg.Ended, ladderDue: cfg.LadderDue, leaving: cfg.Leaving, noticed: cfg.Noticed, repeatDue: cfg.RepeatDue}
}
