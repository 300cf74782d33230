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

// formKeyPattern matches the keys from NewKey, which are too long to guess.
var formKeyPattern = regexp.MustCompile(`^[A-Za-z0-9]{26,}$`)

// GuestKey works like FormKey for the form with which a visitor becomes a guest. The sender is
// anonymous, so the key must come from this site, and counts together with the address.
func GuestKey(c echo.Context) db.Once {
	key := FormKey(c, "guest/"+c.RealIP())
	if !formKeyPattern.MatchString(key.Key) {
		return db.Once{}
	}
	return key
}

// FormKey returns the idempotency key in a form.
func FormKey(c echo.Context, caller string) db.Once {
	form := c.Request().Form
	if form.Get("key") == "" {
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

// PageKey works like FormKey for the forms of a match page. A page may have been sent more than
// once, so several forms may have the same key. The content of the form therefore becomes part of
// the key.
func PageKey(c echo.Context, caller string) db.Once {
	key := FormKey(c, caller)
	if key.Key != "" {
		sum := sha256.Sum256(key.Request)
		key.Key += hex.EncodeToString(sum[:8])
	}
	return key
}

// NoteID stores the id of the match to which a form led.
func NoteID(m db.Match) (int, []byte) { return http.StatusSeeOther, []byte(m.ID) }

// FindRepeated returns the match to which the same form led before.
func (s *Site) FindRepeated(c echo.Context, f match.Match, err error) (match.Match, error) {
	var done *db.Answered
	if !errors.As(err, &done) || done.Status != http.StatusSeeOther {
		return f, err
	}
	player, _ := PlayerFrom(c)
	return s.Club.Match.Match(c.Request().Context(), string(done.Note), player.ID)
}

// IgnoreRepeated returns nil if the same form was answered before, otherwise err.
func IgnoreRepeated(err error) error {
	if done := new(db.Answered); errors.As(err, &done) {
		return nil
	}
	return err
}

// A page acts only for its player, because another player may have signed in since, in another tab.
// Its forms and scripts name the player.
const (
	madeForField  = "for"    // field of forms
	madeForHeader = "TR-For" // header of scripts, which copy it from the body's data-for
)

var (
	errOtherPlayer = web.Refuse(http.StatusConflict, "other_player", "this page was made for another player: open it again")
	errSignedOut   = web.Refuse(http.StatusConflict, "signed_out", "you have signed out since this page was made: sign in, then try again")
	errNoCookies   = web.Refuse(http.StatusForbidden, "no_cookies", "your browser sends no cookies, by which this site recognises you: allow them, then try again")
)

var (
	entrances = []string{"/account", "/sign-in", "/link"} // forms for signing in and similar
	byLink    = []string{"/mute/:token", "/mail/:token"}  // forms of links, which need no player
)

// CheckMadeFor refuses posts of a page made for another player. A post of a page for nobody also
// counts for the guest that such a form creates, but not for an account. Posts of programs name no
// player.
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

// isOutdated reports whether a page made for another player asks for a part of itself.
func isOutdated(c echo.Context) bool {
	mark := c.Request().Header.Get(madeForHeader)
	return mark != "" && mark != visitorMark(c) && IsHTMX(c) && c.Request().Method == http.MethodGet
}

// isPrefetch reports whether a browser fetches a page before the user asks for it.
func isPrefetch(r *http.Request) bool {
	for _, name := range []string{"Sec-Purpose", "Purpose", "X-Purpose", "X-Moz"} {
		if value := r.Header.Get(name); strings.Contains(value, "prefetch") || strings.Contains(value, "prerender") || strings.Contains(value, "preview") {
			return true
		}
	}
	return false
}

// lacksCookies reports whether a browser has sent no cookie. Programs that are no browsers do not
// count.
func lacksCookies(r *http.Request) bool {
	return len(r.Cookies()) == 0 && strings.Contains(r.Header.Get("Accept"), "text/html")
}

// tryCookie names a cookie for visitors whose browsers have sent none. With it, the site learns
// that a browser keeps no cookies before a seat is lost.
const tryCookie = "cookies"

func (s *Site) tryCookies(c echo.Context) {
	if r := c.Request(); r.Method == http.MethodGet && lacksCookies(r) {
		c.SetCookie(&http.Cookie{Name: tryCookie, Value: "1", Path: "/", HttpOnly: true, Secure: s.Secure, SameSite: http.SameSiteLaxMode})
	}
}
