package api

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/web"
)

// noticeCalls answers the calls about notifications.
type noticeCalls struct{ *API }

func (a noticeCalls) routes() []route {
	return []route{
		{http.MethodGet, "/me/notices", requireCaller(a.getNotices)},
		{http.MethodPut, "/me/notices", requireCaller(a.putNotices)},
		{http.MethodGet, "/me/webhooks", getTargets(a, db.ByWebhook, newWebhook)},
		{http.MethodPost, "/me/webhooks", a.idempotent(requireCaller(a.postWebhooks))},
		{http.MethodDelete, "/me/webhooks/:id", requireCaller(a.deleteTarget)},
		{http.MethodPost, "/me/webhooks/:id/test", a.idempotent(requireCaller(a.tryTarget("the webhook")))},
		{http.MethodGet, "/push/key", a.getPushKey},
		{http.MethodGet, "/me/push", getTargets(a, db.ByPush, newPush)},
		{http.MethodPost, "/me/push", a.idempotent(requireCaller(a.postPush))},
		{http.MethodDelete, "/me/push/:id", requireCaller(a.deleteTarget)},
		{http.MethodPost, "/me/push/:id/test", a.idempotent(requireCaller(a.tryTarget("the push service")))},
	}
}

// Notices are the caller's settings of notifications: channels by kind.
type Notices struct {
	Turn       []string `json:"turn"`
	Invited    []string `json:"invited"`
	Started    []string `json:"started"`
	Offer      []string `json:"offer"`
	TimeLow    []string `json:"time_low"`
	Over       []string `json:"over"`
	Message    []string `json:"message"`
	Email      *string  `json:"email"`       // the confirmed address
	DigestHour *int     `json:"digest_hour"` // hour of the daily mail; null for mail at any time
}

// of returns the channels of a kind.
func (n *Notices) of(kind db.NoticeKind) *[]string {
	switch kind {
	case db.NoticeTurn:
		return &n.Turn
	case db.NoticeInvited:
		return &n.Invited
	case db.NoticeStarted:
		return &n.Started
	case db.NoticeOffer:
		return &n.Offer
	case db.NoticeTimeLow:
		return &n.TimeLow
	case db.NoticeOver:
		return &n.Over
	}
	return &n.Message
}

func newNotices(r db.Recipient) *Notices {
	n := &Notices{Email: optional(r.Address), DigestHour: r.Digest}
	for _, kind := range db.NoticeKinds {
		channels := make([]string, 0, len(db.NoticeChannels))
		for _, channel := range r.Of(kind) {
			channels = append(channels, string(channel))
		}
		*n.of(kind) = channels
	}
	return n
}

// getNotices answers with the caller's settings of notifications.
func (a noticeCalls) getNotices(c echo.Context, player db.Player) error {
	r, err := a.Store.Recipient(c.Request().Context(), player.ID)
	return answer(c, newNotices, r, err)
}

// putNotices stores the caller's settings of notifications. Kinds that are left out stay as they
// are.
func (a noticeCalls) putNotices(c echo.Context, player db.Player) error {
	var body Notices
	if err := decodeBody(c, &body); err != nil {
		return err
	}
	r, err := a.Store.Recipient(c.Request().Context(), player.ID)
	if err != nil {
		return err
	}
	if body.Email != nil && *body.Email != r.Address {
		return web.Refuse(http.StatusUnprocessableEntity, "address_elsewhere", "a mail address must be confirmed with a link first: enter it on the settings page").About("email")
	}
	settings := r.NoticeSettings
	settings.Digest = body.DigestHour
	if c.Request().Header.Get("Accept-Language") != "" {
		settings.Language = a.Language(c)
	}
	settings.Channels = make(map[db.NoticeKind][]db.NoticeChannel, len(db.NoticeKinds))
	for _, kind := range db.NoticeKinds {
		settings.Channels[kind] = r.Of(kind)
		if given := *body.of(kind); given != nil {
			settings.Channels[kind] = channelsOf(given)
		}
	}
	if err := a.Club.Notify.SetNotices(c.Request().Context(), player.ID, settings); err != nil {
		return err
	}
	return a.getNotices(c, player)
}

func channelsOf(names []string) []db.NoticeChannel {
	list := make([]db.NoticeChannel, 0, len(names))
	for _, name := range names {
		if channel := db.NoticeChannel(name); !slices.Contains(list, channel) {
			list = append(list, channel)
		}
	}
	return list
}

// Webhook is an address of the caller that gets notifications.
type Webhook struct {
	ID        string   `json:"id"`
	URL       string   `json:"url"`
	Format    string   `json:"format"`
	Kinds     []string `json:"kinds"`
	Created   string   `json:"created"`
	Delivered *string  `json:"delivered"` // time of the last delivery
	Failing   *string  `json:"failing"`   // time of the first failure since
	Why       string   `json:"why"`       // code of the last failure, "" for none
	Off       bool     `json:"off"`       // switched off after many failures
}

func newWebhook(t db.Target) *Webhook {
	kinds := make([]string, len(t.Kinds))
	for i, kind := range t.Kinds {
		kinds[i] = string(kind)
	}
	return &Webhook{ID: t.ID, URL: t.Address, Format: t.Format, Kinds: kinds, Created: formatTime(t.Made),
		Delivered: optionalTime(t.Delivered), Failing: optionalTime(t.Failing), Why: t.Why, Off: !t.Off.IsZero()}
}

func (a noticeCalls) postWebhooks(in request, player db.Player) error {
	var body struct {
		URL    string          `json:"url"`
		Format string          `json:"format"`
		Kinds  []db.NoticeKind `json:"kinds"`
	}
	if err := in.decode(&body); err != nil {
		return err
	}
	made, err := a.Club.Notify.AddWebhook(in.Request().Context(), in.key, player.ID, body.URL, body.Format, body.Kinds, noteMade(newWebhook))
	return answerMade(in, newWebhook, made, err)
}

// Push is a browser that gets the caller's notifications.
type Push struct {
	ID        string  `json:"id"`
	Device    string  `json:"device"` // as "Firefox · Linux", "" if unknown
	Created   string  `json:"created"`
	Delivered *string `json:"delivered"` // time of the last delivery
	Failing   *string `json:"failing"`   // time of the first failure since
	Why       string  `json:"why"`       // code of the last failure, "" for none
	Off       bool    `json:"off"`       // the browser no longer accepts messages
}

func newPush(t db.Target) *Push {
	return &Push{ID: t.ID, Device: t.Device, Created: formatTime(t.Made), Delivered: optionalTime(t.Delivered), Failing: optionalTime(t.Failing),
		Why: t.Why, Off: !t.Off.IsZero()}
}

// getPushKey answers with the key that browsers need to subscribe.
func (a noticeCalls) getPushKey(c echo.Context) error {
	return c.JSON(http.StatusOK, struct {
		Key string `json:"key"`
	}{a.PushKey()})
}

// postPush stores the PushSubscription of a browser, in the form of its toJSON.
func (a noticeCalls) postPush(in request, player db.Player) error {
	var body struct {
		Endpoint       string   `json:"endpoint"`
		ExpirationTime *float64 `json:"expirationTime"`
		Keys           struct {
			P256dh string `json:"p256dh"`
			Auth   string `json:"auth"`
		} `json:"keys"`
	}
	if err := in.decode(&body); err != nil {
		return err
	}
	made, err := a.Club.Notify.AddPush(in.Request().Context(), in.key,
		db.NewTarget{Player: player.ID, Address: body.Endpoint, Public: body.Keys.P256dh, Auth: body.Keys.Auth, Device: a.Device(in)}, noteMade(newPush))
	return answerMade(in, newPush, made, err)
}

// targetsOf lists the addresses of a player in one channel, the oldest first.
func targetsOf[T any](r db.Recipient, channel db.NoticeChannel, newTarget func(db.Target) T) []T {
	list := []T{}
	for _, t := range r.Targets {
		if t.Channel == channel {
			list = append(list, newTarget(t))
		}
	}
	return list
}

// getTargets returns the handler that lists the caller's addresses in one channel.
func getTargets[T any](a noticeCalls, channel db.NoticeChannel, newTarget func(db.Target) T) echo.HandlerFunc {
	return requireCaller(func(c echo.Context, player db.Player) error {
		r, err := a.Store.Recipient(c.Request().Context(), player.ID)
		if err != nil {
			return err
		}
		return c.JSON(http.StatusOK, targetsOf(r, channel, newTarget))
	})
}

// deleteTarget removes a webhook or a browser.
func (a noticeCalls) deleteTarget(c echo.Context, player db.Player) error {
	return noContent(c, a.Store.RemoveTarget(c.Request().Context(), player.ID, c.Param("id")))
}

// Trial sends a test message to a webhook or browser of a player. It returns the code of the
// failure, "" for success; see Notifier.TryTarget.
type Trial func(c echo.Context, player db.Player, target string) (why string, err error)

// tryTarget returns the handler that sends a test message. Errors name the webhook or browser by
// name.
func (a noticeCalls) tryTarget(name string) func(request, db.Player) error {
	return func(in request, player db.Player) error {
		switch why, err := a.Trial(in, player, in.Param("id")); {
		case err != nil:
			return err
		case why != "":
			return web.Refuse(http.StatusBadGateway, "not_delivered", name+" was called in vain: "+why)
		}
		return in.NoContent(http.StatusNoContent)
	}
}
