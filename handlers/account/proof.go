package account

import (
	"context"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/passkey"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/locale"
	"tableronde/views/pages"
)

// ProofLasts is the time after a proof of identity in which a session may change the ways to sign
// in. A proof is a password, a passkey, or a code or link from a mail.
const ProofLasts = 10 * time.Minute

// ProofPages are the pages on which visitors prove that they own their account.
type ProofPages struct{ *site.Site }

var errProofRequired = web.Refuse(http.StatusForbidden, "proof_required", "confirm your identity first: this changes the ways to sign in to your account")

// needsProof returns the ways in which the visitor can prove to own the account, and whether they
// must. Guests have no way and need none. An account without a way that works here needs none
// either, because nothing is better than its session.
func (s ProofPages) needsProof(c echo.Context, player string) (ways pages.Proof, needed bool, err error) {
	ctx := c.Request().Context()
	account, has, err := s.Club.Accounts.Account(ctx, player)
	if err != nil || !has {
		return ways, false, err
	}
	keys, err := s.Store.PasskeysOf(ctx, player)
	_, none := s.PasskeySite(c)
	ways.Password, ways.Passkeys = account.Password != "", len(keys) > 0 && none == nil
	if s.Club.Accounts.SendsMail() {
		ways.Address = account.Email
	}
	at, _ := strconv.ParseInt(s.Sessions.GetString(ctx, site.SessionProof), 10, 64) // 0 without a proof
	return ways, (ways.Password || ways.Passkeys || ways.Address != "") && !s.Now().Before(time.Unix(at, 0).Add(ProofLasts)), err
}

// requireProof returns errProofRequired unless the visitor has recently proved to own the account,
// or sends the right password, "" for none.
func (s ProofPages) requireProof(c echo.Context, player db.Player, password string) error {
	if password != "" {
		return s.prove(c, player, s.Club.Accounts.CheckPassword, password)
	}
	_, needed, err := s.needsProof(c, player.ID)
	if err == nil && needed {
		return errProofRequired
	}
	return err
}

// prove records a proof if check returns no error. The session gets a new token, so that a copy of
// the old one gains no rights.
func (s ProofPages) prove(c echo.Context, player db.Player, check func(ctx context.Context, player, secret string) error, secret string) error {
	err := s.SignIns.Try(c.RealIP(), s.Club.Accounts.NameKey(player.Name), func() error { return check(c.Request().Context(), player.ID, secret) })
	if err != nil {
		return err
	}
	return s.SignIn(c, player, true)
}

// GetProof answers the page on which the visitor proves to own the account. Afterwards it returns
// to the page where they were.
func (s ProofPages) GetProof(c echo.Context) error {
	return s.showProof(c, http.StatusOK, site.LocalPath(c.QueryParam("return")), nil)
}

// askProof shows the page of GetProof for errProofRequired, and returns any other error.
func (s ProofPages) askProof(c echo.Context, err error, back string) error {
	if err != errProofRequired {
		return err
	}
	return s.showProof(c, http.StatusForbidden, back, nil)
}

func (s ProofPages) showProof(c echo.Context, status int, back string, why *views.Problem) error {
	player, _ := site.PlayerFrom(c)
	m, needed, err := s.needsProof(c, player.ID)
	if err != nil || !needed {
		return site.RedirectUnless(c, err, back)
	}
	m.Return, m.Address, m.Problem = back, accounts.ShowAddress(m.Address), why
	m.Mailed = c.QueryParam("mailed") != "" || why.About("code")
	if m.Page, err = s.NewPage(c); err != nil {
		return err
	}
	m.Path = "/settings"
	return site.RenderHTML(c, status, pages.ProofPage(m))
}

// PostProof checks a password or a code, or sends a code by mail.
func (s ProofPages) PostProof(c echo.Context) error {
	player, _ := site.PlayerFrom(c)
	back := site.LocalPath(c.FormValue("return"))
	ways, needed, err := s.needsProof(c, player.ID)
	if err != nil || !needed {
		return site.RedirectUnless(c, err, back)
	}
	switch c.FormValue("do") {
	case "mail":
		if err = s.allowMail(c, ways.Address); err == nil {
			err = s.Club.Accounts.MailCode(c.Request().Context(), player.ID, ways.Address, string(site.LangOf(c)))
		}
		back = "/proof?" + url.Values{"mailed": {"1"}, "return": {back}}.Encode()
	case "code":
		err = s.prove(c, player, s.Club.Accounts.CheckMailCode, c.FormValue("code"))
	default:
		err = s.prove(c, player, s.Club.Accounts.CheckPassword, c.FormValue("password"))
	}
	return site.RedirectOrShow(c, err, back, func(status int, why *views.Problem) error {
		return s.showProof(c, status, site.LocalPath(c.FormValue("return")), why)
	})
}

// allowMail limits the mails to an address. It ignores the address "" and invalid ones, to which no
// mail goes.
func (s ProofPages) allowMail(c echo.Context, typed string) error {
	address, err := s.Club.Accounts.CheckAddress(typed)
	if err != nil {
		return nil
	}
	return s.Mailings.Allow(c.RealIP(), address)
}

var errNoPasskeys = web.Refuse(http.StatusUnprocessableEntity, "no_passkeys", "passkeys do not work here: they need a host name and HTTPS")

// PasskeySite returns the site in the form of package passkey. The error is errNoPasskeys where
// browsers make no passkeys: on a numeric address, over plain HTTP, and without a base URL, because
// the site may then have several names. Only localhost needs neither TLS nor a base URL.
func (s ProofPages) PasskeySite(c echo.Context) (passkey.Site, error) {
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
