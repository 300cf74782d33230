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
	"tableronde/views/locale"
)

const habitsCookie = "habits"

// habitsOf returns the visitor's habits of play: the player's stored choice, wherever it was made,
// else the choice of this browser.
func habitsOf(c echo.Context) views.Habits {
	if player, _ := PlayerFrom(c); player.Habits != "" {
		return views.ParseHabits(match.HabitsOf(player))
	}
	cookie, err := c.Cookie(habitsCookie)
	if err != nil {
		return views.Habits{}
	}
	return views.ParseHabits(strings.Split(cookie.Value, "."))
}

// PostHabits keeps how the visitor likes to play.
func (s *Site) PostHabits(c echo.Context) error {
	form, err := c.FormParams()
	if err != nil {
		return err
	}
	habits := views.ParseHabits(form["habit"])
	c.SetCookie(s.NewPreference(habitsCookie, strings.Join(habits.Names(), ".")))
	if player, known := PlayerFrom(c); known {
		err = s.Club.Accounts.SetHabits(c.Request().Context(), player.ID, habits.Names())
	}
	return RedirectUnless(c, err, "/settings?saved=habits#play")
}

// takeHabits stores for a new guest the habits that were chosen in this browser before.
func (s *Site) takeHabits(c echo.Context, guest db.Player) error {
	names := habitsOf(c).Names()
	if len(names) == 0 {
		return nil
	}
	return s.Club.Accounts.SetHabits(c.Request().Context(), guest.ID, names)
}

// NextMatch returns the match to go on with after a post, "" to stay. Going on is a habit, and
// only a move settles the decision that the player owes.
func (s *Site) NextMatch(c echo.Context, f match.Match, player string, actions []string) (string, error) {
	if !habitsOf(c).GoesOn || f.Solo || table.IsSurrounding(actions[0]) {
		return "", nil
	}
	for _, seat := range f.SeatsOf(player) {
		if slices.Contains(f.Acting(), seat) {
			return "", nil
		}
	}
	turns, err := s.Club.Lists.Turns(c.Request().Context(), player)
	for _, id := range turns.First {
		if id != f.ID {
			return id, err
		}
	}
	return "", err
}

const languageCookie = "language"

var (
	languageTags = []language.Tag{language.English, language.French} // the first answers browsers that ask for neither
	matcher      = language.NewMatcher(languageTags)
	languages    = []views.Lang{views.English, views.French}
)

// LangOf returns the language to answer in: the one chosen on the site, else the
// browser's.
func LangOf(c echo.Context) views.Lang {
	if cookie, err := c.Cookie(languageCookie); err == nil {
		if lang, ok := ParseLanguage(cookie.Value); ok {
			return lang
		}
	}
	return AcceptedLanguage(c.Request())
}

// acceptedLanguages keeps the results of parsing the lists of languages that browsers send. There
// are few of them, and to parse one costs more than most of a page that is kept.
var acceptedLanguages = keptLanguages{known: make(map[string]views.Lang)}

type keptLanguages struct {
	mu    sync.RWMutex
	known map[string]views.Lang // by list
}

// AcceptedLanguage returns the language that a browser asks for.
func AcceptedLanguage(r *http.Request) views.Lang {
	return acceptedLanguages.match(r.Header.Get("Accept-Language"))
}

// match returns the language for a list of those that a browser asks for.
func (k *keptLanguages) match(list string) views.Lang {
	const longest, most = 128, 256 // in bytes of a list, and of lists
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
		return languages[0]
	}
	_, i, _ := matcher.Match(wanted...)
	return languages[i]
}

func ParseLanguage(code string) (views.Lang, bool) {
	for _, lang := range languages {
		if string(lang) == code {
			return lang, true
		}
	}
	return "", false
}

// DefaultNames lists the names of guests who have given none, in every language.
func DefaultNames() []string {
	names := make([]string, len(languages))
	for i, lang := range languages {
		names[i] = locale.T(lang, "guest.name")
	}
	return names
}

// PostLanguage keeps the language chosen and returns to the page it was
// chosen on.
func (s *Site) PostLanguage(c echo.Context) error {
	lang, ok := ParseLanguage(c.FormValue("language"))
	if !ok {
		return web.Refuse(http.StatusBadRequest, "unknown_language", "this site speaks English (en) and French (fr)")
	}
	if player, known := PlayerFrom(c); known {
		if err := s.keepLanguage(c.Request().Context(), player.ID, lang); err != nil {
			return err
		}
	}
	c.SetCookie(s.NewPreference(languageCookie, string(lang)))
	return c.Redirect(http.StatusSeeOther, LocalPath(c.FormValue("return")))
}

// NewPreference returns a cookie that keeps a choice of a visitor as long as browsers
// keep one.
func (s *Site) NewPreference(name, value string) *http.Cookie {
	return &http.Cookie{
		Name: name, Value: value, Path: "/",
		MaxAge: int(400 * 24 * time.Hour / time.Second), Secure: s.Secure, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	}
}

const themeCookie = "theme"

// themeOf returns the theme that was chosen on the site, "" for the theme of the system.
func themeOf(c echo.Context) views.Theme {
	cookie, err := c.Cookie(themeCookie)
	if err != nil || !slices.Contains(views.Themes, views.Theme(cookie.Value)) {
		return ""
	}
	return views.Theme(cookie.Value)
}

// PostTheme keeps the theme chosen and returns to the page it was chosen on.
func (s *Site) PostTheme(c echo.Context) error {
	theme := c.FormValue("theme")
	if !slices.Contains(views.Themes, views.Theme(theme)) {
		return web.Refuse(http.StatusBadRequest, "unknown_theme", "the themes are light and dark, and none for that of the system")
	}
	c.SetCookie(s.NewPreference(themeCookie, theme))
	return c.Redirect(http.StatusSeeOther, LocalPath(c.FormValue("return")))
}

// zoneCookie holds the name of the visitor's time zone, as static/zone.js finds it.
const zoneCookie = "zone"

// zones are the time zones that were asked for, by name: a few hundred at most, since
// only those that there are count.
var zones sync.Map

// ZoneOf returns the visitor's time zone, nil if it is not known, or not to this machine.
func ZoneOf(c echo.Context) *time.Location {
	cookie, err := c.Cookie(zoneCookie)
	if err != nil || cookie.Value == "" || cookie.Value == "Local" || len(cookie.Value) > 40 {
		return nil
	}
	if zone, ok := zones.Load(cookie.Value); ok {
		return zone.(*time.Location)
	}
	zone, err := time.LoadLocation(cookie.Value)
	if err != nil {
		return nil
	}
	zones.Store(zone.String(), zone)
	return zone
}
