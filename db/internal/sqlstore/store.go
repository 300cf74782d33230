// Package sqlstore is the part of the store that all SQL engines share. An engine runs the
// queries. See Engine.
//
// Each interface of db.Store has a type of the same name here, in the file of its subject: the
// type ladders implements db.Ladders. These types contain only the core, which has the engine,
// the transactions and the caches. Store combines them.
//
// A write is a function with a transaction, the tx. It may use functions of other subjects
// that take a tx, but no method of a store.
package sqlstore

import (
	"context"
	"sync/atomic"
	"time"

	"tableronde/db"
	"tableronde/db/internal/secret"
)

// Store implements the methods of db.Store that engines share.
type Store struct {
	*core

	accounts
	alarms
	archive
	bots
	challenges
	collections
	cups
	heartbeats
	ladders
	leases
	leavers
	lessons
	lists
	lobby
	mails
	matches
	operators
	outbox
	parking
	passes
	passkeys
	players
	puzzles
	remarks
	rematches
	requests
	reviews
	standing
	studies
	tables
	talk
	notifications
	tokens

	purgedGuests atomic.Int64 // purgeGuests has checked guests created until then
}

// Options configure a Store. Zero fields have their defaults.
type Options struct {
	EventMemory int64            // bytes of the cache of events; 0 for EventMemory
	Key         secret.InviteKey // of invitations; nil to be set by UseKey
	Origin      string           // name of the store in the changes for db.Feed; "" records none
	Exclusive   bool             // no other process writes to the database
}

// New returns a store on an engine.
func New(e Engine, o Options) *Store {
	if o.EventMemory == 0 {
		o.EventMemory = EventMemory
	}
	c := &core{Now: time.Now, engine: e, log: newEventLog(o.EventMemory), key: o.Key, origin: o.Origin}
	c.read = committed{e, c}
	if o.Exclusive {
		c.kept = newKeptRows()
	}
	return &Store{core: c,
		accounts: accounts{c}, alarms: alarms{c}, archive: archive{c}, bots: bots{c}, challenges: challenges{c}, collections: collections{c},
		cups: cups{c}, heartbeats: heartbeats{c}, ladders: ladders{c}, leases: leases{c}, leavers: leavers{c}, lessons: lessons{c}, lists: lists{c},
		lobby: lobby{c}, mails: mails{c}, matches: matches{c}, operators: operators{c}, outbox: outbox{c}, parking: parking{c}, passes: passes{c},
		passkeys: passkeys{c}, players: players{c}, puzzles: puzzles{c}, remarks: remarks{c}, rematches: rematches{c}, requests: requests{c}, reviews: reviews{c},
		standing: standing{c}, studies: studies{c}, tables: tables{c}, talk: talk{c}, notifications: notifications{c}, tokens: tokens{c}}
}

// UseKey sets the key of invitations. It must be called before the first query.
func (s *Store) UseKey(key secret.InviteKey) { s.key = key }

// Forget drops all cached rows.
func (s *Store) Forget() {
	if s.kept != nil {
		s.kept.versions.all.commits.Add(1)
	}
}

// Sessions implements db.Store.
func (s *Store) Sessions() db.Sessions { return sessions{s.core} }

// LastFailure implements db.Health.
func (s *Store) LastFailure() db.Failure {
	if f := s.failed.Load(); f != nil {
		return *f
	}
	return db.Failure{}
}

// Ready implements db.Health.
func (s *Store) Ready(ctx context.Context) error {
	outcome := make(chan error, 1)
	go func() {
		outcome <- s.exec(ctx, "probe", `INSERT INTO probe (id, at) VALUES (1, ?)
			ON CONFLICT (id) DO UPDATE SET at = excluded.at`, s.Millis())
	}()
	select {
	case err := <-outcome:
		return db.Unanswered(ctx, err)
	case <-ctx.Done():
		return db.Unanswered(ctx, ctx.Err())
	}
}
