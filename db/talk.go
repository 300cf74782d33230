package db

import (
	"context"
	"time"

	"tableronde/games"
)

// Limits on messages.
const (
	MaxMessage  = 500 // characters
	MaxMessages = 500 // of one player in one match
	MaxTies     = 500 // of one player
)

// Message is a text written in a match.
type Message struct {
	ID     string // 12 characters
	Match  string // its id
	Writer Player
	To     []games.Seat // seats that may read it, including the author's; empty for a message among spectators
	Text   string
	At     time.Time
}

// NewMessage is a message to store.
type NewMessage struct {
	Match, Player string
	To            []games.Seat // see Message
	Text          string
	Heard         Audience // receives the event about the message at once
}

// Audience selects the recipients of the event about a message: some players or, with Others, all
// viewers of the match except these.
type Audience struct {
	Players []string
	Others  bool
}

// Reader selects the messages that a player may read in a match: the messages to the seats and,
// with Watchers, the messages of spectators. It leaves out messages by authors that the player has
// muted or blocked.
type Reader struct {
	Player   string
	Seats    []games.Seat
	Watchers bool
}

// TieKind is the kind of a relation to another player.
type TieKind string

// Kinds of ties. A blocked player is also muted.
const (
	TieFavorite TieKind = "favorite"
	TieMute     TieKind = "mute"
	TieBlock    TieKind = "block"
)

// Tie is a player's relation to another player.
type Tie struct {
	Other Player
	Kind  TieKind
	Since time.Time
}

// Talk stores messages and ties. Only the player can see their ties.
type Talk interface {
	// AddMessage stores a message. It becomes unread for the other seats that may read it, unless
	// their player has muted or blocked the author. A player who had no unread message gets one
	// NoticeMessage; further messages bring none until the player reads. The error is ErrNotFound
	// if there is no such match or player, ErrTooManyMessages beyond MaxMessages, ErrSilent for a
	// player who is muted by operators.
	AddMessage(ctx context.Context, o Once, n NewMessage, note func(Message) (int, []byte)) (Message, error)
	// MessagesOf returns at most limit messages that a reader may read in a match, the latest
	// first. It continues after the message with the id before, "" for the beginning. The error is
	// ErrCursor for an unknown id.
	MessagesOf(ctx context.Context, match string, r Reader, before string, limit int) ([]Message, error)
	// MessageTo returns a message that a reader may read in a match, or ErrNotFound.
	MessageTo(ctx context.Context, match, message string, r Reader) (Message, error)
	// ReadMessages stores that a player has seen all messages of a match.
	ReadMessages(ctx context.Context, match, player string) error
	// SeeWatchers stores that a player without a seat has seen the spectators' messages of a match.
	// UnreadWatchers counts the later ones; it is 0 for a player who has never seen any. The error
	// is ErrNotFound if there is no such match or player.
	SeeWatchers(ctx context.Context, match, player string) error
	UnreadWatchers(ctx context.Context, match, player string) (int, error)
	// WatchedBy lists the ids of the matches in which a player has seen the spectators' messages,
	// the newest first.
	WatchedBy(ctx context.Context, player string) ([]string, error)
	// ReportMessage stores a player's report of a message. A second report changes nothing. The
	// error is ErrNotFound if there is no such message.
	ReportMessage(ctx context.Context, match, message, player string) error
	// MessagesBy returns at most limit messages of a player after the one with the id after, "" for
	// the first. They are in no order of time.
	MessagesBy(ctx context.Context, player, after string, limit int) ([]Message, error)
	// ReportedBy lists the ids of the messages and of the collections that a player has reported.
	ReportedBy(ctx context.Context, player string) ([]string, error)

	// SetTie stores a player's relation to another, "" for none. The error is ErrNotFound if
	// there is no such player, ErrTooManyTies beyond MaxTies.
	SetTie(ctx context.Context, player, other string, kind TieKind) error
	// Blocks reports whether somebody at the table of a match has blocked a player, or is
	// blocked by them.
	Blocks(ctx context.Context, match, player string) (bool, error)
	// TiesOf lists the ties of a player, the latest first.
	TiesOf(ctx context.Context, player string) ([]Tie, error)
}
