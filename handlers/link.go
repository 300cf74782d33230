package handlers

import (
	"net/http"
	"strings"
	"unicode"

	"github.com/labstack/echo/v4"
	"golang.org/x/time/rate"

	"tableronde/db"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/pages"
)

// How often codes of passes may be typed: by one address, and by all together, so that
// nobody finds one of a hundred million within the ten minutes for which it is good.
const (
	codeRate     = rate.Limit(1.0 / 30)
	codeBurst    = 10
	allCodeRate  = rate.Limit(2)
	allCodeBurst = 120
)

// getLink answers the page on which the code of a pass is typed, or, at the address of
// a pass, the one that asks whether to play on here. It uses nothing up, for programs
// that read mail open links, too.
func (s *Server) getLink(c echo.Context) error {
	if c.Param("token") == "" {
		return s.showLink(c, http.StatusOK, pages.Link{})
	}
	owner, err := s.matches.PlayerByPass(c.Request().Context(), c.Param("token"))
	if err != nil {
		return s.refuseLink(c, err)
	}
	return s.confirmLink(c, owner, c.Param("token"))
}

// postLink lets this browser play as the player of a pass. It asks first where that
// browser has matches of another player, which it would leave behind.
func (s *Server) postLink(c echo.Context) error {
	ctx := c.Request().Context()
	secret := c.FormValue("token")
	if secret == "" {
		secret = trimCode(c.FormValue("code"))
		if err := s.allowCode(c); err != nil {
			return err
		}
	}
	owner, err := s.matches.PlayerByPass(ctx, secret)
	if err != nil {
		return s.refuseLink(c, err)
	}
	player, known := playerFrom(c)
	if known && c.FormValue("sure") == "" {
		left, err := s.matches.Tally(ctx, player.ID)
		if err != nil {
			return err
		}
		if player.ID == owner.ID || left != (db.Tally{}) {
			return s.confirmLink(c, owner, secret)
		}
	}
	if owner, err = s.matches.UsePass(ctx, secret); err != nil {
		return s.refuseLink(c, err)
	}
	if err := s.signIn(c, owner); err != nil {
		return err
	}
	return redirect(c, "/me?saved=link")
}

// allowCode refuses to look at more codes than people type.
func (s *Server) allowCode(c echo.Context) error {
	if err := web.Allow(s.codes, c.RealIP()); err != nil {
		return err
	}
	return web.Allow(s.allCodes, "all")
}

// trimCode returns a code as it is compared, without the blanks that people type.
func trimCode(typed string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '-' {
			return -1
		}
		return r
	}, typed)
}

// refuseLink asks for another code in place of one that is not good.
func (s *Server) refuseLink(c echo.Context, err error) error {
	if !web.IsRefusal(err) {
		return err
	}
	why := web.ProblemOf(err)
	return s.showLink(c, why.Status, pages.Link{Typed: c.FormValue("code"), Problem: &views.Problem{Field: "code", Key: why.Code}})
}

// confirmLink asks whether this browser is to play as the player of a pass.
func (s *Server) confirmLink(c echo.Context, owner db.Player, secret string) error {
	player, known := playerFrom(c)
	m := pages.Link{Owner: owner.Name, Secret: secret, Same: player.ID == owner.ID}
	if known && !m.Same {
		left, err := s.matches.Tally(c.Request().Context(), player.ID)
		if err != nil {
			return err
		}
		m.Left = left.Live + left.Open + left.Alone
	}
	return s.showLink(c, http.StatusOK, m)
}

func (s *Server) showLink(c echo.Context, status int, m pages.Link) (err error) {
	if m.Page, err = s.newPage(c); err != nil {
		return err
	}
	m.Path = "/link"
	return renderHTML(c, status, pages.LinkPage(m))
}
