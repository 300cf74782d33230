// Package notify distributes notifications by page, mail, push, webhook and feed. It has their
// settings, the outbox, and the worker that sends them. It may import live, accounts, match and the
// root of the club.
package notify

import (
	"context"
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/club"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/club/match"
)

// Notifier distributes notifications.
type Notifier struct {
	store     Store
	now       func() time.Time
	matches   *match.Matches
	accounts  *accounts.Accounts
	mailGrace time.Duration
	wakes     *club.Wakes
}

// Store is the part of the store that notifications need.
type Store interface {
	db.Notifications
	db.Outbox
	OrdersOf(ctx context.Context, match string, seat games.Seat) (string, error)
}

// New returns a Notifier; a mailGrace of 0 means MailGrace.
func New(store Store, now func() time.Time, matches *match.Matches, accounts *accounts.Accounts, mailGrace time.Duration, wakes *club.Wakes) *Notifier {
	if mailGrace == 0 {
		mailGrace = MailGrace
	}
	return &Notifier{store: store, now: now, matches: matches, accounts: accounts, mailGrace: mailGrace, wakes: wakes}
}

var errTooManyWebhooks = club.Refuse(club.Conflict, "too_many_webhooks", fmt.Sprintf("you have %d webhooks, the most that a player may have: remove one first", db.MaxWebhooks))

// SetNotices stores a player's settings for notifications.
func (s *Notifier) SetNotices(ctx context.Context, player string, n db.NoticeSettings) error {
	for kind, channels := range n.Channels {
		if !slices.Contains(db.NoticeKinds, kind) {
			return club.InvalidField("invalid_kind", string(kind), "%.40q is not a kind of notification: see GET /me/notices", kind)
		}
		for _, channel := range channels {
			if !slices.Contains(db.NoticeChannels, channel) {
				return club.InvalidField("invalid_channel", string(kind), "%.40q is not a channel: say page, push, email or webhook", channel)
			}
		}
	}
	if n.Digest != nil && (*n.Digest < 0 || *n.Digest > 23) {
		return club.InvalidField("invalid_hour", "digest_hour", "%d is not an hour of the day: say 0 to 23", *n.Digest)
	}
	if _, err := time.LoadLocation(n.Zone); err != nil || len(n.Zone) > 64 {
		n.Zone = ""
	}
	return s.store.SetNotices(ctx, player, n)
}

// AddWebhook sends notifications of some kinds to a webhook.
func (s *Notifier) AddWebhook(ctx context.Context, once db.Once, player, address, format string, kinds []db.NoticeKind, note func(db.Target) (int, []byte)) (db.Target, error) {
	address = strings.TrimSpace(address)
	switch {
	case len(address) > db.MaxAddress || !isCallable(address):
		return db.Target{}, club.InvalidField("invalid_url", "url", "this is not an address for a webhook: begin with https:// or http://, without a name and password")
	case !slices.Contains([]string{db.FormatJSON, db.FormatDiscord, db.FormatSlack, db.FormatNtfy}, format):
		return db.Target{}, club.InvalidField("invalid_format", "format", "unknown format: say json, discord, slack or ntfy")
	case len(kinds) == 0:
		return db.Target{}, club.InvalidField("invalid_kind", "kinds", "no kind of notification is chosen: choose at least one")
	}
	for _, kind := range kinds {
		if !slices.Contains(db.NoticeKinds, kind) {
			return db.Target{}, club.InvalidField("invalid_kind", "kinds", "%.40q is not a kind of notification: see GET /me/notices", kind)
		}
	}
	slices.Sort(kinds)
	made, err := s.store.AddTarget(ctx, once, db.NewTarget{Player: player, Channel: db.ByWebhook, Address: address, Format: format, Kinds: slices.Compact(kinds)}, note)
	return made, club.Refusals{db.ErrTooManyTargets: errTooManyWebhooks}.Of(err)
}

// errNotSubscription refuses data that is not a push subscription of a browser.
var errNotSubscription = club.InvalidField("invalid_subscription", "endpoint", "this is not a push subscription: send its endpoint and the keys p256dh and auth")

// AddPush sends notifications to a browser that has subscribed to pushes of the site. The
// subscription has an endpoint and the keys p256dh and auth, in base64. Adding a subscription again
// returns the stored channel.
func (s *Notifier) AddPush(ctx context.Context, once db.Once, n db.NewTarget, note func(db.Target) (int, []byte)) (db.Target, error) {
	n.Channel = db.ByPush
	public, err := decodeKey(n.Public)
	if err == nil {
		_, err = ecdh.P256().NewPublicKey(public)
	}
	auth, noAuth := decodeKey(n.Auth)
	if err != nil || noAuth != nil || len(auth) != pushAuthSize || len(n.Address) > db.MaxAddress || !isCallable(n.Address) {
		return db.Target{}, errNotSubscription
	}
	return s.store.AddTarget(ctx, once, n, note)
}

// pushAuthSize is the size of the secret of a push subscription: RFC 8291.
const pushAuthSize = 16

// decodeKey reads a key of a push subscription.
func decodeKey(text string) ([]byte, error) {
	return base64.RawURLEncoding.DecodeString(strings.TrimRight(strings.NewReplacer("+", "-", "/", "_").Replace(text), "="))
}

// TryTarget sends a test message over a channel with senders, if allow returns no error. It returns
// the code of the failure, "" for success. The error is db.ErrNotFound for another player's
// channel.
func (s *Notifier) TryTarget(ctx context.Context, player, id string, allow func() error, senders map[db.NoticeChannel]Sender) (why string, err error) {
	to, err := s.store.Recipient(ctx, player)
	if err != nil {
		return "", err
	}
	if id == db.MailTarget(player) && !slices.ContainsFunc(to.Targets, func(t db.Target) bool { return t.ID == id }) {
		to.Targets = append(to.Targets, db.Target{ID: id, NewTarget: db.NewTarget{Player: player, Channel: db.ByMail}})
	}
	i := slices.IndexFunc(to.Targets, func(t db.Target) bool { return t.ID == id })
	if i < 0 || senders[to.Targets[i].Channel] == nil {
		return "", db.ErrNotFound
	}
	at := to.Targets[i]
	if at.Channel == db.ByMail {
		at.Address = to.Address
	}
	if at.Address == "" {
		return "", accounts.ErrNoAddress
	}
	if err := allow(); err != nil {
		return "", err
	}
	failure := new(SendError)
	if err := senders[at.Channel](ctx, Message{ID: "trial-" + strings.ToLower(rand.Text()), To: to, Target: at}); errors.As(err, &failure) {
		why = failure.Code
	} else if err != nil {
		return "", err
	}
	return why, s.store.NoteTarget(ctx, id, why)
}

// Mute ends all mail about matches to the owner of the token.
func (s *Notifier) Mute(ctx context.Context, token string) error {
	p, err := s.store.PlayerByMute(ctx, token)
	if err != nil {
		return err
	}
	r, err := s.store.Recipient(ctx, p.ID)
	if err != nil {
		return err
	}
	settings := r.NoticeSettings
	settings.Channels = make(map[db.NoticeKind][]db.NoticeChannel, len(db.NoticeKinds))
	for _, kind := range db.NoticeKinds {
		settings.Channels[kind] = slices.DeleteFunc(slices.Clone(r.Of(kind)), func(c db.NoticeChannel) bool { return c == db.ByMail })
	}
	return s.store.SetNotices(ctx, p.ID, settings)
}

// isCallable reports whether text is an address for requests: http or https, without a name and
// password.
func isCallable(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "https" || u.Scheme == "http") && u.Hostname() != "" && u.User == nil && u.Opaque == "" &&
		!strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r == 0x7f })
}
