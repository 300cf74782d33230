// Package club is what the site does: who may see and do what, tables and
// invitations, playing, the server's own moves, offers, standing orders, imports.
// It knows neither HTTP nor templates nor SQL; pages, API, workers and
// sub-commands call the same methods of a Service.
package club

import (
	"cmp"
	"context"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"tableronde/db"
	"tableronde/games"
	"tableronde/games/bot"
	"tableronde/games/catalog"
)

// Service does what people and programs ask of the site. It holds who may see and
// do what, brings rules and store together, and tells the hub after each commit.
// Its methods may be called from any goroutine.
//
// Players are named by their ids, "" for somebody who is not known. What a player
// may not see is db.ErrNotFound. ErrorOf describes any error.
type Service struct {
	store        Store
	hub          Publisher
	now          func() time.Time
	rules        func(game string, version int) (games.Ruleset, error)
	defaultNames []string
	positions    *positionCache
	hasher       *hasher
	heart        *heart
	botPause     time.Duration
	botLimits    db.BotLimits
	forcedPause  time.Duration
	random       func() float64
	changed      func(m db.Match) // called after each change of a match
	solver       bot.Solver       // nil if there is none
	searches     *searches
	aside        func(ctx context.Context, search func() error) error
	mayAsk       func(player string) error
	reviewNodes  uint64       // for each search of a review, 0 for the usual number
	reviewDue    Signal       // of size one: filled when a review was asked for
	ended        Signal       // of size one: filled when a match has ended or was made public
	botDue       Signal       // of size one: filled when a bot has become due
	alarm        Signal       // of size one: filled when a match has become due earlier than known
	alarmAt      atomic.Int64 // when the alarms look again by themselves, in milliseconds; 0 if they are about to look
	noticed      Signal       // of size one: filled when notices may have been stored
	told         Signal       // of size one: filled when deliveries were stored
	registration Registration
	noGuests     bool
	sendsMail    bool
	mailGrace    time.Duration
	mailed       Signal // of size one: filled when mails were stored
	leaving      Signal // of size one: filled when somebody has left and matches still have them
	repeatDue    Signal // wakes Standers
	ladderDue    Signal // wakes LadderClerk
	cupDue       Signal // wakes Heralds
}

// Store is what the club needs of a store. Any db.Store is one.
type Store interface {
	db.Matches
	db.Tables
	db.Challenges
	db.Standing
	db.Cups
	db.Rematches
	db.Alarms
	db.Bots
	db.Lists
	db.Lobby
	db.Players
	db.Tokens
	db.Accounts
	db.Passkeys
	db.Passes
	db.Mails
	db.Telling
	db.Studies
	db.Remarks
	db.Collections
	db.Reviews
	db.Archive
	db.Ladders
	db.Talk
	db.Leavers
	db.Operators
	db.Outbox
	db.Heartbeats
	// Sessions returns the storage of the browser sessions.
	Sessions() db.Sessions
	db.Leases
	db.Parking
	// Purge deletes what has expired, and calls ended with each table that has.
	Purge(ctx context.Context, ended func(db.Match)) error
}

// Config is what a Service needs from the outside.
type Config struct {
	Store Store
	Hub   Publisher
	Now   func() time.Time // nil means time.Now
	// Uptime returns the time since some moment, whatever becomes of the clock of the
	// machine; nil means that Now is never set.
	Uptime func() time.Duration

	// PositionMemory is how many bytes to keep of the positions of matches, 0 for
	// those of a few.
	PositionMemory int64

	// Rules finds the rules of a game, for version 0 the newest; nil means
	// catalog.Find.
	Rules func(game string, version int) (games.Ruleset, error)

	// BotPause is how long a bot waits before it thinks about its move, for people to
	// follow; 0 means BotPause of the package.
	BotPause time.Duration

	// BotLimits are for each player; the zero value means none.
	BotLimits db.BotLimits

	// Busy reports whether somebody waits for a response: searches rest then. Nil means never.
	Busy func() bool

	// Aside makes a search outside of the bounds of the request that ctx belongs to, which
	// would hold up others; nil means that there are none.
	Aside func(ctx context.Context, search func() error) error

	// ForcedPause is the longest pause before the server decides for a seat that has no
	// choice, where it does not do so at once; 0 means ForcedPause of the package. Random
	// returns a number from 0 up to 1 by which pauses are drawn; nil means rand.Float64.
	ForcedPause time.Duration
	Random      func() float64

	// Solver knows the true values of positions of Camette, and of endings of other games if
	// bot.EndingsOf has them; nil if there is none.
	Solver bot.Solver

	// MayAsk returns an error if a player may have no search made now; nil if everybody
	// always may.
	MayAsk func(player string) error
	// ReviewNodes is how many positions each search of a review looks at; 0 means the
	// usual number.
	ReviewNodes uint64

	// Registration says who may make an account; NoGuests that nobody becomes a guest.
	Registration Registration
	NoGuests     bool

	// SendsMail says that the site has a Postman.
	SendsMail bool

	// MailGrace is how long mail about matches waits; 0 means MailGrace of the package.
	MailGrace time.Duration

	// DefaultNames are what guests are called who have given no name, in every
	// language: nobody can choose one of them.
	DefaultNames []string
}

// New returns a Service.
func New(cfg Config) *Service {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Uptime == nil {
		begun := cfg.Now()
		cfg.Uptime = func() time.Duration { return cfg.Now().Sub(begun) }
	}
	if cfg.PositionMemory == 0 {
		cfg.PositionMemory = fewPositions
	}
	if cfg.Rules == nil {
		cfg.Rules = catalog.Find
	}
	cfg.BotPause, cfg.ForcedPause = cmp.Or(cfg.BotPause, BotPause), cmp.Or(cfg.ForcedPause, ForcedPause)
	if cfg.Random == nil {
		cfg.Random = rand.Float64
	}
	if cfg.MayAsk == nil {
		cfg.MayAsk = func(string) error { return nil }
	}
	if cfg.Aside == nil {
		cfg.Aside = func(_ context.Context, search func() error) error { return search() }
	}
	s := &Service{
		store:        cfg.Store,
		hub:          cfg.Hub,
		now:          cfg.Now,
		rules:        cfg.Rules,
		defaultNames: cfg.DefaultNames,
		positions:    newPositionCache(cfg.PositionMemory),
		hasher:       newHasher(),
		heart:        &heart{store: cfg.Store, now: cfg.Now, uptime: cfg.Uptime, changed: NewSignal(), asked: NewSignal()},
		botPause:     cfg.BotPause,
		forcedPause:  cfg.ForcedPause,
		random:       cfg.Random,
		solver:       cfg.Solver,
		botLimits:    cfg.BotLimits,
		searches:     newSearches(cfg.Busy),
		aside:        cfg.Aside,
		reviewNodes:  cfg.ReviewNodes,
		mayAsk:       cfg.MayAsk,
		reviewDue:    NewSignal(),
		botDue:       NewSignal(),
		alarm:        NewSignal(),
		ended:        NewSignal(),
		noticed:      NewSignal(),
		told:         NewSignal(),
		registration: cfg.Registration,
		noGuests:     cfg.NoGuests,
		sendsMail:    cfg.SendsMail,
		mailGrace:    cmp.Or(cfg.MailGrace, MailGrace),
		mailed:       NewSignal(),
		leaving:      NewSignal(),
		repeatDue:    NewSignal(),
		ladderDue:    NewSignal(),
		cupDue:       NewSignal(),
	}
	s.changed = func(m db.Match) {
		if !m.BotDue.IsZero() {
			s.botDue.Send()
		}
		if m.Over {
			s.ended.Send()
			s.repeatDue.Send()
			if m.Cup != "" {
				s.cupDue.Send()
			}
		}
		s.noticed.Send()
	}
	return s
}
