package db

import (
	"context"
	"time"
)

// Player is a person or a program that plays.
type Player struct {
	ID      string // 12 characters; "" stands for nobody
	Name    string
	Created time.Time
	Habits  string // how the player likes to play, as SetHabits stored it; "" for who has never chosen
	Bot     int    // the level of a player that the program plays itself; 0 for everybody else

	Account bool // whether they have one, to come back from any browser; only set by Players.Player

	// Suspended is until when the player may not act, zero for who never was suspended. It
	// is not set in the seats of matches.
	Suspended time.Time
	Silent    time.Time // until when they may write no messages; only set by Players.Player
}

// GuestLifetime is after how long a guest who has done nothing is purged.
const GuestLifetime = 30 * 24 * time.Hour

// Visit is what is known of a player's visits to a match. The zero Visit is that
// of a player who has never looked at it.
type Visit struct {
	Seen int // how many events a page has shown
	Told int // how many of them, from the first, are no longer news; at most Seen
	// Began is when the present visit, or the last one, began; Latest is when the
	// player last looked at the match.
	Began, Latest time.Time

	// Orders are the stored orders of the player's seat there, "" for none; those of one
	// of them for a player of several. They come with what is read, and are not stored.
	Orders string
}

// MatchVisit is what is known of a player's visits to one match.
type MatchVisit struct {
	Match string // id
	Visit
}

// VisitDelay is how long a visit that has been noted may wait to be stored.
const VisitDelay = time.Second

// MaxHabits is how many bytes the habits of a player may have.
const MaxHabits = 100

// Players keeps players and their visits.
type Players interface {
	// CreatePlayer stores a new player.
	CreatePlayer(ctx context.Context, name string) (Player, error)
	// CreateGuest stores a new player and makes a token with all scopes for it.
	CreateGuest(ctx context.Context, o Once, name string, note func(p Player, token string) (status int, text []byte)) (Player, string, error)
	// Player returns a player, or ErrNotFound.
	Player(ctx context.Context, id string) (Player, error)
	// RenamePlayer gives a player another name. The error is ErrNotFound if there
	// is no such player.
	RenamePlayer(ctx context.Context, id, name string) error
	// SetHabits stores how a player likes to play, at most MaxHabits bytes. The error is
	// ErrNotFound if there is no such player.
	SetHabits(ctx context.Context, id, habits string) error
	// Tablemates lists the names of all other people at the tables of a player that are
	// open or in play.
	Tablemates(ctx context.Context, player string) (names []string, err error)

	// Visit returns what is known of a player's visits to a match.
	Visit(ctx context.Context, match, player string) (Visit, error)
	// NoteVisit notes what is known of a player's visits to a match: Visit returns it
	// from now on, and unlike other writes it is durable VisitDelay later, or when the
	// store is closed. No field ever decreases, whatever the order in which visits are
	// noted. The error is ErrNotFound if there is no such match or player.
	NoteVisit(ctx context.Context, match, player string, v Visit) error
	// VisitsOf returns what is stored of all visits of a player, without Orders, to the
	// newest match first.
	VisitsOf(ctx context.Context, player string) ([]MatchVisit, error)
}
