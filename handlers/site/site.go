// Package site has the parts that all pages share: sessions and visitors, languages, forms and
// their origin, errors, rendering, limits, and the health of the process. It imports the features
// of handlers/club, the API and the templates, and no page of a subject.
package site

import (
	"log/slog"
	"net/netip"
	"net/url"
	"sync"
	"time"

	"github.com/alexedwards/scs/v2"
	"github.com/labstack/echo/v4/middleware"

	"tableronde/db"
	"tableronde/handlers/api"
	"tableronde/handlers/club/live"
	"tableronde/handlers/club/rooms"
	"tableronde/handlers/web"
)

// Site holds the parts that the pages of every subject work with. It is safe for concurrent use.
type Site struct {
	Store    db.Store
	Hub      *live.Hub
	Club     *rooms.Club
	API      *api.API
	Log      *slog.Logger
	Base     *url.URL // origin of links, nil to take the request's
	Secure   bool     // browsers reach the site by TLS
	Proxies  []netip.Prefix
	Now      func() time.Time
	Sessions *scs.SessionManager
	Guests   *middleware.RateLimiterMemoryStore // new guests, by address
	SignIns  *web.Guesses
	Mailings *web.Mailings
	Talks    *middleware.RateLimiterMemoryStore // messages, by player
	Remarks  *middleware.RateLimiterMemoryStore // notes, by player
	Health   *Health
	Vitals   Vitals
	Meters   *Meters
	Version  string // of the program
	Started  time.Time
	Disk     func() (used, whole int64) // of the database, in bytes; nil if not known
	Gate     *web.Gate
	Streams  *web.Streams
	warnTLS  sync.Once
}
