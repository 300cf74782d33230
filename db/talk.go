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

// Message is a text that somebody has written in a match.
type Message struct {
	ID     string // 12 characters
	Match  string // its id
	Writer Player
	To     []games.Seat // the seats that read it, the writer's own seat too; empty for a message among spectators
	Text   string
	At     time.Time
}

// NewMessage is a message to store.
type NewMessage struct {
	Match, Player string
	To            []games.Seat // see Message
	Text          string
	Heard         Audience // receives at once an event that there is a message
}

// Audience chooses the recipients of the event about a message: some players, or with Others
// all who watch the match except these.
type Audience struct {
	Players []string
	Others  bool
}

// Reader chooses the messages of a match that a player reads: the messages to one of the
// seats, with Watchers also the messages of spectators. It leaves out messages of writers that
// the player has muted or blocked.
type Reader struct {
	Player   string
	Seats    []games.Seat
	Watchers bool
}

// TieKind is the kind of a relation to another player.
type TieKind string

// Kinds of ties. A blocked player is muted, too.
const (
	TieFavorite TieKind = "favorite"
	TieMute     TieKind = "mute"
	TieBlock    TieKind = "block"
)

// Tie is a player's relation to another.
type Tie struct {
	Other Player
	Kind  TieKind
	Since time.Time
}

// Talk keeps messages and ties. Nobody but the player learns of a tie.
type Talk interface {
	// AddMessage stores a message, and counts it as unread for the other seats that read it,
	// unless their player has muted or blocked the writer. A player who had read all messages
	// gets one NoticeMessage. Further messages bring none until they read again. The error is
	// ErrNotFound if there is no such match or player, ErrTooManyMessages beyond MaxMessages.
	// It is ErrSilent for a player who may not write for the time being.
	AddMessage(ctx context.Context, o Once, n NewMessage, note func(Message) (int, []byte)) (Message, error)
	// MessagesOf returns at most limit messages of a match that a reader reads, the last
	// first. It goes on after the message with the id before, "" for the start. The error is
	// ErrCursor for any other id.
	MessagesOf(ctx context.Context, match string, r Reader, before string, limit int) ([]Message, error)
	// MessageTo returns a message of a match that a reader reads, or ErrNotFound.
	MessageTo(ctx context.Context, match, message string, r Reader) (Message, error)
	// ReadMessages notes that a player has seen all messages of a match.
	ReadMessages(ctx context.Context, match, player string) error
	// SeeWatchers notes that a player without a seat has seen the messages of spectators of a
	// match. UnreadWatchers counts the later ones: 0 for a player who has never seen any. The
	// error is ErrNotFound if there is no such match or player.
	SeeWatchers(ctx context.Context, match, player string) error
	UnreadWatchers(ctx context.Context, match, player string) (int, error)
	// WatchedBy lists the ids of the matches in which a player has seen the messages of
	// spectators, the newest first.
	WatchedBy(ctx context.Context, player string) ([]string, error)
	// ReportMessage notes that a player finds a message of a match at fault. A second report
	// changes nothing. The error is ErrNotFound if there is no such message.
	ReportMessage(ctx context.Context, match, message, player string) error
	// MessagesBy returns at most limit messages of a player after the one with the id
	// after, "" for the first, in no order of time.
	MessagesBy(ctx context.Context, player, after string, limit int) ([]Message, error)
	// ReportedBy lists the ids of the messages and of the collections that a player has reported.
	ReportedBy(ctx context.Context, player string) ([]string, error)

	// SetTie stores a player's relation to another, "" for none. The error is ErrNotFound if
	// there is no such player, ErrTooManyTies beyond MaxTies.
	SetTie(ctx context.Context, player, other string, kind TieKind) error
	// Blocks reports whether somebody at the table of a match has blocked a player, or is
	// blocked by them.
	Blocks(ctx context.Context, match, player string) (bool, error)
	// TiesOf lists the ties of a player, the last first.
	TiesOf(ctx context.Context, player string) ([]Tie, error)
}
