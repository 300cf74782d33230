package handlers

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
	"tableronde/handlers/web"
	"tableronde/views/locale"
	"tableronde/views/pages"
)

var (
	errNoPasskeys  = web.Refuse(http.StatusUnprocessableEntity, "no_passkeys", "passkeys need a site with a name of its own and an encrypted connection")
	errPasskeyLate = web.Refuse(http.StatusUnprocessableEntity, "passkey_late", "that took too long, or was answered twice")
)

// passkeySite returns the site as devices know it. There is none, and the error is
// errNoPasskeys, where browsers make no passkeys, or where it is not known by which of
// its names the site goes: on an address in digits, over plain HTTP, and without a base
// URL; but on the machine itself.
func (s *Server) passkeySite(c echo.Context) (passkey.Site, error) {
	origin, err := url.Parse(s.origin(c))
	if err != nil {
		return passkey.Site{}, errNoPasskeys
	}
	host := origin.Hostname()
	local := strings.EqualFold(host, "localhost")
	_, digits := netip.ParseAddr(host)
	if digits == nil || !local && (s.base == nil || origin.Scheme != "https") {
		return passkey.Site{}, errNoPasskeys
	}
	if origin.Port() == standardPorts[origin.Scheme] { // browsers leave it out
		origin.Host = host
	}
	return passkey.Site{Host: strings.ToLower(host), Origin: strings.ToLower(origin.String()), Name: locale.T(langOf(c), "site.name")}, nil
}

// startPasskeyEntry answers the options by which a device signs in.
func (s *Server) startPasskeyEntry(c echo.Context) error {
	site, err := s.passkeySite(c)
	if err == nil {
		err = web.Allow(s.guests, c.RealIP())
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

// finishPasskeyEntry signs the visitor in by what the device has answered.
func (s *Server) finishPasskeyEntry(c echo.Context) error {
	player, err := s.claimPasskey(c)
	if err = s.signIns.Count(c.RealIP(), "passkey", err); err != nil {
		return err
	}
	if err := s.signIn(c, player, true); err != nil {
		return err
	}
	return goTo(c, localPath(c.FormValue("return")))
}

// claimPasskey returns the player whose passkey the device has used. A proof takes only a
// passkey of the visitor.
func (s *Server) claimPasskey(c echo.Context) (db.Player, error) {
	site, err := s.passkeySite(c)
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
		prover, _ = playerFrom(c)
	}
	return s.club.Keys.SignInByPasskey(c.Request().Context(), prover.ID, claim.ID, claim.Handle, claim.Counter, func(public []byte) error {
		return claim.Verify(site, begun.Challenge, public)
	})
}

// startPasskeyMaking answers the options by which a device makes a passkey: one more of
// an account, or that of a new account, whose name the form has.
func (s *Server) startPasskeyMaking(c echo.Context) error {
	ctx := c.Request().Context()
	site, err := s.passkeySite(c)
	if err == nil {
		err = web.Allow(s.guests, c.RealIP())
	}
	if err != nil {
		return err
	}
	player, _ := playerFrom(c)
	begun := ceremony{Purpose: joining}
	var known [][]byte
	has, err := s.club.Accounts.HasAccount(ctx, player.ID)
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
			begun.Name, err = s.club.Accounts.CleanName(c.FormValue("name"))
		}
	default:
		if err = s.club.Accounts.CheckRegistration(ctx, ""); err == nil {
			begun.Name, err = s.club.Accounts.CheckName(ctx, player.ID, c.FormValue("name"))
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
	return c.JSON(http.StatusOK, site.Making(challenge, passkey.Account{Handle: begun.Handle, Name: player.Name}, known))
}

// knownPasskeys returns by what devices name an account, and the ids of its passkeys.
func (s *Server) knownPasskeys(c echo.Context, player string) (handle []byte, ids [][]byte, err error) {
	handle, err = s.club.Keys.PasskeyHandle(c.Request().Context(), player)
	if err != nil {
		return nil, nil, err
	}
	list, err := s.club.Keys.Passkeys(c.Request().Context(), player)
	for _, k := range list {
		ids = append(ids, k.ID)
	}
	return handle, ids, err
}

// finishPasskeyMaking stores the passkey that a device has made.
func (s *Server) finishPasskeyMaking(c echo.Context) error {
	ctx := c.Request().Context()
	site, err := s.passkeySite(c)
	if err != nil {
		return err
	}
	player, known := playerFrom(c)
	has, err := s.club.Accounts.HasAccount(ctx, player.ID)
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
	made, err := site.Made(begun.Challenge, []byte(c.FormValue("credential")))
	if err != nil {
		return accounts.BadPasskey()
	}
	k := db.NewPasskey{ID: made.ID, Public: made.Public, Handle: begun.Handle, Counter: made.Counter, Name: begun.Name, Language: string(langOf(c))}
	if has {
		if err := s.requireProof(c, player, ""); err != nil {
			return err
		}
		if err := s.club.Keys.AddPasskey(ctx, player.ID, k); err != nil {
			return err
		}
		return goTo(c, "/settings?saved=passkey#passkeys")
	}
	k.Name = passkeyName(c)
	if !known {
		if err = s.club.Accounts.CheckRegistration(ctx, ""); err == nil {
			_, err = s.club.Accounts.CheckName(ctx, "", begun.Name)
		}
		if err == nil {
			player, err = s.createGuest(c, begun.Name)
		}
	}
	if err == nil {
		player, err = s.club.Keys.CreateAccountWithPasskey(ctx, player.ID, begun.Name, k)
	}
	if err == nil {
		err = s.signIn(c, player, true)
	}
	if err != nil {
		return err
	}
	return goTo(c, "/settings?saved=passkey_account")
}

// postPasskeyRemove removes a passkey of the visitor.
func (s *Server) postPasskeyRemove(c echo.Context) error {
	player, known := playerFrom(c)
	id, err := base64.RawURLEncoding.DecodeString(c.FormValue("id"))
	if err != nil || !known {
		return redirect(c, "/settings")
	}
	if err := s.requireProof(c, player, ""); err != nil {
		return s.askProof(c, err, "/settings#passkeys")
	}
	return redirectUnless(c, s.club.Keys.RemovePasskey(c.Request().Context(), player.ID, id, string(langOf(c))), "/settings?saved=passkey_removed#passkeys")
}

// goTo tells a script where to go on.
func goTo(c echo.Context, path string) error {
	return c.JSON(http.StatusOK, map[string]string{"go": path})
}

// passkeyName returns what a passkey is called whose holder has given it no name.
func passkeyName(c echo.Context) string {
	if name := deviceName(c.Request().UserAgent()); name != "" {
		return name
	}
	return locale.T(langOf(c), "passkey.unnamed")
}

// showWaysIn finds what the settings show of the ways in of a player.
func (s *Server) showWaysIn(c echo.Context, m *pages.Settings, player db.Player) error {
	ctx := c.Request().Context()
	account, has, err := s.club.Accounts.Account(ctx, player.ID)
	if err != nil || !has {
		return err
	}
	_, none := s.passkeySite(c)
	m.Account, m.Password = true, account.Password != ""
	if _, m.NeedsProof, err = s.needsProof(c, player.ID); err != nil {
		return err
	}
	m.Address = pages.Address{Offered: s.club.Accounts.SendsMail(), Confirmed: accounts.ShowAddress(account.Email)}
	pending, err := s.club.Accounts.PendingAddress(ctx, player.ID)
	if err != nil {
		return err
	}
	m.Address.Pending = accounts.ShowAddress(pending)
	m.Passkeys = pages.Passkeys{Page: m.Page, Offered: none == nil, NeedsProof: m.NeedsProof, Name: passkeyName(c)}
	list, err := s.club.Keys.Passkeys(ctx, player.ID)
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

// ceremony is what the site keeps in the session while a device is asked: for one
// purpose, of one player, for one answer within passkey.Limit.
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
func (s *Server) beginCeremony(c echo.Context, begun ceremony) (challenge []byte, err error) {
	ctx := c.Request().Context()
	player, known := playerFrom(c)
	begun.Player, begun.Challenge, begun.Until = player.ID, passkey.NewChallenge(), s.now().Add(passkey.Limit)
	text, err := json.Marshal(begun)
	if err != nil {
		return nil, err
	}
	s.sessions.Put(ctx, sessionPasskey, string(text))
	if !known {
		s.sessions.SetDeadline(ctx, begun.Until.Add(time.Minute))
	}
	return begun.Challenge, nil
}

// endCeremony takes the ceremony out of the session. The error is errPasskeyLate unless
// it serves the purpose, of the same player, in time.
func (s *Server) endCeremony(c echo.Context, purpose string) (begun ceremony, err error) {
	player, _ := playerFrom(c)
	text := s.sessions.PopString(c.Request().Context(), sessionPasskey)
	if text == "" || json.Unmarshal([]byte(text), &begun) != nil || begun.Purpose != purpose || begun.Player != player.ID || !s.now().Before(begun.Until) {
		return ceremony{}, errPasskeyLate
	}
	return begun, nil
}
