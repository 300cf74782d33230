package handlers

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/pages"
)

// proofLasts is how long a session may change who gets in to an account, after its holder
// has shown a password, a passkey, or a code or link from a mail.
const proofLasts = 10 * time.Minute

var errProofRequired = web.Refuse(http.StatusForbidden, "proof_required", "show first that it is you: this changes who gets in to your account")

// needsProof returns the ways in which the visitor can show to be the holder of the account,
// and whether they must. Guests have no way, and need none. Nor does an account without a way
// that works here: its session is the best proof there is.
func (s *Server) needsProof(c echo.Context, player string) (ways pages.Proof, needed bool, err error) {
	ctx := c.Request().Context()
	account, has, err := s.club.Accounts.Account(ctx, player)
	if err != nil || !has {
		return ways, false, err
	}
	keys, err := s.club.Keys.Passkeys(ctx, player)
	_, none := s.passkeySite(c)
	ways.Password, ways.Passkeys = account.Password != "", len(keys) > 0 && none == nil
	if s.club.Accounts.SendsMail() {
		ways.Address = account.Email
	}
	at, _ := strconv.ParseInt(s.sessions.GetString(ctx, sessionProof), 10, 64) // 0 for never
	return ways, (ways.Password || ways.Passkeys || ways.Address != "") && !s.now().Before(time.Unix(at, 0).Add(proofLasts)), err
}

// requireProof returns errProofRequired unless the visitor has shown to be the holder of the
// account, or does so by a password that comes along, "" for none.
func (s *Server) requireProof(c echo.Context, player db.Player, password string) error {
	if password != "" {
		return s.prove(c, player, s.club.Accounts.CheckPassword, password)
	}
	_, needed, err := s.needsProof(c, player.ID)
	if err == nil && needed {
		return errProofRequired
	}
	return err
}

// prove notes a proof if check returns no error. The session gets another token: a copy of
// the one before has fewer rights.
func (s *Server) prove(c echo.Context, player db.Player, check func(ctx context.Context, player, secret string) error, secret string) error {
	err := s.signIns.Try(c.RealIP(), s.club.Accounts.NameKey(player.Name), func() error { return check(c.Request().Context(), player.ID, secret) })
	if err != nil {
		return err
	}
	return s.signIn(c, player, true)
}

// getProof answers the page on which the visitor shows to be the holder of the account, to
// go on then where they were.
func (s *Server) getProof(c echo.Context) error {
	return s.showProof(c, http.StatusOK, localPath(c.QueryParam("return")), nil)
}

// askProof shows the page of getProof in place of errProofRequired, and returns any other
// error.
func (s *Server) askProof(c echo.Context, err error, back string) error {
	if err != errProofRequired {
		return err
	}
	return s.showProof(c, http.StatusForbidden, back, nil)
}

func (s *Server) showProof(c echo.Context, status int, back string, why *views.Problem) error {
	player, _ := playerFrom(c)
	m, needed, err := s.needsProof(c, player.ID)
	if err != nil || !needed {
		return redirectUnless(c, err, back)
	}
	m.Return, m.Address, m.Problem = back, accounts.ShowAddress(m.Address), why
	m.Mailed = c.QueryParam("mailed") != "" || why.About("code")
	if m.Page, err = s.newPage(c); err != nil {
		return err
	}
	m.Path = "/settings"
	return renderHTML(c, status, pages.ProofPage(m))
}

// postProof takes a password or a code, or has a code sent by mail.
func (s *Server) postProof(c echo.Context) error {
	player, _ := playerFrom(c)
	back := localPath(c.FormValue("return"))
	ways, needed, err := s.needsProof(c, player.ID)
	if err != nil || !needed {
		return redirectUnless(c, err, back)
	}
	switch c.FormValue("do") {
	case "mail":
		if err = s.allowMail(c, ways.Address); err == nil {
			err = s.club.Accounts.MailCode(c.Request().Context(), player.ID, ways.Address, string(langOf(c)))
		}
		back = "/proof?" + url.Values{"mailed": {"1"}, "return": {back}}.Encode()
	case "code":
		err = s.prove(c, player, s.club.Accounts.CheckMailCode, c.FormValue("code"))
	default:
		err = s.prove(c, player, s.club.Accounts.CheckPassword, c.FormValue("password"))
	}
	if !web.IsRefusal(err) {
		return redirectUnless(c, err, back)
	}
	status, why := refusedForm(c, err)
	return s.showProof(c, status, localPath(c.FormValue("return")), why)
}
