// Package handlers speaks HTTP for Table Ronde: pages, forms, event streams
// and the JSON API. It holds no rule and no SQL.
package handlers

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/netip"
	"net/url"
	"sync"
	"time"

	"github.com/alexedwards/scs/v2"
	"github.com/labstack/echo/v4"
	"github.com/labstack/echo/v4/middleware"
	"golang.org/x/time/rate"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/api"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/club/live"
	"tableronde/handlers/club/rooms"
	"tableronde/handlers/mail"
	"tableronde/handlers/web"
)

// Config is what a Server needs from the outside.
type Config struct {
	Store   db.Store
	Log     *slog.Logger
	BaseURL string           // origin in links that leave the site: "https://table.example"; and the only host that is served; "" takes that of the request
	Secure  bool             // browsers reach the site by TLS: cookies are marked so
	Proxies []netip.Prefix   // networks of proxies whose forwarding headers are believed, beside those on this machine
	Now     func() time.Time // nil means time.Now

	// Mail sends mail; nil for a site that sends none. Its links need a BaseURL.
	Mail interface {
		Send(ctx context.Context, m mail.Message) error
	}

	AllowPrivateTargets bool // webhooks and pushes may lead into private networks

	Solver api.Solver // knows the true values of positions, as club.Config.Solver; nil if there is none

	ReviewNodes uint64 // positions of each search of a review, 0 for the usual number

	MailGrace time.Duration // that mail about matches waits, 0 for club.MailGrace

	Version string                     // of the program
	Disk    func() (used, whole int64) // of the database, in bytes; nil if not known

	Registration accounts.Registration // "" is open
	NoGuests     bool                  // nobody becomes a guest

	Settings Settings // the zero value means DefaultSettings

	// Rules finds the rules of a game, for version 0 the newest; nil means
	// catalog.Find.
	Rules func(game string, version int) (games.Ruleset, error)

	// After tells when a time has passed on the clock of Now; nil means
	// time.After.
	After func(time.Duration) <-chan time.Time
}

// Server answers every request of the site. It is safe for concurrent use.
type Server struct {
	store    db.Store
	hub      *live.Hub
	club     *rooms.Club
	log      *slog.Logger
	base     *url.URL // origin of links, nil for that of the request
	secure   bool
	warnTLS  sync.Once
	proxies  []netip.Prefix
	now      func() time.Time
	sessions *scs.SessionManager
	guests   *middleware.RateLimiterMemoryStore // new guests, by address
	growth   *web.Growth
	signIns  *web.Guesses
	codes    *web.Guesses // of passes
	mailings *web.Mailings
	pictures *pictures
	health   *health
	vitals   vitals
	meters   *meters
	version  string
	started  time.Time
	disk     func() (used, whole int64)
	gate     *web.Gate
	streams  *web.Streams
	post     *letters // nil for a site that sends no mail
	teller   *teller
	talks    *middleware.RateLimiterMemoryStore // of messages, by player
	remarks  *middleware.RateLimiterMemoryStore // of notes, by player
	trials   *middleware.RateLimiterMemoryStore // of targets of notices, by player
	api      *api.API
	echo     *echo.Echo
	stop     context.CancelFunc
	work     sync.WaitGroup // in the background, until stop
}

// New wires a server. It returns an error if BaseURL is not an absolute origin.
func New(cfg Config) (*Server, error) {
	base, err := parseBaseURL(cfg.BaseURL)
	if err != nil {
		return nil, err
	}
	if cfg.Mail != nil && base == nil {
		return nil, errors.New("links in mails need a base URL")
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.After == nil {
		cfg.After = time.After
	}
	if cfg.Settings == (Settings{}) {
		cfg.Settings = DefaultSettings()
	}
	set := cfg.Settings
	if err := set.Validate(); err != nil {
		return nil, err
	}
	s := &Server{
		store:   cfg.Store,
		hub:     live.NewHub(set.streamLimits()),
		log:     cfg.Log,
		base:    base,
		secure:  cfg.Secure,
		proxies: cfg.Proxies,
		now:     cfg.Now,
		meters:  newMeters(),
		version: cfg.Version,
		started: cfg.Now(),
		disk:    cfg.Disk,
	}
	s.hub.PublishTables(s.now()) // of what changed before nothing is known
	s.gate = web.NewGate(set.BusyTimeout, cfg.After)
	s.club = s.newClub(cfg, set)
	s.sessions = newSessions(s.store, s.secure)
	s.growth = web.NewGrowth(int(set.PlayerGrowth), int(set.AddressGrowth), s.now)
	s.guests = web.NewLimiter(rate.Limit(set.GuestRate), set.GuestBurst)
	s.signIns, s.codes, s.mailings = web.NewSignIns(s.now), web.NewCodes(s.now), web.NewMailings()
	s.pictures = newPictures(rate.Limit(set.PictureRate), set.PictureBurst, uint64(set.PictureMemory))
	s.health = newHealth(s.store, s.club.Match.Verify, s.log, s.now)
	s.streams = web.NewStreams(s.hub, s.club, s.now)
	s.talks, s.remarks = web.NewLimiter(talkRate, talkBurst), web.NewLimiter(remarkRate, remarkBurst)
	s.api = s.newAPI(set, cfg.Solver)
	if s.echo, err = s.routes(); err != nil {
		return nil, err
	}
	if cfg.Mail != nil {
		s.post = &letters{base: base, mail: cfg.Mail}
	}
	s.trials = web.NewLimiter(trialRate, trialBurst)
	if s.teller, err = newTeller(s.store, s.base, s.post, cfg.AllowPrivateTargets, s.now); err != nil {
		return nil, err
	}
	if err := s.startWork(cfg.After); err != nil {
		return nil, err
	}
	return s, nil
}

// newClub returns what the site does. Bots rest while the gate is passed.
func (s *Server) newClub(cfg Config, set Settings) *rooms.Club {
	asks := web.NewLimiter(askRate, askBurst)
	return rooms.New(rooms.Config{Store: s.store, Hub: s.hub, Now: s.now, Rules: cfg.Rules,
		Registration: cfg.Registration, NoGuests: cfg.NoGuests,
		PositionMemory: int64(set.PositionMemory), DefaultNames: defaultNames(), SendsMail: cfg.Mail != nil, MailGrace: cfg.MailGrace,
		BotPause: set.BotPause, ForcedPause: set.ForcedPause, BotLimits: db.BotLimits{Unfinished: set.BotMatches, AnHour: set.BotStarts}, Solver: cfg.Solver, ReviewNodes: cfg.ReviewNodes,
		MayAsk: func(player string) error { return web.Allow(asks, player) },
		Aside:  web.Outside,
		Busy:   func() bool { held, _ := s.gate.Held(); return held > 0 }})
}

// newAPI returns the API of a site, but for its routes.
func (s *Server) newAPI(set Settings, solver api.Solver) *api.API {
	return api.New(api.Config{Store: s.store, Club: s.club, Streams: s.streams, Gate: s.gate, Guests: s.guests, Growth: s.growth,
		Calls: web.NewLimiter(rate.Limit(set.CallRate), set.CallBurst), SignIns: s.signIns, Mailings: s.mailings,
		Language: func(c echo.Context) string { return string(langOf(c)) }, Sessions: s.store.Sessions(), Trial: s.tryTarget,
		Device: func(c echo.Context) string { return deviceName(c.Request().UserAgent()) }, PushKey: func() string { return s.teller.key.public }, Solver: solver, Talks: s.talks, Remarks: s.remarks})
}

// AddAnnals stores the games of the past that the site brings along, unless they were stored
// before. What fails is logged, and left to the next start.
func (s *Server) AddAnnals(ctx context.Context) {
	if err := s.club.Archive.AddAnnals(ctx); err != nil {
		s.log.LogAttrs(ctx, slog.LevelError, "games of the past", slog.Any("error", err))
	}
}

// Handler returns the root of the site.
func (s *Server) Handler() http.Handler { return s.echo }

// Streams returns how many event streams are open.
func (s *Server) Streams() int {
	open, _, _ := s.hub.Open()
	return open
}

// Drain begins the end: /readyz says so, event streams end, and each answer
// closes its connection. Requests are answered as before.
func (s *Server) Drain() {
	s.health.stop()
	s.hub.Close()
}

// Close ends the open event streams and the background work. The store stays
// open.
func (s *Server) Close() {
	s.stop()
	s.hub.Close()
	s.work.Wait()
}
