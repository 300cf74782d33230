package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"tableronde/db/place"
	"tableronde/handlers"
	"tableronde/handlers/mail"
)

type serveCmd struct {
	Addr        string        `long:"addr" default:"127.0.0.1:8080" env:"TABLERONDE_ADDR" description:"Address to listen at; port 0 takes a free one."`
	DB          string        `long:"db" default:"tableronde.db" env:"TABLERONDE_DB" description:"Database: a file, made where there is none, or postgres://… for several processes."`
	BaseURL     string        `long:"base-url" env:"TABLERONDE_BASE_URL" value-name:"URL" description:"Origin for links, as https://table.example, and the only host that is served; by default that of each request."`
	Connections int           `long:"connections" default:"0" env:"TABLERONDE_CONNECTIONS" description:"Connections to PostgreSQL at most; 0 for four a processor, at least eight."`
	Proxies     networks      `long:"proxies" env:"TABLERONDE_PROXIES" value-name:"NETWORK" description:"Networks of proxies on other machines, as 10.0.0.0/24: their X-Forwarded-For or Forwarded is believed."`
	SMTP        mail.Server   `long:"smtp" env:"TABLERONDE_SMTP" value-name:"URL" description:"Server that takes mail, as smtp://user:password@mail.example:587?from=camelot@example.org; needs --base-url."`
	Private     bool          `long:"allow-private-targets" env:"TABLERONDE_ALLOW_PRIVATE_TARGETS" description:"Let webhooks and pushes of players lead into private networks, too."`
	Tables      tableFolder   `long:"tables" env:"TABLERONDE_TABLES" value-name:"DIR" description:"The folder of the tables of Camette (663 MB, 1.1 GB of memory meanwhile) and of endings, made in the background on first use; by default tables, beside the database."`
	TablePieces int           `long:"table-pieces" hidden:"yes" description:"Pieces of the positions in that table at most, for tests; 0 for all."`
	ReviewNodes uint64        `long:"review-positions" hidden:"yes" description:"Positions of each search of a review, for tests; 0 for the usual number."`
	MailGrace   time.Duration `long:"mail-grace" hidden:"yes" description:"Time that mail about matches waits, for tests; 0 for that of the settings page."`
	Metrics     loopback      `long:"metrics" env:"TABLERONDE_METRICS" value-name:"ADDRESS" description:"Address on this machine, as 127.0.0.1:9090, for metrics of Prometheus and profiles; none by default."`
	LogJSON     bool          `long:"log-json" env:"TABLERONDE_LOG_JSON" description:"Log as JSON."`

	handlers.Settings `group:"Memory, limits and timeouts"`
}

// networks are the networks that a flag names, with commas between or one for each flag.
type networks []netip.Prefix

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

// Run serves until it is told to stop by SIGINT or SIGTERM; a second signal
// stops it at once.
func (c *serveCmd) Run(con *console) error {
	limitMemory()
	if c.Metrics == "" {
		runtime.MemProfileRate = 0 // nobody can ask for a profile, whose samples take 1.5 MB
	}
	ctx, forget := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	context.AfterFunc(ctx, forget)
	defer forget()
	return c.serve(ctx, c.logger(con.err))
}

func (c *serveCmd) logger(w io.Writer) *slog.Logger {
	if c.LogJSON {
		return slog.New(slog.NewJSONHandler(w, nil))
	}
	return slog.New(slog.NewTextHandler(w, nil))
}

// serve answers requests until ctx is done, then lets those under way end.
func (c *serveCmd) serve(ctx context.Context, log *slog.Logger) (err error) {
	secure, err := c.secure()
	if err != nil {
		return err
	}
	store, closeStore, err := openStore(ctx, c.DB, storeSettings{eventMemory: int64(c.EventMemory), connections: c.Connections})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeStore()) }()
	set := c.Settings
	if most := streams(descriptors()); most > 0 {
		set.Streams = min(set.Streams, most)
	}
	config := handlers.Config{Store: store, Log: log, BaseURL: c.BaseURL, Secure: secure, Proxies: c.Proxies, Settings: set, AllowPrivateTargets: c.Private, MailGrace: c.MailGrace, ReviewNodes: c.ReviewNodes,
		Version: version(), Disk: spaceAt(c.DB)}
	tables, err := c.tableMaker(log)
	if err != nil {
		return err
	}
	defer tables.close()
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
	defer takeCommands(c.DB, site, log)()
	listener, err := listen(c.Addr)
	if err != nil {
		return err
	}
	server := newHTTPServer(site.Handler(), set, log)
	if most := connections(descriptors()); most > 0 {
		server.ConnState = newWaitingConns(most, site.Streams).track
	}
	server.RegisterOnShutdown(site.Close)

	log.Info("listening", "url", browseURL(listener.Addr()), "db", place.Describe(c.DB), "version", version())
	if secure && c.BaseURL == "" {
		log.Warn("cookies are kept by browsers over HTTPS only, since the address is not a loopback one")
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	log.Info("stopping")
	return stopServing(server, listener, site, log)
}

// newSite returns a site that sends mail by the server that was named, if one was.
func (c *serveCmd) newSite(config handlers.Config) (*handlers.Server, error) {
	if c.SMTP.Host != "" {
		config.Mail = &mail.Sender{Server: c.SMTP, Now: time.Now}
	}
	return handlers.New(config)
}

// tableMaker returns what solves positions of Camette.
func (c *serveCmd) tableMaker(log *slog.Logger) (*tableMaker, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	folder := c.Tables
	if folder == "" {
		folder = "tables"
		if !place.IsPostgres(c.DB) {
			folder = tableFolder(filepath.Join(filepath.Dir(c.DB), "tables"))
		}
	}
	return newTableMaker(folder, c.TablePieces, program, log), nil
}

// newHTTPServer returns a server that bounds the time and memory a client may take.
// Event streams lift the timeouts for themselves.
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

// connections returns how many connections to keep, 0 for any number.
func connections(descriptors int) int {
	const own = 64 // of the database, the log, what listens
	if descriptors == 0 {
		return 0
	}
	return max(2, descriptors-own)
}

// streams returns how many event streams to take: half of the connections, so that
// pages and health checks always get one; 0 for any number.
func streams(descriptors int) int { return connections(descriptors) / 2 }

// secure reports whether cookies are for HTTPS alone: always, unless browsers
// come by plain HTTP to a loopback address.
func (c *serveCmd) secure() (bool, error) {
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
