// Package secret draws and derives the secrets of an engine of the store: ids, tokens, and the
// secrets of matches. It also derives the keys under which idempotency keys and invitations
// are stored.
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

// IDLength is the length of the ids of players and matches, 5 bits a character.
const IDLength = 12

// Numbers of random bytes.
const (
	linkBytes  = 16
	tokenBytes = 32
)

var lower32 = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

func randomText(bytes int) string {
	b := make([]byte, bytes)
	rand.Read(b) // never fails: the program ends if the system has no randomness
	return lower32.EncodeToString(b)
}

// NewID draws the id of a player or a match.
func NewID() string { return randomText(8)[:IDLength] }

// NewToken draws the token of a player, of 256 bits.
func NewToken() string { return randomText(tokenBytes) }

// NewLink draws the token of a link to a match, of 128 bits.
func NewLink() string { return randomText(linkBytes) }

// codes is how many codes there are.
const codes = 100_000_000

// NewCode draws a code.
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
