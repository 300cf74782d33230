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
	ActAppoint ActKind = "appoint" // an account becomes an operator
	ActDismiss ActKind = "dismiss" // an operator becomes an ordinary account
	ActRename  ActKind = "rename"
	ActSuspend ActKind = "suspend"
	ActLift    ActKind = "lift"   // ends a suspension
	ActMute    ActKind = "mute"   // keeps from writing messages
	ActUnmute  ActKind = "unmute" // ends that
	ActView    ActKind = "view"   // shows a match to the operator as to a seat
	ActClose   ActKind = "close"
	ActRewind  ActKind = "rewind"
	ActReplace ActKind = "replace" // gives a seat to another player
	ActRetry   ActKind = "retry"   // has messages sent that could not be
	ActRemove  ActKind = "remove"  // removes a message that was reported, a public collection, or a game that the site has brought along
	ActDecline ActKind = "decline" // finds nothing wrong with the reported message or collection
	ActRelease ActKind = "release" // has background work that was parked tried again
	ActDrop    ActKind = "drop"    // drops it for good

	// Acts of the command line alone.
	ActCreate     ActKind = "create"       // makes an account
	ActPassword   ActKind = "password"     // gives an account another password
	ActSignInLink ActKind = "sign-in-link" // makes a link that signs in as a player
	ActDelete     ActKind = "delete"       // has a player leave for good
)

// Act is an act of an operator, with its reason. The player concerned can see it.
type Act struct {
	ID       int64
	At       time.Time
	Operator Player // the zero Player for the command line, and for an operator who has left
	Kind     ActKind
	Player   Player // the player concerned, the zero Player for nobody in particular
	Match    string // the id of the match concerned, "" for none
	Seat     games.Seat
	Detail   string // of ActRename the name before, of ActRewind the number of the line
	Until    time.Time
	Reason   string
}

// NewAct is an act to be stored and carried out.
type NewAct struct {
	Kind     ActKind
	Operator string // id, "" for the command line
	Player   string // id
	Match    string // id
	Seat     games.Seat
	Detail   string
	Until    time.Time // of ActSuspend and ActMute
	Name     string    // of ActRename: the new name
	Keys     []string  // of ActRename: the keys of the new name, none for a guest
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
	By         string // the name of one of the reporters
	Reporters  int
	At         time.Time // when it was first reported
}

// Backup is a copy of the store that was made and checked.
type Backup struct {
	At    time.Time
	Bytes int64
	Took  time.Duration
}

// Activity counts the moves and the new accounts since a time, the running matches, and the
// late ones.
type Activity struct {
	Moves, Running, Accounts int
	Late                     int // matches in which the server should have acted some time ago
	Schema                   int // the version of the tables
}

// MaxActs is how many acts a list has.
const MaxActs = 100

// Operators keeps the operators of the site, their acts, and the reports and failures that
// they handle.
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
	// ListUndelivered lists the mails and targets with messages that could not be sent, the
	// oldest first.
	ListUndelivered(ctx context.Context) ([]Undelivered, error)
	// NoteBackup notes that a copy of the store was made.
	NoteBackup(ctx context.Context, b Backup) error
	// Backups lists the latest ones, the newest first, at most limit.
	Backups(ctx context.Context, limit int) ([]Backup, error)
	// ActivitySince counts events since a time. A match is late if its time was up before
	// late.
	ActivitySince(ctx context.Context, since, late time.Time) (Activity, error)
}
