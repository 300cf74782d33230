package db

import (
	"context"
	"slices"
	"time"
)

// NoticeKind is the subject of a notice.
type NoticeKind string

// Kinds of notices.
const (
	NoticeTurn    NoticeKind = "turn"     // the recipient owes a decision
	NoticeInvited NoticeKind = "invited"  // a rematch or a challenge waits for the recipient's answer
	NoticeStarted NoticeKind = "started"  // all seats are taken: the match has begun, and others are to move first
	NoticeOffer   NoticeKind = "offer"    // an offer in a match waits for the recipient's answer
	NoticeTimeLow NoticeKind = "time_low" // the time for a decision runs out
	NoticeOver    NoticeKind = "over"     // the match has ended
	NoticeMessage NoticeKind = "message"  // somebody has written to the recipient
)

// NoticeKinds lists all kinds.
var NoticeKinds = []NoticeKind{NoticeTurn, NoticeTimeLow, NoticeOffer, NoticeInvited, NoticeStarted, NoticeOver, NoticeMessage}

// Notice is a message to a player about a match. It is stored with the change that it reports,
// and stays in the outbox until it is delivered.
type Notice struct {
	ID        int64 // set by the store and never used again
	Kind      NoticeKind
	Recipient string        // a player's id
	Match     string        // a match's id; set by the store
	Ply       int           // number of events of the match with the change; set by the store
	At        time.Time     // when the change was stored; set by the store
	Due       time.Time     // when to deliver it; zero for at once
	Left      time.Duration // to decide when it is due, of NoticeTimeLow
}

// Outbox holds the notices that have not been delivered. A worker delivers them
// and then deletes them, so each is delivered at least once, even if the process
// is killed in between.
type Outbox interface {
	// Notices returns at most limit notices that are due. The notice that was due first comes
	// first, then the lowest ID. limit is raised to 1. An earlier notice may still appear. So
	// a worker deletes the notices that it has delivered and reads from the start again.
	Notices(ctx context.Context, limit int) ([]Notice, error)
	// DispatchNotices deletes notices and stores deliveries of them. IDs that are not in the
	// outbox are ignored, and so are their deliveries. Deliveries to targets that are gone are
	// ignored, too.
	DispatchNotices(ctx context.Context, ids []int64, deliveries []NewDelivery) error
	// DelayNotice has a notice wait for a later time.
	DelayNotice(ctx context.Context, id int64, due time.Time) error
}

// NoticeChannel is a way by which notices reach a player.
type NoticeChannel string

// Channels of notices.
const (
	ByPage    NoticeChannel = "page" // the open pages of the site
	ByPush    NoticeChannel = "push"
	ByMail    NoticeChannel = "email"
	ByWebhook NoticeChannel = "webhook"
)

// NoticeChannels lists all channels.
var NoticeChannels = []NoticeChannel{ByPage, ByPush, ByMail, ByWebhook}

// NoticeSettings are the kinds of notices that a player wants, with the channels of each.
type NoticeSettings struct {
	Channels map[NoticeKind][]NoticeChannel // of kinds that the player has chosen for; the others have UsualChannels
	Digest   *int                           // hour of the day, in Zone, of one mail a day; nil for mail without waiting for others
	Zone     string                         // of the IANA; "" for UTC
	Language string                         // of everything sent to the player: "en", "fr"; "" if it is not stored
}

// Of returns the channels of a kind.
func (s NoticeSettings) Of(kind NoticeKind) []NoticeChannel {
	if chosen, ok := s.Channels[kind]; ok {
		return chosen
	}
	return UsualChannels(kind)
}

// Has reports whether notices of a kind go by a channel.
func (s NoticeSettings) Has(kind NoticeKind, channel NoticeChannel) bool {
	return slices.Contains(s.Of(kind), channel)
}

// UsualChannels returns the channels of a kind of which a player has chosen nothing.
func UsualChannels(kind NoticeKind) []NoticeChannel {
	switch kind {
	case NoticeTurn, NoticeTimeLow, NoticeInvited, NoticeOver:
		return []NoticeChannel{ByPage, ByPush, ByMail, ByWebhook}
	case NoticeMessage:
		return []NoticeChannel{ByPage}
	}
	return []NoticeChannel{ByPage, ByPush, ByWebhook}
}

// Formats of webhooks.
const (
	FormatJSON    = "json"
	FormatDiscord = "discord"
	FormatSlack   = "slack"
	FormatNtfy    = "ntfy"
)

// Limits of targets.
const (
	MaxWebhooks = 10                 // of a player
	MaxPushes   = 20                 // browsers of a player; a new one replaces the one whose last notice is the oldest
	MaxFailures = 14                 // in a row, after which a webhook is switched off
	MaxAddress  = 2_000              // bytes of a target's address
	MaxWaiting  = 3 * 24 * time.Hour // after which a notice is not delivered any more
)

// NewTarget is an address to which a player wants notices sent.
type NewTarget struct {
	Player  string
	Channel NoticeChannel // ByPush or ByWebhook
	Address string
	Format  string       // of a webhook
	Kinds   []NoticeKind // that a webhook is called for; NoticeSettings alone decides for other targets
	Public  string       // key of a push subscription
	Auth    string       // secret of a push subscription
	Device  string       // that has the subscription, as Session.Device
}

// Target is an address to which notices of a player are sent.
type Target struct {
	ID string
	NewTarget
	Made      time.Time
	Delivered time.Time // the last time; zero for never
	Failing   time.Time // since when nothing was delivered; zero if the last attempt succeeded
	Why       string    // the code of the last failure
	Tried     int       // attempts in a row that have failed
	Off       time.Time // when it was switched off; zero if it is on
}

// Recipient is a player with the settings and targets for notices.
type Recipient struct {
	Player
	NoticeSettings
	Address string // of mail, "" for none
	Targets []Target
}

// NewDelivery is a notice that is to go to a target.
type NewDelivery struct {
	Notice
	Target string // an id; see MailTarget
}

// MailTarget returns the id of the target that is a player's mail. It need not exist
// before the first delivery.
func MailTarget(player string) string { return "mail-" + player }

// Delivery is a notice on its way to a target.
type Delivery struct {
	ID      string // the same in all attempts
	Notice         // without ID
	Target  string
	Tries   int    // attempts that have failed
	Message string // the id of the message that carries several deliveries, "" before the first attempt
}

// Notifications keeps the notice settings of players, their targets, and the deliveries on their
// way.
type Notifications interface {
	// Recipient returns a player with settings and targets, the oldest target first. The
	// error is ErrNotFound if there is no such player.
	Recipient(ctx context.Context, player string) (Recipient, error)
	// SetNotices stores the settings of a player.
	SetNotices(ctx context.Context, player string, s NoticeSettings) error
	// SetLanguage stores the language of a player: always, or only if none is stored yet.
	SetLanguage(ctx context.Context, player, language string, always bool) error
	// AddTarget stores a target. A push subscription that the player has already stays the
	// same target, with the new keys. The same subscription of another player is removed.
	// Targets of the player on the same device that were switched off are removed, too. The
	// error is ErrTooManyTargets.
	AddTarget(ctx context.Context, o Once, n NewTarget, note func(Target) (status int, text []byte)) (Target, error)
	// RemoveTarget deletes a target with all that is on its way there. The error is
	// ErrNotFound if the player has none with that id.
	RemoveTarget(ctx context.Context, player, id string) error
	// MuteToken returns the token of the link by which a player unsubscribes from mail.
	MuteToken(player string) string
	// PlayerByMute returns the player whose MuteToken it is, or ErrNotFound.
	PlayerByMute(ctx context.Context, token string) (Player, error)

	// PushKey returns the private key that pushes are signed with, a scalar of P-256. It is
	// the same for all processes that share the store, and after a restart.
	PushKey() []byte

	// FeedToken returns the token in the addresses of a player's private feeds.
	FeedToken(ctx context.Context, player string) (string, error)
	// RenewFeed gives the player another FeedToken.
	RenewFeed(ctx context.Context, player string) error
	// PlayerByFeed returns the player whose FeedToken it is, or ErrNotFound.
	PlayerByFeed(ctx context.Context, token string) (Player, error)

	// DueTargets lists the targets with a delivery that is due now, by id, at most limit. The
	// target whose delivery has been due for longest comes first.
	DueTargets(ctx context.Context, limit int) ([]string, error)
	// DueFor lists at most limit deliveries to one target that are due.
	DueFor(ctx context.Context, target string, limit int) ([]Delivery, error)
	// JoinDeliveries gives deliveries that have no Message one.
	JoinDeliveries(ctx context.Context, message string, ids []string) error
	// Delivered forgets deliveries that have reached their target.
	Delivered(ctx context.Context, target string, ids []string) error
	// DropDeliveries forgets deliveries.
	DropDeliveries(ctx context.Context, ids []string) error
	// FailDeliveries notes that deliveries have failed: everything on its way to the
	// target waits for at least so long. A webhook is switched off after MaxFailures in a
	// row.
	FailDeliveries(ctx context.Context, target string, ids []string, why string, wait time.Duration) error
	// SwitchOff switches a target off, and deletes the deliveries on their way there.
	SwitchOff(ctx context.Context, target, why string) error
	// NoteTarget stores the result of a trial of a target. An empty why means success and
	// switches the target on again. Otherwise why is the reason of the failure.
	NoteTarget(ctx context.Context, target, why string) error
}

// Feed reports the changes in a store to the processes that share it.
type Feed interface {
	// LastChange returns the number of the newest change, 0 if there is none. A process that
	// starts reads the changes after it.
	LastChange(ctx context.Context) (int64, error)
	// Changes returns at most limit changes with a Number greater than after, ascending. limit
	// is raised to 1 and lowered to MaxChanges. The order is the order in which changes became
	// visible: once a change was returned, none with a lower number ever appears. A change is
	// kept for ChangeLifetime.
	Changes(ctx context.Context, after int64, limit int) ([]StoredChange, error)
}

// MaxChanges is the largest number of changes that Feed.Changes returns at once.
const MaxChanges = 1000

// ChangeLifetime is how long a change can be read from a Feed at least.
const ChangeLifetime = time.Hour

// StoredChange says that a match has changed, without the content of the change.
type StoredChange struct {
	Number  int64
	Match   string   // its id
	Ply     int      // number of its events after the change
	Players []string // ids of the players at the table, ascending
	Listed  bool     // a table on the public list has come, changed or gone, or a public match was closed
	Due     bool     // a window or deadline is set
	Talk    bool     // somebody has written a message, and nothing else has changed; Players alone may learn of it
	Others  bool     // all who watch the match, except Players, may learn of that message
	Ended   bool     // Players have fewer rights now, their event streams end, and nothing else has changed
	Own     bool     // it was stored through the same Store that returned it
}
