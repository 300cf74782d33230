package accounts

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"tableronde/db"
	"tableronde/handlers/club"
)

var (
	errBadPasskey     = club.Refuse(club.Invalid, "bad_passkey", "the answer of the device is not right")
	errUnknownPasskey = club.Refuse(club.Unauthorized, "unknown_passkey", "this passkey is not known here")
	errPasskeyCopied  = club.Refuse(club.Unauthorized, "passkey_copied", "this passkey seems to have been copied: it has signed fewer times than before")
	errPasskeyTaken   = club.Refuse(club.Conflict, "passkey_taken", "this passkey belongs to an account already")
	errManyPasskeys   = club.Refuse(club.Conflict, "many_passkeys", fmt.Sprintf("an account has at most %d passkeys", db.MaxPasskeys))
	errLastWayIn      = club.Refuse(club.Conflict, "last_way_in", "without this passkey nothing would let you in")
)

// CreateAccountWithPasskey makes a guest an account without a password, who keeps
// everything.
func (s *Keys) CreateAccountWithPasskey(ctx context.Context, player, name string, k db.NewPasskey) (db.Player, error) {
	name, err := s.accounts.CheckName(ctx, player, name)
	if err == nil {
		err = s.accounts.CheckRegistration(ctx, "")
	}
	if err == nil {
		err = checkPasskey(k)
	}
	if err != nil {
		return db.Player{}, err
	}
	p, err := s.store.CreateAccount(ctx, db.Once{}, db.NewAccount{Player: player, Name: name, Keys: NameKeys(name), Passkey: &k}, nil)
	return p, passkeyError(AccountError(err))
}

// Passkeys lists the passkeys of a player, the newest first.
func (s *Keys) Passkeys(ctx context.Context, player string) ([]db.Passkey, error) {
	return s.store.PasskeysOf(ctx, player)
}

// PasskeyHandle returns by what devices name the account of a player, nil before it had
// a passkey.
func (s *Keys) PasskeyHandle(ctx context.Context, player string) ([]byte, error) {
	handle, err := s.store.Handle(ctx, player)
	if errors.Is(err, db.ErrNotFound) {
		return nil, errNoAccount
	}
	return handle, err
}

// AddPasskey adds a passkey to the account of a player.
func (s *Keys) AddPasskey(ctx context.Context, player string, k db.NewPasskey) error {
	if err := checkPasskey(k); err != nil {
		return err
	}
	defer s.mailed.Send()
	err := s.store.AddPasskey(ctx, player, k)
	if errors.Is(err, db.ErrNotFound) {
		return errNoAccount
	}
	return passkeyError(err)
}

// RemovePasskey removes a passkey of a player. One that is not there was removed before.
func (s *Keys) RemovePasskey(ctx context.Context, player string, id []byte, language string) error {
	defer s.mailed.Send()
	err := s.store.RemovePasskey(ctx, player, id, language)
	if errors.Is(err, db.ErrNotFound) {
		return nil
	}
	return passkeyError(err)
}

// SignInByPasskey returns the player whose passkey it is, which is prover unless that is "":
// somebody who has signed in, and shows it once more. The device has sent the id, by
// what it names the account, and its counter; verify returns an error unless the passkey
// with a public key has signed them.
func (s *Keys) SignInByPasskey(ctx context.Context, prover string, id, handle []byte, counter uint32, verify func(public []byte) error) (db.Player, error) {
	k, own, err := s.store.Passkey(ctx, id)
	if errors.Is(err, db.ErrNotFound) {
		return db.Player{}, errUnknownPasskey
	}
	if err != nil {
		return db.Player{}, fmt.Errorf("find passkey: %w", err)
	}
	if !bytes.Equal(handle, own) || prover != "" && prover != k.Player || verify(k.Public) != nil {
		return db.Player{}, errBadPasskey
	}
	switch err := s.store.UsePasskey(ctx, id, counter); {
	case errors.Is(err, db.ErrNotFound):
		return db.Player{}, errUnknownPasskey
	case errors.Is(err, db.ErrCounter):
		return db.Player{}, errPasskeyCopied
	case err != nil:
		return db.Player{}, fmt.Errorf("note use of passkey: %w", err)
	}
	p, err := s.store.Player(ctx, k.Player)
	if prover != "" {
		return p, err
	}
	return s.accounts.entering(ctx, p, err)
}

// BadPasskey returns the refusal of what no device has sent.
func BadPasskey() error { return errBadPasskey }

// checkPasskey refuses a passkey that is larger than those of devices.
func checkPasskey(k db.NewPasskey) error {
	const maxID, maxPublic = 1023, 2000
	if len(k.ID) == 0 || len(k.ID) > maxID || len(k.Public) == 0 || len(k.Public) > maxPublic {
		return errBadPasskey
	}
	return nil
}

func passkeyError(err error) error {
	switch {
	case errors.Is(err, db.ErrTaken):
		return errPasskeyTaken
	case errors.Is(err, db.ErrTooManyPasskeys):
		return errManyPasskeys
	case errors.Is(err, db.ErrLastWayIn):
		return errLastWayIn
	}
	return err
}
