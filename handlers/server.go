// Package handlers connects the pages, the API and the background work of Table Ronde, and has the
// table of routes. The pages of each subject are in a package below it; their shared parts are in
// site.
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
	"tableronde/views"
)

// Config holds the dependencies and options of a Server.
type Config struct {
	Store   db.Store
	Log     *slog.Logger
	BaseURL string           // "https:// "https://table.example", for links and as the only host; "" takes it from the request
	Secure  bool             // browsers use TLS, so cookies are marked secure
	Proxies []netip.Prefix   // networks of trusted proxies, in addition to this machine
	Now     func() time.Time // nil means time.Now

	// Mail sends mail; nil for a site that sends none. Its links need a BaseURL.
	Mail interface {
		Send(ctx context.Context, m mail.Message) error
	}

	AllowPrivateTargets bool // webhooks and pushes may go to private networks

	Solver api.Solver // see bots.Config

	ReviewNodes uint64 // see bots.Config
	AllReviews  bool   // see bots.Config

	MailGrace time.Duration // wait of mail about matches; 0 means notify.MailGrace

	Version string                     // of the program
	Disk    func() (used, whole int64) // bytes that the database uses and that the disk has; nil if unknown

	Registration accounts.Registration // "" means open
	NoGuests     bool                  // visitors cannot become guests
	Exhibition   bool                  // bots play for spectators; see bots.Exhibition

	Settings Settings // the zero value means DefaultSettings

	// Rules returns the ruleset of a game; version 0 means the newest. Nil means catalog.Find.
	Rules func(game string, version int) (games.Ruleset, error)

	// After works like time.After on the clock of Now. Nil means time.After.
	After func(time.Duration) <-chan time.Time
}

// Server answers every request of the site. It is safe for concurrent use.
type Server struct {
	site   *site.Site
	growth *web.Growth
	post   *notify.Letters // nil for a site without mail
	teller *notify.Notifier
	echo   *echo.Echo
	stop   context.CancelFunc
	work   sync.WaitGroup // background work, until stop

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

// New returns a server. The error is about a BaseURL that is not an absolute origin, or about the
// store.
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

		Dictionaries: site.NewDictionaries(match.SamplePage),
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

// wirePages creates the pages of each subject. They import only packages below them.
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

// newClub returns the rooms of the site. Searches pause while the gate serves requests.
func (s *Server) newClub(cfg Config, set Settings) *rooms.Club {
	asks := web.NewLimiter(match.AskRate, match.AskBurst)
	return rooms.New(rooms.Config{Store: s.site.Store, Hub: s.site.Hub, Now: s.site.Now, Rules: cfg.Rules,
		Registration: cfg.Registration, NoGuests: cfg.NoGuests, Exhibition: cfg.Exhibition,
		PositionMemory: int64(set.PositionMemory), DefaultNames: site.DefaultNames(), SendsMail: cfg.Mail != nil, MailGrace: cfg.MailGrace,
		BotPause: set.BotPause, ForcedPause: set.ForcedPause, BotLimits: db.BotLimits{Unfinished: set.BotMatches, AnHour: set.BotStarts}, Solver: cfg.Solver, ReviewNodes: cfg.ReviewNodes, AllReviews: cfg.AllReviews,
		MayAsk:  func(player string) error { return web.Allow(asks, player) },
		Aside:   web.Outside,
		Busy:    func() bool { held, _ := s.site.Gate.Held(); return held > 0 },
		Wording: func(lang, english string) string { return views.Lang(lang).Wording(english) }})
}

// newAPI returns the API of a site, without its routes.
func (s *Server) newAPI(set Settings, solver api.Solver) *api.API {
	return api.New(api.Config{Store: s.site.Store, Club: s.site.Club, Streams: s.site.Streams, Gate: s.site.Gate, Guests: s.site.Guests, Growth: s.growth,
		Calls: web.NewLimiter(rate.Limit(set.CallRate), set.CallBurst), SignIns: s.site.SignIns, Mailings: s.site.Mailings,
		Language: func(c echo.Context) string { return string(site.LangOf(c)) }, Trial: s.account.Settings.TryTarget,
		Device: func(c echo.Context) string { return site.DeviceName(c.Request().UserAgent()) }, PushKey: func() string { return s.teller.Key.Public }, Solver: solver, Talks: s.site.Talks, Remarks: s.site.Remarks})
}

// AddAnnals stores the historic games of the site, unless they were stored before. It logs a
// failure; the next start tries again.
func (s *Server) AddAnnals(ctx context.Context) {
	if err := s.site.Club.Archive.AddAnnals(ctx); err != nil {
		s.site.Log.LogAttrs(ctx, slog.LevelError, "cannot store historic games", slog.Any("error", err))
	}
}

// Handler returns the handler for all requests of the site.
func (s *Server) Handler() http.Handler { return s.echo }

// WriteMetrics writes the metrics of the process and the site, in the text format of Prometheus.
func (s *Server) WriteMetrics(w io.Writer) { s.site.WriteMetrics(w) }

// Command carries out a request of the command line to the site.
func (s *Server) Command(ctx context.Context, c clubadmin.Command) ([]string, error) {
	return s.admin.Command(ctx, c)
}

// Streams returns the number of open event streams.
func (s *Server) Streams() int {
	open, _, _ := s.site.Hub.Open()
	return open
}

// Drain prepares the end of the process: /readyz reports it, event streams end, and each answer
// closes its connection. Requests are still answered.
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
