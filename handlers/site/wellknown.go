package site

import (
	"encoding/json"
	"net/http"
	"sync"

	"github.com/labstack/echo/v4"

	"tableronde/static"
	"tableronde/views"
	"tableronde/views/locale"
	"tableronde/views/pages"
)

// robotsText allows search engines the pages that are the same for everybody. Services that preview
// links may also fetch matches.
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

// WellKnownRoutes registers files that browsers and robots request without a link.
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

// offlinePath is the page that the service worker shows offline.
const offlinePath = "/offline"

// WorkerRoutes registers the files for installing the site as an app.
func WorkerRoutes(e *echo.Echo) {
	get := func(path string, h echo.HandlerFunc, m ...echo.MiddlewareFunc) {
		e.Match(GetOrHead, path, h, m...)
	}
	get("/sw.js", getWorker)
	get("/manifest.webmanifest", getManifest, cacheForADay)
	get(offlinePath, getOffline)
	get("/apple-touch-icon.png", func(c echo.Context) error { // phones request it without a link
		return c.Blob(http.StatusOK, "image/png", []byte(static.Source("icon-maskable.png")))
	}, cacheForADay)
}

// kit is the data for the service worker.
type kit struct {
	Version string                `json:"version"`
	Shell   []string              `json:"shell"` // files stored from the start
	Policy  string                `json:"policy"`
	Icon    string                `json:"icon"`
	Badge   string                `json:"badge"`
	Seen    map[views.Lang]string `json:"seen"` // the line above a match offline, with the placeholder TIME
}

// worker is the text of the service worker. It changes with the files that the worker stores, so
// that browsers update it.
var worker = sync.OnceValue(func() []byte {
	k := kit{
		Shell:  []string{static.StyleURL(false, nil), static.URL("site.js"), static.URL("icon.svg"), static.TitlesURL()},
		Policy: ContentSecurityPolicy, Icon: static.URL("icon-192.png"), Badge: static.URL("badge.png"),
		Seen: make(map[views.Lang]string),
	}
	var texts []string
	for _, lang := range locale.Langs {
		k.Shell = append(k.Shell, offlineURL(lang))
		k.Seen[lang] = locale.T(lang, "offline.seen", "Time", "TIME")
		texts = append(texts, pages.OfflineText(lang))
	}
	k.Version = static.Hash(append(texts, encodeKit(k))...)
	return []byte("const kit = " + encodeKit(k) + ";\n" + static.Worker())
})

func encodeKit(k kit) string {
	text, err := json.Marshal(k)
	if err != nil {
		panic(err) // cannot fail for strings
	}
	return string(text)
}

// getWorker answers the service worker, with the whole site as its scope.
func getWorker(c echo.Context) error {
	c.Response().Header().Set("Cache-Control", "no-cache")
	return c.Blob(http.StatusOK, "text/javascript; charset=utf-8", worker())
}

func offlineURL(lang views.Lang) string { return offlinePath + "?language=" + string(lang) }

// getOffline answers the page that the service worker shows off line.
func getOffline(c echo.Context) error {
	lang, ok := locale.Parse(c.QueryParam("language"))
	if !ok {
		lang = LangOf(c)
	}
	c.Response().Header().Set("Cache-Control", "no-cache")
	return c.HTML(http.StatusOK, pages.OfflineText(lang))
}

// manifest is the web app manifest: https://www.w3.org/TR/appmanifest.
type manifest struct {
	ID          string         `json:"id"`
	Name        string         `json:"name"`
	ShortName   string         `json:"short_name"`
	Description string         `json:"description"`
	Language    string         `json:"lang"`
	StartURL    string         `json:"start_url"`
	Scope       string         `json:"scope"`
	Display     string         `json:"display"`
	Theme       string         `json:"theme_color"`
	Background  string         `json:"background_color"`
	Icons       []manifestIcon `json:"icons"`
}

type manifestIcon struct {
	Source  string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose,omitempty"`
}

// getManifest answers the web app manifest in the requested language.
func getManifest(c echo.Context) error {
	lang, ok := locale.Parse(c.QueryParam("language"))
	if !ok {
		lang = views.English
	}
	const png = "image/png"
	text, err := json.Marshal(manifest{
		ID: "/", Name: locale.T(lang, "site.name"), ShortName: locale.T(lang, "site.name"), Description: locale.T(lang, "site.what"), Language: string(lang),
		StartURL: "/", Scope: "/", Display: "standalone", Theme: views.PaperColor, Background: views.PaperColor,
		Icons: []manifestIcon{
			{static.URL("icon-192.png"), "192x192", png, ""}, {static.URL("icon-512.png"), "512x512", png, ""},
			{static.URL("icon-maskable.png"), "512x512", png, "maskable"}, {static.URL("icon.svg"), "any", "image/svg+xml", ""},
		},
	})
	if err != nil {
		return err
	}
	return c.Blob(http.StatusOK, "application/manifest+json", text)
}
