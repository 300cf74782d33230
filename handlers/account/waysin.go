package account

import (
	"encoding/base64"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/site"
	"tableronde/views"
	"tableronde/views/pages"
)

// showWaysIn adds a player's ways to sign in to the settings.
func (s SettingsPages) showWaysIn(c echo.Context, m *pages.Settings, player db.Player) error {
	ctx := c.Request().Context()
	account, has, err := s.Club.Accounts.Account(ctx, player.ID)
	if err != nil || !has {
		return err
	}
	_, none := s.PasskeySite(c)
	m.Account, m.Password = true, account.Password != ""
	if _, m.NeedsProof, err = s.needsProof(c, player.ID); err != nil {
		return err
	}
	m.Address = pages.Address{Offered: s.Club.Accounts.SendsMail(), Confirmed: accounts.ShowAddress(account.Email)}
	pending, err := s.Store.PendingAddress(ctx, player.ID)
	if err != nil {
		return err
	}
	m.Address.Pending = accounts.ShowAddress(pending)
	m.Passkeys = pages.Passkeys{Page: m.Page, Offered: none == nil, NeedsProof: m.NeedsProof, Name: passkeyName(c)}
	list, err := s.Store.PasskeysOf(ctx, player.ID)
	for _, k := range list {
		m.Passkeys.List = append(m.Passkeys.List, pages.Passkey{ID: base64.RawURLEncoding.EncodeToString(k.ID), Name: k.Name, Made: k.Made, Used: k.Used,
			Last: len(list) == 1 && !m.Password})
	}
	return err
}

// PostPassword changes the password of the visitor's account, and ends all other sessions.
func (s SettingsPages) PostPassword(c echo.Context) error {
	ctx := c.Request().Context()
	player, _ := site.PlayerFrom(c)
	account, _, err := s.Club.Accounts.Account(ctx, player.ID)
	switch {
	case err != nil:
		return err
	case account.Password != "":
		err = s.prove(c, player, s.Club.Accounts.CheckPassword, c.FormValue("old"))
	default:
		err = s.requireProof(c, player, "")
	}
	if err == nil {
		err = s.Club.Accounts.SetPassword(ctx, c.FormValue("password"), db.NewPassword{Player: player.ID, Language: string(site.LangOf(c)),
			Session: s.StoredToken(ctx), Push: s.Sessions.GetString(ctx, site.SessionPush)})
	}
	if err == nil {
		err = s.SignIn(c, player, true)
	}
	if err == errProofRequired {
		return s.askProof(c, err, "/settings#password")
	}
	return s.redirectOrShow(c, err, "/settings?saved=password", func(m *pages.Settings, why *views.Problem) { m.PasswordProblem = why })
}

// PostAddress changes the address of the visitor's account after it is confirmed, or removes it.
func (s SettingsPages) PostAddress(c echo.Context) error {
	player, _ := site.PlayerFrom(c)
	done, err := s.changeAddress(c, player)
	if err == errProofRequired {
		return s.askProof(c, err, "/settings#new-address")
	}
	return s.redirectOrShow(c, err, "/settings?saved="+done, func(m *pages.Settings, why *views.Problem) {
		m.Address.Typed, m.Address.Problem = c.FormValue("email"), why
	})
}

// changeAddress adds or removes the player's mail address, and returns the key of the
// confirmation.
func (s SettingsPages) changeAddress(c echo.Context, player db.Player) (done string, err error) {
	ctx, lang, remove := c.Request().Context(), string(site.LangOf(c)), c.FormValue("do") == "remove"
	if !remove {
		if _, err := s.Club.Accounts.CheckAddress(c.FormValue("email")); err != nil {
			return "", err
		}
	}
	if err := s.requireProof(c, player, c.FormValue("old")); err != nil {
		return "", err
	}
	if remove {
		return "address_removed", s.Club.Accounts.RemoveAddress(ctx, player.ID, lang)
	}
	if err := s.allowMail(c, c.FormValue("email")); err != nil {
		return "", err
	}
	return "address_asked", s.Club.Accounts.ChangeAddress(ctx, player.ID, c.FormValue("email"), lang)
}
