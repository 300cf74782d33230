package account

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"tableronde/db"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/notify"
	"tableronde/handlers/site"
	"tableronde/views"
	"tableronde/views/pages"
)

// SettingsPages are the settings page and its forms.
type SettingsPages struct {
	ProofPages
	teller *notify.Notifier
	trials *middleware.RateLimiterMemoryStore // limits test messages, by player
}

// savedNotices are the confirmations on the visitor's own pages, by the form that was saved.
var savedNotices = map[string]string{
	"name": "renamed", "link": "linked", "account": "account_made", "password": "password_changed", "ended": "session_ended", "revoked": "token_revoked",
	"habits": "habits", "passkey": "passkey_added", "passkey_account": "account_passkey", "passkey_removed": "passkey_removed",
	"notices": "notices", "webhook": "webhook_added", "push": "push_added", "removed": "target_removed", "tested": "target_tested", "feeds": "feeds",
	"address": "address_confirmed", "address_asked": "address_asked", "address_removed": "address_removed",
}

// savedSubjects lists the subjects of the settings that stay open, by the form that was saved.
var savedSubjects = map[string][]string{
	"ended": {"devices"}, "revoked": {"programs"}, "passkey": {"passkeys"}, "passkey_removed": {"passkeys"},
	"notices": {"notices"}, "webhook": {"webhooks"}, "push": {"pushes"}, "feeds": {"feeds"},
	"removed": channelSubjects, "tested": channelSubjects, "test_failed": channelSubjects,
}

// channelSubjects are the subjects of the settings that list notification channels.
var channelSubjects = []string{"notices", "pushes", "webhooks"}

// SavedNotice returns the confirmation that the query of a page names, or nil.
func SavedNotice(c echo.Context) *views.Notice {
	player, known := site.PlayerFrom(c)
	key := savedNotices[c.QueryParam("saved")]
	if key == "" || !known && key != "habits" {
		return nil
	}
	return &views.Notice{Key: key, Args: []any{"Name", player.Name}, Good: true}
}

// GetSettings answers the settings page.
func (s SettingsPages) GetSettings(c echo.Context) error {
	return s.showSettings(c, http.StatusOK, func(m *pages.Settings) {
		m.Notice = SavedNotice(c)
		if c.QueryParam("saved") == "test_failed" {
			m.Notice = &views.Notice{Key: "target_failed"}
		}
		if c.QueryParam("saved") == "left" && m.Player == "" {
			m.Notice = &views.Notice{Key: "left", Good: true}
		}
	})
}

// showSettings renders the settings page after change has modified its model.
func (s SettingsPages) showSettings(c echo.Context, status int, change func(*pages.Settings)) error {
	page, err := s.NewPage(c)
	if err != nil {
		return err
	}
	page.Path = "/settings"
	m := pages.Settings{Page: page, Form: pages.NameForm{Return: "/settings?saved=name", Key: site.NewKey()}}
	if back := site.LocalPath(c.QueryParam("back")); strings.HasPrefix(back, site.MatchPath("")) {
		m.Back = back
	}
	m.More = append([]string{c.QueryParam("more")}, savedSubjects[c.QueryParam("saved")]...)
	if c.QueryParam("people") != "" {
		m.More = append(m.More, "people")
	}
	m.NewToken = pages.NewToken{Key: site.NewKey(), Scopes: defaultScopes}
	if !page.DefaultName {
		m.Form.Name = page.Player
	}
	if player, known := site.PlayerFrom(c); known {
		if err := s.showWaysIn(c, &m, player); err != nil {
			return err
		}
		if err := s.showNotices(c, &m, player); err != nil {
			return err
		}
		ties, err := s.Store.TiesOf(c.Request().Context(), player.ID)
		if err != nil {
			return err
		}
		for _, tie := range ties {
			m.People = append(m.People, pages.Person{ID: tie.Other.ID, Name: tie.Other.Name, Kind: string(tie.Kind)})
		}
		m.People, m.PeoplePaging = views.PartOf(m.People, site.FirstShown(c, "people"), peopleShown, site.PartAt("/settings", "people", "#people"))
		if m.Sessions, err = s.listSessions(c, player); err != nil {
			return err
		}
		if m.Tokens, err = s.listTokens(c, player); err != nil {
			return err
		}
		if err := s.showOperated(c, &m, player); err != nil {
			return err
		}
	}
	change(&m)
	return site.RenderHTML(c, status, pages.SettingsPage(m))
}

// redirectOrShow redirects the browser after a form of the settings. If the form is refused, it
// shows the settings after change has modified their model.
func (s SettingsPages) redirectOrShow(c echo.Context, err error, path string, change func(m *pages.Settings, why *views.Problem)) error {
	return site.RedirectOrShow(c, err, path, func(status int, why *views.Problem) error {
		return s.showSettings(c, status, func(m *pages.Settings) { change(m, why) })
	})
}

// The most players and sessions that the settings page lists.
const peopleShown, sessionsShown = 50, 100

// listSessions lists the devices on which the visitor is signed in.
func (s SettingsPages) listSessions(c echo.Context, player db.Player) (list []pages.Session, err error) {
	ctx := c.Request().Context()
	found, err := s.Store.Sessions().SessionsOf(ctx, player.ID)
	found = found[:min(len(found), sessionsShown)]
	own := s.StoredToken(ctx)
	for _, session := range found {
		list = append(list, pages.Session{ID: session.Token, Device: session.Device, Begun: session.Begun, Own: session.Token == own})
	}
	return list, err
}

// PostSessions ends one session of the visitor on another device, or all of them.
func (s SettingsPages) PostSessions(c echo.Context, player db.Player) error {
	ctx, sessions := c.Request().Context(), s.Store.Sessions()
	var err error
	switch id := c.FormValue("end"); id {
	case "others":
		if err = s.endPushes(ctx, player.ID, ""); err == nil {
			err = sessions.EndOtherSessions(ctx, player.ID, s.StoredToken(ctx))
		}
	case s.StoredToken(ctx): // signing out is another form
	default:
		if err = s.endPushes(ctx, player.ID, id); err == nil {
			err = sessions.EndSession(ctx, player.ID, id)
		}
	}
	if errors.Is(err, db.ErrNotFound) { // another request has ended it
		err = nil
	}
	s.Hub.EndPlayer(player.ID)
	return site.RedirectUnless(c, err, "/settings?saved=ended#devices")
}

// endPushes ends the notifications of the browser of another session. If session is "", it does so
// for all other sessions.
func (s SettingsPages) endPushes(ctx context.Context, player, session string) error {
	list, err := s.Store.Sessions().SessionsOf(ctx, player)
	if err != nil {
		return err
	}
	own := s.StoredToken(ctx)
	for _, other := range list {
		if other.Token == own || session != "" && other.Token != session {
			continue
		}
		data, found, err := s.Store.Sessions().FindCtx(ctx, other.Token)
		if err != nil || !found {
			return err
		}
		_, values, err := site.SessionCodec{}.Decode(data)
		if err != nil {
			return err
		}
		if push, _ := values[site.SessionPush].(string); push != "" {
			if err := s.Store.RemoveTarget(ctx, player, push); err != nil && !errors.Is(err, db.ErrNotFound) {
				return err
			}
		}
	}
	return nil
}

// PostName changes the visitor's name at every table. If the name is refused, the settings ask for
// another.
func (s SettingsPages) PostName(c echo.Context) error {
	back := site.LocalPath(c.FormValue("return"))
	err := s.takeName(c)
	return s.redirectOrShow(c, err, back, func(m *pages.Settings, why *views.Problem) {
		m.Form.Name, m.Form.Return, m.Form.Problem = c.FormValue("name"), back, why
	})
}

// takeName renames the visitor. A visitor without a name becomes a guest.
func (s SettingsPages) takeName(c echo.Context) error {
	player, known := site.PlayerFrom(c)
	if !known {
		_, err := s.RequireVisitor(c)
		return err
	}
	name, err := s.Club.Accounts.CleanName(c.FormValue("name"))
	if err != nil {
		return err
	}
	return s.Club.Accounts.Rename(c.Request().Context(), player.ID, name)
}

// showOperated adds the acts of operators about the visitor.
func (s SettingsPages) showOperated(c echo.Context, m *pages.Settings, player db.Player) (err error) {
	ctx := c.Request().Context()
	acts, err := s.Store.ActsAbout(ctx, player.ID)
	if err != nil {
		return err
	}
	m.Operated = site.NewOperated(acts)
	m.Operator, err = s.Store.IsOperator(ctx, player.ID)
	return err
}

// defaultScopes are the scopes preselected for a new token.
var defaultScopes = []string{"read", "play"}

// listTokens lists the tokens with which programs act for the visitor.
func (s SettingsPages) listTokens(c echo.Context, player db.Player) (list []pages.Token, err error) {
	found, err := s.Store.TokensOf(c.Request().Context(), player.ID)
	for _, t := range found {
		list = append(list, pages.Token{ID: t.ID, Name: t.Name, First: accounts.IsFirstToken(player, t),
			Scopes: accounts.ScopeNames(t.Scopes), Created: t.Created, Used: t.Used})
	}
	return list, err
}

// PostToken makes a token and shows it. It cannot be shown again.
func (s SettingsPages) PostToken(c echo.Context, player db.Player) error {
	form := c.Request().Form
	name, names := form.Get("name"), form["scope"]
	secret := ""
	scopes, err := accounts.ParseScopes(names)
	if err == nil {
		_, secret, err = s.Club.Keys.CreateToken(c.Request().Context(), site.FormKey(c, player.ID), db.NewToken{Player: player.ID, Name: name, Scopes: scopes, Language: string(site.LangOf(c))}, nil)
	}
	if err == nil {
		return s.showSettings(c, http.StatusOK, func(m *pages.Settings) { m.NewToken.Made = secret })
	}
	return s.redirectOrShow(c, site.IgnoreRepeated(err), "/settings#programs", func(m *pages.Settings, why *views.Problem) {
		m.NewToken.Name, m.NewToken.Scopes, m.NewToken.Problem = name, names, why
	})
}

// PostRevokeToken deletes a token of the visitor.
func (s SettingsPages) PostRevokeToken(c echo.Context, player db.Player) error {
	return removeOwn(c, player, s.Club.Keys.RevokeToken, "/settings?saved=revoked#programs")
}

// removeOwn removes a token or a notification channel of the visitor; the form names its id.
func removeOwn(c echo.Context, player db.Player, remove func(ctx context.Context, player, id string) error, back string) error {
	err := remove(c.Request().Context(), player.ID, c.FormValue("id"))
	if errors.Is(err, db.ErrNotFound) { // another request has removed it
		err = nil
	}
	return site.RedirectUnless(c, err, back)
}
