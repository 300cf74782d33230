package account

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"
	"golang.org/x/time/rate"

	"tableronde/db"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/pages"
)

// formChannels lists the notification channels of the settings.
var formChannels = []db.NoticeChannel{db.ByPage, db.ByPush, db.ByMail, db.ByWebhook}

// showNotices adds the visitor's choice of notifications to the settings.
func (s SettingsPages) showNotices(c echo.Context, m *pages.Settings, player db.Player) error {
	r, err := s.Store.Recipient(c.Request().Context(), player.ID)
	if err != nil {
		return err
	}
	n := pages.Notices{Mails: s.Club.Accounts.SendsMail(), PushKey: s.teller.Key.Public, Mail: pages.Target{ID: db.MailTarget(player.ID)}}
	n.New = pages.NewWebhook{Key: site.NewKey(), Format: db.FormatJSON}
	if n.Mails {
		n.Address = accounts.ShowAddress(r.Address)
	}
	for _, kind := range db.NoticeKinds {
		n.Kinds = append(n.Kinds, pages.NoticeKind{Name: string(kind), Page: r.Has(kind, db.ByPage), Push: r.Has(kind, db.ByPush), Mail: r.Has(kind, db.ByMail), Webhook: r.Has(kind, db.ByWebhook)})
		n.New.Kinds = append(n.New.Kinds, string(kind))
	}
	if r.Digest != nil {
		n.Digest = strconv.Itoa(*r.Digest)
	}
	for _, t := range r.Targets {
		target := pages.Target{ID: t.ID, Address: t.Address, Push: t.Channel == db.ByPush, Device: t.Device, Delivered: t.Delivered, Failing: t.Failing, Why: t.Why, Off: !t.Off.IsZero()}
		switch t.Channel {
		case db.ByMail:
			n.Mail = target
		case db.ByPush:
			n.Pushes = append(n.Pushes, target)
		case db.ByWebhook:
			n.Webhooks = append(n.Webhooks, target)
		}
	}
	m.Notices = n
	m.Notices.Feed, err = s.Store.FeedToken(c.Request().Context(), player.ID)
	return err
}

// PostNotices stores the visitor's choice of notifications.
func (s SettingsPages) PostNotices(c echo.Context, player db.Player) error {
	form := c.Request().Form
	r, err := s.Store.Recipient(c.Request().Context(), player.ID)
	if err != nil {
		return err
	}
	settings := r.NoticeSettings
	settings.Channels = make(map[db.NoticeKind][]db.NoticeChannel, len(db.NoticeKinds))
	offered := slices.Clone(formChannels)
	if r.Address == "" || !s.Club.Accounts.SendsMail() { // then the form has no boxes for mail
		offered = slices.DeleteFunc(offered, func(ch db.NoticeChannel) bool { return ch == db.ByMail })
	}
	for _, kind := range db.NoticeKinds {
		chosen := slices.DeleteFunc(slices.Clone(r.Of(kind)), func(ch db.NoticeChannel) bool { return slices.Contains(offered, ch) })
		for _, channel := range offered {
			if slices.Contains(form[string(kind)], string(channel)) {
				chosen = append(chosen, channel)
			}
		}
		settings.Channels[kind] = chosen
	}
	settings.Digest = nil
	if hour, err := strconv.Atoi(form.Get("digest")); err == nil {
		settings.Digest = &hour
	}
	settings.Language, settings.Zone = string(site.LangOf(c)), ""
	if zone := site.ZoneOf(c); zone != nil {
		settings.Zone = zone.String()
	}
	err = s.Club.Notify.SetNotices(c.Request().Context(), player.ID, settings)
	return site.RedirectUnless(c, err, "/settings?saved=notices#notices")
}

// PostWebhook sends notifications to one more webhook.
func (s SettingsPages) PostWebhook(c echo.Context, player db.Player) error {
	form := c.Request().Form
	var kinds []db.NoticeKind
	for _, kind := range form["kind"] {
		kinds = append(kinds, db.NoticeKind(kind))
	}
	_, err := s.Club.Notify.AddWebhook(c.Request().Context(), site.FormKey(c, player.ID), player.ID, form.Get("url"), form.Get("format"), kinds,
		func(db.Target) (int, []byte) { return http.StatusSeeOther, nil })
	return s.redirectOrShow(c, site.IgnoreRepeated(err), "/settings?saved=webhook#webhooks", func(m *pages.Settings, why *views.Problem) {
		m.Notices.New.Address, m.Notices.New.Format, m.Notices.New.Kinds, m.Notices.New.Problem = form.Get("url"), form.Get("format"), form["kind"], why
	})
}

// PostPush sends notifications to the browser that sent the form, after it has subscribed. A
// service worker uses it to renew a subscription, unless the player has ended it.
func (s SettingsPages) PostPush(c echo.Context) error {
	player, ok := site.PlayerFrom(c)
	renews := c.FormValue("renew") != ""
	switch {
	case !ok && renews:
		return db.ErrNotFound
	case !ok:
		return site.Redirect(c, "/settings")
	}
	ctx := c.Request().Context()
	before := s.Sessions.GetString(ctx, site.SessionPush)
	if renews {
		to, err := s.Store.Recipient(ctx, player.ID)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(to.Targets, func(t db.Target) bool { return t.ID == before }) {
			return db.ErrNotFound
		}
	}
	made, err := s.Club.Notify.AddPush(ctx, db.Once{}, db.NewTarget{Player: player.ID, Address: c.FormValue("endpoint"),
		Public: c.FormValue("p256dh"), Auth: c.FormValue("auth"), Device: site.DeviceName(c.Request().UserAgent())}, nil)
	if err == nil {
		s.Sessions.Put(ctx, site.SessionPush, made.ID)
	}
	if err == nil && renews && made.ID != before {
		err = s.Store.RemoveTarget(ctx, player.ID, before)
	}
	return site.RedirectUnless(c, err, "/settings?saved=push#pushes")
}

// mostTurns is the most matches that GetMyTurns lists. With more, the player keeps all
// notifications.
const mostTurns = 200

// GetMyTurns answers the matches in which the player owes a decision. The service worker closes the
// notifications of all other matches.
func (s SettingsPages) GetMyTurns(c echo.Context) error {
	turns := []string{}
	if player, ok := site.PlayerFrom(c); ok {
		list, more, err := s.Club.Lists.MatchesOf(c.Request().Context(), player.ID, db.Filter{Turn: true}, "", mostTurns)
		switch {
		case err != nil:
			return err
		case more != "":
			return db.ErrNotFound
		}
		for _, m := range list {
			turns = append(turns, m.ID)
		}
	}
	return c.JSON(http.StatusOK, map[string][]string{"turns": turns})
}

// PostRemoveTarget removes a webhook or a browser from the notification channels.
func (s SettingsPages) PostRemoveTarget(c echo.Context, player db.Player) error {
	return removeOwn(c, player, s.Store.RemoveTarget, "/settings?saved=removed#notices")
}

// Limits of test messages.
const (
	trialRate  = rate.Limit(1.0 / 10)
	trialBurst = 6
)

// errManyTests refuses one more test message.
var errManyTests = &web.Problem{Status: http.StatusTooManyRequests, Code: "many_tests", Text: "too many tests: wait half a minute", Retry: 30}

// PostTestTarget sends a test message to a webhook, to a browser or by mail.
func (s SettingsPages) PostTestTarget(c echo.Context, player db.Player) error {
	why, err := s.TryTarget(c, player, c.FormValue("id"))
	if why != "" {
		return site.Redirect(c, "/settings?saved=test_failed#notices")
	}
	return site.RedirectUnless(c, err, "/settings?saved=tested#notices")
}

// TryTarget sends a test message. It returns the code of the failure, "" for success.
func (s SettingsPages) TryTarget(c echo.Context, player db.Player, id string) (why string, err error) {
	allow := func() error {
		if web.Allow(s.trials, player.ID) != nil {
			return errManyTests
		}
		return nil
	}
	return s.Club.Notify.TryTarget(c.Request().Context(), player.ID, id, allow, s.teller.Senders())
}

// GetMute answers the page of the link that ends mail about matches. The page itself ends nothing,
// because mail programs open links, too.
func (s SettingsPages) GetMute(c echo.Context) error { return s.showMute(c, false) }

// PostMute ends mail about matches for the owner of the link. RFC 8058 lets mail programs send it.
func (s SettingsPages) PostMute(c echo.Context) error {
	if err := s.Club.Notify.Mute(c.Request().Context(), c.Param("token")); err != nil {
		return err
	}
	return s.showMute(c, true)
}

func (s SettingsPages) showMute(c echo.Context, done bool) error {
	player, err := s.Store.PlayerByMute(c.Request().Context(), c.Param("token"))
	if err != nil {
		return err
	}
	page, err := s.NewPage(c)
	if err != nil {
		return err
	}
	page.Path = "/settings"
	return site.RenderHTML(c, http.StatusOK, pages.MutePage(pages.Mute{Page: page, Token: c.Param("token"), Of: site.PlayerName(page.Lang, player), Done: done}))
}
