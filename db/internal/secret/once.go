package secret

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"fmt"

	"tableronde/db"
)

// OnceKey is the stored form of a db.Once, with the key that encrypts its note. Everything is
// derived from the idempotency key, which is not stored.
type OnceKey struct {
	Caller  []byte // a hash of the caller
	ID      []byte // identifies the caller and the idempotency key
	Request []byte // a keyed hash of the request

	seal []byte // encrypts the note
}

// DeriveOnce derives the key of o. It returns nil for a Once without Key.
func DeriveOnce(o db.Once) (*OnceKey, error) {
	if o.Key == "" {
		return nil, nil
	}
	caller := sha256.Sum256([]byte(o.Caller))
	secret, err := hkdf.Extract(sha256.New, []byte(o.Key), caller[:])
	if err != nil {
		return nil, fmt.Errorf("idempotency key: %w", err)
	}
	bits, err := hkdf.Expand(sha256.New, secret, "tableronde once 1", 3*sha256.Size)
	if err != nil {
		return nil, fmt.Errorf("idempotency key: %w", err)
	}
	mac := hmac.New(sha256.New, bits[sha256.Size:2*sha256.Size])
	mac.Write(o.Request)
	return &OnceKey{Caller: caller[:16], ID: bits[:sha256.Size], Request: mac.Sum(nil), seal: bits[2*sha256.Size:]}, nil
}

func (k *OnceKey) aead() (cipher.AEAD, error) {
	block, err := aes.NewCipher(k.seal)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}

// Seal encrypts a note and binds it to the request.
func (k *OnceKey) Seal(note []byte) ([]byte, error) {
	aead, err := k.aead()
	if err != nil {
		return nil, err
	}
	return aead.Seal(nil, nil, note, k.Request), nil
}

// Open is the inverse of Seal.
func (k *OnceKey) Open(sealed []byte) ([]byte, error) {
	aead, err := k.aead()
	if err != nil {
		return nil, err
	}
	return aead.Open(nil, nil, sealed, k.Request)
}
