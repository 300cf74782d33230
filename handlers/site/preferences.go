package site

import (
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
	"golang.org/x/text/language"

	"tableronde/db"
	"tableronde/games/table"
	"tableronde/handlers/club/match"
	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/heraldry"
	"tableronde/views/locale"
)

// CookieOf returns the value of a cookie, "" if the browser has not sent it.
func CookieOf(c echo.Context, name string) string {
	cookie, err := c.Cookie(name)
	if err != nil {
		return ""
	}
	return cookie.Value
}

const habitsCookie = "habits"

// habitsOf returns the visitor's habits of play: the player's stored choice, or the choice of this
// browser.
func habitsOf(c echo.Context) views.Habits {
	if player, _ := PlayerFrom(c); player.Habits != "" {
		return views.ParseHabits(match.HabitsOf(player))
	}
	return views.ParseHabits(strings.Split(CookieOf(c, habitsCookie), "."))
}

// PostHabits stores the visitor's habits of play.
func (s *Site) PostHabits(c echo.Context) (err error) {
	form := c.Request().Form
	habits := views.ParseHabits(form["habit"])
	c.SetCookie(s.NewPreference(habitsCookie, strings.Join(habits.Names(), ".")))
	if player, known := PlayerFrom(c); known {
		err = s.Club.Accounts.SetHabits(c.Request().Context(), player.ID, habits.Names())
		if habitsOf(c).Here != habits.Here { // the player's streams begin again, with the new wish
			s.Hub.EndPlayer(player.ID)
		}
	}
	return RedirectUnless(c, err, "/settings?saved=habits#play")
}

// takeHabits stores for a new guest the habits chosen before in this browser.
func (s *Site) takeHabits(c echo.Context, guest db.Player) error {
	names := habitsOf(c).Names()
	if len(names) == 0 {
		return nil
	}
	return s.Club.Accounts.SetHabits(c.Request().Context(), guest.ID, names)
}

// NextMatch returns the match to show after a post, "" to stay. It moves on only for players with
// that habit, and only after a move that settles the player's decision.
func (s *Site) NextMatch(c echo.Context, f match.Match, player string, actions []string) (string, error) {
	if !habitsOf(c).GoesOn || f.Solo || table.IsSurrounding(actions[0]) {
		return "", nil
	}
	for _, seat := range f.SeatsOf(player) {
		if slices.Contains(f.Acting(), seat) {
			return "", nil
		}
	}
	turns, err := s.Store.Turns(c.Request().Context(), player)
	for _, id := range turns.First {
		if id != f.ID {
			return id, err
		}
	}
	return "", err
}

const languageCookie = "language"

var matcher = language.NewMatcher(languageTags())

func languageTags() []language.Tag {
	tags := make([]language.Tag, len(locale.Langs))
	for i, lang := range locale.Langs {
		tags[i] = language.Make(string(lang))
	}
	return tags
}

// LangOf returns the language of the answer: the one chosen on the site, or the browser's.
func LangOf(c echo.Context) views.Lang {
	if lang, ok := locale.Parse(CookieOf(c, languageCookie)); ok {
		return lang
	}
	return AcceptedLanguage(c.Request())
}

// acceptedLanguages caches the parsed lists of languages that browsers send. There are few
// different ones, and parsing one costs more than sending most of a cached page.
var acceptedLanguages = keptLanguages{known: make(map[string]views.Lang)}

type keptLanguages struct {
	mu    sync.RWMutex
	known map[string]views.Lang // by the browser's list
}

// AcceptedLanguage returns the site's language that a browser prefers.
func AcceptedLanguage(r *http.Request) views.Lang {
	return acceptedLanguages.match(r.Header.Get("Accept-Language"))
}

// match returns the language for a browser's list.
func (k *keptLanguages) match(list string) views.Lang {
	const longest, most = 128, 256 // bytes of a list, and number of lists
	k.mu.RLock()
	lang, known := k.known[list]
	full := len(k.known) >= most
	k.mu.RUnlock()
	if known {
		return lang
	}
	lang = matchLanguage(list)
	if len(list) <= longest && !full {
		k.mu.Lock()
		defer k.mu.Unlock()
		if len(k.known) < most {
			k.known[strings.Clone(list)] = lang
		}
	}
	return lang
}

func matchLanguage(list string) views.Lang {
	wanted, _, err := language.ParseAcceptLanguage(list)
	if err != nil {
		return locale.Langs[0]
	}
	_, i, _ := matcher.Match(wanted...)
	return locale.Langs[i]
}

// RefuseLanguage refuses a code that is not the code of a language of the site.
func RefuseLanguage() error {
	codes := make([]string, len(locale.Langs))
	for i, lang := range locale.Langs {
		codes[i] = string(lang)
	}
	return web.Refuse(http.StatusBadRequest, "unknown_language", "this site does not have this language: choose one of "+strings.Join(codes, ", "))
}

// DefaultNames lists the default names of guests in every language.
func DefaultNames() []string {
	names := make([]string, len(locale.Langs))
	for i, lang := range locale.Langs {
		names[i] = locale.T(lang, "guest.name")
	}
	return names
}

// PostLanguage stores the chosen language and returns to the previous page.
func (s *Site) PostLanguage(c echo.Context) error {
	lang, ok := locale.Parse(c.FormValue("language"))
	if !ok {
		return RefuseLanguage()
	}
	if player, known := PlayerFrom(c); known {
		if err := s.keepLanguage(c.Request().Context(), player.ID, lang); err != nil {
			return err
		}
	}
	c.SetCookie(s.NewPreference(languageCookie, string(lang)))
	return c.Redirect(http.StatusSeeOther, LocalPath(c.FormValue("return")))
}

// NewPreference returns a cookie that stores a visitor's choice for the longest time that browsers
// allow.
func (s *Site) NewPreference(name, value string) *http.Cookie {
	return &http.Cookie{
		Name: name, Value: value, Path: "/",
		MaxAge: int(400 * 24 * time.Hour / time.Second), Secure: s.Secure, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	}
}

const themeCookie = "theme"

// themeOf returns the theme chosen on the site, "" for the system's theme.
func themeOf(c echo.Context) views.Theme {
	if theme := views.Theme(CookieOf(c, themeCookie)); slices.Contains(views.Themes, theme) {
		return theme
	}
	return ""
}

// PostTheme stores the chosen theme and returns to the previous page.
func (s *Site) PostTheme(c echo.Context) error {
	theme := c.FormValue("theme")
	if !slices.Contains(views.Themes, views.Theme(theme)) {
		return web.Refuse(http.StatusBadRequest, "unknown_theme", "unknown theme: say light or dark, or nothing for the system's")
	}
	c.SetCookie(s.NewPreference(themeCookie, theme))
	return c.Redirect(http.StatusSeeOther, LocalPath(c.FormValue("return")))
}

// The cookies of the choices about boards, which are also the fields of their forms.
const piecesCookie, squaresCookie = "pieces", "squares"

// squaresOf returns the squares chosen on the site, "" for the usual ones.
func squaresOf(c echo.Context) views.Squares {
	if squares := views.Squares(CookieOf(c, squaresCookie)); slices.Contains(views.AllSquares, squares) {
		return squares
	}
	return ""
}

// PostLook stores the chosen pieces or squares and returns to the previous page.
func (s *Site) PostLook(c echo.Context) error {
	form := c.Request().Form
	pieces, squares := form.Get(piecesCookie), form.Get(squaresCookie)
	if !slices.Contains(heraldry.Sets, heraldry.Set(pieces)) || !slices.Contains(views.AllSquares, views.Squares(squares)) {
		return web.Refuse(http.StatusBadRequest, "unknown_look", "unknown pieces or squares: choose them on the settings page")
	}
	for _, name := range []string{piecesCookie, squaresCookie} {
		if form.Has(name) {
			c.SetCookie(s.NewPreference(name, form.Get(name)))
		}
	}
	return c.Redirect(http.StatusSeeOther, LocalPath(c.FormValue("return")))
}

// zoneCookie names the cookie with the visitor's time zone, which static/zone.js sets.
const zoneCookie = "zone"

// zones caches time zones by name. Only existing zones are stored, so there are a few hundred at
// most.
var zones sync.Map

// ZoneOf returns the visitor's time zone, nil if it is unknown.
func ZoneOf(c echo.Context) *time.Location {
	name := CookieOf(c, zoneCookie)
	if name == "" || name == "Local" || len(name) > 40 {
		return nil
	}
	if zone, ok := zones.Load(name); ok {
		return zone.(*time.Location)
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil
	}
	zones.Store(zone.String(), zone)
	return zone
}
