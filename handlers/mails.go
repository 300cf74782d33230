package handlers

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/pages"
)

// postMail has a link sent to an address, by which its holder signs in.
func (s *Server) postMail(c echo.Context) error {
	err := s.allowMail(c, c.FormValue("email"))
	if err == nil {
		err = s.club.Accounts.AskToEnter(c.Request().Context(), c.FormValue("email"), string(langOf(c)))
	}
	if !web.IsRefusal(err) {
		return redirectUnless(c, err, "/sign-in?saved=mail")
	}
	status, why := refusedForm(c, err)
	return s.showSignIn(c, status, pages.SignIn{Return: "/", Email: c.FormValue("email"),
		MailProblem: why})
}

// allowMail refuses more mails to an address than people ask for. Without address, "",
// none is asked for; what is no address is refused elsewhere.
func (s *Server) allowMail(c echo.Context, typed string) error {
	address, err := s.club.Accounts.CheckAddress(typed)
	if err != nil {
		return nil
	}
	return s.mailings.Allow(c.RealIP(), address)
}

// postAddress has the visitor's account get another address once that is confirmed, or
// none.
func (s *Server) postAddress(c echo.Context) error {
	player, _ := playerFrom(c)
	done, err := s.changeAddress(c, player)
	switch {
	case err == nil:
		return redirect(c, "/settings?saved="+done)
	case !web.IsRefusal(err) || err == errProofRequired:
		return s.askProof(c, err, "/settings#new-address")
	}
	status, why := refusedForm(c, err)
	return s.showSettings(c, status, func(m *pages.Settings) {
		m.Address.Typed = c.FormValue("email")
		m.Address.Problem = why
	})
}

// changeAddress returns what was done.
func (s *Server) changeAddress(c echo.Context, player db.Player) (done string, err error) {
	ctx, lang, remove := c.Request().Context(), string(langOf(c)), c.FormValue("do") == "remove"
	if !remove {
		if _, err := s.club.Accounts.CheckAddress(c.FormValue("email")); err != nil {
			return "", err
		}
	}
	if err := s.requireProof(c, player, c.FormValue("old")); err != nil {
		return "", err
	}
	if remove {
		return "address_removed", s.club.Accounts.RemoveAddress(ctx, player.ID, lang)
	}
	if err := s.allowMail(c, c.FormValue("email")); err != nil {
		return "", err
	}
	return "address_asked", s.club.Accounts.ChangeAddress(ctx, player.ID, c.FormValue("email"), lang)
}

// getMail answers the page behind the link in a mail. It uses nothing up, for programs
// that read mail open links, too.
func (s *Server) getMail(c echo.Context) error {
	return s.showMail(c, http.StatusOK, nil)
}

// showMail renders that page.
func (s *Server) showMail(c echo.Context, status int, why *views.Problem) error {
	m := pages.Mail{Token: c.Param("token"), Problem: why}
	letter, err := s.club.Accounts.MailByToken(c.Request().Context(), m.Token)
	switch {
	case web.IsRefusal(err):
		gone := web.ProblemOf(err)
		status, m.Problem = gone.Status, &views.Problem{Key: gone.Code}
	case err != nil:
		return err
	default:
		m.Enter, m.Owner, m.Address = letter.Kind == db.MailEnter, letter.Name, accounts.ShowAddress(letter.Address)
	}
	player, known := playerFrom(c)
	if m.Enter && known && player.ID != letter.Player {
		left, err := s.club.Lists.Tally(c.Request().Context(), player.ID)
		if err != nil {
			return err
		}
		m.Left = left.Live + left.Open + left.Alone
	}
	if m.Page, err = s.newPage(c); err != nil {
		return err
	}
	m.Path = "/sign-in"
	return renderHTML(c, status, pages.MailPage(m))
}

// postLetter uses up the link in a mail: it confirms an address, signs in, or sets a
// password and ends the other sessions.
func (s *Server) postLetter(c echo.Context) error {
	back, err := s.useLetter(c, c.Param("token"))
	if !web.IsRefusal(err) {
		return redirectUnless(c, err, back)
	}
	status, why := refusedForm(c, err)
	return s.showMail(c, status, why)
}

// useLetter returns where to go on.
func (s *Server) useLetter(c echo.Context, token string) (back string, err error) {
	ctx := c.Request().Context()
	switch c.FormValue("do") {
	case "confirm":
		if err := s.club.Accounts.ConfirmAddress(ctx, token); err != nil {
			return "", err
		}
		if _, known := playerFrom(c); known {
			return "/settings?saved=address#account", nil
		}
		return "/sign-in?saved=address", nil
	case "password":
		return s.resetPassword(c, token)
	case "enter":
		player, err := s.club.Accounts.EnterByMail(ctx, token)
		if err != nil {
			return "", err
		}
		return "/", s.signIn(c, player, true)
	}
	return "/mail/" + url.PathEscape(token), nil
}

// resetPassword sets a password by the link in a mail and signs in.
func (s *Server) resetPassword(c echo.Context, token string) (back string, err error) {
	player, err := s.club.Accounts.ResetPassword(c.Request().Context(), token, c.FormValue("password"))
	if err != nil {
		return "", err
	}
	return "/settings?saved=password", s.signIn(c, player, true)
}

// newAccount returns the account that a form asks for.
func newAccount(c echo.Context) accounts.NewAccount {
	return accounts.NewAccount{Credentials: accounts.Credentials{Name: c.FormValue("name"), Password: c.FormValue("password")},
		Email: c.FormValue("email"), Language: string(langOf(c)), Invite: c.FormValue("invite")}
}
