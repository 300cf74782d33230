package account

import (
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/pages"
)

// SignInPages are the pages for signing in and creating an account, and the links in mails.
type SignInPages struct{ ProofPages }

// signInNotices are the confirmations on the sign-in page.
var signInNotices = map[string]string{"mail": "mail_asked", "address": "address_confirmed"}

// GetSignIn answers the page for signing in, and for turning a guest into an account.
func (s SignInPages) GetSignIn(c echo.Context) error {
	player, known := site.PlayerFrom(c)
	if known {
		if has, err := s.Club.Accounts.HasAccount(c.Request().Context(), player.ID); err != nil || has {
			return site.RedirectUnless(c, err, "/me")
		}
	}
	return s.showSignIn(c, http.StatusOK, pages.SignIn{Return: site.LocalPath(c.QueryParam("return")), Invite: strings.ToLower(strings.TrimRight(c.QueryParam("invite"), ".,;:!?)]>»")), Done: signInNotices[c.QueryParam("saved")]})
}

// showSignIn renders the page of GetSignIn.
func (s SignInPages) showSignIn(c echo.Context, status int, m pages.SignIn) (err error) {
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
		tally, err := s.Store.Tally(c.Request().Context(), player.ID)
		if err != nil {
			return err
		}
		m.Tally = pages.Tally(tally)
	}
	return site.RenderHTML(c, status, pages.SignInPage(m))
}

// PostSignIn signs the visitor in with a name and a password.
func (s SignInPages) PostSignIn(c echo.Context) error {
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

// PostAccount creates an account for the visitor.
func (s SignInPages) PostAccount(c echo.Context) error {
	as := accounts.NewAccount{Credentials: accounts.Credentials{Name: c.FormValue("name"), Password: c.FormValue("password")},
		Email: c.FormValue("email"), Language: string(site.LangOf(c)), Invite: c.FormValue("invite")}
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

// makeAccount turns the guest who sends the form into an account, or creates a new one. A visitor
// becomes no guest if the account is refused.
func (s SignInPages) makeAccount(c echo.Context, as accounts.NewAccount) (db.Player, error) {
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
		return s.Store.Player(ctx, player.ID)
	}
	return made, err
}

// PostSignOut ends the session of a visitor with an account. It refuses guests, because they would
// lose their seats.
func (s SignInPages) PostSignOut(c echo.Context) error {
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
