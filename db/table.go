package db

import (
	"context"
	"crypto/rand"
	"fmt"
	"math/big"
	"slices"
	"time"

	"tableronde/games"
	"tableronde/games/clock"
)

// OpenLifetime is how long a table waits for players.
const OpenLifetime = 30 * 24 * time.Hour

// OpenUntil returns when the table is deleted unless all seats are taken by then,
// the zero time once the match has started.
func (m Match) OpenUntil() time.Time {
	if !m.Started.IsZero() {
		return time.Time{}
	}
	return m.Created.Add(OpenLifetime)
}

// Needs are what a table asks of whoever takes a seat; zero fields ask nothing.
type Needs struct {
	Played    int // finished matches that the archive counts
	Low, High int // bounds of the rating at the game; who has none is outside them
}

// NewMatch describes a match to create.
type NewMatch struct {
	Game    string
	Version int
	Options map[string]string
	Seats   int
	Public  bool
	Solo    bool   // the host holds every seat; Reserve and HostSeat are ignored
	Host    string // a player's id
	// HostSeat is the host's own seat. If it is 0, the host sits where Reserve says,
	// or else on a free seat drawn at random.
	HostSeat  games.Seat
	RematchOf string                // a match's id, "" for none
	Reserve   map[games.Seat]string // ids of players who are seated from the start
	Bots      map[games.Seat]int    // levels of bots that are seated from the start
	// MaxOpen is how many open tables the host may have, this one included; 0 means
	// any number.
	MaxOpen int
	// BotLimits are for the player of a match against bots.
	BotLimits BotLimits

	ID string // "" to have one drawn

	// Chance draws a secret for the match. Contribution is what the host adds to
	// it; contributions that are missing are drawn.
	Chance       bool
	Contribution string
	// Contributions are those of players who are seated from the start, by player;
	// the host's may be given here too.
	Contributions map[string]string
	Cup           CupPlace      // where in a cup; zero for none. All seats are taken then
	Challenged    string        // a player's id, for whom an open seat drawn at random is kept; "" for nobody
	NoTalk        bool          // see Match
	Watch         Watch         // see Match; of public matches alone
	Rated         bool          // see Match
	Ladder        bool          // see Match
	Needs         Needs         // see Match
	Wait          time.Duration // see Match; whole seconds, at most six hours
	Clock         clock.Clock   // see Match
	// ToAct lists the seats that will owe the first decision, after Events, where
	// that is known before all seats are taken. Otherwise Begin computes the first
	// change when they are.
	ToAct []games.Seat
	Begin Decide

	Title string            // "" for none
	Tags  map[string]string // see Match
	// Events were played elsewhere; Result is set if they ended the match. They
	// need a table whose seats are all taken.
	Events []Event
	Result *games.Result
	Fold   []byte // see Change
}

// Joining describes how a player takes a seat.
type Joining struct {
	Match  string // its id
	Player string
	Seat   games.Seat // 0 for a free one drawn at random
	Invite string     // needed where the match is not public

	// Bot is the level of a bot to seat in place of Player, 0 for none. Host gives it the
	// seat, and needs no invitation.
	Bot  int
	Host string
	// BotLimits are for the player of a match that starts against bots.
	BotLimits BotLimits

	Contribution string // to the chance of the match, if it has any; "" to have it drawn
	Begin        Decide // see NewMatch; nil where the first to act was known before

	// Admit may refuse the player, with the match as it is before; nil admits
	// everybody.
	Admit func(Match) error
}

// Starting describes how a table starts before all its seats are taken.
type Starting struct {
	Match, Host string
	// Bot is the level of the bots that take the open seats; for 0 these are removed, and
	// the players keep their order in those that are left.
	Bot       int
	BotLimits BotLimits
	Admit     func(Match) error // may refuse the match as it would start
	Begin     Decide            // see NewMatch
}

// Tables creates matches and seats their players.
type Tables interface {
	// CreateMatch sets up a table. If all its seats are taken, the match starts at
	// once, with the events given or those that Begin computes.
	//
	// A match has one rematch: a second one gets a *Rematched, which is an ErrTaken.
	// The error is ErrNotFound if a player or the match before does not exist,
	// ErrNoSeat or ErrTaken if HostSeat or Reserve do not fit the table,
	// ErrAlreadySeated if a player were to hold two seats, ErrNotStarted for events
	// at a table with an open seat, ErrTooManyTables beyond MaxOpen, ErrManyBotMatches or
	// ErrManyBotStarts beyond BotLimits.
	CreateMatch(ctx context.Context, o Once, n NewMatch, note Note) (Match, error)
	// CanJoin returns the match and the error that JoinMatch would return now; the
	// player's id is "" for somebody who is not known yet.
	CanJoin(ctx context.Context, j Joining) (Match, error)
	// JoinMatch seats a player. With the last seat the match starts.
	//
	// The error is ErrNotFound for a match or player that does not exist, for a
	// private match without its invitation, and for a bot from another than the host;
	// ErrTaken for a seat or a table that is taken, ErrAlreadySeated, ErrNoSeat,
	// ErrManyBotMatches, ErrManyBotStarts, or that of Admit or Begin.
	JoinMatch(ctx context.Context, o Once, j Joining, note Note) (Match, error)
	// StartMatch starts a table before all its seats are taken. The error is ErrNotFound if
	// the host has no such table, ErrStarted if it is too late, ErrManyBotMatches,
	// ErrManyBotStarts, or that of Admit or Begin.
	StartMatch(ctx context.Context, o Once, n Starting, note Note) (Match, error)
	// DeleteOpenMatch withdraws a table before its match starts, and pauses the standing
	// offer that it was opened for. The error is
	// ErrNotFound if the host has no such table, ErrStarted if it is too late.
	DeleteOpenMatch(ctx context.Context, id, host string) error
	// RenewInvite gives a table a new invitation; an earlier one is void. The error
	// is ErrNotFound if the host has no such table, ErrStarted if it is too late.
	RenewInvite(ctx context.Context, o Once, id, host string, note Note) (Match, error)
	// WithdrawInvite makes the invitation to a table void, if there is one. The
	// errors are those of RenewInvite.
	WithdrawInvite(ctx context.Context, o Once, id, host string, note Note) (Match, error)
}

// Seating returns the players who are seated from the start: ids by seat, index
// 0 for seat 1, "" for an open one. The error is ErrNoSeat, ErrTaken or
// ErrAlreadySeated; see Tables.CreateMatch.
func (n NewMatch) Seating() ([]string, error) {
	if n.Seats < 1 || n.Seats > MaxSeats {
		return nil, fmt.Errorf("%d seats: %w", n.Seats, ErrNoSeat)
	}
	players := make([]string, n.Seats)
	if n.Solo {
		for i := range players {
			players[i] = n.Host
		}
		return players, nil
	}
	for seat, p := range n.Reserve {
		if seat < 1 || int(seat) > n.Seats {
			return nil, fmt.Errorf("seat %d: %w", seat, ErrNoSeat)
		}
		if p != "" && slices.Contains(players, p) {
			return nil, ErrAlreadySeated
		}
		players[seat-1] = p
	}
	if err := seatBots(players, n.Bots); err != nil {
		return nil, err
	}
	if at := slices.Index(players, n.Host); at >= 0 {
		if n.HostSeat != 0 && int(n.HostSeat) != at+1 {
			return nil, ErrAlreadySeated
		}
		return players, nil
	}
	seat, err := findFree(players, n.HostSeat)
	if err != nil {
		return nil, err
	}
	players[seat-1] = n.Host
	return players, nil
}

// FreeSeat returns the given seat if it is open and kept for nobody, and for seat 0 such a
// one drawn at random. The error is ErrNoSeat or ErrTaken.
func (m Match) FreeSeat(seat games.Seat) (games.Seat, error) {
	players := make([]string, len(m.Seats))
	for i, p := range m.Seats {
		if players[i] = p.ID; m.IsKept(games.Seat(i + 1)) {
			players[i] = m.Kept[i].ID
		}
	}
	return findFree(players, seat)
}

func findFree(players []string, seat games.Seat) (games.Seat, error) {
	switch {
	case seat < 0 || int(seat) > len(players):
		return 0, ErrNoSeat
	case seat > 0 && players[seat-1] != "":
		return 0, ErrTaken
	case seat > 0:
		return seat, nil
	}
	var open []games.Seat
	for i, p := range players {
		if p == "" {
			open = append(open, games.Seat(i+1))
		}
	}
	if len(open) == 0 {
		return 0, ErrTaken
	}
	i, err := rand.Int(rand.Reader, big.NewInt(int64(len(open))))
	if err != nil {
		return 0, err
	}
	return open[i.Int64()], nil
}
