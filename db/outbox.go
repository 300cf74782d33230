package db

import (
	"context"
	"slices"
	"time"
)

// NoticeKind is the subject of a notification.
type NoticeKind string

// Kinds of notifications.
const (
	NoticeTurn    NoticeKind = "turn"     // the recipient owes a decision
	NoticeInvited NoticeKind = "invited"  // a rematch or a challenge waits for the recipient's answer
	NoticeStarted NoticeKind = "started"  // all seats are taken and the match has begun; others move first
	NoticeOffer   NoticeKind = "offer"    // an offer in a match waits for the recipient's answer
	NoticeTimeLow NoticeKind = "time_low" // the time for a decision runs out
	NoticeOver    NoticeKind = "over"     // the match has ended
	NoticeMessage NoticeKind = "message"  // somebody has written to the recipient
)

// NoticeKinds lists all kinds.
var NoticeKinds = []NoticeKind{NoticeTurn, NoticeTimeLow, NoticeOffer, NoticeInvited, NoticeStarted, NoticeOver, NoticeMessage}

// Notice is a notification to a player about a match. It is stored with the change that it reports,
// and stays in the outbox until it is delivered.
type Notice struct {
	ID        int64 // set by the store and never used again
	Kind      NoticeKind
	Recipient string        // a player's id
	Match     string        // a match's id; set by the store
	Ply       int           // number of events after the change; set by the store
	At        time.Time     // time of the change; set by the store
	Due       time.Time     // time to deliver it; zero for at once
	Left      time.Duration // for NoticeTimeLow: time left for the decision when it is due
}

// Outbox holds undelivered notifications. A worker delivers them and then deletes them, so each is
// delivered at least once, even if the process is killed in between.
type Outbox interface {
	// Notices returns at most limit due notifications, at least one. The one that was due first
	// comes first, then the lowest ID. An earlier one may still appear, so a worker deletes the
	// delivered ones and reads from the start again.
	Notices(ctx context.Context, limit int) ([]Notice, error)
	// DispatchNotices deletes notifications and stores their deliveries. It ignores IDs that are
	// not in the outbox, with their deliveries, and deliveries to deleted targets.
	DispatchNotices(ctx context.Context, ids []int64, deliveries []NewDelivery) error
	// DelayNotice delays a notification until a later time.
	DelayNotice(ctx context.Context, id int64, due time.Time) error
}

// NoticeChannel is a channel by which notifications reach a player.
type NoticeChannel string

// Channels of notifications.
const (
	ByPage    NoticeChannel = "page" // the open pages of the site
	ByPush    NoticeChannel = "push"
	ByMail    NoticeChannel = "email"
	ByWebhook NoticeChannel = "webhook"
)

// NoticeChannels lists all channels.
var NoticeChannels = []NoticeChannel{ByPage, ByPush, ByMail, ByWebhook}

// NoticeSettings are the kinds of notifications that a player wants, with the channels of each.
type NoticeSettings struct {
	Channels map[NoticeKind][]NoticeChannel // kinds without an entry have UsualChannels
	Digest   *int                           // hour of the daily mail, in Zone; nil to send each mail by itself
	Zone     string                         // name in the IANA database; "" for UTC
	Language string                         // of everything sent to the player: "en", "fr"; "" if not stored
}

// Of returns the channels of a kind.
func (s NoticeSettings) Of(kind NoticeKind) []NoticeChannel {
	if chosen, ok := s.Channels[kind]; ok {
		return chosen
	}
	return UsualChannels(kind)
}

// Has reports whether notifications of a kind go by a channel.
func (s NoticeSettings) Has(kind NoticeKind, channel NoticeChannel) bool {
	return slices.Contains(s.Of(kind), channel)
}

// UsualChannels returns the channels of a kind for which a player has chosen none.
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

// Limits of targets, which are the addresses of channels.
const (
	MaxWebhooks = 10                 // of a player
	MaxPushes   = 20                 // browsers of a player; a new one replaces the one whose last notification is the oldest
	MaxFailures = 14                 // consecutive failures that switch a webhook off
	MaxAddress  = 2_000              // bytes of a target's address
	MaxWaiting  = 3 * 24 * time.Hour // after which a notification is no longer delivered
)

// NewTarget describes an address to which a player wants notifications sent.
type NewTarget struct {
	Player  string
	Channel NoticeChannel // ByPush or ByWebhook
	Address string
	Format  string       // of a webhook
	Kinds   []NoticeKind // kinds sent to a webhook; for other targets NoticeSettings decides
	Public  string       // key of a push subscription
	Auth    string       // secret of a push subscription
	Device  string       // see Session.Device
}

// Target is an address to which notifications of a player are sent.
type Target struct {
	ID string
	NewTarget
	Made      time.Time
	Delivered time.Time // time of the last delivery; zero for never
	Failing   time.Time // time of the first failure since the last delivery; zero if the last attempt succeeded
	Why       string    // the code of the last failure
	Tried     int       // consecutive failed attempts
	Off       time.Time // time when it was switched off; zero if it is on
}

// Recipient is a player with the settings and targets for notifications.
type Recipient struct {
	Player
	NoticeSettings
	Address string // for mail, "" for none
	Targets []Target
}

// NewDelivery describes the delivery of a notification to a target.
type NewDelivery struct {
	Notice
	Target string // an id; see MailTarget
}

// MailTarget returns the id of the target for a player's mail. The target need not exist before the
// first delivery.
func MailTarget(player string) string { return "mail-" + player }

// Delivery is a notification on its way to a target.
type Delivery struct {
	ID      string // the same in all attempts
	Notice         // without ID
	Target  string
	Tries   int    // failed attempts
	Message string // the id of the message that carries several deliveries, "" before the first attempt
}

// Notifications stores the notification settings of players, their targets, and the pending
// deliveries.
type Notifications interface {
	// Recipient returns a player with settings and targets, the oldest target first. The
	// error is ErrNotFound if there is no such player.
	Recipient(ctx context.Context, player string) (Recipient, error)
	// SetNotices stores the settings of a player.
	SetNotices(ctx context.Context, player string, s NoticeSettings) error
	// SetLanguage stores the language of a player: always, or only if none is stored yet.
	SetLanguage(ctx context.Context, player, language string, always bool) error
	// AddTarget stores a target. A push subscription that the player already has stays the same
	// target, with the new keys. The same subscription of another player is deleted, and so are the
	// player's switched-off targets on the same device. The error is ErrTooManyTargets.
	AddTarget(ctx context.Context, o Once, n NewTarget, note func(Target) (status int, text []byte)) (Target, error)
	// RemoveTarget deletes a target with its pending deliveries. The error is ErrNotFound if the
	// player has none with that id.
	RemoveTarget(ctx context.Context, player, id string) error
	// MuteToken returns the token of a player's link for unsubscribing from mail.
	MuteToken(player string) string
	// PlayerByMute returns the player of a MuteToken, or ErrNotFound.
	PlayerByMute(ctx context.Context, token string) (Player, error)

	// PushKey returns the private key for signing pushes, a scalar of P-256. It is the same for all
	// processes that share the store, and after a restart.
	PushKey() []byte

	// FeedToken returns the token in the addresses of a player's private feeds.
	FeedToken(ctx context.Context, player string) (string, error)
	// RenewFeed changes the FeedToken of a player.
	RenewFeed(ctx context.Context, player string) error
	// PlayerByFeed returns the player of a FeedToken, or ErrNotFound.
	PlayerByFeed(ctx context.Context, token string) (Player, error)

	// DueTargets lists the ids of at most limit targets with a delivery that is due. The target
	// whose delivery has been due for longest comes first.
	DueTargets(ctx context.Context, limit int) ([]string, error)
	// DueFor lists at most limit due deliveries to one target.
	DueFor(ctx context.Context, target string, limit int) ([]Delivery, error)
	// JoinDeliveries sets the Message of deliveries that have none.
	JoinDeliveries(ctx context.Context, message string, ids []string) error
	// Delivered deletes deliveries that have reached their target.
	Delivered(ctx context.Context, target string, ids []string) error
	// DropDeliveries deletes deliveries.
	DropDeliveries(ctx context.Context, ids []string) error
	// FailDeliveries records failed deliveries. All pending deliveries to the target are delayed by
	// at least wait. A webhook is switched off after MaxFailures in a row.
	FailDeliveries(ctx context.Context, target string, ids []string, why string, wait time.Duration) error
	// SwitchOff switches a target off and deletes its pending deliveries.
	SwitchOff(ctx context.Context, target, why string) error
	// NoteTarget stores the result of a test message to a target. An empty why means success and
	// switches the target on again. Otherwise why is the code of the failure.
	NoteTarget(ctx context.Context, target, why string) error
}

// Feed reports the changes in a store to the processes that share it.
type Feed interface {
	// LastChange returns the number of the newest change, 0 if there is none. A new process reads
	// the changes after it.
	LastChange(ctx context.Context) (int64, error)
	// Changes returns at most limit changes with a Number greater than after, in ascending order.
	// limit is raised to 1 and lowered to MaxChanges. Changes appear in the order of their numbers:
	// once a change was returned, none with a lower number ever appears. A change is kept for
	// ChangeLifetime.
	Changes(ctx context.Context, after int64, limit int) ([]StoredChange, error)
}

// MaxChanges is the most changes that Feed.Changes returns at once.
const MaxChanges = 1000

// ChangeLifetime is the least time for which a Feed keeps a change.
const ChangeLifetime = time.Hour

// StoredChange announces that a match has changed, without the content of the change.
type StoredChange struct {
	Number  int64
	Match   string   // its id
	Ply     int      // number of its events after the change
	Players []string // ids of the players at the table, ascending
	Listed  bool     // a table on the public list has come, changed or gone, or a public match was closed
	Due     bool     // a window or deadline is set
	Talk    bool     // the list of open tables has changed, or a public match was closed
	Others  bool     // all who watch the match, except Players, may learn of that message
	Ended   bool     // a message was written and nothing else changed; only Players may learn of it
	Own     bool     // with Talk: all viewers of the match except Players may learn of it
}
