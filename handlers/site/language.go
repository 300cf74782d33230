package site

import (
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
	"golang.org/x/text/language"

	"tableronde/handlers/web"
	"tableronde/views"
	"tableronde/views/locale"
)

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

// acceptedLanguages keeps what lists of languages come to that browsers ask for: there are
// few of them, and to read one costs more than most of a page that is kept.
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
	c.SetCookie(s.newPreference(languageCookie, string(lang)))
	return c.Redirect(http.StatusSeeOther, LocalPath(c.FormValue("return")))
}

// newPreference returns a cookie that keeps a choice of a visitor as long as browsers
// keep one.
func (s *Site) newPreference(name, value string) *http.Cookie {
	return &http.Cookie{
		Name: name, Value: value, Path: "/",
		MaxAge: int(400 * 24 * time.Hour / time.Second), Secure: s.Secure, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	}
}
