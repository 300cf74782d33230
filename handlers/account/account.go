// Package account is the pages on which players sign in and keep their account: passwords,
// passkeys, mails, other devices, tokens, notices, exports and leaving.
package account

import (
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"

	"tableronde/db"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/notify"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/pages"
)

// Pages are the pages of accounts.
type Pages struct {
	*site.Site
	teller *notify.Teller
	codes  *web.Guesses                       // of passes
	trials *middleware.RateLimiterMemoryStore // of targets of notices, by player
}

// New returns the pages of the accounts of a site.
func New(s *site.Site, teller *notify.Teller) *Pages {
	return &Pages{Site: s, teller: teller, codes: web.NewCodes(s.Now), trials: web.NewLimiter(trialRate, trialBurst)}
}

// signInNotices are the confirmations on that page, by the act they confirm.
var signInNotices = map[string]string{"mail": "mail_asked", "address": "address_confirmed"}

// GetSignIn answers the page on which visitors sign in, or turn their guest into an account.
func (s *Pages) GetSignIn(c echo.Context) error {
	player, known := site.PlayerFrom(c)
	if known {
		if has, err := s.Club.Accounts.HasAccount(c.Request().Context(), player.ID); err != nil || has {
			return site.RedirectUnless(c, err, "/me")
		}
	}
	return s.showSignIn(c, http.StatusOK, pages.SignIn{Return: site.LocalPath(c.QueryParam("return")), Invite: strings.ToLower(strings.TrimRight(c.QueryParam("invite"), ".,;:!?)]>»")), Done: signInNotices[c.QueryParam("saved")]})
}

// showSignIn renders that page.
func (s *Pages) showSignIn(c echo.Context, status int, m pages.SignIn) (err error) {
	if m.Page, err = s.NewPage(c); err != nil {
		return err
	}
	if m.Done != "" {
		m.Notice = &views.Notice{Key: m.Done, Good: true}
	}
	m.Path, m.Key, m.Mail = "/sign-in", site.NewKey(), s.Club.Accounts.SendsMail()
	_, none := s.PasskeySite(c)
	m.Passkeys = none == nil
	why := s.Club.Accounts.CheckRegistration(c.Request().Context(), m.Invite)
	switch {
	case web.IsRefusal(why):
		m.Refused = web.ProblemOf(why).Code
	case why != nil:
		return why
	}
	if player, known := site.PlayerFrom(c); known {
		tally, err := s.Club.Lists.Tally(c.Request().Context(), player.ID)
		if err != nil {
			return err
		}
		m.Tally = pages.Tally(tally)
	}
	return site.RenderHTML(c, status, pages.SignInPage(m))
}

// PostSignIn signs the visitor in by name and password.
func (s *Pages) PostSignIn(c echo.Context) error {
	as := accounts.Credentials{Name: c.FormValue("name"), Password: c.FormValue("password")}
	var player db.Player
	err := s.SignIns.Try(c.RealIP(), s.Club.Accounts.NameKey(as.Name), func() (err error) {
		player, err = s.Club.Accounts.SignIn(c.Request().Context(), as)
		return err
	})
	back := site.LocalPath(c.FormValue("return"))
	switch {
	case web.IsRefusal(err):
		status, why := site.RefusedForm(c, err)
		return s.showSignIn(c, status, pages.SignIn{Name: as.Name, Return: back, Problem: why})
	case err != nil:
		return err
	}
	return site.RedirectUnless(c, s.SignIn(c, player, true), back)
}

// PostAccount makes the visitor an account.
func (s *Pages) PostAccount(c echo.Context) error {
	as := newAccount(c)
	player, err := s.makeAccount(c, as)
	switch {
	case web.IsRefusal(err):
		status, why := site.RefusedForm(c, err)
		return s.showSignIn(c, status, pages.SignIn{Return: "/", Invite: as.Invite, JoinName: as.Name, JoinEmail: as.Email, JoinProblem: why})
	case err != nil:
		return err
	}
	return site.RedirectUnless(c, s.SignIn(c, player, true), "/settings?saved=account")
}

// makeAccount makes an account of the guest who sends a form, or of a new one. A stranger
// becomes no guest if the account is refused.
func (s *Pages) makeAccount(c echo.Context, as accounts.NewAccount) (db.Player, error) {
	ctx := c.Request().Context()
	player, known := site.PlayerFrom(c)
	if err := s.allowMail(c, as.Email); err != nil {
		return db.Player{}, err
	}
	if !known {
		err := s.Club.Accounts.CheckAccount(ctx, "", as)
		if err == nil {
			as.Name, err = s.Club.Accounts.CleanName(as.Name)
		}
		if err == nil {
			player, err = s.CreateGuest(c, as.Name)
		}
		if err != nil {
			return db.Player{}, err
		}
	}
	made, err := s.Club.Accounts.CreateAccount(ctx, site.FormKey(c, player.ID), player.ID, as, func(p db.Player) (int, []byte) {
		return http.StatusCreated, []byte(p.ID)
	})
	if done := new(db.Answered); errors.As(err, &done) {
		return s.Club.Accounts.Player(ctx, player.ID)
	}
	return made, err
}

// PostPassword replaces the password of the visitor's account, and ends all but this
// session.
func (s *Pages) PostPassword(c echo.Context) error {
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
		return site.RedirectUnless(c, s.SignIn(c, player, true), "/settings?saved=password")
	}
	if !web.IsRefusal(err) || err == errProofRequired {
		return s.askProof(c, err, "/settings#password")
	}
	status, why := site.RefusedForm(c, err)
	return s.showSettings(c, status, func(m *pages.Settings) {
		m.PasswordProblem = why
	})
}

// PostSignOut ends the session of a visitor with an account. A guest would lose the
// seats.
func (s *Pages) PostSignOut(c echo.Context) error {
	ctx := c.Request().Context()
	player, _ := site.PlayerFrom(c)
	has, err := s.Club.Accounts.HasAccount(ctx, player.ID)
	if err != nil || !has {
		return site.RedirectUnless(c, err, "/settings")
	}
	if err := s.ClearBrowser(c); err != nil {
		return err
	}
	return site.RedirectUnless(c, s.Sessions.Destroy(ctx), "/")
}

// errNotSure refuses the leaving of a player who has not confirmed it.
var errNotSure = web.Refuse(http.StatusUnprocessableEntity, "not_sure", "say that you are sure").About("sure")

// GetLeave answers the page that explains the effects of leaving for good.
func (s *Pages) GetLeave(c echo.Context) error { return s.showLeave(c, http.StatusOK, nil) }

// showLeave renders that page.
func (s *Pages) showLeave(c echo.Context, status int, why *views.Problem) error {
	player, known := site.PlayerFrom(c)
	if !known {
		return site.Redirect(c, "/settings")
	}
	page, err := s.NewPage(c)
	if err != nil {
		return err
	}
	page.Path = "/settings/leave"
	tally, err := s.Club.Lists.Tally(c.Request().Context(), player.ID)
	if err != nil {
		return err
	}
	var ways pages.Settings
	if err := s.showWaysIn(c, &ways, player); err != nil {
		return err
	}
	return site.RenderHTML(c, status, pages.LeavePage(pages.Leave{Page: page, Tally: pages.Tally(tally),
		Account: ways.Account, NeedsProof: ways.NeedsProof, Problem: why}))
}

// PostLeave lets the visitor leave for good.
func (s *Pages) PostLeave(c echo.Context) error {
	player, known := site.PlayerFrom(c)
	if !known {
		return site.Redirect(c, "/settings")
	}
	err := s.leave(c, player)
	switch {
	case err == nil:
		return site.Redirect(c, "/settings?saved=left")
	case !web.IsRefusal(err) || err == errProofRequired:
		return s.askProof(c, err, "/settings/leave")
	}
	status, why := site.RefusedForm(c, err)
	return s.showLeave(c, status, why)
}

func (s *Pages) leave(c echo.Context, player db.Player) error {
	ctx := c.Request().Context()
	if c.FormValue("sure") == "" {
		return errNotSure
	}
	if err := s.requireProof(c, player, c.FormValue("password")); err != nil {
		return err
	}
	if err := s.Club.Tables.Leave(ctx, player.ID); err != nil {
		return err
	}
	if err := s.ClearBrowser(c); err != nil {
		return err
	}
	return s.Sessions.Destroy(ctx)
}

// PostExport sends the visitor all that the site holds about them.
func (s *Pages) PostExport(c echo.Context) error {
	player, known := site.PlayerFrom(c)
	if !known {
		return site.Redirect(c, "/settings")
	}
	return s.API.SendExport(c, player)
}
