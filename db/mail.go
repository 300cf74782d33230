package db

import (
	"context"
	"time"
)

// MailKind is the purpose of a mail.
type MailKind string

// Kinds of mails.
const (
	MailConfirm  MailKind = "confirm"  // its link confirms the address of an account
	MailEnter    MailKind = "enter"    // its link signs in, or sets a new password
	MailPassword MailKind = "password" // says that the password of an account was changed
	MailAddress  MailKind = "address"  // says that an account has another address now, or none
	MailProof    MailKind = "proof"    // its code proves that the user of the session owns the account
	MailToken    MailKind = "token"    // says that a token with a name was made

	MailPasskeyAdded   MailKind = "passkey_added"
	MailPasskeyRemoved MailKind = "passkey_removed"
)

// HasLink reports whether mails of a kind contain a link.
func (k MailKind) HasLink() bool { return k == MailConfirm || k == MailEnter }

// MailLifetime is the time for which an unsent mail is kept. Links expire earlier.
const MailLifetime = 48 * time.Hour

// NewMail describes a mail to send.
type NewMail struct {
	Kind     MailKind
	Player   string // the player concerned; "" for the player who has confirmed the address
	Address  string
	Language string // "en", "fr"; the recipient's own language, if stored, comes first
}

// Mail is a mail that is to be sent, or whose link is still valid.
type Mail struct {
	ID string
	NewMail
	Name   string // of the player concerned; "" if nobody has confirmed the address
	Holder string // id of the player who has confirmed the address; "" if nobody has
	Token  string // of the link, "" for none
	Code   string // of MailProof, CodeLength digits
	Tries  int    // attempts to send it
	Queued time.Time
}

// Mails stores mails until they are sent. A mail with a link is kept until the link is used or has
// expired. The store has only hashes of the tokens of links. Each time a mail is sent, its token is
// derived again.
type Mails interface {
	// QueueMail stores a mail to send. A MailConfirm replaces the earlier MailConfirm of the
	// same player, and a MailProof the earlier MailProof.
	QueueMail(ctx context.Context, m NewMail) error
	// DueMails lists at most limit mails that are to be sent now. The mail that has been due
	// for the longest time comes first.
	DueMails(ctx context.Context, limit int) ([]Mail, error)
	// MailSent records that a mail was sent. From now on its link is valid for the given time. A
	// mail without a link is deleted.
	MailSent(ctx context.Context, id string, good time.Duration) error
	// DelayMail stores the reason why a mail could not be sent, and delays the next attempt.
	DelayMail(ctx context.Context, id, why string, by time.Duration) error
	// DropMail deletes a mail.
	DropMail(ctx context.Context, id string) error

	// MailByToken returns the mail of a valid link and does not use it up. The error is ErrNotFound
	// if the link was used or replaced, or has expired.
	MailByToken(ctx context.Context, token string) (Mail, error)
	// ConfirmAddress uses up a link of MailConfirm and gives the account its address. A mail
	// to the former address, if any, reports the change. The error is ErrNotFound, or ErrTaken
	// if another account has that address.
	ConfirmAddress(ctx context.Context, token string) error
	// EnterByMail uses up a link of MailEnter and returns its player. A password, unless it is
	// "", is the hash of the account's new one, as by SetPassword for a recovery. The error is
	// ErrNotFound.
	EnterByMail(ctx context.Context, token, password string) (Player, error)
	// ProveByMail uses up the code of a MailProof of a player. The error is ErrNotFound for
	// any other code. After MaxWrongCodes wrong codes it is ErrNotFound for the right one,
	// too.
	ProveByMail(ctx context.Context, player, code string) error
	// PendingAddress returns the address that a player has not confirmed yet, "" for
	// none.
	PendingAddress(ctx context.Context, player string) (string, error)
	// RemoveAddress removes the address of an account. A mail to that address, in the given
	// language, reports it. The error is ErrNotFound if the account has none.
	RemoveAddress(ctx context.Context, player, language string) error
}

// PassLifetime is the lifetime of a pass. After MaxWrongCodes wrong codes, the store refuses every
// code issued until then.
const (
	PassLifetime  = 10 * time.Minute
	MaxWrongCodes = 10
)

// CodeLength is the length of the codes that people type, in digits.
const CodeLength = 8

// Pass lets one more browser play as a player, once.
type Pass struct {
	Token string // in the link: 128 bits, as 26 letters and digits
	Code  string // 8 digits, to be typed where the link cannot be opened
	Until time.Time
}

// Passes keeps the passes of players. Only hashes of their tokens and codes are stored.
// A secret is either of the two.
type Passes interface {
	// CreatePass makes a pass of a player in place of the one before. The error is
	// ErrNotFound if there is no such player.
	CreatePass(ctx context.Context, player string) (Pass, error)
	// PlayerByPass returns the player of a pass by its token, never by its code, and does
	// not use the pass up. The error is ErrNotFound if it was used or replaced, or has
	// expired.
	PlayerByPass(ctx context.Context, token string) (Player, error)
	// UsePass returns the player of a pass and uses the pass up: of several calls at the same
	// time one succeeds. A wrong code counts against the codes of all passes. After
	// MaxWrongCodes their tokens alone are good.
	UsePass(ctx context.Context, secret string) (Player, error)
}

// Scopes are the permitted uses of a token, a bit for each.
type Scopes uint8

// Scopes of tokens.
const (
	ScopeRead   Scopes = 1 << iota // to read everything that the player may see
	ScopePlay                      // to open tables, take seats and act
	ScopeManage                    // to change the account, its tokens and sessions
	AllScopes   = ScopeRead | ScopePlay | ScopeManage
)

// MaxTokens is the most tokens of a player.
const MaxTokens = 50

// The last use of a token is stored after TokenUseDelay. It is stored again after TokenUseInterval
// at the earliest.
const (
	TokenUseDelay    = time.Minute
	TokenUseInterval = time.Hour
)

// Token describes a token with which programs act for a player, without its secret.
type Token struct {
	ID      string // 12 characters, from which nobody can derive the token
	Name    string // "" for a token created with the guest or by signing in
	Scopes  Scopes
	Created time.Time
	Used    time.Time // last, up to TokenUseInterval late; zero if never
}

// NewToken describes a token to create.
type NewToken struct {
	Player, Name string
	Scopes       Scopes
	Language     string // of the mail about it, unless the player has chosen one
}

// Tokens stores hashes of the tokens of players. A token has 256 random bits.
type Tokens interface {
	// CreateToken makes a token. The error is ErrNotFound if there is no such player. Beyond
	// MaxTokens, a new token without a name replaces the token without a name that was unused
	// for the longest time. Otherwise the error is ErrTooManyTokens. The holder of an account
	// gets a mail about a token with a name.
	CreateToken(ctx context.Context, o Once, n NewToken, note func(t Token, secret string) (status int, text []byte)) (Token, string, error)
	// PlayerByToken returns the player of a token and the description of the token, and records its
	// use. The error is ErrNotFound if the token never existed or was revoked.
	PlayerByToken(ctx context.Context, secret string) (Player, Token, error)
	// TokensOf lists the tokens of a player, the newest first.
	TokensOf(ctx context.Context, player string) ([]Token, error)
	// RevokeToken ends a token of a player. The error is ErrNotFound if the player has
	// no such token.
	RevokeToken(ctx context.Context, player, id string) error
}

// Sessions stores browser sessions by token. It is a context store of the
// session library alexedwards/scs, which hashes the tokens.
type Sessions interface {
	// FindCtx returns the data of a session that has not expired.
	FindCtx(ctx context.Context, token string) (data []byte, found bool, err error)
	// CommitCtx stores a session and replaces one with the same token.
	CommitCtx(ctx context.Context, token string, data []byte, expiry time.Time) error
	// DeleteCtx deletes a session, if it exists.
	DeleteCtx(ctx context.Context, token string) error

	// Find, Commit and Delete are the same methods without a context.
	Find(token string) (data []byte, found bool, err error)
	Commit(token string, data []byte, expiry time.Time) error
	Delete(token string) error

	// CommitFor is like CommitCtx for the session of a player on a device.
	CommitFor(ctx context.Context, token string, data []byte, expiry time.Time, player, device string) error
	// RenewFor is like CommitFor for a session that was stored before. One that was ended
	// since stays so.
	RenewFor(ctx context.Context, token string, data []byte, expiry time.Time, player, device string) error
	// SessionsOf lists the sessions of a player that have not expired, the newest first.
	SessionsOf(ctx context.Context, player string) ([]Session, error)
	// EndSession deletes a session of a player. The error is ErrNotFound if the player
	// has no such session.
	EndSession(ctx context.Context, player, token string) error
	// EndOtherSessions deletes all sessions of a player except one.
	EndOtherSessions(ctx context.Context, player, keep string) error
}

// Session is a browser in which a player is signed in.
type Session struct {
	Token  string // the hash under which it is stored
	Device string // browser and system; "" if not stored
	Begun  time.Time
}

// MaxPasskeys is the most passkeys of an account.
const MaxPasskeys = 20

// Passkey is the public part of a key pair. The account's owner signs in from devices with the
// private part.
type Passkey struct {
	ID      []byte // its name for devices; at most 1023 bytes
	Player  string
	Public  []byte // in COSE form; at most 2000 bytes
	Counter uint32 // number of signatures by its device, 0 if the device does not count
	Name    string // chosen by the owner
	Made    time.Time
	Used    time.Time // last use for signing in, zero for never
}

// NewPasskey describes a passkey to store. Handle is the name of the account for devices: 32 random
// bytes, which the first passkey sets for all later ones.
type NewPasskey struct {
	ID, Public, Handle []byte
	Counter            uint32
	Name               string
	Language           string // of the mail about it, unless the player has chosen one
}

// Passkeys keeps the passkeys of accounts.
type Passkeys interface {
	// AddPasskey adds a passkey to an account, whose holder gets a mail about it, as
	// about its removal. The error is ErrNotFound without an
	// account, ErrTaken if somebody has that passkey already, and ErrTooManyPasskeys.
	AddPasskey(ctx context.Context, player string, k NewPasskey) error
	// Passkey returns a passkey and the name of its account for devices, or ErrNotFound.
	Passkey(ctx context.Context, id []byte) (k Passkey, handle []byte, err error)
	// PasskeysOf lists the passkeys of a player, the newest first.
	PasskeysOf(ctx context.Context, player string) ([]Passkey, error)
	// Handle returns the name of an account for devices, nil before it had a passkey. The
	// error is ErrNotFound without an account.
	Handle(ctx context.Context, player string) ([]byte, error)
	// UsePasskey records a use of a passkey now, with the counter from its device. A device that
	// synchronizes its passkeys sends 0. The error is ErrCounter unless the counter is 0 or greater
	// than all before, ErrNotFound if the passkey was removed.
	UsePasskey(ctx context.Context, id []byte, counter uint32) error
	// RemovePasskey removes a passkey of a player. The error is ErrLastWayIn if nothing
	// else would let the player sign in, and ErrNotFound if there is no such passkey.
	RemovePasskey(ctx context.Context, player string, id []byte, language string) error
}
