// Package site has the parts that all pages share: sessions, languages, forms, errors, rendering,
// limits, and the health of the process. It imports the rooms of handlers/club, the API and the
// templates, and no page of a subject.
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

// Site holds the parts shared by the pages of every subject. It is safe for concurrent use.
type Site struct {
	Store    db.Store
	Hub      *live.Hub
	Club     *rooms.Club
	API      *api.API
	Log      *slog.Logger
	Base     *url.URL // origin of links; nil for the origin of the request
	Secure   bool     // browsers use TLS
	Proxies  []netip.Prefix
	Now      func() time.Time
	Sessions *scs.SessionManager
	Guests   *middleware.RateLimiterMemoryStore // limits new guests, by address
	SignIns  *web.Guesses
	Mailings *web.Mailings
	Talks    *middleware.RateLimiterMemoryStore // limits messages, by player
	Remarks  *middleware.RateLimiterMemoryStore // limits notes, by player
	Health   *Health
	Vitals   Vitals
	Meters   *Meters
	Version  string // of the program
	Started  time.Time
	Disk     func() (used, whole int64) // bytes that the database uses and that the disk has; nil if unknown
	Gate     *web.Gate
	Streams  *web.Streams

	Dictionaries *Dictionaries
	warnTLS      sync.Once
}
