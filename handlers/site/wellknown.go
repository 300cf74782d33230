package site

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/static"
)

// robotsText keeps search engines to the pages that are the same for everybody.
// Services that preview the links people send may fetch matches too.
const robotsText = `User-agent: *
Disallow: /api/
Disallow: /calendar/
Disallow: /events
Disallow: /feed/
Disallow: /i/
Disallow: /import
Disallow: /m/
Disallow: /me
Disallow: /mute/
Disallow: /offline
Disallow: /proof
Disallow: /settings
Disallow: /setup?

User-agent: Discordbot
User-agent: facebookexternalhit
User-agent: LinkedInBot
User-agent: Slackbot-LinkExpanding
User-agent: TelegramBot
User-agent: Twitterbot
User-agent: WhatsApp
Disallow: /api/
Disallow: /events
`

// WellKnownRoutes registers the files that browsers and robots ask for without a
// link.
func WellKnownRoutes(e *echo.Echo) {
	get := func(path string, h echo.HandlerFunc) {
		e.Match(GetOrHead, path, h, cacheForADay)
	}
	get("/favicon.ico", func(c echo.Context) error { return c.Blob(http.StatusOK, "image/x-icon", static.Favicon()) })
	get("/.well-known/change-password", func(c echo.Context) error { return c.Redirect(http.StatusFound, "/settings#password") })
	get("/robots.txt", func(c echo.Context) error { return c.String(http.StatusOK, robotsText) })
}

func cacheForADay(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Response().Header().Set("Cache-Control", "public, max-age=86400")
		return next(c)
	}
}
