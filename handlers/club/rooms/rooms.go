// Package rooms connects the rooms of the club to each other and to the store. It holds no
// behavior: pages, API, workers and sub-commands call the rooms. It may import all of them.
package rooms

import (
	"context"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/catalog"
	"tableronde/handlers/club"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/club/admin"
	"tableronde/handlers/club/archive"
	"tableronde/handlers/club/bots"
	"tableronde/handlers/club/cups"
	"tableronde/handlers/club/ladders"
	"tableronde/handlers/club/learn"
	"tableronde/handlers/club/live"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/notify"
	"tableronde/handlers/club/tables"
	"tableronde/handlers/club/talk"
)

// Club holds the rooms of a site.
type Club struct {
	Match    *match.Matches
	Lists    *match.Lists
	Live     *live.Changes
	Accounts *accounts.Accounts
	Keys     *accounts.Keys
	Tables   *tables.Tables
	Repeat   *tables.RepeatTables
	Ladders  *ladders.Ladders
	Talk     *talk.Chat
	Learn    *learn.Notebook
	Puzzles  *learn.Puzzles
	Archive  *archive.Archive
	Notify   *notify.Notifier
	Bots     *bots.Bots
	Shows    *bots.Exhibition
	Cups     *cups.Cups
	Admin    *admin.Operators
}

// Store is the part of the store that the rooms need. Every db.Store implements it.
type Store interface {
	match.Store
	live.Store
	accounts.Store
	accounts.KeyStore
	tables.Store
	db.Standing
	ladders.Store
	db.Talk
	learn.Store
	db.Puzzles
	archive.Store
	notify.Store
	bots.Store
	cups.Store
	admin.Store
}

// Config configures a Club. Only Store and Hub are required. The zero value of each other field
// means the default given in the Config of its room.
type Config struct {
	Store Store
	Hub   club.Publisher
	Now   func() time.Time // nil means time.Now
	Rules func(game string, version int) (games.Ruleset, error)

	Uptime         func() time.Duration // this and the next ones: see match.Config
	PositionMemory int64
	BotPause       time.Duration
	ForcedPause    time.Duration
	Random         func() float64

	BotLimits db.BotLimits // see tables.Config

	Exhibition bool // bots play for spectators; see bots.Exhibition

	Busy        func() bool // this and the next ones: see bots.Config
	Aside       func(ctx context.Context, search func() error) error
	Solver      bot.Solver
	MayAsk      func(player string) error
	ReviewNodes uint64
	AllReviews  bool

	Registration accounts.Registration // this and the next ones: see accounts.Config
	NoGuests     bool
	SendsMail    bool
	DefaultNames []string

	Wording func(lang, english string) string // translates texts of historic games; see archive.New

	MailGrace time.Duration // wait of mail about matches; 0 means notify.MailGrace
}

// New returns a Club.
func New(cfg Config) *Club {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Rules == nil {
		cfg.Rules = catalog.Find
	}
	wakes := club.NewWakes()
	c := &Club{}
	c.Match = match.New(match.Config{Store: cfg.Store, Hub: cfg.Hub, Now: cfg.Now, Rules: cfg.Rules, Uptime: cfg.Uptime, PositionMemory: cfg.PositionMemory,
		BotPause: cfg.BotPause, ForcedPause: cfg.ForcedPause, Random: cfg.Random, Wakes: wakes})
	c.Lists = match.NewLists(cfg.Store)
	c.Live = live.New(cfg.Store, cfg.Hub, cfg.Now, wakes)
	c.Accounts = accounts.New(accounts.Config{Store: cfg.Store, Hub: cfg.Hub, Now: cfg.Now, Registration: cfg.Registration, NoGuests: cfg.NoGuests,
		SendsMail: cfg.SendsMail, DefaultNames: cfg.DefaultNames, Wakes: wakes})
	c.Keys = accounts.NewKeys(cfg.Store, c.Accounts)
	c.Tables = tables.New(tables.Config{Store: cfg.Store, Hub: cfg.Hub, Now: cfg.Now, Rules: cfg.Rules, BotLimits: cfg.BotLimits, Matches: c.Match, Lists: c.Lists, Accounts: c.Accounts,
		Wakes: wakes})
	c.Repeat = tables.NewRepeatTables(cfg.Store, c.Tables, wakes)
	c.Ladders = ladders.New(cfg.Store, cfg.Now, c.Match, c.Tables, wakes)
	c.Talk = talk.New(cfg.Store, cfg.Hub, cfg.Now, c.Match, c.Accounts, wakes)
	c.Learn = learn.New(cfg.Store, c.Match)
	c.Puzzles = learn.NewPuzzles(cfg.Store, cfg.Now)
	c.Archive = archive.New(cfg.Store, cfg.Now, cfg.Rules, c.Match, c.Accounts, wakes, cfg.Wording)
	c.Notify = notify.New(cfg.Store, cfg.Now, c.Match, c.Accounts, cfg.MailGrace, wakes)
	c.Bots = bots.New(bots.Config{Store: cfg.Store, Now: cfg.Now, Matches: c.Match, Lists: c.Lists, Notebook: c.Learn, Busy: cfg.Busy, Aside: cfg.Aside, Solver: cfg.Solver,
		MayAsk: cfg.MayAsk, ReviewNodes: cfg.ReviewNodes, AllReviews: cfg.AllReviews, Wakes: wakes})
	c.Shows = bots.NewExhibition(c.Bots, cfg.Exhibition)
	c.Cups = cups.New(cups.Config{Store: cfg.Store, Now: cfg.Now, Rules: cfg.Rules, Random: cfg.Random, Matches: c.Match, Tables: c.Tables, Accounts: c.Accounts, Wakes: wakes})
	c.Admin = admin.New(admin.Config{Store: cfg.Store, Hub: cfg.Hub, Now: cfg.Now, Matches: c.Match, Tables: c.Tables, Accounts: c.Accounts, Wakes: wakes})
	return c
}
