package pages

import (
	"cmp"
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"strconv"
	"strings"
	"time"

	"tableronde/views"
)

// Notices holds the player's choices of notifications and of their channels.
type Notices struct {
	Kinds    []NoticeKind
	Mails    bool // the site sends mail
	Address  string
	Mail     Target
	Digest   string // the hour of one mail a day; "" for mail without waiting
	Webhooks []Target
	Pushes   []Target // browsers
	PushKey  string   // by which a browser subscribes
	New      NewWebhook
	Feed     string // secret in the addresses of the private feeds
}

// NoticeKind is a kind of notification, and the channels of its notifications.
type NoticeKind struct {
	Name                      string // "turn", "over", …
	Page, Push, Mail, Webhook bool
}

// Target is a channel of notifications: a browser or a webhook.
type Target struct {
	ID, Address string
	Push        bool   // it is a browser
	Device      string // of the browser, "" if it is not known
	Kinds       []string
	Delivered   time.Time // the last time, zero for never
	Failing     time.Time // the first failure since the last delivery; zero if the last attempt succeeded
	Why         string    // the code of the last failure
	Off         bool      // switched off after many failures
}

// NewWebhook is the form for one more webhook.
type NewWebhook struct {
	Key             string
	Address, Format string
	Kinds           []string
	Problem         *views.Problem
}

// channels names the channels that get at least one kind of notification.
func (n Notices) channels(p views.Page) string {
	var on []string
	add := func(name string, reaches bool, has func(NoticeKind) bool) {
		if reaches && slices.ContainsFunc(n.Kinds, has) {
			on = append(on, name)
		}
	}
	add(p.T("told.page"), true, func(k NoticeKind) bool { return k.Page })
	add(p.T("told.push"), len(n.Pushes) > 0, func(k NoticeKind) bool { return k.Push })
	add(p.T("told.mail"), n.Address != "", func(k NoticeKind) bool { return k.Mail })
	add(p.T("told.webhook"), len(n.Webhooks) > 0, func(k NoticeKind) bool { return k.Webhook })
	if len(on) == 0 {
		return p.T("told.all_off")
	}
	return p.T("told.on", "Channels", p.List(on))
}

// webhookFormats are the formats that a webhook can have.
var webhookFormats = []string{"json", "discord", "slack", "ntfy"}

// host returns the host of a webhook's address, the part that a page shows: the rest is a secret.
func (t Target) host() string {
	_, rest, _ := strings.Cut(t.Address, "://")
	host, _, _ := strings.Cut(rest, "/")
	return host
}

// state describes the last delivery of a channel, or its failures.
func (t Target) state(p views.Page) string {
	switch {
	case t.Off && t.Push:
		return p.T("push.gone", "Day", p.Day(t.Failing))
	case t.Off:
		return p.T("told.off", "Day", p.Day(t.Failing), "Why", whyNotTold(p, t.Why))
	case !t.Failing.IsZero():
		return p.T("told.failing", "Day", p.Day(t.Failing), "Why", whyNotTold(p, t.Why))
	case t.Delivered.IsZero():
		return p.T("told.never")
	}
	return p.T("told.delivered", "Time", p.Since(t.Delivered))
}

// device names a browser.
func (t Target) device(p views.Page) string {
	if t.Device == "" {
		return p.T("session.unknown")
	}
	return views.Isolate(t.Device)
}

// endpoint returns the text by which push.js finds the browser that it runs in: a hash of the
// secret address.
func (t Target) endpoint() string {
	sum := sha256.Sum256([]byte(t.Address))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// whyNotTold returns the reason why a notification was not delivered.
func whyNotTold(p views.Page, code string) string {
	if status, ok := strings.CutPrefix(code, "status_"); ok {
		return p.T("told.why.status", "Status", status)
	}
	return p.T(views.Either(code == "refused", "told.why.refused", "told.why.no_answer"))
}

// noticeTexts name and explain the kinds of notification.
var noticeTexts = map[string]struct{ name, help string }{
	"turn":     {"told.turn", "told.turn_help"},
	"time_low": {"told.time_low", "told.time_low_help"},
	"offer":    {"told.offer", "told.offer_help"},
	"invited":  {"told.invited", "told.invited_help"},
	"started":  {"told.started", "told.started_help"},
	"message":  {"told.message", "told.message_help"},
	"over":     {"told.over", "told.over_help"},
}

// digestHours are the possible hours of the daily mail.
func digestHours() []string {
	hours := make([]string, 24)
	for i := range hours {
		hours[i] = strconv.Itoa(i)
	}
	return hours
}

// hourName names an hour of the day.
func hourName(p views.Page, hour string) string {
	if len(hour) == 1 {
		hour = "0" + hour
	}
	return p.T("clock.hour", "Hour", hour, "Minute", "00")
}

// formatName names the service that takes the calls of a webhook.
func formatName(p views.Page, format string) string {
	return cmp.Or(map[string]string{"discord": "Discord", "slack": "Slack", "ntfy": "ntfy"}[format], p.T("told.json"))
}

// Mute is the model of the page behind the link that stops mail about matches.
type Mute struct {
	views.Page
	Token, Of string // of the link, and whose mail it ends
	Done      bool
}
