// Package accounts is the identity of players: guests, accounts, names, passwords, passkeys,
// tokens, addresses and mail about them, suspensions. It may import match and the root of
// the club.
package accounts

import (
	"context"
	"time"

	"tableronde/db"
	"tableronde/handlers/club"
)

// Accounts lets players in, and keeps their names and secrets.
type Accounts struct {
	store        Store
	hub          club.Publisher
	now          func() time.Time
	defaultNames []string
	hasher       *hasher
	registration Registration
	noGuests     bool
	sendsMail    bool
	mailed       club.Signal
}

// Store is the part of the store that accounts need.
type Store interface {
	db.Players
	db.Accounts
	db.Mails
	ActsAbout(ctx context.Context, player string) ([]db.Act, error)
	SetLanguage(ctx context.Context, player, language string, always bool) error
}

// Config wires Accounts.
type Config struct {
	Store  Store
	Hub    club.Publisher
	Now    func() time.Time
	Mailed club.Signal // sent when mails were stored

	Registration Registration
	NoGuests     bool
	SendsMail    bool // the site has a mail worker

	// DefaultNames are the names of guests who have given none, in every language: no
	// player can choose one of them.
	DefaultNames []string
}

// New returns Accounts.
func New(cfg Config) *Accounts {
	return &Accounts{store: cfg.Store, hub: cfg.Hub, now: cfg.Now, mailed: cfg.Mailed, hasher: newHasher(),
		registration: cfg.Registration, noGuests: cfg.NoGuests, sendsMail: cfg.SendsMail, defaultNames: cfg.DefaultNames}
}

// Keys are the ways in beside a password: passkeys, codes and tokens.
type Keys struct {
	store    KeyStore
	hub      club.Publisher
	mailed   club.Signal
	accounts *Accounts
}

// KeyStore is the part of the store that keys need.
type KeyStore interface {
	db.Passkeys
	db.Passes
	db.Tokens
	CreateAccount(ctx context.Context, o db.Once, a db.NewAccount, note func(db.Player) (status int, text []byte)) (db.Player, error)
	Player(ctx context.Context, id string) (db.Player, error)
}

// NewKeys returns the Keys of accounts.
func NewKeys(store KeyStore, accounts *Accounts) *Keys {
	return &Keys{store: store, hub: accounts.hub, mailed: accounts.mailed, accounts: accounts}
}
