// Package secret creates the secrets of a store's engine: random ids and tokens, the secrets of
// matches, and the keys derived for idempotency keys and invitations.
package secret

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"math/big"

	"tableronde/db"
	"tableronde/games"
)

// IDLength is the length of the ids of players and matches, at 5 bits a character.
const IDLength = 12

// Numbers of random bytes.
const (
	linkBytes  = 16
	tokenBytes = 32
)

var lower32 = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

func randomText(bytes int) string {
	b := make([]byte, bytes)
	rand.Read(b) // cannot fail: the program ends if the system has no randomness
	return lower32.EncodeToString(b)
}

// NewID returns a random id of a player or a match.
func NewID() string { return randomText(8)[:IDLength] }

// NewToken returns a random token of a player, of 256 bits.
func NewToken() string { return randomText(tokenBytes) }

// NewLink returns a random token of a link to a match, of 128 bits.
func NewLink() string { return randomText(linkBytes) }

// codes is the number of different codes.
const codes = 100_000_000

// NewCode returns a random code.
func NewCode() string {
	n, err := rand.Int(rand.Reader, big.NewInt(codes))
	if err != nil {
		panic(err) // rand.Reader never fails
	}
	return fmt.Sprintf("%0*d", db.CodeLength, n)
}

// HashToken returns the hash by which a token is stored.
func HashToken(token string) []byte {
	h := sha256.Sum256([]byte(token))
	return h[:]
}

// TokenID returns the id of the token with a hash.
func TokenID(hash []byte) string { return lower32.EncodeToString(hash)[:IDLength] }

// NewMatchSecret draws the secret of a match with chance.
func NewMatchSecret() (s games.Secret) {
	rand.Read(s[:])
	return s
}

// NewContribution draws a contribution to the chance of a match, for a player who has not
// chosen one: 16 hexadecimal digits.
func NewContribution() string {
	b := make([]byte, 8)
	rand.Read(b)
	return hex.EncodeToString(b)
}
