package db

import (
	"context"
	"time"
)

// Player is a person or a program that plays.
type Player struct {
	ID      string // 12 random characters; "" stands for nobody
	Name    string
	Created time.Time
	Habits  string // set by SetHabits; "" for a player who has never chosen
	Bot     int    // level of a bot; 0 for a person

	Account bool // has an account; set only by Players.Player

	// Suspended is the end of the player's suspension, zero if there never was one. It is not set
	// in the seats of matches.
	Suspended time.Time
	Silent    time.Time // end of the time without messages; set only by Players.Player
}

// ProfileID returns the id under which the player is archived, "" for a player who has left the
// site. All bots of one level share one id.
func (p Player) ProfileID() string {
	switch {
	case p.Bot > 0:
		return BotPlayer(p.Bot, 1).ID
	case p.Name == FormerName:
		return ""
	}
	return p.ID
}

// GuestLifetime is the time after which an idle guest is purged.
const GuestLifetime = 30 * 24 * time.Hour

// Visit records a player's visits to a match. The zero Visit means that the player has never
// opened it.
type Visit struct {
	Seen int // number of events that a page has shown
	Told int // number of first events that are no longer news; at most Seen
	// Began is the beginning of the latest visit. Latest is the last time at which the player saw
	// the match.
	Began, Latest time.Time

	// Orders are the stored orders of the player's seat, "" for none. For a player of several seats
	// they are the orders of one seat. Only reads set them; NoteVisit ignores them.
	Orders string
}

// MatchVisit records a player's visits to one match.
type MatchVisit struct {
	Match string // id
	Visit
}

// VisitDelay is the longest delay of storing a visit.
const VisitDelay = time.Second

// MaxHabits is the most bytes of a player's habits.
const MaxHabits = 100

// Players stores players and their visits.
type Players interface {
	// CreatePlayer stores a new player.
	CreatePlayer(ctx context.Context, name string) (Player, error)
	// CreateGuest stores a new player and a token of the player with all scopes.
	CreateGuest(ctx context.Context, o Once, name string, note func(p Player, token string) (status int, text []byte)) (Player, string, error)
	// Player returns a player, or ErrNotFound.
	Player(ctx context.Context, id string) (Player, error)
	// RenamePlayer changes the name of a player. The error is ErrNotFound if there is no such
	// player.
	RenamePlayer(ctx context.Context, id, name string) error
	// SetHabits stores the playing habits of a player, at most MaxHabits bytes. The error is
	// ErrNotFound if there is no such player.
	SetHabits(ctx context.Context, id, habits string) error
	// Tablemates lists the names of all other people at the open tables and in the running matches
	// of a player.
	Tablemates(ctx context.Context, player string) (names []string, err error)

	// Visit returns the record of a player's visits to a match.
	Visit(ctx context.Context, match, player string) (Visit, error)
	// NoteVisit merges a visit into a player's record for a match. Visit returns the result at
	// once. Unlike other writes, it is durable only after VisitDelay, or when the store is closed.
	// No field ever decreases, in whatever order visits are merged. The error is ErrNotFound if
	// there is no such match or player.
	NoteVisit(ctx context.Context, match, player string, v Visit) error
	// VisitsOf returns the stored visits of a player, without Orders, the newest match first.
	VisitsOf(ctx context.Context, player string) ([]MatchVisit, error)
}

// NameReserved is the time during which nobody else can take the former name of an account.
const NameReserved = 365 * 24 * time.Hour

// Account is the account of a player, who can sign in from any browser.
type Account struct {
	Player
	Password string // hash in the PHC string format; "" for none
	Email    string // the confirmed address, "" for none
	Opened   time.Time
}

// NewAccount describes an account to create for a player.
type NewAccount struct {
	Player   string // id of a guest
	Name     string
	Keys     []string    // of the name; names with a common key look alike
	Password string      // hash, "" for none
	Passkey  *NewPasskey // the first passkey, or nil
	Mail     *NewMail    // mail that confirms the address, or nil
	Invite   string      // token of an invitation, which is used up; "" for none
}

// NewPassword describes a new password of an account. Setting it ends every other way to act as the
// player: sessions, tokens, passes, links and codes in mails, addresses of private feeds, event
// streams, and notifications to browsers.
type NewPassword struct {
	Player   string
	Hash     string
	Language string // of the mail about it, unless the player has chosen another
	Session  string // stored token of the session that goes on; "" for none
	Push     string // id of the target for that session's browser

	// Recovery is set if the password is changed by mail or by an operator. Then the passkeys and
	// webhooks added since the last proof by mail are deleted, too.
	Recovery bool
}

// Accounts stores the accounts of players. No two accounts have names with a common key. The former
// name of an account stays reserved for NameReserved. Guests may have any name.
type Accounts interface {
	// CreateAccount turns a guest into an account, which keeps all data. The error is ErrNameTaken
	// for a name that is taken or reserved, ErrHasAccount for a player with an account, ErrTaken if
	// the passkey is in use, ErrNoInvite for an invalid invitation, ErrNotFound if there is no such
	// player.
	CreateAccount(ctx context.Context, o Once, a NewAccount, note func(Player) (status int, text []byte)) (Player, error)
	// InviteAccount creates an invitation to create one account until a time, and returns its
	// token.
	InviteAccount(ctx context.Context, until time.Time) (token string, err error)
	// IsAccountInvite reports whether a token belongs to a valid invitation.
	IsAccountInvite(ctx context.Context, token string) (bool, error)
	// ListAccounts lists at most limit accounts, the newest first.
	ListAccounts(ctx context.Context, limit int) ([]Account, error)
	// Account returns the account of a player, or ErrNotFound for a guest or an unknown player.
	Account(ctx context.Context, player string) (Account, error)
	// AccountByName returns the account with a key of its name, or ErrNotFound.
	AccountByName(ctx context.Context, key string) (Account, error)
	// RenameAccount changes the name of an account. The error is ErrNameTaken or, without an
	// account, ErrNotFound.
	RenameAccount(ctx context.Context, player, name string, keys []string) error
	// SetPassword replaces the hash of a password. If the account has an address, a mail reports
	// it. The error is ErrNotFound without an account.
	SetPassword(ctx context.Context, p NewPassword) error
}

// FormerName is the name shown for players who have left the site.
const FormerName = "a former player"

// LeavingLasts is the time during which the matches of a leaving player are checked repeatedly,
// because a concurrent request may have taken a seat.
const LeavingLasts = time.Minute

// Departed is a player who has left the site and still has seats in some matches.
type Departed struct {
	Player string // id
	Since  time.Time
}

// Leavers removes players from the site. Their rows stay under FormerName, for the records of
// matches.
type Leavers interface {
	// Leave deletes the name, the account, the tokens, sessions, passes, orders, studies, visits
	// and rematch offers of a player. The name of an account stays reserved for NameReserved.
	// Leaving lists the player until HasLeft. The error is ErrNotFound if there is no such player.
	Leave(ctx context.Context, player string) error
	// Leaving lists the players who are leaving, the first to leave first.
	Leaving(ctx context.Context) ([]Departed, error)
	// LeaveTable frees the seat of a player at an open table. The error is ErrNotFound if the
	// player has no seat there, ErrStarted if the match has begun.
	LeaveTable(ctx context.Context, match, player string) (Match, error)
	// HasLeft ends the leaving of a player. Leaving no longer lists the player.
	HasLeft(ctx context.Context, player string) error
}
