package db

import (
	"context"
	"slices"
	"time"
)

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

// NoticeSettings are what a player wants to be told, and where.
type NoticeSettings struct {
	Channels map[NoticeKind][]NoticeChannel // of kinds that the player has chosen for; the others have UsualChannels
	Digest   *int                           // hour of the day, in Zone, of one mail a day; nil for mail without waiting for others
	Zone     string                         // of the IANA; "" for UTC
	Language string                         // of all that is sent to the player: "en", "fr"; "" if it is not known
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
	MaxPushes   = 20                 // browsers of a player; the one that was told least lately gives way
	MaxFailures = 14                 // in a row, after which a webhook is switched off
	MaxAddress  = 2_000              // bytes of a target's address
	MaxWaiting  = 3 * 24 * time.Hour // after which a notice is not delivered any more
)

// NewTarget is where a player wants notices to go.
type NewTarget struct {
	Player  string
	Channel NoticeChannel // ByPush or ByWebhook
	Address string
	Format  string       // of a webhook
	Kinds   []NoticeKind // that a webhook is called for; those of other targets follow from NoticeSettings alone
	Public  string       // key of a push subscription
	Auth    string       // secret of a push subscription
	Device  string       // that has the subscription, as Session.Device
}

// Target is where notices of a player go.
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

// Recipient is whom notices are for, and where they go.
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
	Message string // names what it is sent in with others, "" before the first attempt
}

// Telling keeps what players want to be told, where, and what is on its way there.
type Telling interface {
	// Recipient returns a player with settings and targets, the oldest target first. The
	// error is ErrNotFound if there is no such player.
	Recipient(ctx context.Context, player string) (Recipient, error)
	// SetNotices stores the settings of a player.
	SetNotices(ctx context.Context, player string, s NoticeSettings) error
	// SetLanguage stores the language of a player: always, or only if none is known yet.
	SetLanguage(ctx context.Context, player, language string, always bool) error
	// AddTarget stores a target. A push subscription that the player has already stays the
	// same target, with these keys; one of somebody else is removed, and so are those of
	// the player on the same device that were switched off. The error is ErrTooManyTargets.
	AddTarget(ctx context.Context, o Once, n NewTarget, note func(Target) (status int, text []byte)) (Target, error)
	// RemoveTarget deletes a target with all that is on its way there. The error is
	// ErrNotFound if the player has none with that id.
	RemoveTarget(ctx context.Context, player, id string) error
	// MuteToken returns what a link carries by which a player wants no mail any more.
	MuteToken(player string) string
	// PlayerByMute returns the player whose MuteToken it is, or ErrNotFound.
	PlayerByMute(ctx context.Context, token string) (Player, error)

	// PushKey returns the private key that pushes are signed with, a scalar of P-256. It is
	// the same for all processes that share the store, and after a restart.
	PushKey() []byte

	// FeedToken returns what the addresses of a player's private feeds carry.
	FeedToken(ctx context.Context, player string) (string, error)
	// RenewFeed gives the player another FeedToken.
	RenewFeed(ctx context.Context, player string) error
	// PlayerByFeed returns the player whose FeedToken it is, or ErrNotFound.
	PlayerByFeed(ctx context.Context, token string) (Player, error)

	// DueTargets lists the targets with a delivery that is due now, by id, at most limit. The
	// target whose delivery has been due for longest comes first.
	DueTargets(ctx context.Context, limit int) ([]string, error)
	// DueFor lists what is to be delivered to one target, at most limit.
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
	// SwitchOff switches a target off, and forgets what is on its way there.
	SwitchOff(ctx context.Context, target, why string) error
	// NoteTarget stores whether a trial of a target has succeeded, why being "", which
	// switches it on again, or why not.
	NoteTarget(ctx context.Context, target, why string) error
}
