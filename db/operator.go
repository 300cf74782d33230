package db

import (
	"context"
	"time"

	"tableronde/games"
)

// ActKind is the kind of an operator's act.
type ActKind string

// The acts of operators.
const (
	ActAppoint ActKind = "appoint" // makes an account an operator
	ActDismiss ActKind = "dismiss" // makes an operator an ordinary account
	ActRename  ActKind = "rename"
	ActSuspend ActKind = "suspend"
	ActLift    ActKind = "lift"   // ends a suspension
	ActMute    ActKind = "mute"   // forbids a player to write messages
	ActUnmute  ActKind = "unmute" // allows it again
	ActView    ActKind = "view"   // shows a match to the operator from a seat
	ActClose   ActKind = "close"
	ActRewind  ActKind = "rewind"
	ActReplace ActKind = "replace" // gives a seat to another player
	ActRetry   ActKind = "retry"   // resends messages that could not be delivered
	ActRemove  ActKind = "remove"  // removes a reported message, a public collection, or a historic game
	ActDecline ActKind = "decline" // keeps the reported message or collection
	ActRelease ActKind = "release" // retries parked background work
	ActDrop    ActKind = "drop"    // deletes parked background work

	// Acts of the command line alone.
	ActCreate     ActKind = "create"       // creates an account
	ActPassword   ActKind = "password"     // gives an account another password
	ActSignInLink ActKind = "sign-in-link" // makes a link that signs in as a player
	ActDelete     ActKind = "delete"       // removes a player from the site
)

// Act is an act of an operator, with its reason. The player concerned can see it.
type Act struct {
	ID       int64
	At       time.Time
	Operator Player // the zero Player for the command line, and for an operator who has left
	Kind     ActKind
	Player   Player // the player concerned, zero for none
	Match    string // the id of the match concerned, "" for none
	Seat     games.Seat
	Detail   string // for ActRename the old name, for ActRewind the number of the line
	Until    time.Time
	Reason   string
}

// NewAct describes an act to store and carry out.
type NewAct struct {
	Kind     ActKind
	Operator string // id, "" for the command line
	Player   string // id
	Match    string // id
	Seat     games.Seat
	Detail   string
	Until    time.Time // for ActSuspend and ActMute
	Name     string    // for ActRename: the new name
	Keys     []string  // for ActRename: the keys of the new name, none for a guest
	Reason   string
}

// Undelivered holds the messages of one kind to one player that could not be sent.
type Undelivered struct {
	ID      string // of the mail or the channel, for ActRetry
	Mail    MailKind
	Channel NoticeChannel // "" for mail about an account
	Player  Player        // the owner of the address
	Why     string
	Since   time.Time
	Tries   int
	Off     bool // the channel is switched off
	Waiting int  // number of messages
}

// Report is a reported message or collection.
type Report struct {
	Message    string // id of the message or the collection
	Collection bool   // a collection was reported
	Match      string
	Writer     Player
	Text       string
	By         string // name of one of the reporters
	Reporters  int
	At         time.Time // time of the first report
}

// Backup is a copy of the store that was checked.
type Backup struct {
	At    time.Time
	Bytes int64
	Took  time.Duration
}

// Activity counts the moves and the new accounts since a time, the running matches, and the late
// ones.
type Activity struct {
	Moves, Running, Accounts int
	Late                     int // matches in which the server should have acted already
	Schema                   int // version of the database schema
}

// MaxActs is the most acts in a list.
const MaxActs = 100

// Operators stores the operators of the site, their acts, and the reports and failures that they
// handle.
type Operators interface {
	// IsOperator reports whether a player is an operator.
	IsOperator(ctx context.Context, player string) (bool, error)
	// ListOperators lists all operators. The operator who was appointed first comes first.
	ListOperators(ctx context.Context) ([]Player, error)
	// Act stores an act and carries it out. Acts in a match come with a Change instead. The
	// error is ErrNotFound for a player who does not exist or, with ActAppoint, has no
	// account, and ErrNameTaken.
	Act(ctx context.Context, a NewAct) error
	// Acts lists all acts, the newest first. ActsAbout lists the acts about a player, ActsBy
	// the acts of an operator, ActsIn the acts about a match.
	Acts(ctx context.Context) ([]Act, error)
	ActsAbout(ctx context.Context, player string) ([]Act, error)
	ActsBy(ctx context.Context, operator string) ([]Act, error)
	ActsIn(ctx context.Context, match string) ([]Act, error)

	// ListReports lists the reported messages, then the reported collections. In each part,
	// the oldest report comes first.
	ListReports(ctx context.Context) ([]Report, error)
	// ListUndelivered lists the mails and channels with messages that could not be sent, the oldest
	// first.
	ListUndelivered(ctx context.Context) ([]Undelivered, error)
	// NoteBackup stores that a copy of the store was made.
	NoteBackup(ctx context.Context, b Backup) error
	// Backups lists at most limit backups, the newest first.
	Backups(ctx context.Context, limit int) ([]Backup, error)
	// ActivitySince counts events since a time. A match is late if its time was up before late.
	ActivitySince(ctx context.Context, since, late time.Time) (Activity, error)
}
