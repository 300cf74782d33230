package site

import (
	"bytes"
	"cmp"
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"tableronde/handlers/web"
)

// A page acts only for its player, since somebody else may have signed in since in another
// tab. Its forms and its scripts name this player.
const (
	madeForField  = "for"    // of forms
	madeForHeader = "TR-For" // of scripts, which find it in the body's data-for
)

var (
	errOtherPlayer = web.Refuse(http.StatusConflict, "other_player", "this page was made for another player: open it again")
	errSignedOut   = web.Refuse(http.StatusConflict, "signed_out", "you have signed out since this page was made: sign in, then try again")
	errNoCookies   = web.Refuse(http.StatusForbidden, "no_cookies", "your browser sends no cookies, by which this site recognises you: allow them, then try again")
)

var (
	entrances = []string{"/account", "/sign-in", "/link"} // forms by which nobody becomes the holder of an account
	byLink    = []string{"/mute/:token", "/mail/:token"}  // forms that count by the link that led to them
)

// visitorMark returns the id of the player of the session, nobody if there is none.
func visitorMark(c echo.Context) string {
	player, _ := PlayerFrom(c)
	return cmp.Or(player.ID, Nobody)
}

// writeMadeFor writes a page with the mark of its player in its body and in each form that
// posts.
func writeMadeFor(to *bytes.Buffer, page []byte, mark string) {
	field := `<input type="hidden" name="` + madeForField + `" value="` + mark + `">`
	if begin, rest, found := bytes.Cut(page, []byte("<body")); found {
		to.Write(begin)
		to.WriteString(`<body data-for="` + mark + `"`)
		page = rest
	}
	for {
		begin := bytes.Index(page, []byte("<form "))
		if begin < 0 {
			break
		}
		end := begin + bytes.IndexByte(page[begin:], '>') + 1
		to.Write(page[:end])
		if bytes.Contains(page[begin:end], []byte(` method="post"`)) {
			to.WriteString(field)
		}
		page = page[end:]
	}
	to.Write(page)
}

// CheckMadeFor refuses the posts of a page that was made for another player. A post of a page
// for nobody also counts for the guest that such a form makes, but not for an account. A
// program's post names no player.
func CheckMadeFor(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		script := c.Request().Header.Get(madeForHeader)
		mark := cmp.Or(script, c.FormValue(madeForField))
		player, known := PlayerFrom(c)
		var err error
		switch {
		case mark == Nobody && lacksCookies(c.Request()) && !slices.Contains(byLink, c.Path()):
			err = errNoCookies
		case mark == "" || mark == visitorMark(c),
			mark == Nobody && (!player.Account || slices.Contains(entrances, c.Path()) || slices.Contains(byLink, c.Path())):
			return next(c)
		case known:
			err = errOtherPlayer
		default:
			err = errSignedOut
		}
		if script != "" && !IsHTMX(c) {
			return ToScript(func(echo.Context) error { return err })(c)
		}
		return err
	}
}

// isOutdated reports whether a page that was made for another player asks for a part of
// itself.
func isOutdated(c echo.Context) bool {
	mark := c.Request().Header.Get(madeForHeader)
	return mark != "" && mark != visitorMark(c) && IsHTMX(c) && c.Request().Method == http.MethodGet
}

// isPrefetch reports whether a browser asks for a page before anybody wants to see it.
func isPrefetch(r *http.Request) bool {
	for _, name := range []string{"Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"} {
		if value := r.Header.Get(name); strings.Contains(value, "prefetch") || strings.Contains(value, "prerender") || strings.Contains(value, "preview") {
			return true
		}
	}
	return false
}

// lacksCookies reports whether a browser has sent no cookie. A program is no browser.
func lacksCookies(r *http.Request) bool {
	return len(r.Cookies()) == 0 && strings.Contains(r.Header.Get("Accept"), "text/html")
}

// tryCookie is set on pages for a visitor whose browser has sent no cookie, so that the site
// finds out, before a seat is lost, that it keeps none.
const tryCookie = "cookies"

func (s *Site) tryCookies(c echo.Context) {
	if r := c.Request(); r.Method == http.MethodGet && lacksCookies(r) {
		c.SetCookie(&http.Cookie{Name: tryCookie, Value: "1", Path: "/", HttpOnly: true, Secure: s.Secure, SameSite: http.SameSiteLaxMode})
	}
}
