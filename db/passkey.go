package db

import (
	"context"
	"time"
)

// MaxPasskeys is how many passkeys an account can have.
const MaxPasskeys = 20

// Passkey is the public half of a key pair by which the holder of an account signs in
// from the devices that have the other half.
type Passkey struct {
	ID      []byte // by which devices name it; at most 1023 bytes
	Player  string
	Public  []byte // in COSE form; at most 2000 bytes
	Counter uint32 // how often its device has signed, 0 if the device does not count
	Name    string // by which its holder tells it from others
	Made    time.Time
	Used    time.Time // when it was last used to sign in, zero for never
}

// NewPasskey is a passkey to be stored. Handle is by what devices name the account: 32
// random bytes, which stay those of its first passkey.
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
	// Passkey returns a passkey and by what devices name its account, or ErrNotFound.
	Passkey(ctx context.Context, id []byte) (k Passkey, handle []byte, err error)
	// PasskeysOf lists the passkeys of a player, the newest first.
	PasskeysOf(ctx context.Context, player string) ([]Passkey, error)
	// Handle returns by what devices name an account, nil before it had a passkey. The
	// error is ErrNotFound without an account.
	Handle(ctx context.Context, player string) ([]byte, error)
	// UsePasskey notes a use of a passkey, now, with the counter that its device has
	// sent. The error is ErrCounter unless that is more than all before, or 0: a device
	// that keeps the passkey in several places does not count. It is ErrNotFound if the
	// passkey was removed.
	UsePasskey(ctx context.Context, id []byte, counter uint32) error
	// RemovePasskey removes a passkey of a player. The error is ErrLastWayIn if nothing
	// else would let the player sign in, and ErrNotFound if there is no such passkey.
	RemovePasskey(ctx context.Context, player string, id []byte, language string) error
}
