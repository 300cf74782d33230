package site

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"tableronde/db"
	"tableronde/handlers/club/match"
	"tableronde/handlers/web"
)

// formKeyPattern is the form of the keys from NewKey. Nobody can guess such a key.
var formKeyPattern = regexp.MustCompile(`^[A-Za-z0-9]{26,}$`)

// GuestKey works like FormKey for the form by which a visitor becomes a guest. The sender is
// anonymous, so only a key that this site wrote into the form identifies a visitor, together with
// the address.
func GuestKey(c echo.Context) db.Once {
	key := FormKey(c, "guest/"+c.RealIP())
	if !formKeyPattern.MatchString(key.Key) {
		return db.Once{}
	}
	return key
}

// FormKey returns the idempotency key that was written into the form.
func FormKey(c echo.Context, caller string) db.Once {
	form, err := c.FormParams()
	if err != nil || form.Get("key") == "" {
		return db.Once{}
	}
	rest := make(map[string][]string, len(form))
	for name, values := range form {
		if name != "key" {
			rest[name] = values
		}
	}
	return db.Once{Caller: "form/" + caller, Key: form.Get("key"), Request: []byte(c.Request().URL.Path + "?" + url.Values(rest).Encode())}
}

// PageKey works like FormKey for the forms on the page of a match. The page may have been sent
// more than once, so that different forms come with the same key: each of them is another request.
func PageKey(c echo.Context, caller string) db.Once {
	key := FormKey(c, caller)
	if key.Key != "" {
		sum := sha256.Sum256(key.Request)
		key.Key += hex.EncodeToString(sum[:8])
	}
	return key
}

// NoteID notes the match that a form led to.
func NoteID(m db.Match) (int, []byte) { return http.StatusSeeOther, []byte(m.ID) }

// FindRepeated returns the match that the same form led to before.
func (s *Site) FindRepeated(c echo.Context, f match.Match, err error) (match.Match, error) {
	var done *db.Answered
	if !errors.As(err, &done) || done.Status != http.StatusSeeOther {
		return f, err
	}
	player, _ := PlayerFrom(c)
	return s.Club.Match.Match(c.Request().Context(), string(done.Note), player.ID)
}

// IgnoreRepeated returns nil where the same form was answered before, else err.
func IgnoreRepeated(err error) error {
	if done := new(db.Answered); errors.As(err, &done) {
		return nil
	}
	return err
}

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
