package db

import (
	"context"
	"time"
)

// MailKind is what a mail is for.
type MailKind string

// Kinds of mails.
const (
	MailConfirm  MailKind = "confirm"  // its link confirms the address of an account
	MailEnter    MailKind = "enter"    // its link signs in, or sets a new password
	MailPassword MailKind = "password" // tells that the password of an account was changed
	MailAddress  MailKind = "address"  // tells that an account has another address now, or none
	MailProof    MailKind = "proof"    // its code shows that the holder of the account has the session
	MailToken    MailKind = "token"    // says that a token with a name was made

	MailPasskeyAdded   MailKind = "passkey_added"
	MailPasskeyRemoved MailKind = "passkey_removed"
)

// HasLink reports whether a mail carries a link.
func (k MailKind) HasLink() bool { return k == MailConfirm || k == MailEnter }

// MailLifetime is how long a mail is kept, whether or not it could be sent. Links are
// good for a shorter time.
const MailLifetime = 48 * time.Hour

// NewMail is a mail to be sent.
type NewMail struct {
	Kind     MailKind
	Player   string // whom it is about; "" for whoever has confirmed the address
	Address  string
	Language string // "en", "fr"; where that of who gets it is known, it is written in that
}

// Mail is a mail that is to be sent, or whose link is good.
type Mail struct {
	ID string
	NewMail
	Name   string // of the player whom it is about; "" if nobody has confirmed the address
	Holder string // id of the player who has confirmed the address; "" if nobody has
	Token  string // of its link, "" without
	Code   string // of MailProof, CodeLength digits
	Tries  int    // how often it was tried to send it
	Queued time.Time
}

// Mails keeps mails from the change that caused them until they are sent, and those with
// a link until that is used or has expired. Of the tokens of links only hashes are
// stored: each is derived anew whenever its mail is sent.
type Mails interface {
	// QueueMail stores a mail that is to be sent. A MailConfirm replaces that of the
	// same player before, and so does a MailProof.
	QueueMail(ctx context.Context, m NewMail) error
	// DueMails lists mails that are to be sent now, those that are due for longest
	// first, at most limit.
	DueMails(ctx context.Context, limit int) ([]Mail, error)
	// MailSent notes that a mail was sent. Its link is good for a time from now on; one
	// without link is forgotten.
	MailSent(ctx context.Context, id string, good time.Duration) error
	// DelayMail notes why a mail could not be sent; it is to be tried again later.
	DelayMail(ctx context.Context, id, why string, by time.Duration) error
	// DropMail forgets a mail.
	DropMail(ctx context.Context, id string) error

	// MailByToken returns the mail of a good link and does not use it up. The error is
	// ErrNotFound if the link was used or replaced, or has expired.
	MailByToken(ctx context.Context, token string) (Mail, error)
	// ConfirmAddress uses up a link of MailConfirm and gives the account its address. An
	// address that it had before is told by mail. The error is ErrNotFound, or ErrTaken
	// if another account has that address.
	ConfirmAddress(ctx context.Context, token string) error
	// EnterByMail uses up a link of MailEnter and returns whose it is. A password, unless
	// it is "", is the hash of the account's new one, as by SetPassword for a recovery. The
	// error is ErrNotFound.
	EnterByMail(ctx context.Context, token, password string) (Player, error)
	// ProveByMail uses up the code of a MailProof of a player. The error is ErrNotFound for
	// any other code, and after MaxWrongCodes of those for the right one, too.
	ProveByMail(ctx context.Context, player, code string) error
	// PendingAddress returns the address that a player has not confirmed yet, "" for
	// none.
	PendingAddress(ctx context.Context, player string) (string, error)
	// RemoveAddress takes the address from an account, which is told there in a language.
	// The error is ErrNotFound if it has none.
	RemoveAddress(ctx context.Context, player, language string) error
}
