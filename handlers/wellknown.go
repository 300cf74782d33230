package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"tableronde/static"
)

// robotsText tells search engines to keep to the pages that are the same for
// everybody. Previews of links that people send are no index: those who make
// them may see a match as whoever follows the link does.
const robotsText = `User-agent: *
Disallow: /api/
Disallow: /events
Disallow: /i/
Disallow: /import
Disallow: /m/
Disallow: /me
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

// wellKnownRoutes are the files that browsers and robots ask for by names that
// no page mentions.
func wellKnownRoutes(e *echo.Echo) {
	get := func(path string, h echo.HandlerFunc) {
		e.Match([]string{http.MethodGet, http.MethodHead}, path, h, dayLong)
	}
	get("/favicon.ico", func(c echo.Context) error { return c.Blob(http.StatusOK, "image/x-icon", static.Favicon()) })
	get("/robots.txt", func(c echo.Context) error { return c.String(http.StatusOK, robotsText) })
}

func dayLong(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		c.Response().Header().Set("Cache-Control", "public, max-age=86400")
		return next(c)
	}
}
