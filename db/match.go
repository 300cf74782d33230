package db

import (
	"context"
	"slices"
	"time"

	"tableronde/games"
	"tableronde/games/clock"
)

// Watch states which people without a seat may see a public match. Match.Public is false while the
// match is closed to them.
type Watch string

// The choices of Watch.
const (
	WatchAlways Watch = ""     // everybody, now and afterwards
	WatchLive   Watch = "live" // everybody until it ends; its hands stay hidden from everybody but the players
	WatchNever  Watch = "none" // nobody after it has begun
)

// MaxSeats is the largest number of seats at a table.
const MaxSeats = 62

// Match is a table and the log of its events. Callers must not change the contents of its
// slices and maps.
type Match struct {
	ID      string // 12 characters
	Game    string
	Version int // of the ruleset
	Options map[string]string
	Public  bool
	Shown   bool     // made public after its end, by one of its players
	Shared  bool     // a link to it exists: see ShareMatch
	Solo    bool     // the host holds every seat
	Title   string   // "" for none
	Invite  string   // the token of the invitation, "" if the store cannot derive it
	Invited bool     // there is an invitation, with or without Invite
	Host    string   // a player's id
	Seats   []Player // index 0 is seat 1; the zero Player is an open seat

	// Times at which the match was created, started, ended, and received its last event. Times
	// still to come are zero.
	Created, Started, Ended, Moved time.Time

	// The state after the stored events, as the rules had it when the last one was stored.
	Ply    int          // number of events
	ToAct  []games.Seat // nobody before the start
	Over   bool
	Result *games.Result

	RematchOf, Rematch string // ids of matches, "" for none
	Cup                string // the id of the cup that the match belongs to, "" for none

	// Asked lists the seats that have not answered a pending offer. An offer of a rematch waits
	// only until Offered.Until.
	Asked   []games.Seat
	Offered RematchOffer // the last offer of a rematch; zero for none

	// Tags come from the record that the match was imported from: "Seat1", "Date", "Result".
	// Nil for a match that was played here.
	Tags map[string]string

	// Secret, together with the contribution of each seat ("" for an open one), is
	// the source of the match's chance. Both are empty in games without chance.
	// Nobody may learn the secret before the match has ended.
	Secret        games.Secret
	Contributions []string

	// StandsFor lists the players whose seats bots have taken over, index 0 for seat 1. It is nil
	// for none. These players may still watch.
	StandsFor []Player

	Kept   []Kept // players with a reserved open seat, index 0 for seat 1; nil for none
	Unread []int  // messages that the player of each seat has not seen, index 0 for seat 1; nil if all have
	NoTalk bool   // partners may not write to each other
	Watch  Watch  // which people without a seat may see it, if it is public
	Rated  bool   // the result counts for the ratings of the players
	Ladder bool   // it decides a ladder challenge; see Ladders
	Needs  Needs  // required of each player who joins

	Wait time.Duration // length of an interrupt window
	// WindowEnds is the time at which the open interrupt window closes and the server goes on. It
	// is zero if none is open. Deadline is the time at which a clock falls and the server must act;
	// it may act somewhat later. Deadline is zero if no clock is running.
	WindowEnds, Deadline time.Time
	// BotDue is the time at which a bot must act or answer an offer. It is zero if no bot must.
	BotDue time.Time
	// Hints is the number of hints that the person in a match against bots got.
	Hints int
	// Operated is set if operators have acted in the match. See Operators.ActsIn.
	Operated bool
	// ForcedDue is the time of the server's next decision for a seat without a choice, if the
	// decision comes after a pause. It is zero for none. It must stay secret.
	ForcedDue time.Time

	// Clock holds the clocks after the last event. Before the start it holds the clocks that
	// will start. Deadlines are the times at which the clocks of the seats that owe a decision
	// fall: index 0 for seat 1, zero for the other seats, nil without clocks. Deadline and
	// Deadlines may be too early after the server was down.
	Clock     clock.Clock
	Deadlines []time.Time

	Events []Event // the whole log; absent from lists
	Last   Event   // the last event; zero if there is none
	Fold   []byte  // see FoldOf; from Health.EachMatch alone
}

// Event is one line of a match's log.
type Event struct {
	Ply  int // its place in the log, from 0
	Seat games.Seat
	Text string
	At   time.Time
}

// Chance reports whether the game has chance, and therefore a secret.
func (m Match) Chance() bool { return m.Secret != games.Secret{} }

// SeatsOf lists the seats that a player holds, ascending.
func (m Match) SeatsOf(player string) []games.Seat {
	var seats []games.Seat
	for i, p := range m.Seats {
		if p.ID == player && player != "" {
			seats = append(seats, games.Seat(i+1))
		}
	}
	return seats
}

// LeftBy reports whether a bot has taken over a seat of the player.
func (m Match) LeftBy(player string) bool {
	return player != "" && slices.ContainsFunc(m.StandsFor, func(p Player) bool { return p.ID == player })
}

// Closed reports whether a public match is closed to people without a seat.
func (m Match) Closed() bool { return m.Watch != WatchAlways && !m.Public }

// Full reports whether every seat is taken.
func (m Match) Full() bool {
	return !slices.ContainsFunc(m.Seats, func(p Player) bool { return p.ID == "" })
}

// Log has the events of a match.
type Log struct {
	Events []Event
	Fold   []byte // see FoldOf
}

// FoldEvery is the number of events of a match between two stored folds.
const FoldEvery = 32

// Matches reads matches and adds to their logs.
type Matches interface {
	// Match returns a match with its events, or ErrNotFound.
	Match(ctx context.Context, id string) (Match, error)
	// MatchByInvite returns the match that an invitation's token leads to, or
	// ErrNotFound.
	MatchByInvite(ctx context.Context, token string) (Match, error)
	// MatchByShare returns the match that a shared link's token shows, or
	// ErrNotFound.
	MatchByShare(ctx context.Context, token string) (Match, error)

	// Append stores the change that decide computes from a match, and returns the
	// resulting match. If decide returns an error, nothing changes and Append
	// returns the same error. Of two decisions about the same ply, the second sees
	// the match with the change of the first.
	//
	// Other errors: ErrNotFound, ErrNotStarted, ErrNoSeat, ErrOver for events after
	// the end, and a *Panic for a panic in decide.
	Append(ctx context.Context, o Once, id string, decide Decide) (Match, error)
	// FoldOf returns the last stored Fold of a match, nil if there is none. It is made from
	// some of the first events, and as secret as all of them.
	FoldOf(ctx context.Context, match string) ([]byte, error)
	// Logs returns the logs of matches by id, in two queries. One query for each match of a list
	// would be too slow for a page. Missing matches are left out.
	Logs(ctx context.Context, ids []string) (map[string]Log, error)
	// OrdersOf returns the advance orders of one seat of a match, "" for none. Only the player of
	// that seat may see them.
	OrdersOf(ctx context.Context, match string, seat games.Seat) (string, error)
	// OrdersBy returns, by match, the advance orders of a player.
	OrdersBy(ctx context.Context, player string) (map[string]string, error)

	// ShowMatch makes an ended match public, or private again. A match that was public before its
	// end stays public. The error is ErrNotFound if there is no such match, ErrNotOver before its
	// end.
	ShowMatch(ctx context.Context, id string, shown bool) (Match, error)
	// ShareMatch makes a token for MatchByShare. It replaces an earlier one. The match must
	// have ended. Only the hash of the token is stored. The errors are the errors of
	// ShowMatch.
	ShareMatch(ctx context.Context, o Once, id string, note func(token string) (status int, text []byte)) (string, error)
	// UnshareMatch withdraws the token of a match, if there is one. The errors are the errors
	// of ShowMatch.
	UnshareMatch(ctx context.Context, id string) (Match, error)
}

// Change is the data that a decision adds to a match.
type Change struct {
	// Events have Seat, Text and At, which is kept to the millisecond. The store sets Ply, and
	// At where it is zero.
	Events []Event
	// The other fields up to BotDue describe the match after the last of the
	// events, and are ignored if there are none. Asked lists the seats that have not
	// answered an offer. A Result ends the match. For the times see Match.
	ToAct                []games.Seat
	Asked                []games.Seat
	Result               *games.Result
	WindowEnds, Deadline time.Time
	BotDue               time.Time
	// ForcedDue is the new Match.ForcedDue. Without events it counts only in a change that has
	// Orders.
	ForcedDue time.Time
	// Clock and Deadlines are the new clocks of a match with clocks. Without events, a change
	// that has Deadlines sets only Deadline and Deadlines.
	Clock     clock.Clock
	Deadlines []time.Time
	// Orders are the advance orders to replace, "" to delete the orders of a seat.
	Orders Orders
	// TakenOver are the levels of bots that take seats, by seat. A bot plays on for the player
	// of the seat or, if a bot held it, for that bot's player. See Match.StandsFor. Without
	// events, a change with TakenOver also sets BotDue.
	TakenOver map[games.Seat]int
	// Replaced are the players who take seats from others, by seat. BotDue counts as with
	// TakenOver.
	Replaced map[games.Seat]string
	// Visits are the visits to the match that come with the change, by player. They
	// are stored as by Players.NoteVisit.
	Visits map[string]Visit
	// Notices are put into the outbox. Kind and Recipient are set.
	Notices []Notice
	// Fold is the state of the rules after the log with Events, for FoldOf. It is stored when the
	// log has grown past a multiple of FoldEvery, and otherwise ignored.
	Fold []byte
	// Act is the operator's act that causes the change, nil for none.
	Act *NewAct
	// Note derives the stored note of the response. It may be nil. See Once.
	Note Note
}

// Decide computes the change to store from a match and the advance orders of all its seats. It runs
// inside the writing transaction.
type Decide func(Match, Orders) (Change, error)

// Orders holds the advance orders of the seats that have some. They are secrets of the seats, so
// printing them shows nothing.
type Orders map[games.Seat]string

// String returns a placeholder, so that no log shows the orders by mistake.
func (Orders) String() string { return "[orders]" }

// GoString returns the placeholder for %#v, too.
func (o Orders) GoString() string { return o.String() }

// Alarms finds the matches in which the server must act. A match is due when its window ends, its
// deadline passes or its ForcedDue comes, whichever is earlier.
type Alarms interface {
	// NextDue returns the earliest time after the given one at which a match becomes
	// due, the zero time if there is none.
	NextDue(ctx context.Context, after time.Time) (time.Time, error)
	// Due lists the ids of all matches that are due by a time, the earliest first.
	Due(ctx context.Context, by time.Time) ([]string, error)
	// Timed lists the ids of all matches that have a Deadline, the earliest first.
	Timed(ctx context.Context) ([]string, error)
}

const (
	// OnceLifetime is the time for which the answer to a request is kept for repetitions.
	OnceLifetime = 24 * time.Hour

	// MaxNote is the longest note, in bytes.
	MaxNote = 1000
)

// Once identifies a request by its idempotency key, so that it takes effect once however often
// it is repeated. The zero value, and one without Key, identifies nothing. Then the write
// happens each time.
//
// If the same caller repeats a request under the same key within OnceLifetime, the write does
// nothing and returns an *Answered. For another request under that key the error is
// ErrKeyReused. The number of keys that a caller may use within a day is bounded. Beyond it
// the error is ErrKeysUsedUp.
//
// A note of the response, of at most MaxNote bytes, is stored in the transaction of the write
// itself. It is encrypted under a key derived from Key, which is not stored. So the note is as
// safe as Key is hard to guess.
type Once struct {
	Caller  string // separates the keys of one caller from the keys of all others
	Key     string
	Request []byte // method, path and body of the request, or a digest of them
}

// Note derives, from the match that a write returns, the status of the response
// and the text from which it can be rebuilt. Where a Note may be nil, that keeps
// status 0 and an empty text.
type Note func(Match) (status int, text []byte)

// Requests stores the answers to requests with an idempotency key.
type Requests interface {
	// Answer returns nil for a request that is new, otherwise an *Answered,
	// ErrKeyReused or ErrKeysUsedUp.
	Answer(ctx context.Context, o Once) error
	// Remember stores a note of the response to a request that had no other effect. If the
	// request was answered in between, the error is the error of Answer.
	Remember(ctx context.Context, o Once, status int, note []byte) error
}

// Heartbeats stores the times at which the site was up. No clock of a match runs while the
// site is down.
type Heartbeats interface {
	// Beat records that the site is up at a time. up is the time just before it during which the
	// site was certainly up. If the last beat of any process is longer ago than that, the
	// store saves a pause of the clocks from that beat to this one. See clock.Outage. The
	// very first beat makes no pause.
	//
	// Beat returns the pauses that were stored after the first known ones, in the order in
	// which they were stored. It also returns whether this beat has stored one.
	Beat(ctx context.Context, at time.Time, up time.Duration, known int) (pauses []clock.Pause, paused bool, err error)
}
