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

// Needs are the conditions of a table for a player who takes a seat. A zero field asks
// nothing.
type Needs struct {
	Played    int // finished matches that the archive counts
	Low, High int // bounds of the rating at the game; a player without a rating is outside them
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
	// MaxOpen is how many open tables the host may have, this one included. 0 means any
	// number.
	MaxOpen int
	// BotLimits are for the player of a match against bots.
	BotLimits BotLimits

	ID string // "" to have one drawn

	// Chance draws a secret for the match. Contribution is the host's addition to it. Missing
	// contributions are drawn at random.
	Chance       bool
	Contribution string
	// Contributions come from players who are seated from the start, by player. The host's may
	// be given here too.
	Contributions map[string]string
	Cup           CupPlace      // where in a cup; zero for none. All seats are taken then
	Challenged    string        // id of a player for whom the store keeps an open seat, drawn at random; "" for nobody
	NoTalk        bool          // see Match
	Watch         Watch         // see Match; of public matches alone
	Rated         bool          // see Match
	Ladder        bool          // see Match
	Needs         Needs         // see Match
	Wait          time.Duration // see Match; whole seconds, at most six hours
	Clock         clock.Clock   // see Match
	// ToAct lists the seats that will owe the first decision, after Events. Without it, Begin
	// computes the first change when all seats are taken.
	ToAct []games.Seat
	Begin Decide

	Title string            // "" for none
	Tags  map[string]string // see Match
	// Events were played elsewhere. Result is set if they ended the match. They need a table
	// whose seats are all taken.
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
	Begin        Decide // see NewMatch; nil where ToAct was set

	// Admit may refuse the player, with the match as it is before. Nil admits everybody.
	Admit func(Match) error
}

// Starting describes how a table starts before all its seats are taken.
type Starting struct {
	Match, Host string
	// Bot is the level of the bots that take the open seats. For 0 the open seats are removed,
	// and the players keep their order.
	Bot       int
	BotLimits BotLimits
	Admit     func(Match) error // may refuse the match as it would start
	Begin     Decide            // see NewMatch
}

// Tables creates matches and seats their players.
type Tables interface {
	// CreateMatch sets up a table. If all its seats are taken, the match starts at once, with
	// the events given or the events that Begin computes.
	//
	// A match has one rematch: a second one gets a *Rematched, which is an ErrTaken. The error
	// is ErrNotFound if a player or the match before does not exist, ErrNoSeat or ErrTaken if
	// HostSeat or Reserve do not fit the table. It is ErrAlreadySeated if a player were to
	// hold two seats, ErrNotStarted for events at a table with an open seat. It is
	// ErrTooManyTables beyond MaxOpen, ErrManyBotMatches or ErrManyBotStarts beyond BotLimits.
	CreateMatch(ctx context.Context, o Once, n NewMatch, note Note) (Match, error)
	// CanJoin returns the match and the error that JoinMatch would return now. The player's id
	// is "" for a visitor without one.
	CanJoin(ctx context.Context, j Joining) (Match, error)
	// JoinMatch seats a player. With the last seat the match starts.
	//
	// The error is ErrNotFound for a match or player that does not exist, for a private match
	// without its invitation, and for a bot that another player than the host seats. It is
	// ErrTaken for a seat or a table that is taken, or the error of Admit or Begin. It may
	// also be ErrAlreadySeated, ErrNoSeat, ErrManyBotMatches or ErrManyBotStarts.
	JoinMatch(ctx context.Context, o Once, j Joining, note Note) (Match, error)
	// StartMatch starts a table before all its seats are taken. The error is ErrNotFound if
	// the host has no such table, ErrStarted if it is too late, ErrManyBotMatches,
	// ErrManyBotStarts, or the error of Admit or Begin.
	StartMatch(ctx context.Context, o Once, n Starting, note Note) (Match, error)
	// DeleteOpenMatch withdraws a table before its match starts, and pauses the standing
	// offer that it was opened for. The error is
	// ErrNotFound if the host has no such table, ErrStarted if it is too late.
	DeleteOpenMatch(ctx context.Context, id, host string) error
	// RenewInvite gives a table a new invitation. An earlier one is void. The error is
	// ErrNotFound if the host has no such table, ErrStarted if it is too late.
	RenewInvite(ctx context.Context, o Once, id, host string, note Note) (Match, error)
	// WithdrawInvite makes the invitation to a table void, if there is one. The errors are the
	// errors of RenewInvite.
	WithdrawInvite(ctx context.Context, o Once, id, host string, note Note) (Match, error)
}

// Seating returns the players who are seated from the start: ids by seat, index 0 for seat 1,
// "" for an open one. The error is ErrNoSeat, ErrTaken or ErrAlreadySeated. See
// Tables.CreateMatch.
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

// Kept is the player an open seat is kept for. The zero value is nobody.
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

// Challenges keeps open seats for players who are asked to take them. A player who has blocked
// the other side is not asked, and nobody learns of it.
type Challenges interface {
	// Challenge keeps an open seat of a table for a player, and puts a NoticeInvited for them
	// into the outbox. The error is ErrNotFound if the host has no such table or there is no
	// such player, ErrStarted if it is too late. It is ErrAlreadySeated for a player who sits
	// there or already has a kept seat, ErrTaken if no seat is open.
	Challenge(ctx context.Context, o Once, match, host, player string, note Note) (Match, error)
	// EndChallenge opens the seat of a table that is kept for a player to others. The table
	// shows that the player has declined, if they have. The error is ErrNotFound if none is
	// kept for them, ErrStarted if it is too late.
	EndChallenge(ctx context.Context, o Once, match, player string, declined bool, note Note) (Match, error)
	// ChallengesOf lists at most limit tables that keep a seat for a player, the newest first.
	// It leaves out a table if the player has blocked somebody there, or somebody there has
	// blocked the player.
	ChallengesOf(ctx context.Context, player string, limit int) ([]Match, error)
}

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
	Proposal string // description of the table, in the form of package club
	Most     int    // limit on matches under way that have come of it; at the limit, no table is opened
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
	// RemoveStanding deletes an offer. Its tables and matches stay. The error is the error of
	// SetStanding.
	RemoveStanding(ctx context.Context, player, id string) error
	// TablesToReopen lists at most limit offers for which a table is to be opened. It leaves
	// out offers of suspended players. The offers are the player's or, for "", everybody's, in
	// the order of their ids and after the id after.
	TablesToReopen(ctx context.Context, player, after string, limit int) ([]StandingOffer, error)
	// OpenStanding opens a table for an offer. The error is ErrEnoughTables if none is to be
	// opened for it any more, else the error of CreateMatch.
	OpenStanding(ctx context.Context, id string, n NewMatch) (Match, error)
}

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
	// VoteRematch offers a rematch or, where an offer stands, accepts it. It returns the
	// rematch if that was the last player to accept, else the match with its offer. A new
	// offer puts a NoticeInvited for each player who is to answer it into the outbox.
	//
	// The error is ErrNotFound if there is no such match or the player holds no seat,
	// ErrNotOver, and *Rematched if the rematch exists already. It is ErrDeclined if the
	// player's own offer was declined and has not expired yet.
	VoteRematch(ctx context.Context, o Once, v RematchVote, note Note) (Match, error)
	// DeclineRematch takes back the player's own offer of a rematch, or declines somebody
	// else's for everybody. It returns the match after that. The error is ErrNoOffer if there
	// is no offer, else the error of VoteRematch.
	DeclineRematch(ctx context.Context, o Once, match, player string, note Note) (Match, error)
}

// Tempo is how fast a match is played.
type Tempo string

// Tempos, by clock.Control.Live.
const (
	TempoDays Tempo = "days" // by correspondence
	TempoLive Tempo = "live" // in one sitting
	TempoNone Tempo = "none" // without clocks
)

// Tempos lists all tempos.
var Tempos = []Tempo{TempoDays, TempoLive, TempoNone}

// TempoOf returns the tempo of a match with a clock.
func TempoOf(c clock.Clock) Tempo {
	switch {
	case c.IsZero():
		return TempoNone
	case c.Control().Live():
		return TempoLive
	}
	return TempoDays
}

// TableFilter chooses among open tables. The zero value takes all.
type TableFilter struct {
	Game  string // "" for any
	Seats int    // 0 for any number
	Pace  Tempo  // "" for any
}

// MostCounted is the number at which the count of open tables stops.
const MostCounted = 100

// Lobby lists and counts the public matches that wait for players. It leaves out a match if
// the viewer has blocked somebody there, or somebody there has blocked the viewer. The viewer
// is "" for nobody. The cost of a list does not grow with the number of tables.
type Lobby interface {
	// OpenTables lists the tables that pass a filter, the newest first, page by page as
	// the lists of Lists.
	OpenTables(ctx context.Context, viewer string, f TableFilter, after string, limit int) (matches []Match, next string, err error)
	// FittingTables lists at most limit tables that pass a filter and at which the viewer does
	// not sit. First comes the newest table of each favorite of the viewer. Then come tables
	// of the games of the viewer's last matches, then tables of the tempos of those matches.
	// Each kind has the newest first, and each table appears once.
	FittingTables(ctx context.Context, viewer string, f TableFilter, limit int) ([]Match, error)
	// CountOpenTables counts the tables, up to MostCounted.
	CountOpenTables(ctx context.Context, viewer string) (int, error)
}

// MaxPage is the largest number of matches that a list returns at once.
const MaxPage = 200

// Filter chooses among the matches of a player. The zero value takes all.
type Filter struct {
	Turn   bool  // only those where the player owes a decision
	Asked  bool  // only those where an offer waits for the player's answer; with Turn and Shared: these too
	Shared bool  // with Turn: only those that have somebody else at the table
	Over   *bool // only those that have ended, or have not
	// Left adds, with Over false, the matches in which a bot plays on for the player, who
	// holds no seat there any more. Alone it chooses these, under way or not.
	Left bool
}

// Changed is a match that has changed.
type Changed struct {
	ID  string
	Ply int // number of events stored
}

// Turns are the matches in which others, or bots, wait for a player.
type Turns struct {
	Count int
	First []string // the ids of two at most: the match with the least time left first, without clocks the newest; not to be changed
}

// Tally counts the matches of a player, each of them once.
type Tally struct {
	Awaiting int // in play, and the player owes a decision that others, or bots, wait for
	Live     int // in play with others or with bots; includes the matches in Awaiting
	Open     int // tables that wait for players
	Alone    int // tables of one in play

	Finished         int // with others, with bots and at tables of one, called off or not
	Won, Drawn, Lost int // of Finished; tables of one and matches called off are in none
}

// Lists lists and counts matches. The matches of a list come without their events.
//
// A list is read page by page. The first page comes after the cursor "". A later page comes
// after the cursor that the page before returned as next, or after the match with the cursor
// as its id. next is "" on the last page. ErrCursor is the error of any other cursor. A page
// has at least 1 and at most MaxPage matches, for any limit.
type Lists interface {
	// MatchesOf lists the matches in which a player holds a seat, newest first.
	MatchesOf(ctx context.Context, player string, f Filter, after string, limit int) (matches []Match, next string, err error)
	// PublicMatches lists at most limit public matches. If over, it lists matches that have
	// ended and were not called off, the latest first. Otherwise it lists matches in play,
	// with the latest move first, without the matches of one person alone.
	PublicMatches(ctx context.Context, over bool, limit int) ([]Match, error)

	// Turns returns the matches in which others wait for a player, for a decision or for the
	// answer to an offer.
	Turns(ctx context.Context, player string) (Turns, error)
	// Tally counts the matches of a player.
	Tally(ctx context.Context, player string) (Tally, error)
	// ChangedSince lists at most "most" matches of a player, the newest first. Each was
	// created, started, ended or received an event at or after a time.
	ChangedSince(ctx context.Context, player string, since time.Time, most int) ([]Changed, error)
}
