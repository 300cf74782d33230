package db

import (
	"context"
	"time"
)

// Bounds of standing offers.
const (
	MaxStanding      = 5   // of one player
	MaxStandingLive  = 10  // matches under way of one offer
	MaxStandingBytes = 500 // of a proposal
)

// StandingOffer is a player's wish to have a table open: whenever it fills or ends, another
// one is opened.
type StandingOffer struct {
	ID       string // 12 characters
	Player   string
	Proposal string // what the table is to be, in the form of package club
	Most     int    // matches under way that may have come of it; with so many, no table is opened
	Paused   bool
	Made     time.Time
	Open     string // the id of its open table, "" for none
	Live     int    // matches under way that have come of it
}

// Standing keeps standing offers.
type Standing interface {
	// AddStanding stores an offer, of which Player, Proposal and Most are given. The error
	// is ErrNotFound if there is no such player, ErrTooManyStanding beyond MaxStanding.
	AddStanding(ctx context.Context, o Once, n StandingOffer, note func(StandingOffer) (status int, text []byte)) (StandingOffer, error)
	// StandingOf lists the offers of a player, the oldest first.
	StandingOf(ctx context.Context, player string) ([]StandingOffer, error)
	// SetStanding stores Most and Paused of an offer. The error is ErrNotFound if the player
	// has none with that id.
	SetStanding(ctx context.Context, player, id string, most int, paused bool) error
	// RemoveStanding deletes an offer; its tables and matches stay. The error is that of
	// SetStanding.
	RemoveStanding(ctx context.Context, player, id string) error
	// HungryStanding lists at most limit offers for which a table is to be opened, but for
	// those of players who are suspended: of player or, for "", of all, in the order of their
	// ids and after the id after.
	HungryStanding(ctx context.Context, player, after string, limit int) ([]StandingOffer, error)
	// OpenStanding opens a table for an offer. The error is ErrNotHungry if none is to be
	// opened for it any more, else that of CreateMatch.
	OpenStanding(ctx context.Context, id string, n NewMatch) (Match, error)
}
