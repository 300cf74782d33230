package db

import (
	"context"
	"slices"

	"tableronde/games"
)

// Kept is for whom an open seat is kept; the zero value is nobody.
type Kept struct {
	Player        // ID and Name alone
	Declined bool // the player does not want the seat: it is open to others
}

// KeptFor returns the seat that is kept for a player, 0 if there is none or they have
// declined.
func (m Match) KeptFor(player string) games.Seat {
	return games.Seat(1 + slices.IndexFunc(m.Kept, func(k Kept) bool { return k.ID == player && player != "" && !k.Declined }))
}

// IsKept reports whether an open seat is for one player alone.
func (m Match) IsKept(seat games.Seat) bool {
	return int(seat) <= len(m.Kept) && m.Kept[seat-1].ID != "" && !m.Kept[seat-1].Declined
}

// Challenges keeps open seats for players who are asked to take them. Whoever has blocked
// the other side is not asked, and nobody learns of it.
type Challenges interface {
	// Challenge keeps an open seat of a table for a player, and puts a NoticeInvited for
	// them into the outbox. The error is ErrNotFound if the host has no such table or there
	// is no such player, ErrStarted if it is too late, ErrAlreadySeated for a player who
	// sits there or for whom a seat is kept, ErrTaken if no seat is open.
	Challenge(ctx context.Context, o Once, match, host, player string, note Note) (Match, error)
	// EndChallenge opens the seat of a table that is kept for a player to others; the table
	// shows that the player has declined, if they have. The error is ErrNotFound if none is
	// kept for them, ErrStarted if it is too late.
	EndChallenge(ctx context.Context, o Once, match, player string, declined bool, note Note) (Match, error)
	// ChallengesOf lists at most limit tables that keep a seat for a player, the newest
	// first, without those at which somebody sits whom the player has blocked, or who has
	// blocked the player.
	ChallengesOf(ctx context.Context, player string, limit int) ([]Match, error)
}
