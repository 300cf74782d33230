// Package serve is the command serve. It opens the store, listens, sets limits from the machine,
// and connects handlers, mail, tables and the store. It serves the site until it is stopped.
package serve

import (
	"container/list"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"net/netip"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/jessevdk/go-flags"

	"tableronde/cmd/internal/cli"
	"tableronde/cmd/tableronde/tables"
	"tableronde/cmd/tableronde/upkeep"
	"tableronde/db/place"
	"tableronde/handlers"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/mail"
)

// Command is the command serve. Its flags are the settings of the site.
type Command struct {
	Addr        string        `long:"addr" default:"127.0.0.1:8080" env:"TABLERONDE_ADDR" description:"Address to listen at; port 0 takes a free one."`
	DB          string        `long:"db" default:"tableronde.db" env:"TABLERONDE_DB" description:"Database: a file, or postgres://…; an absent file is made, and several processes need PostgreSQL."`
	BaseURL     string        `long:"base-url" env:"TABLERONDE_BASE_URL" value-name:"URL" description:"Origin of links, as https://table.example, and the only host that is served; by default the host of each request."`
	Connections int           `long:"connections" default:"0" env:"TABLERONDE_CONNECTIONS" description:"Connections to PostgreSQL at most; 0 for four a processor, at least eight."`
	Proxies     networks      `long:"proxies" env:"TABLERONDE_PROXIES" value-name:"NETWORK" description:"Networks of proxies on other machines, as 10.0.0.0/24: their X-Forwarded-For or Forwarded is believed."`
	SMTP        mail.Server   `long:"smtp" env:"TABLERONDE_SMTP" value-name:"URL" description:"Server that takes mail, as smtp://user:password@mail.example:587?from=camelot@example.org; needs --base-url."`
	Private     bool          `long:"allow-private-targets" env:"TABLERONDE_ALLOW_PRIVATE_TARGETS" description:"Let webhooks and pushes of players lead into private networks, too."`
	Accounts    string        `long:"registration" choice:"open" choice:"invited" choice:"closed" default:"open" env:"TABLERONDE_REGISTRATION" description:"Who may make an account: everybody, players with a link of admin invite, or nobody except admin player create."`
	Guests      string        `long:"guests" optional:"yes" optional-value:"true" choice:"true" choice:"false" default:"true" env:"TABLERONDE_GUESTS" description:"Whether visitors without an account may play; existing guests stay."`
	Exhibition  string        `long:"exhibition" choice:"on" choice:"off" default:"on" env:"TABLERONDE_EXHIBITION" description:"Whether the best bots play for spectators while somebody visits the site."`
	Reviews     string        `long:"reviews" choice:"all" choice:"asked" default:"all" env:"TABLERONDE_REVIEWS" description:"Whether matches are reviewed by themselves while the computer has nothing else to do, or only if somebody asks."`
	Tables      tables.Folder `long:"tables" env:"TABLERONDE_TABLES" value-name:"DIR" description:"The folder of the tables, by which level 5 plays if they are there; by default tables, beside the database."`
	MakeTables  string        `long:"make-tables" choice:"off" choice:"on" choice:"idle" default:"off" env:"TABLERONDE_MAKE_TABLES" description:"Make absent tables in the background (663 MB, and 1.1 GB of memory until then), or only while a processor is idle."`
	TablePieces int           `long:"table-pieces" hidden:"yes" description:"The largest number of pieces of the positions in the table of camette, for tests; 0 for all."`
	ReviewNodes uint64        `long:"review-positions" hidden:"yes" description:"Positions of each search of a review, for tests; 0 for the usual number."`
	MailGrace   time.Duration `long:"mail-grace" hidden:"yes" description:"Time that mail about matches waits, for tests; 0 for the time that the settings page names."`
	Metrics     loopback      `long:"metrics" env:"TABLERONDE_METRICS" value-name:"ADDRESS" description:"Address on this machine, as 127.0.0.1:9090, for metrics of Prometheus and profiles; none by default."`
	LogJSON     bool          `long:"log-json" env:"TABLERONDE_LOG_JSON" description:"Log as JSON."`
	LogLevel    string        `long:"log-level" choice:"debug" choice:"info" choice:"warn" choice:"error" default:"info" env:"TABLERONDE_LOG_LEVEL" description:"Least level that is logged; requests are logged as info."`

	handlers.Settings `group:"Memory, limits and timeouts"`
}

// networks are the networks in a flag, separated by commas or in repeated flags.
type networks []netip.Prefix

var _ flags.Unmarshaler = (*networks)(nil)

// UnmarshalFlag implements flags.Unmarshaler.
func (n *networks) UnmarshalFlag(text string) error {
	for item := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' }) {
		prefix, err := netip.ParsePrefix(item)
		if err != nil {
			return err
		}
		*n = append(*n, prefix)
	}
	return nil
}

// Run serves until SIGINT or SIGTERM stops it. A second signal stops it at once.
func (c *Command) Run(con *cli.Console) error {
	limitMemory()
	if c.Metrics == "" {
		runtime.MemProfileRate = 0 // no memory profile without metrics, to save 1.5 MB
	}
	ctx, forget := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	context.AfterFunc(ctx, forget)
	defer forget()
	return c.serve(ctx, c.logger(con.Err))
}

func (c *Command) logger(w io.Writer) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.LogLevel)); err != nil {
		level = slog.LevelInfo // a command that was made without parsing flags
	}
	set := &slog.HandlerOptions{Level: level}
	if c.LogJSON {
		return slog.New(slog.NewJSONHandler(w, set))
	}
	return slog.New(slog.NewTextHandler(w, set))
}

// serve answers requests until ctx is done, and then completes the requests in progress.
func (c *Command) serve(ctx context.Context, log *slog.Logger) (err error) {
	secure, err := c.secure()
	if err != nil {
		return err
	}
	store, closeStore, err := upkeep.OpenStore(ctx, c.DB, upkeep.StoreSettings{EventMemory: int64(c.EventMemory), Connections: c.Connections})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeStore()) }()
	set := c.Settings
	if most := Streams(descriptors()); most > 0 {
		set.Streams = min(set.Streams, most)
	}
	config := handlers.Config{Store: store, Log: log, BaseURL: c.BaseURL, Secure: secure, Proxies: c.Proxies, Settings: set, AllowPrivateTargets: c.Private, MailGrace: c.MailGrace, ReviewNodes: c.ReviewNodes, AllReviews: c.Reviews == "all",
		Registration: accounts.Registration(c.Accounts), NoGuests: c.Guests == "false", Exhibition: c.Exhibition == "on", Version: cli.Version(), Disk: spaceAt(c.DB)}
	tables := c.tableMaker(log)
	defer tables.Close()
	config.Solver = tables
	site, err := c.newSite(config)
	if err != nil {
		return err
	}
	defer site.Close()
	site.AddAnnals(ctx)
	stopMetrics, err := serveMetrics(c.Metrics, site, log)
	if err != nil {
		return err
	}
	defer stopMetrics()
	defer upkeep.TakeCommands(c.DB, site, log)()
	listener, err := listen(c.Addr)
	if err != nil {
		return err
	}
	server := newHTTPServer(site.Handler(), set, log)
	if most := connections(descriptors()); most > 0 {
		server.ConnState = newWaitingConns(most, site.Streams).track
	}
	server.RegisterOnShutdown(site.Close)

	if text := c.insecurity(secure); text != "" {
		log.Warn(text)
	}
	log.Info("listening", "url", browseURL(listener.Addr()), "db", place.Describe(c.DB), "version", cli.Version())
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	switch c.MakeTables {
	case "on":
		tables.MakeAll("nice", "-n", "19")
	case "idle":
		tables.MakeAll("chrt", "--idle", "0") // only while a processor is idle
	}
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	log.Info("stopping")
	return stopServing(server, listener, site, log)
}

// newSite returns a site. It sends mail if the settings name a mail server.
func (c *Command) newSite(config handlers.Config) (*handlers.Server, error) {
	if c.SMTP.Host != "" {
		config.Mail = &mail.Sender{Server: c.SMTP, Now: time.Now}
	}
	return handlers.New(config)
}

// tableMaker returns the maker of the site's tables.
func (c *Command) tableMaker(log *slog.Logger) *tables.Maker {
	program, err := os.Executable()
	if err != nil { // the system has no /proc
		program = os.Args[0]
	}
	folder := c.Tables
	if folder == "" {
		folder = "tables"
		if !place.IsPostgres(c.DB) {
			folder = tables.Folder(filepath.Join(filepath.Dir(c.DB), "tables"))
		}
	}
	return tables.NewMaker(folder, c.TablePieces, program, log)
}

// newHTTPServer returns a server that limits the time and memory of a client. Event streams lift
// their timeouts themselves.
func newHTTPServer(handler http.Handler, set handlers.Settings, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: set.HeaderTimeout,
		ReadTimeout:       set.ReadTimeout,
		WriteTimeout:      set.WriteTimeout,
		IdleTimeout:       set.IdleTimeout,
		MaxHeaderBytes:    32 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// connections returns the most connections, 0 for no limit.
func connections(descriptors int) int {
	const own = 64 // for the database, the log and the listeners
	if descriptors == 0 {
		return 0
	}
	return max(2, descriptors-own)
}

// Streams returns the limit of event streams: half of the connections, so that pages and health
// checks always get one. 0 means no limit.
func Streams(descriptors int) int { return connections(descriptors) / 2 }

// secure reports whether cookies require HTTPS. They always do, unless browsers use plain HTTP at a
// loopback address.
func (c *Command) secure() (bool, error) {
	if c.BaseURL == "" {
		host, _, err := net.SplitHostPort(c.Addr)
		return !isLoopback(host), err
	}
	u, err := url.Parse(c.BaseURL)
	if err != nil {
		return false, fmt.Errorf("base URL: %w", err)
	}
	return u.Scheme != "http" || !isLoopback(u.Hostname()), nil
}

// insecurity returns the reason why links and cookies may fail on other machines, "" for none.
func (c *Command) insecurity(secure bool) string {
	switch {
	case secure && strings.HasPrefix(c.BaseURL, "http:"):
		return "the base URL is plain HTTP: passwords travel in the clear, and browsers keep no session; put a proxy with TLS in front, and set --base-url https://…"
	case secure && c.BaseURL == "":
		return "the base URL is missing: browsers keep sessions over HTTPS only, since the address is not a loopback one, and links follow the address; set --base-url https://…"
	case len(c.Proxies) > 0 && c.BaseURL == "":
		return "proxies are set, but no base URL: if they encrypt, set --base-url https://…, or links lead to plain HTTP"
	}
	return ""
}

// browseURL returns the address at which a browser on this machine finds the site.
func browseURL(addr net.Addr) string {
	host, port, err := net.SplitHostPort(addr.String())
	if err != nil {
		return addr.String()
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port)
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// waitingConns limits the number of open connections, event streams included. Beyond the limit it
// closes connections that wait for a request, the longest-waiting first. So new clients always find
// a descriptor. A client whose connection was closed opens another.
type waitingConns struct {
	most    int
	streams func() int // number of open streams, on hijacked connections

	mu      sync.Mutex
	open    map[net.Conn]*list.Element // elements of waiting, nil during a request
	waiting list.List                  // of net.Conn, the longest-waiting first
}

func newWaitingConns(most int, streams func() int) *waitingConns {
	return &waitingConns{most: most, streams: streams, open: make(map[net.Conn]*list.Element)}
}

// track follows the state of a connection. It is the ConnState of an http.Server.
func (w *waitingConns) track(conn net.Conn, state http.ConnState) {
	w.mu.Lock()
	defer w.mu.Unlock()
	at, known := w.open[conn]
	if at != nil {
		w.waiting.Remove(at)
	}
	switch {
	case state == http.StateClosed || state == http.StateHijacked || !known && state != http.StateNew:
		delete(w.open, conn)
	case state == http.StateActive:
		w.open[conn] = nil
	default:
		w.open[conn] = w.waiting.PushBack(conn)
	}
	most := w.most - w.streams()
	for len(w.open) > most && w.waiting.Len() > 0 {
		oldest := w.waiting.Remove(w.waiting.Front()).(net.Conn)
		delete(w.open, oldest)
		oldest.Close()
	}
}

// loopback is a loopback address, which other machines cannot reach.
type loopback string

// UnmarshalFlag implements flags.Unmarshaler.
func (l *loopback) UnmarshalFlag(text string) error {
	host, _, err := net.SplitHostPort(text)
	if err != nil {
		return err
	}
	if !isLoopback(host) {
		return fmt.Errorf("%s is not an address of this machine alone, as 127.0.0.1:9090", text)
	}
	*l = loopback(text)
	return nil
}

// serveMetrics serves metrics and profiles of the process at an address on this machine, until the
// returned function is called. An empty address serves nothing.
func serveMetrics(at loopback, site *handlers.Server, log *slog.Logger) (stop func() error, err error) {
	if at == "" {
		return func() error { return nil }, nil
	}
	listener, err := net.Listen("tcp", string(at))
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		site.WriteMetrics(w)
	})
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	server := &http.Server{Handler: onlyLoopback(mux), ReadHeaderTimeout: 5 * time.Second}
	log.Info("metrics", "url", "http://"+listener.Addr().String()+"/metrics")
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Warn("cannot serve metrics", "error", err)
		}
	}()
	return server.Close, nil
}

// onlyLoopback refuses requests for another host. A page in a browser on this machine could be made
// to send such a request.
func onlyLoopback(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		host, _, err := net.SplitHostPort(r.Host)
		if err != nil {
			host = r.Host
		}
		if !isLoopback(host) {
			http.Error(w, "misdirected", http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}
