package site

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"tableronde/handlers/web"
	"tableronde/views"
)

const themeCookie = "theme"

// themeOf returns the theme that was chosen on the site, "" for that of the system.
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
	c.SetCookie(s.newPreference(themeCookie, theme))
	return c.Redirect(http.StatusSeeOther, LocalPath(c.FormValue("return")))
}
