package db

import (
	"context"
	"time"
)

// NameReserved is how long nobody else can take a name that an account has given up.
const NameReserved = 365 * 24 * time.Hour

// Account is what a player has who can come back from any browser.
type Account struct {
	Player
	Password string // its hash, in the PHC string format; "" for none
	Email    string // the address that its holder has confirmed, "" for none
	Opened   time.Time
}

// NewAccount is an account to be made of a player.
type NewAccount struct {
	Player   string // id of a guest
	Name     string
	Keys     []string    // of the name: names that share one are taken for each other
	Password string      // its hash, "" for none
	Passkey  *NewPasskey // its first, or nil
	Mail     *NewMail    // that confirms its address, or nil
	Invite   string      // the token of an invitation, which is used up; "" for none
}

// NewPassword is the password that an account gets. With the one before, all else ends by
// which somebody acts as the player: sessions, tokens, passes, links and codes in mails, the
// address of the private feeds, event streams, and notices to browsers.
type NewPassword struct {
	Player   string
	Hash     string
	Language string // of the mail about it, unless the player has chosen one
	Session  string // the one that goes on, as it is stored; "" for none
	Push     string // the target of notices that is the browser of that session

	// Recovery says that the holder comes back by mail, or by an operator. It also removes
	// the passkeys and webhooks that were added since the last proof by mail.
	Recovery bool
}

// Accounts keeps the accounts of players. No two of them bear names that share a key,
// nor one that another has given up within NameReserved. Guests are not concerned.
type Accounts interface {
	// CreateAccount makes a guest an account, with all that the guest has. The error is
	// ErrNameTaken for a name that is borne or reserved, ErrHasAccount for a player who
	// has one, ErrTaken if somebody has its passkey, ErrNoInvite for an invitation that is
	// not good, ErrNotFound if there is no such player.
	CreateAccount(ctx context.Context, o Once, a NewAccount, note func(Player) (status int, text []byte)) (Player, error)
	// InviteAccount makes an invitation to make one account until a time, and returns its
	// token.
	InviteAccount(ctx context.Context, until time.Time) (token string, err error)
	// IsAccountInvite reports whether a token is that of a good invitation.
	IsAccountInvite(ctx context.Context, token string) (bool, error)
	// ListAccounts lists accounts, the newest first, at most limit.
	ListAccounts(ctx context.Context, limit int) ([]Account, error)
	// Account returns the account of a player, or ErrNotFound for a guest or nobody.
	Account(ctx context.Context, player string) (Account, error)
	// AccountByName returns the account whose name has a key, or ErrNotFound.
	AccountByName(ctx context.Context, key string) (Account, error)
	// RenameAccount gives an account another name. The error is ErrNameTaken or, without
	// an account, ErrNotFound.
	RenameAccount(ctx context.Context, player, name string, keys []string) error
	// SetPassword replaces the hash of a password. The holder gets a mail about it if the
	// account has an address. The error is ErrNotFound without an account.
	SetPassword(ctx context.Context, p NewPassword) error
}
