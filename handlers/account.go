package handlers

import (
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/pages"
)

// signInNotices are the confirmations on that page, by what was done.
var signInNotices = map[string]string{"mail": "mail_asked", "address": "address_confirmed"}

// getSignIn answers the page on which visitors sign in, or make an account of what they
// have as guests.
func (s *Server) getSignIn(c echo.Context) error {
	player, known := playerFrom(c)
	if known {
		if has, err := s.club.Accounts.HasAccount(c.Request().Context(), player.ID); err != nil || has {
			return redirectUnless(c, err, "/me")
		}
	}
	return s.showSignIn(c, http.StatusOK, pages.SignIn{Return: localPath(c.QueryParam("return")), Invite: strings.ToLower(strings.TrimRight(c.QueryParam("invite"), ".,;:!?)]>»")), Done: signInNotices[c.QueryParam("saved")]})
}

// showSignIn renders that page.
func (s *Server) showSignIn(c echo.Context, status int, m pages.SignIn) (err error) {
	if m.Page, err = s.newPage(c); err != nil {
		return err
	}
	if m.Done != "" {
		m.Notice = &views.Notice{Key: m.Done, Good: true}
	}
	m.Path, m.Key, m.Mail = "/sign-in", newKey(), s.club.Accounts.SendsMail()
	_, none := s.passkeySite(c)
	m.Passkeys = none == nil
	why := s.club.Accounts.CheckRegistration(c.Request().Context(), m.Invite)
	switch {
	case web.IsRefusal(why):
		m.Refused = web.ProblemOf(why).Code
	case why != nil:
		return why
	}
	if player, known := playerFrom(c); known {
		tally, err := s.club.Lists.Tally(c.Request().Context(), player.ID)
		if err != nil {
			return err
		}
		m.Tally = pages.Tally(tally)
	}
	return renderHTML(c, status, pages.SignInPage(m))
}

// postSignIn signs the visitor in by name and password.
func (s *Server) postSignIn(c echo.Context) error {
	as := accounts.Credentials{Name: c.FormValue("name"), Password: c.FormValue("password")}
	var player db.Player
	err := s.signIns.Try(c.RealIP(), s.club.Accounts.NameKey(as.Name), func() (err error) {
		player, err = s.club.Accounts.SignIn(c.Request().Context(), as)
		return err
	})
	back := localPath(c.FormValue("return"))
	switch {
	case web.IsRefusal(err):
		status, why := refusedForm(c, err)
		return s.showSignIn(c, status, pages.SignIn{Name: as.Name, Return: back, Problem: why})
	case err != nil:
		return err
	}
	return redirectUnless(c, s.signIn(c, player, true), back)
}

// postAccount makes the visitor an account.
func (s *Server) postAccount(c echo.Context) error {
	as := newAccount(c)
	player, err := s.makeAccount(c, as)
	switch {
	case web.IsRefusal(err):
		status, why := refusedForm(c, err)
		return s.showSignIn(c, status, pages.SignIn{Return: "/", Invite: as.Invite, JoinName: as.Name, JoinEmail: as.Email, JoinProblem: why})
	case err != nil:
		return err
	}
	return redirectUnless(c, s.signIn(c, player, true), "/settings?saved=account")
}

// makeAccount makes an account of the guest who sends a form, or of a new one. A stranger
// becomes no guest if the account is refused.
func (s *Server) makeAccount(c echo.Context, as accounts.NewAccount) (db.Player, error) {
	ctx := c.Request().Context()
	player, known := playerFrom(c)
	if err := s.allowMail(c, as.Email); err != nil {
		return db.Player{}, err
	}
	if !known {
		err := s.club.Accounts.CheckAccount(ctx, "", as)
		if err == nil {
			as.Name, err = s.club.Accounts.CleanName(as.Name)
		}
		if err == nil {
			player, err = s.createGuest(c, as.Name)
		}
		if err != nil {
			return db.Player{}, err
		}
	}
	made, err := s.club.Accounts.CreateAccount(ctx, formKey(c, player.ID), player.ID, as, func(p db.Player) (int, []byte) {
		return http.StatusCreated, []byte(p.ID)
	})
	if done := new(db.Answered); errors.As(err, &done) {
		return s.club.Accounts.Player(ctx, player.ID)
	}
	return made, err
}

// postPassword replaces the password of the visitor's account, and ends all but this
// session.
func (s *Server) postPassword(c echo.Context) error {
	ctx := c.Request().Context()
	player, _ := playerFrom(c)
	account, _, err := s.club.Accounts.Account(ctx, player.ID)
	switch {
	case err != nil:
		return err
	case account.Password != "":
		err = s.prove(c, player, s.club.Accounts.CheckPassword, c.FormValue("old"))
	default:
		err = s.requireProof(c, player, "")
	}
	if err == nil {
		err = s.club.Accounts.SetPassword(ctx, c.FormValue("password"), db.NewPassword{Player: player.ID, Language: string(langOf(c)),
			Session: s.storedToken(ctx), Push: s.sessions.GetString(ctx, sessionPush)})
	}
	if err == nil {
		return redirectUnless(c, s.signIn(c, player, true), "/settings?saved=password")
	}
	if !web.IsRefusal(err) || err == errProofRequired {
		return s.askProof(c, err, "/settings#password")
	}
	status, why := refusedForm(c, err)
	return s.showSettings(c, status, func(m *pages.Settings) {
		m.PasswordProblem = why
	})
}

// postSignOut ends the session of a visitor with an account. A guest would lose the
// seats.
func (s *Server) postSignOut(c echo.Context) error {
	ctx := c.Request().Context()
	player, _ := playerFrom(c)
	has, err := s.club.Accounts.HasAccount(ctx, player.ID)
	if err != nil || !has {
		return redirectUnless(c, err, "/settings")
	}
	if err := s.clearBrowser(c); err != nil {
		return err
	}
	return redirectUnless(c, s.sessions.Destroy(ctx), "/")
}
