package account

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/passkey"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views/locale"
	"tableronde/views/pages"
)

var (
	errNoPasskeys  = web.Refuse(http.StatusUnprocessableEntity, "no_passkeys", "passkeys need a site with a name of its own and an encrypted connection")
	errPasskeyLate = web.Refuse(http.StatusUnprocessableEntity, "passkey_late", "that took too long, or was answered twice")
)

// PasskeySite returns the site in the form that devices need. The error is errNoPasskeys on an
// address in digits, where browsers make no passkeys. It is errNoPasskeys also over plain HTTP,
// and without a base URL, since the site may then have other names. Only localhost needs neither.
func (s *Pages) PasskeySite(c echo.Context) (passkey.Site, error) {
	origin, err := url.Parse(s.Origin(c))
	if err != nil {
		return passkey.Site{}, errNoPasskeys
	}
	host := origin.Hostname()
	local := strings.EqualFold(host, "localhost")
	_, digits := netip.ParseAddr(host)
	if digits == nil || !local && (s.Base == nil || origin.Scheme != "https") {
		return passkey.Site{}, errNoPasskeys
	}
	if origin.Port() == site.StandardPorts[origin.Scheme] { // browsers leave it out
		origin.Host = host
	}
	return passkey.Site{Host: strings.ToLower(host), Origin: strings.ToLower(origin.String()), Name: locale.T(site.LangOf(c), "site.name")}, nil
}

// StartPasskeyEntry answers the options by which a device signs in.
func (s *Pages) StartPasskeyEntry(c echo.Context) error {
	site, err := s.PasskeySite(c)
	if err == nil {
		err = web.Allow(s.Guests, c.RealIP())
	}
	if err != nil {
		return err
	}
	challenge, err := s.beginCeremony(c, ceremony{Purpose: entering})
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, site.SigningIn(challenge))
}

// FinishPasskeyEntry signs the visitor in by the answer of the device.
func (s *Pages) FinishPasskeyEntry(c echo.Context) error {
	player, err := s.claimPasskey(c)
	if err = s.SignIns.Count(c.RealIP(), "passkey", err); err != nil {
		return err
	}
	if err := s.SignIn(c, player, true); err != nil {
		return err
	}
	return goTo(c, site.LocalPath(c.FormValue("return")))
}

// claimPasskey returns the player whose passkey the device has used. A proof takes only a
// passkey of the visitor.
func (s *Pages) claimPasskey(c echo.Context) (db.Player, error) {
	relying, err := s.PasskeySite(c)
	if err != nil {
		return db.Player{}, err
	}
	begun, err := s.endCeremony(c, entering)
	if err != nil {
		return db.Player{}, err
	}
	claim, err := passkey.ReadClaim([]byte(c.FormValue("credential")))
	if err != nil {
		return db.Player{}, accounts.BadPasskey()
	}
	prover := db.Player{}
	if c.FormValue("prove") != "" {
		prover, _ = site.PlayerFrom(c)
	}
	return s.Club.Keys.SignInByPasskey(c.Request().Context(), prover.ID, claim.ID, claim.Handle, claim.Counter, func(public []byte) error {
		return claim.Verify(relying, begun.Challenge, public)
	})
}

// StartPasskeyMaking answers the options by which a device makes a passkey: one more of an
// account, or the first of a new account, whose name the form has.
func (s *Pages) StartPasskeyMaking(c echo.Context) error {
	ctx := c.Request().Context()
	relying, err := s.PasskeySite(c)
	if err == nil {
		err = web.Allow(s.Guests, c.RealIP())
	}
	if err != nil {
		return err
	}
	player, _ := site.PlayerFrom(c)
	begun := ceremony{Purpose: joining}
	var known [][]byte
	has, err := s.Club.Accounts.HasAccount(ctx, player.ID)
	switch {
	case err != nil:
		return err
	case has:
		if err := s.requireProof(c, player, ""); err != nil {
			return err
		}
		begun.Purpose = adding
		begun.Handle, known, err = s.knownPasskeys(c, player.ID)
		if err == nil {
			begun.Name, err = s.Club.Accounts.CleanName(c.FormValue("name"))
		}
	default:
		if err = s.Club.Accounts.CheckRegistration(ctx, ""); err == nil {
			begun.Name, err = s.Club.Accounts.CheckName(ctx, player.ID, c.FormValue("name"))
		}
		player.Name = begun.Name
	}
	if err != nil {
		return err
	}
	if begun.Handle == nil {
		begun.Handle = passkey.NewHandle()
	}
	challenge, err := s.beginCeremony(c, begun)
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, relying.Making(challenge, passkey.Account{Handle: begun.Handle, Name: player.Name}, known))
}

// knownPasskeys returns the handle by which devices name an account, and the ids of its passkeys.
func (s *Pages) knownPasskeys(c echo.Context, player string) (handle []byte, ids [][]byte, err error) {
	handle, err = s.Club.Keys.PasskeyHandle(c.Request().Context(), player)
	if err != nil {
		return nil, nil, err
	}
	list, err := s.Club.Keys.Passkeys(c.Request().Context(), player)
	for _, k := range list {
		ids = append(ids, k.ID)
	}
	return handle, ids, err
}

// FinishPasskeyMaking stores the passkey that a device has made.
func (s *Pages) FinishPasskeyMaking(c echo.Context) error {
	ctx := c.Request().Context()
	relying, err := s.PasskeySite(c)
	if err != nil {
		return err
	}
	player, known := site.PlayerFrom(c)
	has, err := s.Club.Accounts.HasAccount(ctx, player.ID)
	if err != nil {
		return err
	}
	purpose := joining
	if has {
		purpose = adding
	}
	begun, err := s.endCeremony(c, purpose)
	if err != nil {
		return err
	}
	made, err := relying.Made(begun.Challenge, []byte(c.FormValue("credential")))
	if err != nil {
		return accounts.BadPasskey()
	}
	k := db.NewPasskey{ID: made.ID, Public: made.Public, Handle: begun.Handle, Counter: made.Counter, Name: begun.Name, Language: string(site.LangOf(c))}
	if has {
		if err := s.requireProof(c, player, ""); err != nil {
			return err
		}
		if err := s.Club.Keys.AddPasskey(ctx, player.ID, k); err != nil {
			return err
		}
		return goTo(c, "/settings?saved=passkey#passkeys")
	}
	k.Name = passkeyName(c)
	if !known {
		if err = s.Club.Accounts.CheckRegistration(ctx, ""); err == nil {
			_, err = s.Club.Accounts.CheckName(ctx, "", begun.Name)
		}
		if err == nil {
			player, err = s.CreateGuest(c, begun.Name)
		}
	}
	if err == nil {
		player, err = s.Club.Keys.CreateAccountWithPasskey(ctx, player.ID, begun.Name, k)
	}
	if err == nil {
		err = s.SignIn(c, player, true)
	}
	if err != nil {
		return err
	}
	return goTo(c, "/settings?saved=passkey_account")
}

// PostPasskeyRemove removes a passkey of the visitor.
func (s *Pages) PostPasskeyRemove(c echo.Context) error {
	player, known := site.PlayerFrom(c)
	id, err := base64.RawURLEncoding.DecodeString(c.FormValue("id"))
	if err != nil || !known {
		return site.Redirect(c, "/settings")
	}
	if err := s.requireProof(c, player, ""); err != nil {
		return s.askProof(c, err, "/settings#passkeys")
	}
	return site.RedirectUnless(c, s.Club.Keys.RemovePasskey(c.Request().Context(), player.ID, id, string(site.LangOf(c))), "/settings?saved=passkey_removed#passkeys")
}

// goTo answers a script with the path of the next page.
func goTo(c echo.Context, path string) error {
	return c.JSON(http.StatusOK, map[string]string{"go": path})
}

// passkeyName returns the name of a passkey whose holder has given it none.
func passkeyName(c echo.Context) string {
	if name := site.DeviceName(c.Request().UserAgent()); name != "" {
		return name
	}
	return locale.T(site.LangOf(c), "passkey.unnamed")
}

// showWaysIn finds a player's ways to sign in for the settings.
func (s *Pages) showWaysIn(c echo.Context, m *pages.Settings, player db.Player) error {
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
	pending, err := s.Club.Accounts.PendingAddress(ctx, player.ID)
	if err != nil {
		return err
	}
	m.Address.Pending = accounts.ShowAddress(pending)
	m.Passkeys = pages.Passkeys{Page: m.Page, Offered: none == nil, NeedsProof: m.NeedsProof, Name: passkeyName(c)}
	list, err := s.Club.Keys.Passkeys(ctx, player.ID)
	for _, k := range list {
		m.Passkeys.List = append(m.Passkeys.List, pages.Passkey{ID: base64.RawURLEncoding.EncodeToString(k.ID), Name: k.Name, Made: k.Made, Used: k.Used,
			Last: len(list) == 1 && !m.Password})
	}
	return err
}

// Purposes of a ceremony.
const (
	entering = "enter" // somebody signs in
	joining  = "join"  // somebody makes an account
	adding   = "add"   // the holder of an account adds a passkey
)

// ceremony is the site's note in the session while a device is asked: for one purpose, of one
// player, for one answer within passkey.Limit.
type ceremony struct {
	Purpose   string    `json:"purpose"`
	Player    string    `json:"player"` // its id, "" for a stranger
	Challenge []byte    `json:"challenge"`
	Until     time.Time `json:"until"`
	Handle    []byte    `json:"handle,omitempty"` // of the account that the passkey is for
	Name      string    `json:"name,omitempty"`   // of the passkey, or of the account to be made
}

// beginCeremony puts a ceremony into the session in place of the one before, and returns
// its challenge. A session that has no player yet ends soon after.
func (s *Pages) beginCeremony(c echo.Context, begun ceremony) (challenge []byte, err error) {
	ctx := c.Request().Context()
	player, known := site.PlayerFrom(c)
	begun.Player, begun.Challenge, begun.Until = player.ID, passkey.NewChallenge(), s.Now().Add(passkey.Limit)
	text, err := json.Marshal(begun)
	if err != nil {
		return nil, err
	}
	s.Sessions.Put(ctx, site.SessionPasskey, string(text))
	if !known {
		s.Sessions.SetDeadline(ctx, begun.Until.Add(time.Minute))
	}
	return begun.Challenge, nil
}

// endCeremony takes the ceremony out of the session. The error is errPasskeyLate unless
// it serves the purpose, of the same player, in time.
func (s *Pages) endCeremony(c echo.Context, purpose string) (begun ceremony, err error) {
	player, _ := site.PlayerFrom(c)
	text := s.Sessions.PopString(c.Request().Context(), site.SessionPasskey)
	if text == "" || json.Unmarshal([]byte(text), &begun) != nil || begun.Purpose != purpose || begun.Player != player.ID || !s.Now().Before(begun.Until) {
		return ceremony{}, errPasskeyLate
	}
	return begun, nil
}
