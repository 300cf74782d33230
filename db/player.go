package db

import (
	"context"
	"time"
)

// Player is a person or a program that plays.
type Player struct {
	ID      string // 12 characters; "" stands for nobody
	Name    string
	Created time.Time
	Habits  string // the playing habits of the player, as SetHabits stored them; "" for a player who has never chosen
	Bot     int    // the level of a player that the program plays itself; 0 for everybody else

	Account bool // whether they have one, to come back from any browser; only set by Players.Player

	// Suspended is the time until which the player may not act, zero for a player who never
	// was suspended. It is not set in the seats of matches.
	Suspended time.Time
	Silent    time.Time // until when they may write no messages; only set by Players.Player
}

// GuestLifetime is the time after which an idle guest is purged.
const GuestLifetime = 30 * 24 * time.Hour

// Visit records a player's visits to a match. The zero Visit means that the player has never
// opened it.
type Visit struct {
	Seen int // how many events a page has shown
	Told int // how many of them, from the first, are no longer news; at most Seen
	// Began is when the present visit, or the last one, began. Latest is the last time at
	// which the player saw the match.
	Began, Latest time.Time

	// Orders are the stored orders of the player's seat there, "" for none. For a player of
	// several seats they are the orders of one seat. Reads fill them in. NoteVisit does not
	// store them.
	Orders string
}

// MatchVisit records a player's visits to one match.
type MatchVisit struct {
	Match string // id
	Visit
}

// VisitDelay is how long a visit that has been noted may wait to be stored.
const VisitDelay = time.Second

// MaxHabits is how many bytes the habits of a player may have.
const MaxHabits = 100

// Players keeps players and their visits.
type Players interface {
	// CreatePlayer stores a new player.
	CreatePlayer(ctx context.Context, name string) (Player, error)
	// CreateGuest stores a new player and makes a token with all scopes for it.
	CreateGuest(ctx context.Context, o Once, name string, note func(p Player, token string) (status int, text []byte)) (Player, string, error)
	// Player returns a player, or ErrNotFound.
	Player(ctx context.Context, id string) (Player, error)
	// RenamePlayer gives a player another name. The error is ErrNotFound if there
	// is no such player.
	RenamePlayer(ctx context.Context, id, name string) error
	// SetHabits stores the playing habits of a player, at most MaxHabits bytes. The error is
	// ErrNotFound if there is no such player.
	SetHabits(ctx context.Context, id, habits string) error
	// Tablemates lists the names of all other people at the tables of a player that are
	// open or in play.
	Tablemates(ctx context.Context, player string) (names []string, err error)

	// Visit returns the record of a player's visits to a match.
	Visit(ctx context.Context, match, player string) (Visit, error)
	// NoteVisit merges a record into a player's visits to a match. Visit returns it from now
	// on. Unlike other writes, it is durable VisitDelay later, or when the store is closed. No
	// field ever decreases, whatever the order in which visits are noted. The error is
	// ErrNotFound if there is no such match or player.
	NoteVisit(ctx context.Context, match, player string, v Visit) error
	// VisitsOf returns the stored visits of a player, without Orders. The newest match comes
	// first.
	VisitsOf(ctx context.Context, player string) ([]MatchVisit, error)
}

// NameReserved is how long nobody else can take a name that an account has given up.
const NameReserved = 365 * 24 * time.Hour

// Account is the account of a player, who can sign in from any browser.
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

// NewPassword is the password that an account gets. With the former password, every other way
// to act as the player ends: sessions, tokens, passes, links and codes in mails. The address
// of the private feeds, event streams, and notices to browsers end, too.
type NewPassword struct {
	Player   string
	Hash     string
	Language string // of the mail about it, unless the player has chosen one
	Session  string // the session that goes on, as it is stored; "" for none
	Push     string // the target of notices that is the browser of that session

	// Recovery says that the holder comes back by mail, or by an operator. It also removes
	// the passkeys and webhooks that were added since the last proof by mail.
	Recovery bool
}

// Accounts keeps the accounts of players. No two accounts have names that share a key. A name
// that an account has given up stays reserved within NameReserved. Guests are not concerned.
type Accounts interface {
	// CreateAccount makes an account of a guest, who keeps everything. The error is
	// ErrNameTaken for a name that is taken or reserved, ErrHasAccount for a player who has
	// one. It is ErrTaken if somebody has its passkey, ErrNoInvite for an invitation that is
	// not good, ErrNotFound if there is no such player.
	CreateAccount(ctx context.Context, o Once, a NewAccount, note func(Player) (status int, text []byte)) (Player, error)
	// InviteAccount makes an invitation to make one account until a time, and returns its
	// token.
	InviteAccount(ctx context.Context, until time.Time) (token string, err error)
	// IsAccountInvite reports whether a token belongs to a good invitation.
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

// FormerName is the name of a player who has left for good.
const FormerName = "a former player"

// LeavingLasts is the time during which the matches of a player who has left are checked
// again. A request that was under way may have taken a seat after all.
const LeavingLasts = time.Minute

// Departed is a player who has left and still has seats in some matches.
type Departed struct {
	Player string // id
	Since  time.Time
}

// Leavers lets players leave for good. The player stays, under FormerName, for the records of
// matches.
type Leavers interface {
	// Leave takes from a player the name, the account, tokens, sessions, passes, orders,
	// studies, visits and offers of rematches. The name of an account stays reserved for
	// NameReserved. The player is listed by Leaving until HasLeft. The error is
	// ErrNotFound if there is no such player.
	Leave(ctx context.Context, player string) error
	// Leaving lists the players who are leaving. The one who left first comes first.
	Leaving(ctx context.Context) ([]Departed, error)
	// LeaveTable frees the seat of a player at an open table. The error is ErrNotFound
	// if they have none there, ErrStarted if it is too late.
	LeaveTable(ctx context.Context, match, player string) (Match, error)
	// HasLeft ends the leaving of a player.
	HasLeft(ctx context.Context, player string) error
}
