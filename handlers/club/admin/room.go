// Package admin carries out the acts of operators, on pages and on the command line. They suspend
// and rename players, view and end matches, give seats to others, and manage accounts. It may
// import every room of the club.
package admin

import (
	"context"
	"time"

	"tableronde/db"
	"tableronde/handlers/club"
	"tableronde/handlers/club/accounts"
	"tableronde/handlers/club/match"
	"tableronde/handlers/club/tables"
)

// Operators carries out the acts of operators, and logs them.
type Operators struct{ cfg Config }

// Store is the part of the store that operators need.
type Store interface {
	db.Operators
	CreatePlayer(ctx context.Context, name string) (db.Player, error)
	CreateAccount(ctx context.Context, o db.Once, a db.NewAccount, note func(db.Player) (status int, text []byte)) (db.Player, error)
	CreatePass(ctx context.Context, player string) (db.Pass, error)
	InviteAccount(ctx context.Context, until time.Time) (token string, err error)
	ListAccounts(ctx context.Context, limit int) ([]db.Account, error)
	Player(ctx context.Context, id string) (db.Player, error)
	Match(ctx context.Context, id string) (db.Match, error)
	DeleteOpenMatch(ctx context.Context, id, host string) error
	Blocks(ctx context.Context, match, player string) (bool, error)
}

// Config holds the dependencies of Operators.
type Config struct {
	Store    Store
	Hub      club.Publisher
	Now      func() time.Time
	Matches  *match.Matches
	Tables   *tables.Tables
	Accounts *accounts.Accounts
	Wakes    *club.Wakes
}

// New returns Operators.
func New(cfg Config) *Operators { return &Operators{cfg} }
