package account

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/passkey"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views/locale"
)

// PasskeyPages answer the scripts with which devices make and use passkeys.
type PasskeyPages struct{ ProofPages }

// StartPasskeyEntry answers the options with which a device signs in.
func (s PasskeyPages) StartPasskeyEntry(c echo.Context) error {
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

// FinishPasskeyEntry signs the visitor in with the device's answer.
func (s PasskeyPages) FinishPasskeyEntry(c echo.Context) error {
	player, err := s.claimPasskey(c)
	if err = s.SignIns.Count(c.RealIP(), "passkey", err); err != nil {
		return err
	}
	if err := s.SignIn(c, player, true); err != nil {
		return err
	}
	return goTo(c, site.LocalPath(c.FormValue("return")))
}

// claimPasskey returns the player whose passkey the device used. A proof accepts only a passkey of
// the visitor.
func (s PasskeyPages) claimPasskey(c echo.Context) (db.Player, error) {
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

// StartPasskeyMaking answers the options with which a device makes a passkey. It is another one for
// an account, or the first of a new account, whose name is in the form.
func (s PasskeyPages) StartPasskeyMaking(c echo.Context) error {
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

// knownPasskeys returns the handle with which devices name an account, and the ids of its passkeys.
func (s PasskeyPages) knownPasskeys(c echo.Context, player string) (handle []byte, ids [][]byte, err error) {
	handle, err = s.Club.Keys.PasskeyHandle(c.Request().Context(), player)
	if err != nil {
		return nil, nil, err
	}
	list, err := s.Store.PasskeysOf(c.Request().Context(), player)
	for _, k := range list {
		ids = append(ids, k.ID)
	}
	return handle, ids, err
}

// FinishPasskeyMaking stores the passkey that a device has made.
func (s PasskeyPages) FinishPasskeyMaking(c echo.Context) error {
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
func (s PasskeyPages) PostPasskeyRemove(c echo.Context) error {
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

// passkeyName returns the default name of a passkey.
func passkeyName(c echo.Context) string {
	if name := site.DeviceName(c.Request().UserAgent()); name != "" {
		return name
	}
	return locale.T(site.LangOf(c), "passkey.unnamed")
}

var errPasskeyLate = web.Refuse(http.StatusUnprocessableEntity, "passkey_late", "the device took too long, or answered twice: try again")

// Purposes of a ceremony.
const (
	entering = "enter" // sign in
	joining  = "join"  // create an account
	adding   = "add"   // add a passkey to an account
)

// ceremony is stored in the session while a device is asked. It has one purpose and one player, and
// accepts one answer within passkey.Limit.
type ceremony struct {
	Purpose   string    `json:"purpose"`
	Player    string    `json:"player"` // id; "" for a visitor who is no player yet
	Challenge []byte    `json:"challenge"`
	Until     time.Time `json:"until"`
	Handle    []byte    `json:"handle,omitempty"` // of the passkey's account
	Name      string    `json:"name,omitempty"`   // of the passkey, or of the account to create
}

// beginCeremony stores a ceremony in the session, in place of an earlier one, and returns its
// challenge. A session without a player ends soon after.
func (s PasskeyPages) beginCeremony(c echo.Context, begun ceremony) (challenge []byte, err error) {
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

// endCeremony removes the ceremony from the session. The error is errPasskeyLate if the time is
// over, or the purpose or the player differs.
func (s PasskeyPages) endCeremony(c echo.Context, purpose string) (begun ceremony, err error) {
	player, _ := site.PlayerFrom(c)
	text := s.Sessions.PopString(c.Request().Context(), site.SessionPasskey)
	if text == "" || json.Unmarshal([]byte(text), &begun) != nil || begun.Purpose != purpose || begun.Player != player.ID || !s.Now().Before(begun.Until) {
		return ceremony{}, errPasskeyLate
	}
	return begun, nil
}
