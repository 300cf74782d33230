package account

import (
	"cmp"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/site"
	"tableronde/handlers/web"
	"tableronde/views/pages"
)

// DevicePages are the pages for moving to another device.
type DevicePages struct {
	*site.Site
	codes *web.Guesses // limits wrong codes of passes
}

// GetDevice answers the page on which players get a pass for another device.
func (s DevicePages) GetDevice(c echo.Context) error { return s.showDevice(c, db.Pass{}) }

// PostDevice makes a pass and shows it. It cannot be shown again, because only hashes of it are
// stored.
func (s DevicePages) PostDevice(c echo.Context, player db.Player) error {
	pass, err := s.Store.CreatePass(c.Request().Context(), player.ID)
	if err != nil {
		return err
	}
	return s.showDevice(c, pass)
}

// showDevice renders the page with a pass, or without one if its token is "".
func (s DevicePages) showDevice(c echo.Context, pass db.Pass) error {
	page, err := s.NewPage(c)
	if err != nil {
		return err
	}
	page.Path = "/device"
	m := pages.Device{Page: page, Minutes: int(db.PassLifetime / time.Minute)}
	if pass.Token != "" {
		m.Address, m.Code = page.Origin+"/link/"+pass.Token, pass.Code
	}
	return site.RenderHTML(c, http.StatusOK, pages.DevicePage(m))
}

// GetLink answers the form for the code of a pass. At the address of a pass, it asks whether to
// play on in this browser. It uses nothing up, because mail programs open links, too. It does not
// reveal whether a code is right.
func (s DevicePages) GetLink(c echo.Context) error {
	secret := c.Param("token")
	code, isCode := accounts.ReadCode(secret)
	if secret == "" || isCode {
		return s.showLink(c, http.StatusOK, pages.Link{Typed: code})
	}
	owner, err := s.Club.Keys.PlayerByPass(c.Request().Context(), secret)
	if err != nil {
		return s.refuseLink(c, err)
	}
	return s.confirmLink(c, owner, secret)
}

// PostLink makes this browser play as the owner of a pass. If the browser has matches of another
// player, it asks first, because the browser would lose them.
func (s DevicePages) PostLink(c echo.Context) error {
	ctx := c.Request().Context()
	secret := cmp.Or(c.FormValue("token"), c.FormValue("code"))
	code, isCode := accounts.ReadCode(secret)
	var owner db.Player
	var err error
	if isCode {
		secret = code
	} else if owner, err = s.Club.Keys.PlayerByPass(ctx, secret); err != nil {
		return s.refuseLink(c, s.codes.Count(c.RealIP(), "", err))
	}
	player, known := site.PlayerFrom(c)
	if known && c.FormValue("sure") == "" {
		left, err := s.Store.Tally(ctx, player.ID)
		if err != nil {
			return err
		}
		if player.ID == owner.ID || left != (db.Tally{}) {
			return s.confirmLink(c, owner, secret)
		}
	}
	use := func() (err error) {
		owner, err = s.Club.Keys.UsePass(ctx, secret)
		return err
	}
	if isCode {
		err = s.codes.Try(c.RealIP(), "", use)
	} else {
		err = use()
	}
	if err != nil {
		return s.refuseLink(c, err)
	}
	return site.RedirectUnless(c, s.SignIn(c, owner, false), "/me?saved=link")
}

// refuseLink asks for another code after a wrong one.
func (s DevicePages) refuseLink(c echo.Context, err error) error {
	if !web.IsRefusal(err) {
		return err
	}
	status, why := site.RefusedForm(c, err)
	why.Field = "code"
	return s.showLink(c, status, pages.Link{Typed: c.FormValue("code"), Problem: why})
}

// confirmLink asks whether this browser should play as the owner of a pass. The owner of a code is
// shown only after its use.
func (s DevicePages) confirmLink(c echo.Context, owner db.Player, secret string) error {
	player, known := site.PlayerFrom(c)
	m := pages.Link{Owner: owner.Name, Secret: secret, Same: known && player.ID == owner.ID}
	if known && !m.Same {
		left, err := s.Store.Tally(c.Request().Context(), player.ID)
		if err != nil {
			return err
		}
		m.Left = left.Live + left.Open + left.Alone
	}
	return s.showLink(c, http.StatusOK, m)
}

func (s DevicePages) showLink(c echo.Context, status int, m pages.Link) (err error) {
	if m.Page, err = s.NewPage(c); err != nil {
		return err
	}
	m.Path = "/link"
	return site.RenderHTML(c, status, pages.LinkPage(m))
}
