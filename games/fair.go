package games

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

// Secret is the random number that the server draws for a match before anybody
// contributes to its chance. Its commitment is published at once, the secret
// itself only when the match is over.
type Secret [sha256.Size]byte

// String returns a placeholder, so that no log shows the secret by mistake.
func (s Secret) String() string { return "[secret]" }

// Hex writes the secret as a record does, in 64 digits.
func (s Secret) Hex() string { return hex.EncodeToString(s[:]) }

// Commitment returns the SHA-256 of the secret, in 64 hexadecimal digits: proof
// for its holders that the secret was not exchanged later.
func (s Secret) Commitment() string {
	sum := sha256.Sum256(s[:])
	return hex.EncodeToString(sum[:])
}

// Seed returns the seed of a match: HMAC-SHA-256, keyed with the secret, of the
// id of the match and the contribution of each seat, from seat 1, each on a line
// of its own ("id\nfirst\nsecond").
func (s Secret) Seed(match string, contributions []string) Seed {
	mac := hmac.New(sha256.New, s[:])
	mac.Write([]byte(match + "\n" + strings.Join(contributions, "\n")))
	return Seed(mac.Sum(nil))
}
