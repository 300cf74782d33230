// Package handlers has the table of routes of Table Ronde. It wires the pages, the API and the
// work in the background. The pages of each subject have a package of their own below; their
// shared parts are in site.
package handlers

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"sync"
	"time"

	"github.com/labstack/echo/v4"
	"golang.org/x/time/rate"

	"tableronde/db"
	"tableronde/games"
	"tableronde/handlers/account"
	"tableronde/handlers/admin"
	"tableronde/handlers/api"
	"tableronde/handlers/archive"
	"tableronde/handlers/club/accounts"
	clubadmin "tableronde/handlers/club/admin"
	"tableronde/handlers/club/live"
	"tableronde/handlers/club/rooms"
	"tableronde/handlers/cups"
	"tableronde/handlers/feeds"
	"tableronde/handlers/learn"
	"tableronde/handlers/mail"
	"tableronde/handlers/match"
	"tableronde/handlers/notify"
	"tableronde/handlers/people"
	"tableronde/handlers/site"
	"tableronde/handlers/tables"
	"tableronde/handlers/web"
)

// Config holds the parts and the choices that a Server is made with.
type Config struct {
	Store   db.Store
	Log     *slog.Logger
	BaseURL string           // "https://table.example", for links and the only host; "": the request's
	Secure  bool             // browsers reach the site by TLS: cookies are marked so
	Proxies []netip.Prefix   // networks of proxies whose forwarding headers are believed, beside those on this machine
	Now     func() time.Time // nil means time.Now

	// Mail sends mail; nil for a site that sends none. Its links need a BaseURL.
	Mail interface {
		Send(ctx context.Context, m mail.Message) error
	}

	AllowPrivateTargets bool // webhooks and pushes may lead into private networks

	Solver api.Solver // has the true values of positions, as club.Config.Solver; nil if there is none

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

	// After returns a channel that receives once a time has passed on the clock of Now; nil means
	// time.After.
	After func(time.Duration) <-chan time.Time
}

// Server answers every request of the site. It is safe for concurrent use.
type Server struct {
	site   *site.Site
	growth *web.Growth
	post   *notify.Letters // nil for a site that sends no mail
	teller *notify.Notifier
	echo   *echo.Echo
	stop   context.CancelFunc
	work   sync.WaitGroup // in the background, until stop

	account *account.Pages
	admin   *admin.Pages
	archive *archive.Pages
	cups    *cups.Pages
	feeds   *feeds.Pages
	learn   *learn.Pages
	match   *match.Pages
	people  *people.Pages
	tables  *tables.Pages
}

// New wires a server. It returns an error if BaseURL is not an absolute origin.
func New(cfg Config) (*Server, error) {
	base, err := site.ParseBaseURL(cfg.BaseURL)
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
	shared := &site.Site{
		Store:    cfg.Store,
		Hub:      live.NewHub(set.streamLimits()),
		Log:      cfg.Log,
		Base:     base,
		Secure:   cfg.Secure,
		Proxies:  cfg.Proxies,
		Now:      cfg.Now,
		Meters:   site.NewMeters(),
		Version:  cfg.Version,
		Started:  cfg.Now(),
		Disk:     cfg.Disk,
		Gate:     web.NewGate(set.BusyTimeout, cfg.After),
		Sessions: site.NewSessions(cfg.Store, cfg.Secure),
		Guests:   web.NewLimiter(rate.Limit(set.GuestRate), set.GuestBurst),
		SignIns:  web.NewSignIns(cfg.Now),
		Mailings: web.NewMailings(),
		Talks:    web.NewLimiter(match.TalkRate, match.TalkBurst),
		Remarks:  web.NewLimiter(learn.RemarkRate, learn.RemarkBurst),
	}
	s := &Server{site: shared, growth: web.NewGrowth(int(set.PlayerGrowth), int(set.AddressGrowth), cfg.Now)}
	shared.Hub.PublishTables(cfg.Now()) // earlier changes are unknown
	shared.Club = s.newClub(cfg, set)
	shared.Health = site.NewHealth(cfg.Store, shared.Club.Match.Verify, cfg.Log, cfg.Now)
	shared.Streams = web.NewStreams(shared.Hub, shared.Club, cfg.Now)
	if cfg.Mail != nil {
		s.post = &notify.Letters{Base: base, Mail: cfg.Mail}
	}
	if s.teller, err = notify.NewNotifier(cfg.Store, base, s.post, cfg.AllowPrivateTargets, cfg.Now); err != nil {
		return nil, err
	}
	s.wirePages(set)
	shared.API = s.newAPI(set, cfg.Solver)
	if s.echo, err = s.routes(); err != nil {
		return nil, err
	}
	if err := s.startWork(cfg.After); err != nil {
		return nil, err
	}
	return s, nil
}

// wirePages makes the pages of each subject. They import only the packages below them.
func (s *Server) wirePages(set Settings) {
	s.match = match.New(s.site, match.NewPictures(rate.Limit(set.PictureRate), set.PictureBurst, uint64(set.PictureMemory)))
	s.learn = learn.New(s.site, s.match)
	s.tables = tables.New(s.site, s.match)
	s.account = account.New(s.site, s.teller)
	s.archive = archive.New(s.site, s.learn, s.match)
	s.cups = cups.New(s.site, s.tables)
	s.feeds = feeds.New(s.site)
	s.people = people.New(s.site, s.match, s.tables)
	s.admin = admin.New(s.site)
}

// newClub returns the features of the site. Bots rest while the gate is passed.
func (s *Server) newClub(cfg Config, set Settings) *rooms.Club {
	asks := web.NewLimiter(match.AskRate, match.AskBurst)
	return rooms.New(rooms.Config{Store: s.site.Store, Hub: s.site.Hub, Now: s.site.Now, Rules: cfg.Rules,
		Registration: cfg.Registration, NoGuests: cfg.NoGuests,
		PositionMemory: int64(set.PositionMemory), DefaultNames: site.DefaultNames(), SendsMail: cfg.Mail != nil, MailGrace: cfg.MailGrace,
		BotPause: set.BotPause, ForcedPause: set.ForcedPause, BotLimits: db.BotLimits{Unfinished: set.BotMatches, AnHour: set.BotStarts}, Solver: cfg.Solver, ReviewNodes: cfg.ReviewNodes,
		MayAsk: func(player string) error { return web.Allow(asks, player) },
		Aside:  web.Outside,
		Busy:   func() bool { held, _ := s.site.Gate.Held(); return held > 0 }})
}

// newAPI returns the API of a site, without its routes.
func (s *Server) newAPI(set Settings, solver api.Solver) *api.API {
	return api.New(api.Config{Store: s.site.Store, Club: s.site.Club, Streams: s.site.Streams, Gate: s.site.Gate, Guests: s.site.Guests, Growth: s.growth,
		Calls: web.NewLimiter(rate.Limit(set.CallRate), set.CallBurst), SignIns: s.site.SignIns, Mailings: s.site.Mailings,
		Language: func(c echo.Context) string { return string(site.LangOf(c)) }, Sessions: s.site.Store.Sessions(), Trial: s.account.Settings.TryTarget,
		Device: func(c echo.Context) string { return site.DeviceName(c.Request().UserAgent()) }, PushKey: func() string { return s.teller.Key.Public }, Solver: solver, Talks: s.site.Talks, Remarks: s.site.Remarks})
}

// AddAnnals stores the historic games that the site brings along, unless they were stored before.
// A failure is logged, and left to the next start.
func (s *Server) AddAnnals(ctx context.Context) {
	if err := s.site.Club.Archive.AddAnnals(ctx); err != nil {
		s.site.Log.LogAttrs(ctx, slog.LevelError, "cannot store historic games", slog.Any("error", err))
	}
}

// Handler returns the root of the site.
func (s *Server) Handler() http.Handler { return s.echo }

// WriteMetrics writes how the process and its site do, in the text format of Prometheus.
func (s *Server) WriteMetrics(w io.Writer) { s.site.WriteMetrics(w) }

// Command carries out a request of the command line to the site.
func (s *Server) Command(ctx context.Context, c clubadmin.Command) ([]string, error) {
	return s.admin.Command(ctx, c)
}

// Streams returns how many event streams are open.
func (s *Server) Streams() int {
	open, _, _ := s.site.Hub.Open()
	return open
}

// Drain begins the end: /readyz says so, event streams end, and each answer
// closes its connection. Requests are answered as before.
func (s *Server) Drain() {
	s.site.Health.Stop()
	s.site.Hub.Close()
}

// Close ends the open event streams and the background work. The store stays
// open.
func (s *Server) Close() {
	s.stop()
	s.site.Hub.Close()
	s.work.Wait()
}
