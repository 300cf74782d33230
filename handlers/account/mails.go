package account

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/pages"
)

// PostMail queues a mail with a link for signing in.
func (s SignInPages) PostMail(c echo.Context) error {
	err := s.allowMail(c, c.FormValue("email"))
	if err == nil {
		err = s.Club.Accounts.AskToEnter(c.Request().Context(), c.FormValue("email"), string(site.LangOf(c)))
	}
	return site.RedirectOrShow(c, err, "/sign-in?saved=mail", func(status int, why *views.Problem) error {
		return s.showSignIn(c, status, pages.SignIn{Return: "/", Email: c.FormValue("email"), MailProblem: why})
	})
}

// GetMail answers the page of a link in a mail. It uses nothing up, because mail programs open
// links, too.
func (s SignInPages) GetMail(c echo.Context) error {
	return s.showMail(c, http.StatusOK, nil)
}

// showMail renders the page of GetMail.
func (s SignInPages) showMail(c echo.Context, status int, why *views.Problem) error {
	m := pages.Mail{Token: c.Param("token"), Problem: why}
	letter, err := s.Club.Accounts.MailByToken(c.Request().Context(), m.Token)
	switch {
	case web.IsRefusal(err):
		gone := web.ProblemOf(err)
		status, m.Problem = gone.Status, &views.Problem{Key: gone.Code}
	case err != nil:
		return err
	default:
		m.Enter, m.Owner, m.Address = letter.Kind == db.MailEnter, letter.Name, accounts.ShowAddress(letter.Address)
	}
	player, known := site.PlayerFrom(c)
	if m.Enter && known && player.ID != letter.Player {
		left, err := s.Store.Tally(c.Request().Context(), player.ID)
		if err != nil {
			return err
		}
		m.Left = left.Live + left.Open + left.Alone
	}
	if m.Page, err = s.NewPage(c); err != nil {
		return err
	}
	m.Path = "/sign-in"
	return site.RenderHTML(c, status, pages.MailPage(m))
}

// PostLetter uses up the link in a mail. Depending on the link, it confirms an address, signs in,
// or sets a password and ends the other sessions.
func (s SignInPages) PostLetter(c echo.Context) error {
	back, err := s.useLetter(c, c.Param("token"))
	return site.RedirectOrShow(c, err, back, func(status int, why *views.Problem) error { return s.showMail(c, status, why) })
}

// useLetter uses up the link and returns the path of the next page.
func (s SignInPages) useLetter(c echo.Context, token string) (back string, err error) {
	ctx := c.Request().Context()
	switch c.FormValue("do") {
	case "confirm":
		if err := s.Club.Accounts.ConfirmAddress(ctx, token); err != nil {
			return "", err
		}
		if _, known := site.PlayerFrom(c); known {
			return "/settings?saved=address#account", nil
		}
		return "/sign-in?saved=address", nil
	case "password":
		player, err := s.Club.Accounts.ResetPassword(ctx, token, c.FormValue("password"))
		if err != nil {
			return "", err
		}
		return "/settings?saved=password", s.SignIn(c, player, true)
	case "enter":
		player, err := s.Club.Accounts.EnterByMail(ctx, token)
		if err != nil {
			return "", err
		}
		return "/", s.SignIn(c, player, true)
	}
	return "/mail/" + url.PathEscape(token), nil
}
