package db

import (
	"context"
	"time"

	"tableronde/games"
)

// ActKind is what an operator has done.
type ActKind string

// The acts of operators.
const (
	ActAppoint ActKind = "appoint" // an account becomes an operator
	ActDismiss ActKind = "dismiss" // and is none any more
	ActRename  ActKind = "rename"
	ActSuspend ActKind = "suspend"
	ActLift    ActKind = "lift"   // ends a suspension
	ActMute    ActKind = "mute"   // keeps from writing messages
	ActUnmute  ActKind = "unmute" // ends that
	ActView    ActKind = "view"   // looks at a match as a seat
	ActClose   ActKind = "close"
	ActRewind  ActKind = "rewind"
	ActReplace ActKind = "replace" // gives a seat to another player
	ActRetry   ActKind = "retry"   // has messages sent that could not be
	ActRemove  ActKind = "remove"  // removes a message that was reported, a public collection, or a game that the site has brought along
	ActDecline ActKind = "decline" // finds nothing wrong with it
	ActRelease ActKind = "release" // has background work that was parked tried again
	ActDrop    ActKind = "drop"    // drops it for good

	// Those of the command line alone.
	ActCreate     ActKind = "create"       // makes an account
	ActPassword   ActKind = "password"     // gives an account another password
	ActSignInLink ActKind = "sign-in-link" // makes a link that signs in as a player
	ActDelete     ActKind = "delete"       // has a player leave for good
)

// Act is something that an operator has done, for a reason. It is shown to whom it
// concerns.
type Act struct {
	ID       int64
	At       time.Time
	Operator Player // the zero Player for the command line, and for who has left
	Kind     ActKind
	Player   Player // whom it concerns, the zero Player for nobody in particular
	Match    string // which match it concerns, "" for none
	Seat     games.Seat
	Detail   string // of ActRename the name before, of ActRewind the number of the line
	Until    time.Time
	Reason   string
}

// NewAct is an act to be stored together with what it does.
type NewAct struct {
	Kind     ActKind
	Operator string // id, "" for the command line
	Player   string // id
	Match    string // id
	Seat     games.Seat
	Detail   string
	Until    time.Time // of ActSuspend and ActMute
	Name     string    // of ActRename: the new name
	Keys     []string  // of ActRename: those of the name, none for a guest
	Reason   string
}

// Undelivered are messages of one kind to one player that could not be sent.
type Undelivered struct {
	ID      string // of the mail or the target, by which Retry finds it
	Mail    MailKind
	Channel NoticeChannel // where it is no mail about an account
	Player  Player        // who has given the address
	Why     string
	Since   time.Time
	Tries   int
	Off     bool // nothing more is sent there
	Waiting int  // messages
}

// Report is a message or a collection that people have reported.
type Report struct {
	Message    string // id; of the collection, if it is one
	Collection bool   // it is a collection that was reported
	Match      string
	Writer     Player
	Text       string
	By         string // the name of one who has reported it
	Reporters  int
	At         time.Time // when it was first reported
}

// Backup is a copy of the store that was made and checked.
type Backup struct {
	At    time.Time
	Bytes int64
	Took  time.Duration
}

// Activity counts what has happened since a time, and what is late.
type Activity struct {
	Moves, Running, Accounts int
	Late                     int // matches in which the server should have acted some time ago
	Schema                   int // the version of the tables
}

// MaxActs is how many acts a list has.
const MaxActs = 100

// Operators keeps who cares for the site, what they do, and what they have to know.
type Operators interface {
	// IsOperator reports whether a player is an operator.
	IsOperator(ctx context.Context, player string) (bool, error)
	// ListOperators lists them, those of the longest time first.
	ListOperators(ctx context.Context) ([]Player, error)
	// Act stores an act and carries it out, unless it is one of those of a match, which
	// come with a Change. The error is ErrNotFound for a player who is not there or, with
	// ActAppoint, has no account, and ErrNameTaken.
	Act(ctx context.Context, a NewAct) error
	// Acts lists all acts, the newest first; ActsAbout those about a player, ActsBy those of
	// an operator, ActsIn those about a match.
	Acts(ctx context.Context) ([]Act, error)
	ActsAbout(ctx context.Context, player string) ([]Act, error)
	ActsBy(ctx context.Context, operator string) ([]Act, error)
	ActsIn(ctx context.Context, match string) ([]Act, error)

	// ListReports lists the messages that were reported, those of the longest time first,
	// and then the collections.
	ListReports(ctx context.Context) ([]Report, error)
	// ListUndelivered lists what could not be sent, the oldest first.
	ListUndelivered(ctx context.Context) ([]Undelivered, error)
	// NoteBackup notes that a copy of the store was made.
	NoteBackup(ctx context.Context, b Backup) error
	// Backups lists the latest ones, the newest first, at most limit.
	Backups(ctx context.Context, limit int) ([]Backup, error)
	// ActivitySince counts what has happened since a time; a match is late if its time
	// was up before late.
	ActivitySince(ctx context.Context, since, late time.Time) (Activity, error)
}
