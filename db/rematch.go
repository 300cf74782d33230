package db

import (
	"context"
	"slices"
	"time"

	"tableronde/games"
)

// RematchOffer is an offer to play once more after a match that is over.
type RematchOffer struct {
	By       games.Seat
	Until    time.Time
	Declined games.Seat   // the seat that has declined the offer, 0 for none
	Accepted []games.Seat // ascending; By is one of them
}

// Stands reports whether the offer can still be answered.
func (o RematchOffer) Stands(now time.Time) bool {
	return o.By != 0 && o.Declined == 0 && o.Until.After(now)
}

// Awaiting lists the seats of a table with the given number of seats that have
// not accepted the offer.
func (o RematchOffer) Awaiting(seats int) []games.Seat {
	var awaiting []games.Seat
	for i := range seats {
		if seat := games.Seat(i + 1); !slices.Contains(o.Accepted, seat) {
			awaiting = append(awaiting, seat)
		}
	}
	return awaiting
}

// RematchVote is a player's wish to play once more.
type RematchVote struct {
	Match, Player string
	Contribution  string        // to the chance of the rematch, "" to have it drawn
	Lasts         time.Duration // how long the offer stands, if this vote makes one
	// Next describes the rematch to create. The store fills in RematchOf and
	// Contributions.
	Next func(Match) NewMatch
}

// Rematches offers rematches of matches that are over.
type Rematches interface {
	// VoteRematch offers a rematch or, where an offer stands, accepts it. It
	// returns the rematch if that was the last player to accept, else the match
	// with its offer. A new offer puts a NoticeInvited for each player who is to
	// answer it into the outbox.
	//
	// The error is ErrNotFound if there is no such match or the player holds no
	// seat, ErrNotOver, *Rematched if the rematch exists already, and ErrDeclined if
	// the player's own offer was declined and has not expired yet.
	VoteRematch(ctx context.Context, o Once, v RematchVote, note Note) (Match, error)
	// DeclineRematch takes back the player's own offer of a rematch, or declines
	// somebody else's for everybody. It returns the match after that. The error is
	// ErrNoOffer if there is no offer, else that of VoteRematch.
	DeclineRematch(ctx context.Context, o Once, match, player string, note Note) (Match, error)
}
