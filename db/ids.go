package db

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"math/big"

	"tableronde/games"
)

// Sizes in bytes of what is drawn at random.
const (
	inviteBytes = 16
	tokenBytes  = 32
)

// idLength is the length of the ids of players and matches, 5 bits a character.
const idLength = 12

var lower32 = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

func randomText(bytes int) string {
	b := make([]byte, bytes)
	rand.Read(b) // never fails: the program ends if the system has no randomness
	return lower32.EncodeToString(b)
}

func newID() string { return randomText(8)[:idLength] }

// newSecret draws the secret of a match.
func newSecret() (s games.Secret) {
	rand.Read(s[:])
	return s
}

// newContribution is drawn for a player who contributes nothing to the chance of
// a match: 16 hexadecimal digits.
func newContribution() string {
	b := make([]byte, 8)
	rand.Read(b)
	return hex.EncodeToString(b)
}

// randomIndex draws evenly from 0..n-1; n must be positive.
func randomIndex(n int) (int, error) {
	i, err := rand.Int(rand.Reader, big.NewInt(int64(n)))
	if err != nil {
		return 0, err
	}
	return int(i.Int64()), nil
}

func hashToken(token string) []byte {
	h := sha256.Sum256([]byte(token))
	return h[:]
}
