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

// OpenLifetime is the time that a table waits for players.
const OpenLifetime = 30 * 24 * time.Hour

// OpenUntil returns when the table expires if its seats are not taken. It is zero once the match
// has started.
func (m Match) OpenUntil() time.Time {
	if !m.Started.IsZero() {
		return time.Time{}
	}
	return m.Created.Add(OpenLifetime)
}

// Needs are a table's requirements for a player who joins. A zero field requires nothing.
type Needs struct {
	Played    int // least number of archived matches
	Low, High int // bounds of the rating at the game; a player without a rating is outside them
}

// NewMatch describes a match to create.
type NewMatch struct {
	Game    string
	Version int
	Options map[string]string
	Seats   int
	Public  bool
	Solo    bool   // the host has every seat; Reserve and HostSeat are ignored
	Host    string // a player's id
	// HostSeat is the host's seat. If it is 0, the host gets a seat in Reserve, or else a random
	// free seat.
	HostSeat  games.Seat
	RematchOf string                // a match's id, "" for none
	Reserve   map[games.Seat]string // ids of players seated from the start
	Bots      map[games.Seat]int    // levels of bots seated from the start
	// MaxOpen is the most open tables of the host, including this one. 0 means no limit.
	MaxOpen int
	// BotLimits limits the matches against bots of the match's only person.
	BotLimits BotLimits

	ID string // "" for a random one

	// Chance draws a secret for the match. Contribution is the host's part in it. Missing
	// contributions are drawn at random.
	Chance       bool
	Contribution string
	// Contributions has the contributions of players seated from the start, by player, perhaps
	// including the host's.
	Contributions map[string]string
	Cup           CupPlace      // zero for a match outside of cups; a cup match has all seats taken
	Challenged    string        // id of a player for whom a random open seat is reserved; "" for nobody
	NoTalk        bool          // see Match
	Watch         Watch         // see Match; only for public matches
	Rated         bool          // see Match
	Ladder        bool          // see Match
	Needs         Needs         // see Match
	Wait          time.Duration // see Match; in whole seconds, at most six hours
	Clock         clock.Clock   // see Match
	// ToAct lists the seats that owe the first decision after Events. Without it, Begin computes
	// the first change when all seats are taken.
	ToAct []games.Seat
	Begin Decide

	Title string            // "" for none
	Tags  map[string]string // see Match
	// Events were played elsewhere. Result is set if they ended the match. With events, all seats
	// of the table must be taken.
	Events []Event
	Result *games.Result
	Fold   []byte // see Change
}

// Joining describes how a player takes a seat.
type Joining struct {
	Match  string // its id
	Player string
	Seat   games.Seat // 0 for a random free one
	Invite string     // token, needed for a private table

	// Bot is the level of a bot to seat in place of Player, 0 for none. Host seats it, without an
	// invitation.
	Bot  int
	Host string
	// BotLimits applies if the match starts as one against bots.
	BotLimits BotLimits

	Contribution string // the player's part in the chance of the match, "" for a random one
	Begin        Decide // see NewMatch; nil if ToAct was set

	// Admit may refuse the player. It gets the match as it is before. Nil admits everybody.
	Admit func(Match) error
}

// Starting describes how a table starts before all its seats are taken.
type Starting struct {
	Match, Host string
	// Bot is the level of the bots that take the open seats. For 0 the open seats are removed,
	// and the players keep their order.
	Bot       int
	BotLimits BotLimits
	Admit     func(Match) error // may refuse the start; gets the match as it would start
	Begin     Decide            // see NewMatch
}

// Tables creates matches and seats their players.
type Tables interface {
	// CreateMatch creates a table. If all its seats are taken, the match starts at once, with
	// the given events or the events that Begin computes.
	//
	// A match has at most one rematch; for a second one the error is *Rematched, which wraps
	// ErrTaken. The error is ErrNotFound if a player or the previous match does not exist,
	// ErrNoSeat or ErrTaken if HostSeat or Reserve do not fit the table. It is
	// ErrAlreadySeated if a player would have two seats, ErrNotStarted for events at a table
	// with an open seat. It is ErrTooManyTables beyond MaxOpen, ErrManyBotMatches or
	// ErrManyBotStarts beyond BotLimits.
	CreateMatch(ctx context.Context, o Once, n NewMatch, note Note) (Match, error)
	// CanJoin returns the match and the error that JoinMatch would return now. The player's id is
	// "" for a visitor who is no player yet.
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
	// DeleteOpenMatch deletes a table before its match starts, and pauses the repeating table that
	// opened it. The error is ErrNotFound if the host has no such table, ErrStarted if the match
	// has begun.
	DeleteOpenMatch(ctx context.Context, id, host string) error
	// RenewInvite gives a table a new invitation, which replaces an earlier one. The error is
	// ErrNotFound if the host has no such table, ErrStarted if the match has begun.
	RenewInvite(ctx context.Context, o Once, id, host string, note Note) (Match, error)
	// WithdrawInvite withdraws the invitation to a table, if there is one. The errors are the
	// errors of RenewInvite.
	WithdrawInvite(ctx context.Context, o Once, id, host string, note Note) (Match, error)
}

// Seating returns the players seated from the start: ids by seat, index 0 for seat 1, "" for an
// open one. The error is ErrNoSeat, ErrTaken or ErrAlreadySeated. See Tables.CreateMatch.
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

// FreeSeat returns the given seat if it is open and not reserved. For seat 0 it returns a random
// such seat. The error is ErrNoSeat or ErrTaken.
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

// Kept is the player with a reserved open seat. The zero value means nobody.
type Kept struct {
	Player        // only ID and Name are set
	Declined bool // the player has declined, so the seat is open to others
}

// KeptFor returns the seat reserved for a player, 0 if there is none or the player has declined.
func (m Match) KeptFor(player string) games.Seat {
	return games.Seat(1 + slices.IndexFunc(m.Kept, func(k Kept) bool { return k.ID == player && player != "" && !k.Declined }))
}

// IsKept reports whether an open seat is reserved for one player.
func (m Match) IsKept(seat games.Seat) bool {
	return int(seat) <= len(m.Kept) && m.Kept[seat-1].ID != "" && !m.Kept[seat-1].Declined
}

// Challenges reserves open seats for players and asks them to play. A player who has blocked
// somebody at the table is not asked, and nobody can notice that.
type Challenges interface {
	// Challenge reserves an open seat of a table for a player, and puts a NoticeInvited into the
	// outbox. The error is ErrNotFound if the host has no such table or there is no such player,
	// ErrStarted if the match has begun. It is ErrAlreadySeated for a player who has a seat or a
	// reserved seat there, ErrTaken if no seat is open.
	Challenge(ctx context.Context, o Once, match, host, player string, note Note) (Match, error)
	// EndChallenge opens the seat reserved for a player to others. With declined, the table shows
	// that the player declined. The error is ErrNotFound if none is reserved for the player,
	// ErrStarted if the match has begun.
	EndChallenge(ctx context.Context, o Once, match, player string, declined bool, note Note) (Match, error)
	// ChallengesOf lists at most limit tables with a seat reserved for a player, the newest first.
	// It leaves out a table if the player has blocked somebody there, or somebody there has blocked
	// the player.
	ChallengesOf(ctx context.Context, player string, limit int) ([]Match, error)
}

// Limits of repeating tables.
const (
	MaxStanding      = 5   // of one player
	MaxStandingLive  = 10  // running matches of one repeating table
	MaxStandingBytes = 500 // of a proposal
)

// StandingOffer is a repeating table: a player's wish to have a table open. Whenever the table
// fills or ends, another one is opened.
type StandingOffer struct {
	ID       string // 12 characters
	Player   string
	Proposal string // description of the table, encoded by package tables
	Most     int    // most running matches; at the limit, no table is opened
	Paused   bool
	Made     time.Time
	Open     string // id of its open table, "" for none
	Live     int    // number of its running matches
}

// Standing stores repeating tables.
type Standing interface {
	// AddStanding stores a repeating table, with Player, Proposal and Most given. The error is
	// ErrNotFound if there is no such player, ErrTooManyStanding beyond MaxStanding.
	AddStanding(ctx context.Context, o Once, n StandingOffer, note func(StandingOffer) (status int, text []byte)) (StandingOffer, error)
	// StandingOf lists the repeating tables of a player, the oldest first.
	StandingOf(ctx context.Context, player string) ([]StandingOffer, error)
	// SetStanding stores Most and Paused of a repeating table. The error is ErrNotFound if the
	// player has none with that id.
	SetStanding(ctx context.Context, player, id string, most int, paused bool) error
	// RemoveStanding deletes a repeating table. Its open table and matches stay. The error is the
	// error of SetStanding.
	RemoveStanding(ctx context.Context, player, id string) error
	// TablesToReopen lists at most limit repeating tables that need an open table, without tables
	// of suspended players. They belong to the player or, for "", to anybody. They are in the order
	// of their ids, beginning after the id after.
	TablesToReopen(ctx context.Context, player, after string, limit int) ([]StandingOffer, error)
	// OpenStanding opens a table for a repeating table. The error is ErrEnoughTables if it no
	// longer needs one, or an error of CreateMatch.
	OpenStanding(ctx context.Context, id string, n NewMatch) (Match, error)
}

// RematchOffer is an offer of a rematch after a finished match.
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

// RematchVote is a player's vote for a rematch.
type RematchVote struct {
	Match, Player string
	Contribution  string        // the player's part in the chance of the rematch, "" for a random one
	Lasts         time.Duration // lifetime of the offer, if this vote makes one
	// Next describes the rematch to create. The store fills in RematchOf and
	// Contributions.
	Next func(Match) NewMatch
}

// Rematches offers rematches of matches that are over.
type Rematches interface {
	// VoteRematch offers a rematch or, if there is an offer, accepts it. After the last
	// acceptance it returns the rematch, before that the match with its offer. A new offer
	// puts a NoticeInvited into the outbox for each player who must answer.
	//
	// The error is ErrNotFound if there is no such match or the player holds no seat,
	// ErrNotOver, and *Rematched if the rematch exists already. It is ErrDeclined if the
	// player's own offer was declined and has not expired yet.
	VoteRematch(ctx context.Context, o Once, v RematchVote, note Note) (Match, error)
	// DeclineRematch takes back the player's own offer of a rematch, or declines another player's
	// offer for all. It returns the resulting match. The error is ErrNoOffer if there is no offer,
	// or the error of VoteRematch.
	DeclineRematch(ctx context.Context, o Once, match, player string, note Note) (Match, error)
}

// Tempo is the speed of a match.
type Tempo string

// The tempos, which follow from clock.Control.Live.
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

// TableFilter selects open tables. The zero value selects all.
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
	// OpenTables lists the tables that pass a filter, the newest first, in pages like the lists of
	// Lists.
	OpenTables(ctx context.Context, viewer string, f TableFilter, after string, limit int) (matches []Match, next string, err error)
	// FittingTables lists at most limit tables that pass a filter and at which the viewer does not
	// sit. First comes the newest table of each favorite of the viewer, then tables of the games of
	// the viewer's last matches, then tables of the tempos of those matches. Each kind has the
	// newest first, and each table appears once.
	FittingTables(ctx context.Context, viewer string, f TableFilter, limit int) ([]Match, error)
	// CountOpenTables counts the tables, up to MostCounted.
	CountOpenTables(ctx context.Context, viewer string) (int, error)
}

// MaxPage is the largest number of matches that a list returns at once.
const MaxPage = 200

// Filter selects among the matches of a player. The zero value selects all.
type Filter struct {
	Turn   bool  // matches in which the player owes a decision
	Asked  bool  // matches in which an offer waits for the player's answer; with Turn and Shared, these in addition
	Shared bool  // with Turn: matches with somebody else at the table
	Over   *bool // matches that have ended, or have not
	// Left adds, with Over false, the matches in which a bot has taken over the player's seat.
	// Alone it selects these, running or ended.
	Left bool
}

// Changed is a match that has changed.
type Changed struct {
	ID  string
	Ply int // number of events stored
}

// Turns are the matches that wait for a player.
type Turns struct {
	Count int
	First []string // ids of at most two matches: the least time left first, then the newest without clocks; must not be changed
}

// Tally counts the matches of a player by state. A match counts once.
type Tally struct {
	Awaiting int // in play, with a decision of the player that others or bots wait for
	Live     int // in play with others or bots; includes Awaiting
	Open     int // tables that wait for players
	Alone    int // solo tables in play

	Finished         int // ended matches of all kinds
	Won, Drawn, Lost int // part of Finished; solo tables and matches called off count nowhere here
}

// Lists lists and counts matches. The matches of a list lack their events.
//
// A list is read in pages. The cursor of the first page is "". The cursor of a later page is
// the next of the previous page, or the id of the match before the page. next is "" on the
// last page. The error for any other cursor is ErrCursor. A page has at least 1 and at most
// MaxPage matches, for any limit.
type Lists interface {
	// MatchesOf lists the matches in which a player holds a seat, newest first.
	MatchesOf(ctx context.Context, player string, f Filter, after string, limit int) (matches []Match, next string, err error)
	// PublicMatches lists at most limit public matches. With over, it lists finished matches that
	// were not called off, the latest first. Otherwise it lists matches in play that have several
	// players, the latest move first.
	PublicMatches(ctx context.Context, over bool, limit int) ([]Match, error)

	// Turns returns the matches that wait for a player's decision or answer.
	Turns(ctx context.Context, player string) (Turns, error)
	// Tally counts the matches of a player.
	Tally(ctx context.Context, player string) (Tally, error)
	// ChangedSince lists at most "most" matches of a player, the newest first, that were created,
	// started, ended, received an event or were offered a rematch at or after a time.
	ChangedSince(ctx context.Context, player string, since time.Time, most int) ([]Changed, error)
}
